"""Whether the database answers: asked again and again, so that nobody who wants to know waits.

A database that is gone says so; one that stands still says nothing. Both count as no answer. A
process that stands still itself has not heard the answer yet, which is nobody's fault but its own.
"""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import text

from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable

EVERY_S: Final = 1.0
DEADLINE_S: Final = 1.5
"""How long an answer may take."""
STEPS: Final = 6
"""In so many it is counted: however long this process stands still, that is one of them."""


class Probe:
    """Asks the database a small question every second."""

    def __init__(self, database: Database, every_s: float = EVERY_S) -> None:
        self._database = database
        self._every_s = every_s
        self._answered = False
        self._steps = 0
        """For how many the last question has been waiting."""
        self._tasks = Tasks()

    @property
    def answers(self) -> bool:
        """Whether the database answers now: the last question was answered, and none is late."""
        return self._answered and self._steps < STEPS

    async def start(self) -> None:
        await self._ask()
        self._tasks.keep(self._ask_on, "probe")

    async def _ask_on(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            await self._ask()

    async def _ask(self) -> None:
        counting = asyncio.create_task(self._count())
        try:
            async with self._database.reading() as connection:
                await connection.execute(text("SELECT 1"))
            self._answered = True
        except StorageUnavailable:
            self._answered = False
        finally:
            counting.cancel()
            self._steps = 0

    async def _count(self) -> None:
        while self._steps < STEPS:
            await asyncio.sleep(DEADLINE_S / STEPS)
            self._steps += 1

    async def close(self) -> None:
        await self._tasks.close()
