"""The machine that stands still: so much of its time is taken, and only by whoever may."""

from __future__ import annotations

import os
import random
import sys
from itertools import islice
from pathlib import Path

import pytest

from tools import starve


@pytest.mark.parametrize("share", [0.2, 0.4, 0.7])
def test_as_much_is_taken_as_was_asked_for(share: float) -> None:
    found = list(islice(starve.moments(share, 0.4, random.Random(7)), 5_000))
    kept, left = (sum(side) for side in zip(*found, strict=True))
    assert kept / (kept + left) == pytest.approx(share, abs=0.02)
    assert max(moment for moment, _ in found) <= starve.LONGEST_S


def test_whoever_may_not_is_told_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    monkeypatch.setattr(sys, "argv", ["starve", "true"])
    with pytest.raises(SystemExit, match=r"by root only: sudo make starved\.$"):
        starve.main()


def test_whoever_is_told_to_end_leaves_the_machine_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    throttle = tmp_path / "throttle"
    throttle.write_text("950000")
    monkeypatch.setattr(starve, "THROTTLE", throttle)
    monkeypatch.setattr(starve, "may_take", lambda: True)
    monkeypatch.setattr(starve, "takers", lambda *_: [])
    ending = f'grep -q "^-1" {throttle} && kill {os.getpid()} && exec sleep 60'
    monkeypatch.setattr(sys, "argv", ["starve", "--", "sh", "-c", ending])
    with pytest.raises(SystemExit) as ended:
        starve.main()
    assert ended.value.code == 128 + 15
    assert throttle.read_text() == "950000"
