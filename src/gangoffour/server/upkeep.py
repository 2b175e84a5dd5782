"""What one process does now and then: forget idle rooms, note who is here, tidy up what is old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Final

from gangoffour.rules.errors import Refusal
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.purge import Purge
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.archive import pack_all
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connections
from gangoffour.table.commands import Command, Expire

SWEEP_S: Final = 60
SEEN_EVERY: Final = 5
"""Sweeps between two times it is noted who is connected."""
PURGE_EVERY: Final = 60
"""Sweeps between two looks for what is old."""
HOUR_MS: Final = 3_600_000
log = logging.getLogger("gangoffour.server")

Tidy = Callable[[], Awaitable[object]]
"""Deletes what is old of one part."""


class Upkeep:
    """Sweeps, once a minute."""

    def __init__(
        self,
        tables: Tables,
        connections: Connections,
        sessions: Sessions,
        purge: Purge,
        database: Database,
        settings: Settings,
        now: Callable[[], int],
        tidy: Sequence[Tidy],
    ) -> None:
        self._tables = tables
        self._connections = connections
        self._sessions = sessions
        self._purge = purge
        self._database = database
        self._settings = settings
        self._now = now
        self._tidy = tidy
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.spawn(self._sweep(), "upkeep")

    async def close(self) -> None:
        await self._tasks.close()

    async def _sweep(self) -> None:
        for turn in count():
            await asyncio.sleep(SWEEP_S)
            self._tables.sweep()
            if turn % SEEN_EVERY == 0:
                await self._note_seen()
            if turn % PURGE_EVERY == 0:
                await self.tidy_up()

    async def _note_seen(self) -> None:
        """Whoever is connected uses their session."""
        try:
            await self._sessions.touch(self._connections.digests())
        except StorageUnavailable:
            log.warning("who is here could not be noted")

    async def tidy_up(self) -> None:
        """Delete what is old, and pack what is over."""
        try:
            for one in self._tidy:
                await one()
            for table_id in await self._purge.deserted():
                await self._tables.do(table_id, Command(Expire()))
            await self._purge.guests()
            await self._purge.tables(room.id for room in self._tables.rooms)
            if self._settings.pack_after_hours:
                packed = self._now() - self._settings.pack_after_hours * HOUR_MS
                await pack_all(self._database, packed)
        except (StorageUnavailable, Refusal):
            log.warning("what is old could not be tidied up")
