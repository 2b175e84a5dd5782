"""Days in a row, with one free miss a week."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Final, NamedTuple

WEEK: Final = 7
"""So many days must lie between two misses that cost nothing."""


class Streak(NamedTuple):
    """How many days somebody has played in a row."""

    days: int
    free_miss: bool
    """Whether the next missed day would not end it."""
    today: bool
    """Whether the day that runs is among them: until it is over, it is not missed."""


def streak(played: Collection[str], today: str) -> Streak:
    """The streak that ends today or yesterday; a miss is free if none was in the week before.

    >>> streak({"2026-11-13", "2026-11-15"}, "2026-11-16")
    Streak(days=2, free_miss=False, today=False)
    """
    days = {date.fromisoformat(one) for one in played}
    now = date.fromisoformat(today)
    if not days:
        return Streak(0, True, False)
    runs, missed = 0, None
    at = min(days)
    while at <= now:
        if at in days:
            runs += 1
        elif at != now:
            if runs and (missed is None or at - missed >= timedelta(days=WEEK)):
                missed = at
            else:
                runs, missed = 0, None
        at += timedelta(days=1)
    free = missed is None or now - missed >= timedelta(days=WEEK)
    return Streak(runs, free, now in days)
