"""A short slice of ``make chaos``: the worst faults once each, and the proof afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.cluster import chaos
from tests.support.chronicle import STOOD_STILL, Chronicle, Standstill, Told
from tests.support.regular import Report

pytestmark = pytest.mark.anyio


async def calm(folder: Path, seed: int, faults: list[str], tables: int, workers: int = 1) -> Report:
    """Everybody takes a moment for a move: the faults are what is tried, not the processors."""
    return await chaos(folder, seed, faults, tables, 1, workers, bot_pause_ms=100, thinks_s=0.2)


async def test_nothing_acknowledged_is_lost_whatever_breaks(tmp_path: Path) -> None:
    faults = [
        "servers frozen past the lease",
        "workers killed",
        "NATS killed",
        "servers killed",
        "PostgreSQL killed",
    ]
    report = await calm(tmp_path, 7, faults, tables=1)
    assert sum(report.faults.values()) == 5
    assert len(report.acknowledged) > 20
    assert report.events > 50
    assert report.sights > 50
    assert report.longest.ms > 0, "and how long at most is looked at there"


async def test_a_rolling_restart_is_nothing_that_people_must_care_about(tmp_path: Path) -> None:
    """Four people at each table: all are told to come back (1012), do so, and play on."""
    report = await calm(tmp_path, 3, ["rolling restarts"], tables=2, workers=0)
    assert set(report.codes) - {None} == {1012}  # None: no answer within five seconds, asked again
    assert report.gaps > 0
    # Whoever is on the way to another server is not here, and a match that would begin waits.
    assert set(report.refusals) <= {"storage_unavailable", "too_busy", "not_everybody_here"}
    assert len(report.acknowledged) > 20


async def test_what_the_machine_took_is_not_the_servers_time() -> None:
    """Late by themselves, one over the other; outside of the standstill; paused on purpose."""
    chronicle = Chronicle()
    late = ((3_000, "a", 2_000), (4_000, "b", 1_500), (800, "a", 500), (9_000, "c", 1_000))
    for at, who, ms in (*late, (7_000, "frozen", 1_000)):
        chronicle.logs.append(Told(at, who, STOOD_STILL, ms=ms))
    chronicle._frozen["frozen"] = [(6_000, 7_000)]
    assert chronicle.starved_ms(Standstill(7_500, "table", 1_000)) == 3_000 + 500
