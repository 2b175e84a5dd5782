"""Playing given deals: each person has a table for them, which waits as long as it has to.

What is stored first is that somebody begins, and at which table: should this process die then, the
table is opened when they ask again. So nobody has two first attempts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.daily.check import weights_in_use
from gangoffour.daily.day import ROUNDS
from gangoffour.daily.table import opening
from gangoffour.server.daily.deal_sets import DealSet, DealSets
from gangoffour.server.daily.knowledge import OVERTAKEN, asked, by_now
from gangoffour.server.people.owners import owners_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.named_locks import Turns
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import MatchRow, PersonRow
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.commands import Command, Person, Start
from gangoffour.table.refusals import TableRefusal

LAST: Final = (
    select(
        AttemptRow.number,
        AttemptRow.table_id,
        select(func.count())
        .where(MatchRow.table_id == AttemptRow.table_id, MatchRow.ended_at.is_not(None))
        .scalar_subquery(),
        AttemptRow.counts,
    )
    .where(AttemptRow.set_id == bindparam("set"), AttemptRow.person_id == bindparam("person"))
    .order_by(AttemptRow.number.desc())
    .limit(1)
)
NEW: Final = insert(AttemptRow)


class Attempt(NamedTuple):
    """Somebody at a set of deals for the first, second, … time."""

    number: int
    table: str
    played: int
    """How many rounds are over."""
    counts: bool


class Begun(NamedTuple):
    """The table of an attempt, and whether it is ranked if it is finished in time."""

    room: Room
    counts: bool


class Attempts:
    """Begins attempts, and goes on with them."""

    def __init__(self, database: Database, clock: Clock, sets: DealSets, tables: Tables) -> None:
        self._database = database
        self._clock = clock
        self._sets = sets
        self._tables = tables
        self._turns = Turns()

    async def play(
        self, one: DealSet, person: Person, browser: str | None, *, known: bool
    ) -> Begun:
        """The table at which somebody goes on with a set of deals, or begins: again for fun when
        they are through, and in any case if nothing makes them ``known`` but their name."""
        async with self._turns.of(person.id):  # who asks twice at once gets one table
            last = await self._last(one, person.id)
            if last is not None and last.played < ROUNDS:
                room = await self._found(one, last.table, person)
                if room.table.seat_of(person.id) is not None:
                    return Begun(room, last.counts)  # else it was left for too long, and is void
            number = 1 if last is None else last.number + 1
            return await self._begin(one, person, number, browser, known)

    async def _last(self, one: DealSet, person_id: str) -> Attempt | None:
        async with self._database.reading() as connection:
            found = await connection.execute(LAST, {"set": one.id, "person": person_id})
            row = found.first()
        return None if row is None else Attempt(*row)

    async def _begin(
        self, one: DealSet, person: Person, number: int, browser: str | None, known: bool
    ) -> Begun:
        """Note that somebody begins, and open their table; another's if another process was
        first."""
        if one.kind == "challenge" and number == 1 and self._sets.closed(one):
            raise ServerRefusal("challenge_over")
        table = new_id()
        row = {"set_id": one.id, "person_id": person.id, "number": number, "table_id": table}
        row |= {"begun_at": self._clock.now(), "browser": browser}
        fresh = number == 1 and not self._sets.closed(one) and one.weights == weights_in_use()
        fresh = fresh and known
        for may_count in (True, False) if fresh else (False,):
            try:
                counts = await self._noted(one, row, may_count)
            except IntegrityError:  # one of this browser counts, or they have begun elsewhere
                continue
            return Begun(await self._opened(one, table, person), counts)
        last = await self._last(one, person.id)
        assert last is not None
        return Begun(await self._found(one, last.table, person), last.counts)

    async def _noted(self, one: DealSet, row: dict[str, Any], may_count: bool) -> bool:
        """Store an attempt; whether it counts: it does not if its browser has made one before, nor
        if its person, their owner or a bot of theirs could know the cards. Nor do theirs from now
        on that are not through: they could be told."""
        person = row["person_id"]
        async with self._database.writing() as connection:
            owner = (await owners_of(connection, [person])).get(person, person)
            await lock_person(connection, owner)  # two of theirs do not begin at the same moment
            known = await by_now(connection, one, person, owner, row["browser"])
            counts = may_count and not known
            await connection.execute(NEW, {**row, "counts": counts})
            if row["number"] == 1:
                await connection.execute(OVERTAKEN, asked(one, person, owner))
        return counts

    async def purge(self) -> None:
        """Once a set is closed no attempt counts any more: which browser made which is forgotten,
        and whole attempts of people who are deleted."""
        closed = select(DealSetRow.id).where(DealSetRow.closes_at <= self._clock.now())
        over = AttemptRow.set_id.in_(closed)
        nobodys = AttemptRow.person_id.not_in(select(PersonRow.id))
        async with self._database.writing() as connection:
            await connection.execute(delete(AttemptRow).where(over, nobodys))
            marked = update(AttemptRow).where(over, AttemptRow.browser.is_not(None))
            await connection.execute(marked.values(browser=None))

    async def _found(self, one: DealSet, table_id: str, person: Person) -> Room:
        """The table of an attempt that was begun before, as far as that was done."""
        try:
            room = await self._tables.get(table_id)
        except ServerRefusal:
            return await self._opened(one, table_id, person)
        return await self._started(room, person)

    async def _opened(self, one: DealSet, table_id: str, person: Person) -> Room:
        ask = opening(table_id, one.kind, one.id, one.seed(1))
        try:
            room = await self._tables.open(person, ask)
        except TableRefusal:  # another process was first
            room = await self._tables.get(table_id)
        return await self._started(room, person)

    async def _started(self, room: Room, person: Person) -> Room:
        if room.table.match_number == 0:
            with suppress(TableRefusal):  # another process was first
                await self._tables.do(room.id, Command(Start(), person, agreed=True))
        return room
