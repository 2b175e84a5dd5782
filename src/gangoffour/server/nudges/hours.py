"""Hours of a day in somebody's own zone: when they are left in peace, and when their day's nudge
is due. Pure functions of time."""

from __future__ import annotations

from datetime import datetime, timedelta
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


def _local(at_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, zone_of(zone) or ZoneInfo(UTC))


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def quiet_until(at_ms: int, zone: str, start: int | None, end: int | None) -> int:
    """When the quiet hours that ``at_ms`` falls in are over; ``at_ms`` itself if it is in none.

    >>> noon = 1_800_014_400_000  # 2027-01-15 12:00 UTC
    >>> quiet_until(noon, "UTC", 22, 8) == noon
    True
    >>> quiet_until(noon, "UTC", 11, 14) - noon == 2 * 3_600_000
    True
    >>> quiet_until(noon, "Asia/Tokyo", 20, 8) - noon == 11 * 3_600_000  # 21:00 there
    True
    """
    if start is None or end is None or start == end:
        return at_ms
    now = _local(at_ms, zone)
    inside = start <= now.hour < end if start < end else now.hour >= start or now.hour < end
    if not inside:
        return at_ms
    over = now.replace(hour=end, minute=0, second=0, microsecond=0)
    if end <= now.hour:
        over += timedelta(days=1)
    return max(at_ms + 1, _ms(over))


def next_hour(at_ms: int, zone: str, hour: int) -> tuple[int, str]:
    """When it is next ``hour`` o'clock somewhere, and the date there.

    >>> next_hour(1_800_014_400_000, "UTC", 13)
    (1800018000000, '2027-01-15')
    >>> next_hour(1_800_014_400_000, "UTC", 12)
    (1800014400000, '2027-01-15')
    >>> next_hour(1_800_014_400_001, "UTC", 12)[1]
    '2027-01-16'
    """
    now = _local(at_ms, zone)
    moment = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if _ms(moment) < at_ms:
        moment += timedelta(days=1)
    return _ms(moment), moment.date().isoformat()
