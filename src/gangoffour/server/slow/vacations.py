"""Days on which somebody is away: their clocks stand still where a move may take days, so many days
a year. The others are told; at live tables nothing changes.

What somebody chose is stored first. Tables hear of it at once, and a process that died in between
costs nothing: whoever moves a table compares the two again and again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.rules.errors import Refusal
from gangoffour.server.cluster.leases import Leases, LocalLeases
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.slow.plans import is_slow
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.processes import Stale
from gangoffour.server.storage.slow_models import VacationRow
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table import events as e

DAY_MS: Final = 86_400_000
LOOK_S: Final = 10.0
KEPT_MS: Final = 800 * DAY_MS
LONGEST_MS: Final = 366 * DAY_MS
"""Nobody is away for longer at a time, however many days a year has for it."""
log = logging.getLogger("gangoffour.vacations")


class Vacation(Struct, frozen=True):
    """Whether somebody is away, and how long they may still be this year."""

    until: int | None
    """In ms since 1970; null if they are not away."""
    days_a_year: int
    days_left: int


def year_ms(now: int) -> tuple[int, int]:
    """When the year of a moment begins and ends, in Greenwich."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    first = (datetime(one, 1, 1, tzinfo=UTC) for one in (year, year + 1))
    begins, ends = (int(one.timestamp() * 1000) for one in first)
    return begins, ends


def days_within(spans: Iterable[tuple[int, int]], begins: int, ends: int) -> int:
    """How many days some spans of time take of a year; a begun day counts.

    >>> days_within([(0, DAY_MS), (5 * DAY_MS, 5 * DAY_MS + 1)], 0, 100 * DAY_MS)
    2
    >>> days_within([(-DAY_MS, 2 * DAY_MS)], 0, 100 * DAY_MS)
    2
    """
    parts = (max(0, min(end, ends) - max(begin, begins)) for begin, end in spans)
    return sum(-(-part // DAY_MS) for part in parts)


class Vacations:
    """Keeps who is away, and tells tables."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tables: Tables,
        leases: Leases | None,
        days_a_year: int,
    ) -> None:
        self._database = database
        self._clock = clock
        self._tables = tables
        self._leases: Leases = leases or LocalLeases()
        self._days = days_a_year
        self._tasks = Tasks()
        tables.on_change(self._receive)

    def start(self) -> None:
        self._tasks.keep(self._look, "vacations")

    async def close(self) -> None:
        await self._tasks.close()

    async def of(self, person: str) -> Vacation:
        now = self._clock.now()
        async with self._database.reading() as connection:
            spans = await _spans(connection, person)
        until = next((end for begin, end in spans if begin <= now < end), None)
        left = self._days - days_within(spans, *year_ms(now))
        return Vacation(until, self._days, max(0, left))

    async def go(self, person: str, until: int) -> Vacation:
        """Be away until a moment, from now on; a longer or shorter time than before, if away."""
        now = self._clock.now()
        if until <= now:
            raise ServerRefusal("away_in_the_past")
        async with self._database.writing() as connection:
            await lock_person(connection, person)  # who asks twice at once is away once
            spans = await _spans(connection, person)
            begins = next((begin for begin, end in spans if begin <= now < end), now)
            kept = [one for one in spans if one[0] != begins]
            self._require_days(kept, begins, now, until)
            same = (VacationRow.person_id == person) & (VacationRow.begins_at == begins)
            await connection.execute(delete(VacationRow).where(same))
            row = {"person_id": person, "begins_at": begins, "ends_at": until}
            await connection.execute(insert(VacationRow).values(row))
        return await self._changed(person)

    def _require_days(self, kept: list[tuple[int, int]], begins: int, now: int, until: int) -> None:
        """Refuse more days than a year has for it, in this one and in the next; no year after
        that is reached."""
        moments = (now, min(until, now + LONGEST_MS))
        for moment in moments:
            year = year_ms(moment)
            if until > moments[1] or days_within([*kept, (begins, until)], *year) > self._days:
                left = self._days - days_within(kept, *year)
                raise ServerRefusal("away_too_long", days=max(0, left))

    async def come_back(self, person: str) -> Vacation:
        now = self._clock.now()
        mine = (VacationRow.person_id == person) & (VacationRow.ends_at > now)
        async with self._database.writing() as connection:
            await connection.execute(update(VacationRow).where(mine).values(ends_at=now))
        return await self._changed(person)

    async def _changed(self, person: str) -> Vacation:
        for room in self._tables.rooms:
            if room.table.seat_of(person) is not None:
                await self._align([room])
        return await self.of(person)

    def _receive(self, room: Room, caused: tuple[e.Event, ...]) -> Awaitable[None] | None:
        return self._align([room]) if e.Sat in map(type, caused) else None

    async def _look(self) -> None:
        while True:
            try:
                await self._align(
                    [room for room in self._tables.rooms if self._leases.may_act(room.id)]
                )
            except StorageUnavailable:
                log.warning("who is away could not be read")
            await asyncio.sleep(LOOK_S)

    async def _align(self, rooms: list[Room]) -> None:
        """Tables know who is away, and who is back."""
        slow = [room for room in rooms if is_slow(room.table) and room.table.people]
        if not slow:
            return
        now = self._clock.now()
        query = select(VacationRow.person_id, VacationRow.ends_at).where(VacationRow.ends_at > now)
        async with self._database.reading() as connection:
            away: dict[str, int] = {row[0]: row[1] for row in await connection.execute(query)}
        for room in slow:
            for index in room.table.people:
                seat = room.table.seats[index]
                until = away.get(seat.person or "", 0)
                if until != seat.away_until and (until or seat.away_until > now):
                    await self._tell(room, index, until)

    async def _tell(self, room: Room, seat: int, until: int) -> None:
        try:
            await self._tables.do(room.id, c.Command(c.StepAway(seat, until)))
        except (Refusal, StorageUnavailable, Stale):
            log.warning("a table was not told who is away", extra={"table": room.id})

    async def purge(self) -> None:
        before = self._clock.now() - KEPT_MS
        async with self._database.writing() as connection:
            await connection.execute(delete(VacationRow).where(VacationRow.ends_at < before))


def is_away(table: Any, now: int) -> bool:
    """Whether whoever is to move is away for some days."""
    return table.turn is not None and table.seats[table.turn].away_until > now


async def _spans(connection: AsyncConnection, person: str) -> list[tuple[int, int]]:
    columns = (VacationRow.begins_at, VacationRow.ends_at)
    found = await connection.execute(select(*columns).where(VacationRow.person_id == person))
    return [(row.begins_at, row.ends_at) for row in found]
