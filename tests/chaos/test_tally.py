"""The tally of runs under faults: slices add up, and a failure stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.tally import TOO_LONG, counted, runs, summed
from tests.support.regular import Report


def report(kills: int, machine: str = "") -> Report:
    one = Report()
    one.faults.update({"servers killed": kills, "servers stopped": 1})
    one.acknowledged["ann:n1"] = ("a1", 7)
    one.machine = machine
    return one


def test_slices_add_up_and_a_failure_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAOS_TALLY", str(tmp_path / "tally"))
    assert summed(runs()) == "no run yet"
    for seed, kills in enumerate((3, 4)):
        with counted("cluster", seed, report(kills)):
            pass
    with pytest.raises(AssertionError), counted("cluster", 2, report(5)):
        raise AssertionError("n1 was acknowledged and is gone")
    starved = report(6, "THE MACHINE WAS STARVED")
    with pytest.raises(AssertionError), counted("cluster", 3, starved):
        raise AssertionError(TOO_LONG)
    with pytest.raises(KeyboardInterrupt), counted("cluster", 4, report(9)):
        raise KeyboardInterrupt  # half a run proves nothing
    assert [(one.kills, one.held, one.late) for one in runs()] == [
        (3, True, False),
        (4, True, False),
        (5, False, False),
        (6, True, True),
    ]
    told = summed(runs())
    assert "cluster: 4 runs, 1 of them failed, 1 stood still too long" in told
    assert "13 kills of 16 faults" in told
    assert "FAILED with seed 2: AssertionError: n1 was acknowledged and is gone" in told
