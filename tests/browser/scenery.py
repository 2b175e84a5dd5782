"""A server with a life behind it: accounts, finished matches, open tables; in its own thread."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import update

from gangoffour.bots import load_bot
from gangoffour.daily.day import ROUNDS
from gangoffour.rules.actions import Give, Pass, Play
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.server.people.sessions import Identity
from gangoffour.server.runtime.rate_limits import BUDGETS, Budget, Limits
from gangoffour.server.storage.models import PersonRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.support.live import Live, live
from tests.support.stored_tables import Ear, listen

T = TypeVar("T")
PASSWORD = "lotus and jasmine"
FREE = Budget(1e6, 1e6)


def is_over(table: Table) -> bool:
    """Nothing more happens at a table."""
    return table.phase == "over"


class Scenery:
    """Runs the server; whoever needs something of it asks from outside its thread."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder = folder
        self._settings = settings
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._rng = random.Random(4)
        self._bot = load_bot("sparrow")
        self.live: Live
        self.tokens: dict[str, str] = {}
        self.people: dict[str, Identity] = {}
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self._thread.start()
        if not self._ready.wait(30):
            raise RuntimeError("the server did not start")

    async def _run(self) -> None:
        settings = {"requests_per_minute": 60_000_000, "log_level": "error", **self._settings}
        async with live(self._folder / "scenery.db", **settings) as self.live:
            budgets: Any = dict.fromkeys(BUDGETS, FREE)
            self.live.server.limits = Limits(**budgets)
            self._ready.set()
            await self._end.wait()

    @property
    def url(self) -> str:
        return self.live.url

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the server's thread do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so at the server: a page may go on before it has heard."""
        ends = time.monotonic() + 60
        while not so():
            assert time.monotonic() < ends, "it never came to be"
            time.sleep(0.01)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(30)
        self._loop.close()

    def guest(self, name: str) -> Identity:
        identity, self.tokens[name] = self.do(self.live.server.people.guest(name))
        self.people[name] = identity
        return identity

    def account(self, name: str) -> Identity:
        identity, self.tokens[name] = self.do(
            self.live.server.people.register(name, PASSWORD, None)
        )
        self.people[name] = identity
        return identity

    def promote(self, *people: Identity) -> None:
        """Let people have played enough rated matches for the leaderboard."""
        self.do(self._promote(people))

    async def _promote(self, people: Sequence[Identity]) -> None:
        async with self.live.server.database.writing() as connection:
            for rating, person in enumerate(people, 1500):
                mine = update(PersonRow).where(PersonRow.id == person.id)
                await connection.execute(mine.values(rated_matches=3, rating=rating))

    def seated(self, room: Room, name: str) -> None:
        """Somebody sits at a table with a window open, so that the lobby shows it."""
        self.do(self._seated(room, name))

    async def _seated(self, room: Room, name: str) -> None:
        client = await self.live.client(self.tokens[name])
        await client.watch(room.id)

    def cookie(self, name: str) -> dict[str, str]:
        """What a browser needs to be somebody."""
        return {"name": "gof_session", "value": self.tokens[name], "url": self.url}

    def table(self, people: Sequence[Identity], options: Options, bots: Sequence[str] = ()) -> Room:
        """A table with these people and bots in its first seats."""
        return self.do(self._table(people, options, bots))

    def match(self, people: Sequence[Identity], options: Options, bots: Sequence[str] = ()) -> str:
        """A whole match between these people and bots; its id."""
        return self.do(self._match(people, options, bots))

    def begin(self, people: Sequence[Identity], options: Options, bots: Sequence[str] = ()) -> Room:
        """A match that has begun and goes no further than its bots."""
        room = self.table(people, options, bots)
        self.do(self._start(room, people))
        return room

    def daily(self, who: Identity, until: int = ROUNDS) -> Room:
        """Somebody plays so many rounds of today's deals."""
        sets = self.live.server.daily.sets
        return self.do(self._deals(sets.day(sets.today), who, until))

    def challenge(self, key: str, who: Identity) -> Room:
        """Somebody plays all rounds of a challenge."""
        return self.do(self._deals(self.live.server.daily.sets.challenge(key), who, ROUNDS))

    async def _deals(self, wanted: Awaitable[DealSet], who: Identity, until: int) -> Room:
        parts = self.live.server.daily
        person = c.Person(who.id, who.name, who.karma, who.avatar)
        room, _ = await parts.attempts.play(await wanted, person, None, known=True)
        listen(room, Ear(who.id))
        await self.live.server.tables.do(room.id, c.Command(c.Connect(), person))
        while True:
            while room.table.phase != "over":
                await self._move(room, {who.id: who})
            await parts.costs.judge(f"{room.id}-{room.table.match_number}")
            if room.table.match_number >= until:
                return room
            await self._ask(room, c.Rematch(), who)

    def ask(self, room: Room, ask: Any, who: Identity) -> None:
        """Somebody does one thing at a table."""
        self.do(self._ask(room, ask, who))

    def only_browsers(self, room: Room) -> None:
        """From now on only who has a browser's window open is at a table."""
        self.do(self._only_browsers(room))

    async def _only_browsers(self, room: Room) -> None:
        for one in tuple(room.watchers):
            if isinstance(one, Ear):
                room.dismiss(one)

    def play(self, room: Room, cards: list[str], who: Identity) -> None:
        """Somebody lays these cards."""
        match = room.table.match
        assert match is not None
        self.ask(
            room, c.Play(cards, match.version, call=len(cards) + 1 >= match.round.counts[0]), who
        )

    def moment(
        self,
        people: Sequence[Identity],
        options: Options,
        bots: Sequence[str],
        wanted: Callable[[Table], bool],
        until: Callable[[Table], bool] = is_over,
    ) -> Room:
        """A match that stands at a wanted moment; matches are played until one gets there. What
        cannot come any more after some other moment (``until``) is not waited for."""
        return self.do(self._moment(people, options, bots, wanted, until))

    def playing(
        self, room: Room, people: Sequence[Identity], seconds: float, every: float
    ) -> Future[None]:
        """Let these people play on meanwhile, a move every so many seconds."""
        moving = self._playing(room, people, seconds, every)
        return asyncio.run_coroutine_threadsafe(moving, self._loop)

    async def _playing(
        self, room: Room, people: Sequence[Identity], seconds: float, every: float
    ) -> None:
        by_id = {one.id: one for one in people}
        end = self._loop.time() + seconds
        while self._loop.time() < end and room.table.phase != "over":
            await self._move(room, by_id)
            turn = room.table.turn
            mine = turn is not None and room.table.seats[turn].person in by_id
            await asyncio.sleep(every if mine else every / 10)

    async def _moment(
        self,
        people: Sequence[Identity],
        options: Options,
        bots: Sequence[str],
        wanted: Callable[[Table], bool],
        until: Callable[[Table], bool],
    ) -> Room:
        by_id = {one.id: one for one in people}
        for _ in range(60):
            room = await self._table(people, options, bots)
            await self._start(room, people)
            while not wanted(room.table) and not until(room.table):
                await self._move(room, by_id)
            if wanted(room.table):
                return room
        raise RuntimeError("no match came to that moment")

    async def _ask(self, room: Room, ask: Any, who: Identity) -> None:
        person = c.Person(who.id, who.name, who.karma, who.avatar)
        await self.live.server.tables.do(room.id, c.Command(ask, person))

    async def _table(
        self, people: Sequence[Identity], options: Options, bots: Sequence[str]
    ) -> Room:
        host = people[0]
        opened = c.Person(host.id, host.name, host.karma, host.avatar)
        room = await self.live.server.tables.open(opened, options)
        for person in people[1:]:
            await self._ask(room, c.Sit(), person)
        for seat, bot in enumerate(bots, len(people)):
            await self._ask(room, c.SetBot(seat, bot), host)
        return room

    async def _start(self, room: Room, people: Sequence[Identity]) -> None:
        """Begin a match with everybody there: each has a window that shows nothing."""
        for one in people:
            listen(room, Ear(one.id))
        if room.table.options.rated:
            for one in people:
                await self._ask(room, c.Ready(), one)
        await self._ask(room, c.Start(), people[0])

    async def _match(
        self, people: Sequence[Identity], options: Options, bots: Sequence[str]
    ) -> str:
        room = await self._table(people, options, bots)
        await self._start(room, people)
        by_id = {one.id: one for one in people}
        while room.table.phase != "over":
            await self._move(room, by_id)
        for _ in range(6_000):
            line = await self.live.server.history.match(f"{room.id}-1")
            if line.state == "over":
                return line.id
            await asyncio.sleep(0.01)
        raise RuntimeError("the match was not kept")

    async def _move(self, room: Room, people: dict[str, Identity]) -> None:
        """The next thing a person has to do; a moment's rest if it is a bot's turn."""
        table = room.table
        if table.phase == "between":
            for number, seat in enumerate(table.seats):
                waits = room.table.phase == "between" and number not in room.table.ready
                if seat.person in people and waits:
                    await self._ask(room, c.Ready(), people[seat.person])
            return
        turn = table.turn
        person = None if turn is None else people.get(table.seats[turn].person or "")
        if person is None or turn is None or table.match is None:
            await asyncio.sleep(0.001)
            return
        action = self._bot.choose(table.match.view(turn), self._rng)
        version = table.match.version
        ask: Any
        match action:
            case Play():
                ask = c.Play(action.combination.codes, version, action.call)
            case Give():
                ask = c.Give(action.card, version)
            case Pass():
                ask = c.Pass(version)
            case _:
                ask = c.Call()
        await self._ask(room, ask, person)
