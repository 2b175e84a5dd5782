"""A short slice of ``make chaos``: the worst faults once each, and the proof afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster.chaos import chaos

pytestmark = pytest.mark.anyio


async def test_nothing_acknowledged_is_lost_whatever_breaks(tmp_path: Path) -> None:
    faults = [
        "servers frozen past the lease",
        "NATS killed",
        "servers killed",
        "PostgreSQL killed",
    ]
    report = await chaos(tmp_path, 7, faults, tables=2, bot_tables=2)
    assert sum(report.faults.values()) == 4
    assert len(report.acknowledged) > 50
    assert report.events > 200
    assert report.sights > 100
    assert 0 < report.longest_ms <= 10_000
