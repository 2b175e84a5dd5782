"""The quick match of one process: people who look for one are brought together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import BOT_NAMES
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connection
from gangoffour.server.wire.messages import Error, Matched, Quick, Refused, encode
from gangoffour.server.wire.refusals import SERVER_REASONS
from gangoffour.table import commands as c
from gangoffour.table.options import Options

NO_MATCH: Final = Error("storage_unavailable", SERVER_REASONS["storage_unavailable"].sentence)
"""Told to those whose quick match could not be set up."""
log = logging.getLogger("gangoffour.matchmaking")


class Seeker(NamedTuple):
    """Somebody who looks for a quick match."""

    connection: Connection
    wish: Quick
    avoided: frozenset[str] = frozenset()
    """Whom they never sit with."""


def together(seats: int, waiting: Sequence[tuple[str, frozenset[str]]]) -> list[int]:
    """Which of those who wait sit down together, the first among them: nobody with whom one of both
    avoids. Each is a person and whom they avoid.

    >>> nobody = frozenset()
    >>> together(3, [("a", nobody), ("b", frozenset("a")), ("c", nobody), ("d", nobody)])
    [0, 2, 3]
    """
    chosen: list[int] = []
    for index, (person, avoided) in enumerate(waiting):
        others = [waiting[one] for one in chosen]
        if all(other not in avoided and person not in theirs for other, theirs in others):
            chosen.append(index)
        if len(chosen) == seats:
            break
    return chosen


class Party(NamedTuple):
    """One of those who are brought together, and what they promise for the deal."""

    person: c.Person
    promise: str | None


class Matchmaking(Protocol):
    """Brings people together; bots fill up when somebody's wait is over."""

    @property
    def count(self) -> int:
        """How many look for a match here."""
        ...

    def start(self) -> None: ...

    def seek(self, connection: Connection, wish: Quick, avoided: frozenset[str]) -> None: ...

    def stop(self, person: str) -> None: ...

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        ...

    async def close(self) -> None: ...


class LocalMatchmaking:
    """For one process alone: whoever looks for a match is in memory."""

    def __init__(self, tables: Tables, changed: Callable[[], None]) -> None:
        self._tables = tables
        self._changed = changed
        self._seekers: dict[str, Seeker] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._seating: set[str] = set()
        """Whose table is being set up: they are told of it, however often they ask."""
        self._tasks = Tasks()

    @property
    def count(self) -> int:
        return len(self._seekers)

    def start(self) -> None:
        return None

    def seek(
        self, connection: Connection, wish: Quick, avoided: frozenset[str] = frozenset()
    ) -> None:
        """Look for people who wish for as many seats; bots fill up when the wait is over."""
        person = connection.person_id
        if person in self._seating:
            return
        self.stop(person)
        self._seekers[person] = seeker = Seeker(connection, wish, avoided)
        self._changed()
        if len(self._group(seeker)) >= wish.seats:
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
            self._changed()

    def forget(self, connection: Connection) -> None:
        seeker = self._seekers.get(connection.person_id)
        if seeker is not None and seeker.connection is connection:
            self.stop(connection.person_id)

    def _group(self, seeker: Seeker) -> list[Seeker]:
        """Who would play with somebody now."""
        seats = seeker.wish.seats
        alike = [one for one in self._seekers.values() if one.wish.seats == seats]
        alike.sort(key=lambda one: one is not seeker)
        waiting = [(one.connection.person_id, one.avoided) for one in alike]
        return [alike[index] for index in together(seats, waiting)]

    def _bring_together(self, person: str) -> None:
        seeker = self._seekers.get(person)
        if seeker is None:
            return
        group = self._group(seeker)
        for one in group:
            self.stop(one.connection.person_id)
            self._seating.add(one.connection.person_id)
        self._tasks.spawn(self._seat(group, seeker.wish), "quick match")

    async def _seat(self, group: list[Seeker], wish: Quick) -> None:
        try:
            party = [Party(one.connection.person, one.wish.promise) for one in group]
            table = await open_match(self._tables, party, wish)
        except (Refusal, StorageUnavailable) as error:
            log.warning("quick match failed: %s", type(error).__name__)
            for one in group:
                one.connection.send(encode(Refused(one.wish.id, NO_MATCH)))
            return
        finally:
            self._seating.difference_update(one.connection.person_id for one in group)
        for one in group:
            one.connection.send(encode(Matched(table)))

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.close()


async def open_match(tables: Tables, party: Sequence[Party], wish: Quick) -> str:
    """Open a table for a group, fill it with bots, and start."""
    people = [one.person for one in party]
    host = people[0]
    clock: Literal["none", "normal"] = "none" if len(people) == 1 else "normal"
    room = await tables.open(host, Options(seats=wish.seats, private=True, clock=clock))
    for person in people[1:]:
        await tables.do(room.id, c.Command(c.Sit(), person))
    for seat in range(len(people), wish.seats):
        await tables.do(room.id, c.Command(c.SetBot(seat, BOT_NAMES[wish.level - 1]), host))
    for one in party:
        if one.promise is not None:
            await tables.do(room.id, c.Command(c.Promise(one.promise), one.person))
    await tables.do(room.id, c.Command(c.Start(), host, agreed=True))
    return room.id
