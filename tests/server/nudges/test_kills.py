"""A short slice of ``python -m tests.chaos.nudges``."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.chaos.nudges import nudged


def test_every_turn_is_told_once_through_kills(tmp_path: Path) -> None:
    report = asyncio.run(nudged(tmp_path, kills=3, seed=4))
    assert report.kills == 3 and report.turns == 4, str(report)
    assert not report.late and not report.twice and report.by_mail, str(report)
