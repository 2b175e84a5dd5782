"""Rooms follow what other processes append: by news, and by comparing with the database.

News says that there is more, and brings the moves along: they are stored already, and whoever has
all before them need not look into the database. Whatever else happened, or was missed, is read from
there. Should news be lost, a room that hears nothing for a while is compared: soon if a match runs
there or somebody watches, else now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from time import monotonic
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus, Stop
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.room import Room
from gangoffour.table import events as e

COMPARE_S: Final = 2.0
QUIET_S: Final = 20.0
AT_ONCE: Final = 500
log = logging.getLogger("gangoffour.replication")


class TableNews(Struct, frozen=True, array_like=True):
    """The last number of a table, and the entries up to it if they may travel.

    They hold moves only: seeds never leave the database.
    """

    seq: int
    entries: tuple[Entry, ...] = ()


_decode = msgspec.msgpack.Decoder(TableNews).decode
_encode = msgspec.msgpack.Encoder().encode

Follow = Callable[[Room, list[Entry]], Awaitable[None]]
"""Takes what was read of a room's table; it may be known by now, or have a gap before it."""


class Replicates(Protocol):
    """How a room learns what it has not seen."""

    def start(self) -> None: ...

    def begin(self, room: Room) -> None:
        """Follow a room's table from now on."""
        ...

    def end(self, room: Room) -> None: ...

    async def publish(self, room: Room, stored: Sequence[Entry], caused: Iterable[e.Event]) -> None:
        """Let the others know what was stored."""
        ...

    async def missing(self, room: Room) -> list[Entry]:
        """What is stored of a table that its room may have missed."""
        ...

    async def close(self) -> None: ...


class NoReplication:
    """For a process alone: nobody else writes, so no room misses anything."""

    def start(self) -> None:
        return None

    def begin(self, room: Room) -> None:
        return None

    def end(self, room: Room) -> None:
        return None

    async def publish(self, room: Room, stored: Sequence[Entry], caused: Iterable[e.Event]) -> None:
        return None

    async def missing(self, room: Room) -> list[Entry]:
        return []

    async def close(self) -> None:
        return None


class Replication:
    """Keeps the rooms of one of several processes up to date."""

    def __init__(self, events: EventLog, bus: Bus, follow: Follow) -> None:
        self._events = events
        self._bus = bus
        self._follow = follow
        self._rooms: dict[str, tuple[Room, Stop]] = {}
        self._seen: dict[str, float] = {}
        """When each room was last known to be up to date."""
        self._handed: dict[str, int] = {}
        """The last number that each room was handed; it may not have taken it up yet."""
        self._behind: dict[str, Room] = {}
        self._wake = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        self._bus.reconnected.append(self._seen.clear)
        self._tasks.keep(self._compare_all, "comparing rooms")
        self._tasks.keep(self._read_groups, "following rooms")

    def begin(self, room: Room) -> None:
        if room.id not in self._rooms:
            stop = self._bus.listen(f"table.{room.id}", partial(self._receive, room))
            self._rooms[room.id] = (room, stop)

    def end(self, room: Room) -> None:
        _, stop = self._rooms.pop(room.id, (room, _no_op))
        self._seen.pop(room.id, None)
        self._handed.pop(room.id, None)
        stop()

    async def publish(self, room: Room, stored: Sequence[Entry], caused: Iterable[e.Event]) -> None:
        self._seen[room.id] = monotonic()
        carried = stored if all(type(one) is e.Acted for one in caused) else ()
        news = TableNews(stored[-1].seq, tuple(carried))
        await self._bus.publish(f"table.{room.id}", _encode(news))

    async def missing(self, room: Room) -> list[Entry]:
        return await self._events.read(room.id, room.table.seq)

    def _receive(self, room: Room, raw: bytes) -> None:
        try:
            news = _decode(raw)
        except msgspec.DecodeError:
            log.warning("news was not understood", extra={"table": room.id})
            return
        known = max(room.table.seq, self._handed.get(room.id, 0))
        if news.seq <= known:
            return
        if news.entries and news.entries[0].seq == known + 1:
            self._seen[room.id] = monotonic()
            self._handed[room.id] = news.seq
            self._tasks.spawn(self._take(room, list(news.entries)), f"following {room.id}")
        else:
            self._behind[room.id] = room
            self._wake.set()

    async def _read_groups(self) -> None:
        """One look into the database for all rooms that are behind, then the next."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            group, self._behind = self._behind, {}  # news from now on tells of more
            try:
                await self._read(list(group.values()))
            except StorageUnavailable:
                log.warning("rooms could not follow", extra={"count": len(group)})
                for table_id in group:
                    self._seen.pop(table_id, None)

    async def _read(self, rooms: list[Room]) -> None:
        for start in range(0, len(rooms), AT_ONCE):
            some = rooms[start : start + AT_ONCE]
            at = monotonic()
            found = await self._events.read_many({room.id: room.table.seq for room in some})
            for room in some:
                self._seen[room.id] = at
                self._tasks.spawn(self._take(room, found[room.id]), f"following {room.id}")

    async def _take(self, room: Room, entries: list[Entry]) -> None:
        try:
            await self._follow(room, entries)
        except StorageUnavailable:
            log.warning("a room could not follow", extra={"table": room.id})
            self._seen.pop(room.id, None)

    async def _compare_all(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_S / 2)
            try:
                await self._compare(self._due())
            except StorageUnavailable:
                log.warning("rooms could not be compared")

    def _due(self) -> list[Room]:
        now = monotonic()
        return [
            room
            for room, _ in self._rooms.values()
            if now - self._seen.get(room.id, 0.0) >= (COMPARE_S if _lively(room) else QUIET_S)
        ]

    async def _compare(self, rooms: list[Room]) -> None:
        for start in range(0, len(rooms), AT_ONCE):
            some = rooms[start : start + AT_ONCE]
            at = monotonic()
            heads = await self._events.heads([room.id for room in some])
            for room in some:
                if heads.get(room.id, 0) > room.table.seq:
                    log.info("a room was behind", extra={"table": room.id})
                    self._behind[room.id] = room
                    self._wake.set()
                else:
                    self._seen[room.id] = at

    async def close(self) -> None:
        await self._tasks.close()
        for _, stop in tuple(self._rooms.values()):
            stop()


def _lively(room: Room) -> bool:
    table = room.table
    return bool(room.watchers) or (table.running and table.options.clock != "days")


def _no_op() -> None:
    return None
