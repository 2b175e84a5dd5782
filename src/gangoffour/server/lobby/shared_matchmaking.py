"""The quick match across processes: whoever looks for one is in the database.

A process that finds enough people claims them all in one transaction, so that nobody gets into two
matches, seats them, and notes the table with each. Every process looks after its own people: they
hear of their table from the database; news over the bus only makes that quicker. Should a claimer
die, the claim ages and somebody else claims them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.rules.errors import Refusal
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.leases import SharedLeases
from gangoffour.server.lobby.matchmaking import NO_MATCH, Party, Seeker, open_match, together
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.models import SeekerRow
from gangoffour.server.storage.processes import database_now
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connection
from gangoffour.server.wire.messages import Matched, Quick, Refused, encode
from gangoffour.table import commands as c

LOOK_S: Final = 1.0
AGAIN_S: Final = 3.0
CLAIM_MS: Final = 15_000
"""How long a claimer has to seat people before another may try."""
log = logging.getLogger("gangoffour.matchmaking")


class SharedMatchmaking:
    """For one of several processes."""

    def __init__(
        self,
        tables: Tables,
        database: Database,
        bus: Bus,
        leases: SharedLeases,
        changed: Callable[[], None],
    ) -> None:
        self._tables = tables
        self._changed = changed
        self._database = database
        self._bus = bus
        self._leases = leases
        self._mine: dict[str, Seeker] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks = Tasks()
        self._look = asyncio.Event()

    @property
    def count(self) -> int:
        return len(self._mine)

    def start(self) -> None:
        self._bus.listen("matched", lambda _: self._look.set())
        self._tasks.keep(self._look_after, "quick matches")

    def seek(
        self, connection: Connection, wish: Quick, avoided: frozenset[str] = frozenset()
    ) -> None:
        """Look for people who wish for as many seats; bots fill up when the wait is over."""
        person = connection.person_id
        self._drop(person)
        self._mine[person] = seeker = Seeker(connection, wish, avoided)
        self._tasks.spawn(self._enter(seeker), "a seeker")
        self._changed()

    def stop(self, person: str) -> None:
        """No longer look for a match."""
        if self._drop(person):
            self._tasks.spawn(self._leave([person]), "no longer a seeker")

    def _drop(self, person: str) -> bool:
        timer = self._timers.pop(person, None)
        if timer is not None:
            timer.cancel()
        if self._mine.pop(person, None) is None:
            return False
        self._changed()
        return True

    def forget(self, connection: Connection) -> None:
        seeker = self._mine.get(connection.person_id)
        if seeker is not None and seeker.connection is connection:
            self.stop(connection.person_id)

    async def _enter(self, seeker: Seeker) -> None:
        person, wish = seeker.connection.person, seeker.wish
        row = {
            "person_id": person.id,
            "seats": wish.seats,
            "process": self._leases.name,
            "person": {
                "name": person.name,
                "karma": person.karma,
                "avatar": person.avatar,
                "promise": wish.promise,
                "avoided": sorted(seeker.avoided),
            },
        }
        try:
            async with self._database.writing() as tx:
                await tx.execute(delete(SeekerRow).where(SeekerRow.person_id == person.id))
                await tx.execute(insert(SeekerRow).values(since=database_now(), **row))
        except (StorageUnavailable, IntegrityError):  # the latter: they seek elsewhere, too
            self._fail(person.id)
            return
        if person.id in self._mine:
            loop = asyncio.get_running_loop()
            self._timers[person.id] = loop.call_later(wish.wait_s, self._wait_is_over, person.id)
            await self._bring_together(wish)

    async def _leave(self, people: Sequence[str]) -> None:
        try:
            async with self._database.writing() as tx:
                mine = SeekerRow.person_id.in_(people) & (SeekerRow.process == self._leases.name)
                await _locked(tx, mine)
                await tx.execute(delete(SeekerRow).where(mine))
        except StorageUnavailable:
            log.warning("a seeker could not be taken off the list")

    def _wait_is_over(self, person: str) -> None:
        """Play with whoever is there; tried again as long as another process claims them."""
        seeker = self._mine.get(person)
        if seeker is not None:
            loop = asyncio.get_running_loop()
            self._timers[person] = loop.call_later(AGAIN_S, self._wait_is_over, person)
            self._tasks.spawn(self._bring_together(seeker.wish, person), "quick match")

    async def _bring_together(self, wish: Quick, person: str | None = None) -> None:
        """A match for a full group, or for ``person`` and whoever else waits."""
        try:
            people = await self._claim(wish.seats, person)
            if not people:
                return
            table = await open_match(self._tables, people, wish)
            await self._note(people, table)
        except (Refusal, StorageUnavailable) as error:  # those claimed are tried again later
            log.warning("quick match failed: %s", type(error).__name__)
            if person is not None:
                self._fail(person)
            return
        self._look.set()
        await self._bus.publish("matched", b"")

    async def _claim(self, seats: int, person: str | None) -> list[Party]:
        """The longest waiting, all or none."""
        free = SeekerRow.claimed_at.is_(None)
        aged = SeekerRow.claimed_at < database_now() - CLAIM_MS
        waiting = SeekerRow.table_id.is_(None) & (free | aged)
        async with self._database.writing() as tx:
            rows = await _locked(tx, (SeekerRow.seats == seats) & waiting)
            if person is not None:
                rows.sort(key=lambda row: row.person_id != person)
                if not rows or rows[0].person_id != person:
                    return []
                rows = _group(seats, rows)
            else:
                starts = (_group(seats, rows[start:]) for start in range(len(rows) - seats + 1))
                rows = next((one for one in starts if len(one) == seats), [])
            if not rows:
                return []
            claim = update(SeekerRow).where(
                SeekerRow.person_id.in_([one.person_id for one in rows])
            )
            await tx.execute(claim.values(claimed_at=database_now()))
        return [_party(row.person_id, row.person) for row in rows]

    async def _note(self, people: Sequence[Party], table: str) -> None:
        async with self._database.writing() as tx:
            them = SeekerRow.person_id.in_([one.person.id for one in people])
            await _locked(tx, them)
            await tx.execute(update(SeekerRow).where(them).values(table_id=table))

    async def _look_after(self) -> None:
        """Tell the people of this process which table is theirs."""
        while True:
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._look.wait()
            except TimeoutError:
                pass
            self._look.clear()
            if self._mine:
                try:
                    await self._tell()
                except StorageUnavailable:
                    log.warning("quick matches could not be read")

    async def _tell(self) -> None:
        query = select(SeekerRow.person_id, SeekerRow.table_id).where(
            SeekerRow.person_id.in_(tuple(self._mine)), SeekerRow.table_id.is_not(None)
        )
        async with self._database.reading() as connection:
            found = {row.person_id: row.table_id for row in await connection.execute(query)}
        for person, table in found.items():
            seeker = self._mine.get(person)
            if seeker is not None:
                seeker.connection.send(encode(Matched(table)))
                self._drop(person)
        if found:
            await self._leave(tuple(found))

    def _fail(self, person: str) -> None:
        seeker = self._mine.get(person)
        if seeker is not None:
            seeker.connection.send(encode(Refused(seeker.wish.id, NO_MATCH)))
            self.stop(person)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if self._mine:
            await self._leave(tuple(self._mine))
        await self._tasks.close()


async def _locked(tx: AsyncConnection, which: ColumnElement[bool]) -> list[Any]:
    """Some seekers, the longest waiting first; always locked in the same order, so that no two
    processes wait for each other."""
    query = select(SeekerRow.person_id, SeekerRow.person).where(which)
    query = query.order_by(SeekerRow.since, SeekerRow.person_id)
    return list(await tx.execute(query.with_for_update()))


def _group(seats: int, rows: Sequence[Any]) -> list[Any]:
    """The first of those who wait, and who sits with them."""
    waiting = [(row.person_id, frozenset(row.person.get("avoided", ()))) for row in rows]
    return [rows[index] for index in together(seats, waiting)]


def _party(person: str, told: dict[str, Any]) -> Party:
    """Somebody as noted in the database."""
    known = c.Person(person, told["name"], told["karma"], told.get("avatar", ""))
    return Party(known, told.get("promise"))
