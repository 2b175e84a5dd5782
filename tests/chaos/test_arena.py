"""The proof that the arena ends, in a slice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.arena import ends


@pytest.mark.long
def test_a_run_with_a_program_ends(tmp_path: Path) -> None:
    assert ends(tmp_path, seed=1, deals=1) == ""
