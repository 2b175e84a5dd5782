"""Quiet hours and the daily's hour are those of a clock on the wall, also when it is changed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from gangoffour.server.nudges.daily_hour import next_hour
from gangoffour.server.nudges.quiet_hours import quiet_until

ZONE = "Europe/Berlin"
"""On 29 March 2026 there is no hour from two to three; on 25 October it comes twice."""


def at(text: str, fold: int = 0) -> int:
    moment = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE), fold=fold)
    return int(moment.timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "fold", "hours", "over", "long"),
    [
        ("2026-03-28 23:30", 0, (22, 8), "2026-03-29 08:00", 7.5),
        ("2026-03-29 01:30", 0, (22, 2), "2026-03-29 03:00", 0.5),  # there is no two o'clock
        ("2026-10-24 23:30", 0, (22, 8), "2026-10-25 08:00", 9.5),
        ("2026-10-25 02:30", 0, (22, 3), "2026-10-25 03:00", 1.5),
        ("2026-10-25 02:30", 1, (22, 3), "2026-10-25 03:00", 0.5),
    ],
)
def test_a_night_ends_at_its_hour_however_long_it_is(
    now: str, fold: int, hours: tuple[int, int], over: str, long: float
) -> None:
    found = quiet_until(at(now, fold), ZONE, *hours)
    assert found == at(over) and found - at(now, fold) == long * 3_600_000
    assert quiet_until(found, ZONE, *hours) == found, "and is over then"


def test_the_daily_comes_at_its_hour_once_a_day() -> None:
    assert next_hour(at("2026-03-28 10:00"), ZONE, 9) == (at("2026-03-29 09:00"), "2026-03-29")
    assert next_hour(at("2026-10-24 10:00"), ZONE, 9) == (at("2026-10-25 09:00"), "2026-10-25")
    (first, day) = next_hour(at("2026-10-25 01:00"), ZONE, 2)
    assert (first, day) == (at("2026-10-25 02:00"), "2026-10-25")
    assert next_hour(at("2026-10-25 02:00", 1), ZONE, 2)[1] == day, "a nudge's name is its date"
