"""The rooms in memory: read from storage when somebody asks, forgotten when nobody does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final, Protocol

from gangoffour.server.cluster.leases import Leases
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.tables.room import Room
from gangoffour.server.wire.refusals import ServerRefusal

IDLE_MS: Final = 600_000
"""How long a table that nobody watches is kept in memory when no match goes on there."""
log = logging.getLogger("gangoffour.tables")


class Follows(Protocol):
    """Hears, as long as a room is in memory, what other processes tell or ask about its table.

    Each table has subjects of its own: nobody hears of a table that it does not hold.
    """

    def begin(self, room: Room) -> None: ...

    def end(self, room: Room) -> None: ...


class LoadedRooms:
    """The rooms of this process, each in memory once."""

    def __init__(self, events: EventLog, follows: Iterable[Follows], leases: Leases) -> None:
        self._events = events
        self._follows = tuple(follows)
        self._leases = leases
        self._rooms: dict[str, Room] = {}
        self._kept: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    @property
    def all(self) -> tuple[Room, ...]:
        return tuple(self._rooms.values())

    def find(self, table_id: str) -> Room | None:
        """A room that is in memory."""
        return self._rooms.get(table_id) or self._kept.get(table_id)

    def keep(self, room: Room) -> None:
        """A room to watch that no storage knows of; it stays, and is none of ``all``."""
        self._kept[room.id] = room

    def add(self, room: Room) -> None:
        """A new table's room."""
        self._rooms[room.id] = room

    def remove(self, room: Room) -> None:
        del self._rooms[room.id]
        for one in self._follows:
            one.end(room)

    def begin(self, room: Room) -> None:
        """Hear from now on what other processes say about a room's table."""
        for one in self._follows:
            one.begin(room)

    async def get(self, table_id: str) -> Room:
        """A table's room, loaded from storage if need be; refused if there is none."""
        room = self.find(table_id)
        if room is not None:
            return room
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        loaded = await asyncio.shield(task)
        if loaded is None:
            raise ServerRefusal("unknown_table", table=table_id[:40])
        return loaded

    async def _load(self, table_id: str) -> Room | None:
        entries = await self._events.read(table_id)
        if not entries:
            return None
        code = await self._events.code_of(table_id)
        room = Room(table_id, code or "")
        try:
            room.load(entries)
        except Exception as trouble:  # whatever is wrong with it: it is one table's trouble
            log.exception("a table's events do not fold", extra={"table": table_id})
            raise ServerRefusal("table_damaged") from trouble
        self._rooms[table_id] = room
        self.begin(room)
        return room

    def sweep(self, now: int) -> int:
        """Forget rooms that nobody watches and where nothing goes on; storage has them.

        A match that another process moves goes on there.
        """
        idle = [
            room
            for room in self._rooms.values()
            if not room.watchers
            and not room.lock.locked()
            and (
                not self._leases.owns(room.id)
                if room.table.running and not room.table.asleep
                else room.table.changed_at < now - IDLE_MS
            )
        ]
        for room in idle:
            self.remove(room)
        return len(idle)
