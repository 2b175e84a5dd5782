"""Where the tests' files lie: in memory where there is room, and what was left there goes."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import pytest

from tests.support import in_memory


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    monkeypatch.setenv("TMPDIR", "")
    monkeypatch.delenv("TMPDIR")
    monkeypatch.setattr(in_memory, "PLACE", tmp_path)


def test_files_go_where_there_is_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(in_memory, "ROOM", 1 << 60)
    in_memory.move()
    assert "TMPDIR" not in os.environ
    monkeypatch.setattr(in_memory, "ROOM", 1)
    in_memory.move()
    assert tempfile.gettempdir() == str(tmp_path)


def test_where_somebody_wants_them_they_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(in_memory, "ROOM", 1)
    monkeypatch.setenv("TMPDIR", "/somewhere")
    in_memory.move()
    assert os.environ["TMPDIR"] == "/somewhere"
    assert not in_memory.fits(tmp_path / "nowhere")


def test_what_a_killed_run_left_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(in_memory, "ROOM", 1)
    old, new = (tmp_path / f"gangoffour-postgres-{name}" for name in ("old", "new"))
    for one in (old, new):
        (one / "data").mkdir(parents=True)
    long_ago = time.time() - in_memory.LEFT_S - 60
    os.utime(old, (long_ago, long_ago))
    (tmp_path / "gangoffour-postgres-gone").symlink_to("nowhere")  # another run was quicker
    in_memory.move()
    assert not old.exists() and new.exists()
