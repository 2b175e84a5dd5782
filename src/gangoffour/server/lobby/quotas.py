"""What one person or address may have at once, whichever processes they are at.

Every process tells the others how many connections each person and address has with it: what has
changed, a few times a second, in numbered news. Whoever misses a number, or hears of a process for
the first time, asks for everything once. Who is not heard of for some seconds is forgotten. Tables
are opened seldom: the others are asked, and the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import GIVEN, MatchRow, PlayerRow
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connections

TELL_S: Final = 0.25
"""How often the others hear of changes: counts are that inexact."""
BEAT_S: Final = 1.0
"""How often they hear of this process at least."""
WANTED: Final = "connections_wanted"
"""Where everything is asked of one process, by its name."""
FORGET_S: Final = 3.5
ASK_S: Final = 0.4

Counts = dict[str, int]


class Told(Struct, frozen=True):
    """How many connections some people and addresses have at a process: ``all``, or changes."""

    process: str
    all: bool
    people: Counts
    addresses: Counts
    number: int = 0
    """Counts what this process has told; 0 from one that does not count yet."""


class _Known:
    """What was last heard of a process."""

    def __init__(self) -> None:
        self.at = 0.0
        self.number = 0
        self.whole = False
        """Whether nothing is missing."""
        self.people: Counts = {}
        self.addresses: Counts = {}


_decode = msgspec.json.Decoder(Told).decode
_decode_ids = msgspec.json.Decoder(list[str]).decode


class Quotas:
    """Counts connections and tables here and elsewhere."""

    def __init__(
        self,
        bus: Bus,
        connections: Connections,
        tables: Tables,
        others: Callable[[], int],
        database: Database,
    ) -> None:
        self._database = database
        self._bus = bus
        self._connections = connections
        self._tables = tables
        self._others = others
        """How many other processes live."""
        self._name = new_id()
        self._known: dict[str, _Known] = {}
        self._said: tuple[Counts, Counts] = ({}, {})
        self._number = 0
        self._wanted = True
        """Whether somebody needs everything."""
        self._tasks = Tasks()

    def start(self) -> None:
        """Exchange counts with the other processes from now on."""
        self._bus.listen("connections", self._receive)
        self._bus.listen(WANTED, self._hear_wanted)
        self._bus.answer("tables_of", self._answer_tables)
        self._tasks.keep(self._publish_changes, "quotas")

    def connections_of(self, person: str) -> int:
        """How many connections a person has."""
        here = len(self._connections.of(person))
        return here + sum(one.people.get(person, 0) for one in self._living())

    def connections_from(self, address: str) -> int:
        """How many connections come from an address."""
        here = self._connections.by_address.get(address, 0)
        return here + sum(one.addresses.get(address, 0) for one in self._living())

    async def tables_of(self, person: str) -> int:
        """At how many tables a person sits where a match may still be played: those that wait for
        them included, which are in nobody's memory."""
        query = (
            select(MatchRow.table_id)
            .join(PlayerRow, PlayerRow.match_id == MatchRow.id)
            .where(PlayerRow.person_id == person, MatchRow.ended_at.is_(None))
            .where(func.coalesce(MatchRow.purpose, "").not_in(GIVEN))
        )
        async with self._database.reading() as connection:
            tables = set((await connection.execute(query)).scalars())
        tables |= self._tables_here(person)
        if self._others():
            question, enough = person.encode(), self._others()
            for answer in await self._bus.ask_all("tables_of", question, ASK_S, enough):
                tables.update(_decode_ids(answer))
        return len(tables)

    def _tables_here(self, person: str) -> set[str]:
        return {
            room.id
            for room in self._tables.rooms
            if room.table.phase != "over"
            and room.table.purpose is None
            and room.table.seat_of(person) is not None
        }

    async def _answer_tables(self, question: bytes) -> bytes:
        return msgspec.json.encode(sorted(self._tables_here(question.decode("ascii", "replace"))))

    def _living(self) -> list[_Known]:
        since = monotonic() - FORGET_S
        return [one for one in self._known.values() if one.at >= since]

    def _receive(self, news: bytes) -> None:
        told = _decode(news)
        if told.process == self._name:
            return
        known = self._known.setdefault(told.process, _Known())
        known.at = monotonic()
        missed = told.number != known.number + 1 and told.number != 0
        known.number = told.number
        if told.all:
            known.people, known.addresses, known.whole = told.people, told.addresses, True
            return
        _change(known.people, told.people)
        _change(known.addresses, told.addresses)
        if missed or not known.whole:
            known.whole = False
            self._tasks.spawn(self._bus.publish(WANTED, told.process.encode()), "missed counts")

    def _hear_wanted(self, news: bytes) -> None:
        self._wanted = self._wanted or news == self._name.encode()

    async def _publish_changes(self) -> None:
        told = 0.0
        while True:
            now = monotonic()
            before, self._said = self._said, self._here()
            self._forget(now)
            if self._wanted:
                told, self._wanted = now, False
                await self._tell(True, *self._said)
            elif self._said != before or now - told >= BEAT_S:
                told = now
                changes = (_changes(*pair) for pair in zip(before, self._said, strict=True))
                await self._tell(False, *changes)
            await asyncio.sleep(TELL_S)

    async def _tell(self, everything: bool, people: Counts, addresses: Counts) -> None:
        self._number += 1
        await self._publish(Told(self._name, everything, people, addresses, self._number))

    async def _publish(self, told: Told) -> None:
        await self._bus.publish("connections", msgspec.json.encode(told))

    def _here(self) -> tuple[Counts, Counts]:
        people = {person: len(mine) for person, mine in self._connections.by_person.items()}
        return people, dict(self._connections.by_address)

    def _forget(self, now: float) -> None:
        for name in [name for name, one in self._known.items() if now - one.at > FORGET_S]:
            del self._known[name]

    async def close(self) -> None:
        """The connections are gone, and the others need not wait to know."""
        await self._tasks.close()
        await self._tell(True, {}, {})


def _changes(before: Counts, now: Counts) -> Counts:
    """The counts that have changed; 0 for who is gone."""
    gone = dict.fromkeys(before.keys() - now.keys(), 0)
    return gone | {key: count for key, count in now.items() if before.get(key) != count}


def _change(known: Counts, changes: Counts) -> None:
    for key, count in changes.items():
        if count:
            known[key] = count
        else:
            known.pop(key, None)
