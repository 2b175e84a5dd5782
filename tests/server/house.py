"""A whole server in a test: a real database file, a clock that stands still, an HTTP client."""

from __future__ import annotations

import asyncio
import functools
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select, text

from gangoffour.rules.actions import action_dict
from gangoffour.rules.match import Match
from gangoffour.server.app import app_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.people.signing_in.passwords import Passwords
from gangoffour.server.process import Server
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.event_log import Summary
from gangoffour.server.storage.models import Model
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.room import Room
from gangoffour.server.wire.messages import encode
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.handle import handle
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.support.passwords import QUICK_HASHER
from tests.support.template import unpack

START = 1_800_000_000_000


class StandingClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.at = START

    def now(self) -> int:
        return self.at


class House:
    """The server, its clock and a way to talk to it."""

    def __init__(self, server: Server, app: Any, clock: StandingClock) -> None:
        self.server = server
        self.app = app
        self.clock = clock
        self.people = server.people
        self.results = server.results
        self.database = server.database

    def client(self, address: str = "127.0.0.1", **more: Any) -> httpx.AsyncClient:
        """A browser of its own: with cookies, from the server's own page."""
        more.setdefault("headers", {"origin": "http://house"})
        transport = httpx.ASGITransport(app=self.app, client=(address, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://house", **more)

    async def rows(self, model: Any, *where: Any) -> list[Any]:
        async with self.database.reading() as connection:
            return list(await connection.execute(select(model).where(*where)))

    async def everything(self) -> str:
        """All that the database holds, as one text."""
        found = []
        async with self.database.reading() as connection:
            for table in Model.metadata.sorted_tables:
                rows = await connection.execute(select(table))
                found += [repr(tuple(row)) for row in rows]
        return "\n".join(found)

    async def guests(self, *names: str) -> list[Identity]:
        return [(await self.people.guest(name))[0] for name in names]

    async def accounts(self, *names: str) -> list[Identity]:
        return [(await self.people.register(name, f"password of {name}"))[0] for name in names]

    async def receive(self, played: Played, caused: tuple[e.Event, ...]) -> None:
        """Let the results hear of what happened, as the server would."""
        await self.results.receive(played.room.table, played.room.facts, caused)

    async def store(self, played: Played) -> None:
        """Write the events of a table that are new, as the server would have."""
        table, old = played.room.table, played.stored
        entries = [
            Entry(table.id, seq, at, None, encode(event))
            for seq, (at, event) in enumerate(played.events[old:], old + 1)
        ]
        summary = Summary(table.id, played.room.code, table.phase, old == 0)
        await self.server.events.append(entries, summary)
        played.stored = len(played.events)


class Played:
    """A table driven without storage: every event kept, with the room as it would be."""

    lively = False
    """Whether everybody chooses by chance alone: such a match takes a second."""

    def __init__(self, table_id: str, people: list[Identity], **options: Any) -> None:
        self.room = Room(table_id, f"C{table_id[-6:].upper()}")
        self.events: list[tuple[int, e.Event]] = []
        self.people = [c.Person(one.id, one.name, one.karma) for one in people]
        self.rng = random.Random(table_id)
        self.at = START
        self.last: tuple[e.Event, ...] = ()
        self.stored = 0
        self.do(c.Open(table_id, Options(**{"clock": "none", **options})), self.people[0])
        for person in self.people[1:]:
            self.do(c.Sit(), person)
        for seat in range(len(self.people), self.table.options.seats):
            self.do(c.SetBot(seat, "dumpling"), self.people[0])

    @property
    def table(self) -> Table:
        return self.room.table

    def do(self, ask: Any, by: c.Person | None = None) -> tuple[e.Event, ...]:
        seed = f"{self.table.id}-{self.table.match_number}"
        _, caused = handle(self.table, c.Command(ask, by, seed=seed), self.at)
        self.events += [(self.at, one) for one in caused]
        self.room.advance(caused, self.at, None)
        self.last = caused
        return caused

    def start(self) -> tuple[e.Event, ...]:
        if self.table.options.rated:
            for person in self.people[1:]:
                self.do(c.Ready(), person)
        return self.do(c.Start(), self.people[0])

    def all_act(self) -> None:
        """Play on until everybody has had a part in the match."""
        while len(self.table.acted) < len(self.people):
            self.play_on(1)

    def play_on(self, turns: int | None = None) -> tuple[e.Event, ...]:
        """Legal actions until the match is over, or so many."""
        while self.table.running and turns != 0:
            turns = None if turns is None else turns - 1
            if self.table.phase == "between":
                for seat in self.table.present_people:
                    if self.table.phase == "between":
                        self.do(c.Ready(), self._person(seat))
                continue
            self._act()
        return self.last

    def _act(self) -> None:
        match, seat = self.table.match, self.table.turn
        assert match is not None and seat is not None
        plain = self._choice(match, seat)
        if self.table.seats[seat].played_by_bot is not None:
            self.do(c.BotActs(seat, plain, match.version))
        elif "play" in plain:
            self.do(c.Play(plain["play"], match.version, "call" in plain), self._person(seat))
        elif "give" in plain:
            self.do(c.Give(plain["give"], match.version), self._person(seat))
        else:
            ask = c.Call() if "call" in plain else c.Pass(match.version)
            self.do(ask, self._person(seat))

    def _choice(self, match: Match, seat: int) -> dict[str, Any]:
        """By chance; a lucky seat plays all it can and the others pass, so it is over soon."""
        found: list[dict[str, Any]] = [dict(action_dict(one)) for one in match.view(seat).actions]
        if not self.lively:
            most = max(len(one.get("play", ())) for one in found)
            wanted = most if seat == match.round.number % self.table.options.seats else 0
            found = [one for one in found if len(one.get("play", ())) == wanted] or found
        return self.rng.choice(found)

    def _person(self, seat: int) -> c.Person:
        return next(one for one in self.people if one.id == self.table.seats[seat].person)


@asynccontextmanager
async def open_house(folder: Path, database: str = "") -> AsyncIterator[House]:
    """A server on a SQLite file, on a new database, or on that which ``GANGOFFOUR_TEST_DATABASE``
    names.

    Everything in the latter is deleted first: it must be one for tests only.
    """
    clock = StandingClock()
    if not database:
        database = (
            os.environ.get("GANGOFFOUR_TEST_DATABASE") or f"sqlite+aiosqlite:///{folder}/house.db"
        )
        if database.startswith("sqlite"):
            unpack(folder / "house.db")
        else:
            await _empty(database)
    settings = Settings(database=database, bot_pause_ms=0, tables_per_person=3)
    server = Server(settings, clock, Passwords(QUICK_HASHER))
    await server.start()
    try:
        yield House(server, app_of(server), clock)
    finally:
        await server.close()


async def _empty(url: str) -> None:
    database = Database(url)
    async with database.writing() as connection:
        await connection.run_sync(Model.metadata.drop_all)
        await connection.execute(text("drop table if exists alembic_version"))
    await database.close()


def in_a_house(test: Callable[[House], Awaitable[None]]) -> Callable[[Path], None]:
    """A test inside a running server."""

    async def live(folder: Path) -> None:
        async with open_house(folder) as house:
            await test(house)

    def run(tmp_path: Path) -> None:
        asyncio.run(live(tmp_path))

    functools.update_wrapper(run, test)
    del vars(run)["__wrapped__"]  # pytest must see the signature with tmp_path
    vars(run)["inside"] = test
    return run
