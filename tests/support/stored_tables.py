"""Tables with storage but without sockets: what they tell is heard by ears, time is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from gangoffour.rules.match import Match
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.cluster.local_bus import LocalBus
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support import seeds
from tests.support.template import unpack
from tests.table.scene import START, Policy, as_ask, first_action

seeds.give()
CALM = Options(clock="none", target=200)


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: int = START) -> None:
        self.at = now

    def now(self) -> int:
        return self.at


class Ear:
    """A connection as a room sees it; keeps everything it was told."""

    def __init__(self, person_id: str, muted: frozenset[str] = frozenset()) -> None:
        self.person_id = person_id
        self.muted = muted
        self.raw: list[bytes] = []
        self.on_hearing: Callable[[], None] = lambda: None

    def send(self, message: bytes) -> None:
        self.raw.append(bytes(message))
        self.on_hearing()

    @property
    def heard(self) -> list[Any]:
        return [msgspec.json.decode(one) for one in self.raw]


async def waiting_at(room: Room, number: int) -> None:
    """Until so many commands wait for their turn at a table whose lock is held."""
    async with asyncio.timeout(60):
        while len(room.lock._waiters or ()) < number:
            await asyncio.sleep(0.001)


def listen(room: Room, ear: Ear) -> Ear:
    """Let an ear hear of everything that happens from now on."""
    room.admit(ear)
    room.state_for(ear, 0, 0)
    return ear


def person(name: str, karma: int = 50) -> c.Person:
    return c.Person(name, name.title(), karma)


class StoredTables:
    """One process' tables on a database."""

    def __init__(self, path: Path, clock: HandClock) -> None:
        self.path = path
        self.clock = clock
        self.database = Database(f"sqlite+aiosqlite:///{path}")
        self.events = EventLog(self.database)
        self.bots = LocalBots()
        self.tables = Tables(self.events, LocalBus(), clock, self.bots)

    async def start(self) -> None:
        unpack(self.path)
        await self.database.migrate()
        self.events.start()
        await self.tables.recover()

    async def close(self) -> None:
        await self.tables.close()
        await self.events.close()
        await self.bots.close()
        await self.database.close()

    async def do(self, room: Room, who: str, what: c.Ask, command_id: str = "") -> int:
        return await self.tables.do(room.id, c.Command(what, person(who), command_id))

    async def seated(self, *people: str, options: Options = CALM, present: bool = True) -> Room:
        """A table with these people, the first its host, and bots in the other seats."""
        room = await self.tables.open(person(people[0]), options)
        for who in people[1:]:
            await self.do(room, who, c.Sit())
        if present:
            for who in people:
                listen(room, Ear(who))
        for seat in range(len(people), options.seats):
            await self.do(room, people[0], c.SetBot(seat, "dumpling"))
        return room

    async def playing(self, *people: str, options: Options = CALM) -> Room:
        room = await self.seated(*people, options=options)
        await self.do(room, people[0], c.Start())
        return room

    async def move(self, room: Room, command_id: str = "", choose: Policy = first_action) -> int:
        """The person who is to move does."""
        match, who = match_of(room), player(room)
        assert match.turn is not None
        ask = as_ask(choose(match.view(match.turn).actions), match.version)
        return await self.do(room, who, ask, command_id)


def match_of(room: Room) -> Match:
    assert room.table.match is not None
    return room.table.match


def player(room: Room) -> str:
    """The person who is to move."""
    assert room.table.turn is not None
    who = room.table.seats[room.table.turn].person
    assert who is not None
    return who


@asynccontextmanager
async def stored_tables(path: Path, clock: HandClock | None = None) -> AsyncIterator[StoredTables]:
    """Tables that are open inside the block."""
    one = StoredTables(path, clock or HandClock())
    await one.start()
    try:
        yield one
    finally:
        await one.close()
