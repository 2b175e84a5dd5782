"""Times in somebody's own zone."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

UTC: Final = "UTC"


@lru_cache(maxsize=1000)
def zone_of(name: str) -> ZoneInfo | None:
    """A zone by its name, as ``Europe/Berlin``; None if there is no such."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def local_time(at_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, zone_of(zone) or ZoneInfo(UTC))


def in_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
