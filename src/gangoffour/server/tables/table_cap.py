"""At how many tables one person may sit at once, whichever processes hold them.

Tables are opened seldom: the other processes are asked, and the database. Each says at whose table
it is about to put them as well: of two that ask each other at the same moment at least one hears of
the other, so together they let nobody have more than there may be.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import msgspec
from sqlalchemy import func, select

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.named_locks import Turns
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import GIVEN, MatchRow, PlayerRow
from gangoffour.server.tables.tables import Tables
from gangoffour.server.wire.refusals import ServerRefusal

ASK_S: Final = 1.0
"""How long the others have to answer; as soon as all have, nobody waits any longer."""


class Held(msgspec.Struct):
    """What another process knows of somebody's tables."""

    tables: list[str]
    one_more: bool
    """They are just taking a place there."""


_decode = msgspec.json.Decoder(Held).decode


class TableCap:
    """Counts somebody's tables, and refuses one more than there may be."""

    def __init__(
        self, bus: Bus, tables: Tables, others: Callable[[], int], database: Database, most: int
    ) -> None:
        self._bus = bus
        self._tables = tables
        self._others = others
        """How many other processes live."""
        self._database = database
        self._most = most
        self._turns = Turns()
        self._taking: set[str] = set()
        """Those who are about to have one more."""

    def start(self) -> None:
        """Answer the other processes from now on."""
        self._bus.answer("tables_of", self._answer)

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Where somebody asks for room and takes it: of many of their requests at once one after
        the other, so that all together get no more than there is."""
        async with self._turns.of(person):
            self._taking.add(person)
            try:
                yield
            finally:
                self._taking.discard(person)

    async def require_room(self, person: str, table: str | None = None) -> None:
        """Refused if the person has as many tables as they may, besides the one in question; or if
        that depends on what they get elsewhere at this moment."""
        elsewhere = await self._elsewhere(person)
        found = await self._of(person)
        found = found.union(*(one.tables for one in elsewhere)) - {table}
        if len(found) >= self._most:
            raise ServerRefusal("too_many_tables", limit=self._most)
        if len(found) + sum(one.one_more for one in elsewhere) >= self._most:
            raise ServerRefusal("too_busy")

    async def _of(self, person: str) -> set[str | None]:
        """The tables at which a person sits where a match may still be played, as far as is known
        here: those that wait for them included, which are in nobody's memory."""
        query = (
            select(MatchRow.table_id)
            .join(PlayerRow, PlayerRow.match_id == MatchRow.id)
            .where(PlayerRow.person_id == person, MatchRow.ended_at.is_(None))
            .where(func.coalesce(MatchRow.purpose, "").not_in(GIVEN))
        )
        async with self._database.reading() as connection:
            tables: set[str | None] = set((await connection.execute(query)).scalars())
        return tables | self._here(person)

    async def _elsewhere(self, person: str) -> list[Held]:
        if not (others := self._others()):
            return []
        answers = await self._bus.ask_all("tables_of", person.encode(), ASK_S, others)
        return [_decode(one) for one in answers]

    def _here(self, person: str) -> set[str]:
        return {
            room.id
            for room in self._tables.rooms
            if room.table.phase != "over"
            and room.table.purpose is None
            and room.table.seat_of(person) is not None
        }

    async def _answer(self, question: bytes) -> bytes:
        person = question.decode("ascii", "replace")
        return msgspec.json.encode(Held(sorted(self._here(person)), person in self._taking))
