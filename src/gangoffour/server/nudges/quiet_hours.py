"""When somebody is left in peace: the quiet hours they chose, in their own zone."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from gangoffour.server.nudges.time_zones import in_ms, local_time

NIGHT: Final = (22, 8)
"""The hours between which nobody is called who did not choose others."""


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
    now = local_time(at_ms, zone)
    inside = start <= now.hour < end if start < end else now.hour >= start or now.hour < end
    if not inside:
        return at_ms
    over = now.replace(hour=end, minute=0, second=0, microsecond=0)
    if end <= now.hour:
        over += timedelta(days=1)
    return max(at_ms + 1, in_ms(over))
