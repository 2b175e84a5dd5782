"""The lobby: open tables, who is online, and the quick match."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Literal, NamedTuple

from gangoffour.rules.errors import Refusal
from gangoffour.server.connections import Connection, Connections
from gangoffour.server.messages import (
    Error,
    LobbyState,
    Matched,
    OnlinePerson,
    OpenTable,
    Quick,
    Refused,
    YourTurn,
    encode,
)
from gangoffour.server.minds import BOT_NAMES
from gangoffour.server.refusals import SERVER_REASONS
from gangoffour.server.room import Room
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables import Tables
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.options import Options

PUSH_S: Final = 0.5
"""How often followers of the lobby hear of changes, at most."""
MAX_SHOWN: Final = 200
NO_MATCH: Final = Error("storage_unavailable", SERVER_REASONS["storage_unavailable"].sentence)
"""Told to those whose quick match could not be set up."""

log = logging.getLogger("gangoffour.lobby")


_PLAY: Final = frozenset({e.Acted, e.Said, e.Phrased})
"""What happens at a table without changing what the lobby shows of it."""


class Seeker(NamedTuple):
    """Somebody who looks for a quick match."""

    connection: Connection
    wish: Quick


class Lobby:
    """Shows what is going on, and brings people together."""

    def __init__(self, tables: Tables, connections: Connections) -> None:
        self._tables = tables
        self._connections = connections
        self._followers: set[Connection] = set()
        self._seekers: dict[str, Seeker] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        tables.listeners.append(self._heard)
        connections.changed.append(self._changed.set)

    def start(self) -> None:
        self._spawn(self._push())

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def state(self) -> LobbyState:
        """What everybody may see of the lobby."""
        rooms = [room for room in self._tables.rooms if _shown(room)]
        rooms.sort(key=lambda room: (room.table.phase != "waiting", -room.table.changed_at))
        online = self._connections.online()
        where = self._where()
        return LobbyState(
            [_open_table(room) for room in rooms[:MAX_SHOWN]],
            [
                OnlinePerson(one.id, one.name, one.kind, one.rating, where.get(one.id))
                for one in online[:MAX_SHOWN]
            ],
            len(online),
            len(self._seekers),
        )

    def _where(self) -> dict[str, str]:
        """The table at which each person can be joined or watched."""
        return {
            seat.person: room.id
            for room in self._tables.rooms
            if _shown(room)
            for seat in room.table.seats
            if seat.person is not None
        }

    def follow(self, connection: Connection, on: bool) -> None:
        if on:
            self._followers.add(connection)
            connection.send(encode(self.state()))
        else:
            self._followers.discard(connection)

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        self._followers.discard(connection)
        seeker = self._seekers.get(connection.person_id)
        if seeker is not None and seeker.connection is connection:
            self.stop(connection.person_id)

    async def _heard(self, room: Room, caused: tuple[e.Event, ...]) -> None:
        """Any change of seats or phase may change the lobby; a turn may wait for somebody."""
        if not caused or any(type(one) not in _PLAY for one in caused):
            self._changed.set()
        if not caused:  # somebody came to watch, or went
            return
        turn = room.table.turn
        person = None if turn is None else room.table.seats[turn].person
        if person is not None and not any(one.person_id == person for one in room.watchers):
            for connection in self._connections.of(person):
                connection.send(encode(YourTurn(room.id)))

    async def _push(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._followers:
                message = encode(self.state())
                for connection in tuple(self._followers):
                    connection.send(message)
            await asyncio.sleep(PUSH_S)

    def seek(self, connection: Connection, wish: Quick) -> None:
        """Look for people who wish for as many seats; bots fill up when the wait is over."""
        person = connection.person_id
        self.stop(person)
        self._seekers[person] = Seeker(connection, wish)
        self._changed.set()
        if len(self._alike(wish)) >= wish.seats:
            self._bring_together(person)
        else:
            loop = asyncio.get_running_loop()
            self._timers[person] = loop.call_later(wish.wait_s, self._bring_together, person)

    def stop(self, person: str) -> None:
        """No longer look for a match."""
        timer = self._timers.pop(person, None)
        if timer is not None:
            timer.cancel()
        if self._seekers.pop(person, None) is not None:
            self._changed.set()

    def _alike(self, wish: Quick) -> list[Seeker]:
        return [one for one in self._seekers.values() if one.wish.seats == wish.seats]

    def _bring_together(self, person: str) -> None:
        seeker = self._seekers.get(person)
        if seeker is None:
            return
        others = [one for one in self._alike(seeker.wish) if one is not seeker]
        group = [seeker, *others][: seeker.wish.seats]
        for one in group:
            self.stop(one.connection.person_id)
        self._spawn(self._seat(group, seeker.wish))

    async def _seat(self, group: list[Seeker], wish: Quick) -> None:
        """Open a table for a group, fill it with bots, and start."""
        host = group[0].connection.person
        try:
            clock: Literal["none", "normal"] = "none" if len(group) == 1 else "normal"
            options = Options(seats=wish.seats, private=True, clock=clock)
            room = await self._tables.open(host, options)
            for one in group[1:]:
                await self._tables.do(room.id, c.Command(c.Sit(), one.connection.person))
            for seat in range(len(group), wish.seats):
                bot = c.SetBot(seat, BOT_NAMES[wish.level - 1])
                await self._tables.do(room.id, c.Command(bot, host))
            await self._tables.do(room.id, c.Command(c.Start(), host))
        except (Refusal, StorageUnavailable) as error:
            log.warning("quick match failed: %s", type(error).__name__)
            for one in group:
                one.connection.send(encode(Refused(one.wish.id, NO_MATCH)))
            return
        for one in group:
            one.connection.send(encode(Matched(room.id)))

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _shown(room: Room) -> bool:
    """Public tables where somebody is: open to join, or to watch."""
    table = room.table
    if table.options.private or not table.id or not (room.watchers or table.running):
        return False
    if table.phase == "waiting":
        return bool(table.people)
    return table.running and table.options.spectators


def _open_table(room: Room) -> OpenTable:
    table = room.table
    return OpenTable(
        room.id,
        room.code,
        table.options,
        table.phase,
        [seat.name or seat.bot or "" for seat in table.seats],
        [None if seat.person is not None else seat.bot for seat in table.seats],
        sum(not seat.taken for seat in table.seats),
        room.spectators,
    )
