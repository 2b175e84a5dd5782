"""Days: from 00:00 UTC to 00:00 UTC, named 2026-11-16."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

ROUNDS: Final = 5
"""How many rounds a day has."""
DAY_MS: Final = 86_400_000


def day_at(now: int) -> str:
    """The day at a moment (ms).

    >>> day_at(1_794_787_200_000)
    '2026-11-16'
    """
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def opens_at(day: str) -> int:
    """When a day begins (ms)."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int(start.timestamp()) * 1000


def closes_at(day: str) -> int:
    """When a day is over (ms): its secret is published."""
    return opens_at(day) + DAY_MS


def is_day(text: str) -> bool:
    """Whether a text names a day, in this form and no other."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def days_before(day: str, count: int) -> str:
    """The day so many days earlier."""
    return (date.fromisoformat(day) - timedelta(days=count)).isoformat()
