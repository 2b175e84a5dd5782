"""The daily deal at the hour that somebody chose, in their zone."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from gangoffour.server.nudges.choices import Choice
from gangoffour.server.nudges.nudge import Nudge
from gangoffour.server.nudges.nudges import Nudges
from gangoffour.server.nudges.time_zones import in_ms, local_time
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable

LOOK_S: Final = 60.0
AHEAD_MS: Final = 300_000
BEHIND_MS: Final = 7_200_000
"""A server that was away for so long still says it."""
AT_ONCE: Final = 500
LINK: Final = "/daily"
log = logging.getLogger("gangoffour.nudges")


class DailyHour:
    """Posts the day's nudge of everybody who chose one, if the daily deal is offered here."""

    def __init__(self, nudges: Nudges, clock: Clock) -> None:
        self._nudges = nudges
        self._clock = clock
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.keep(self._run, "daily nudges")

    async def close(self) -> None:
        await self._tasks.close()

    async def _run(self) -> None:
        while True:
            if "daily" in self._nudges.offered:
                try:
                    await self.look()
                except StorageUnavailable:
                    log.warning("the day's nudges could not be posted")
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Post what is due soon, or was due while nobody was here."""
        after = ""
        while some := await self._nudges.choices.who_want("daily", after, AT_ONCE):
            for person, choice in some:
                await self._post(person, choice)
            after = some[-1][0]

    async def _post(self, person: str, choice: Choice) -> None:
        now = self._clock.now()
        due, date = next_hour(now - BEHIND_MS, choice.zone, choice.daily_hour)
        if due <= now + AHEAD_MS:
            await self._nudges.post(Nudge(person, "daily", date, LINK, due_at=due))


def next_hour(at_ms: int, zone: str, hour: int) -> tuple[int, str]:
    """When it is next ``hour`` o'clock somewhere, and the date there.

    >>> next_hour(1_800_014_400_000, "UTC", 13)
    (1800018000000, '2027-01-15')
    >>> next_hour(1_800_014_400_000, "UTC", 12)
    (1800014400000, '2027-01-15')
    >>> next_hour(1_800_014_400_001, "UTC", 12)[1]
    '2027-01-16'
    """
    now = local_time(at_ms, zone)
    moment = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if in_ms(moment) < at_ms:
        moment += timedelta(days=1)
    return in_ms(moment), moment.date().isoformat()
