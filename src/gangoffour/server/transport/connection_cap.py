"""How many connections one person or address may have at once, whichever processes they are at.

Every process tells the others how many connections each person and address has with it: what has
changed, a few times a second, in numbered news. Whoever misses a number, or hears of a process for
the first time, asks for everything once. Who is not heard of for some seconds is forgotten.

Connections that open at several processes at the same moment do not know of each other yet. As soon
as they do, those that are too many are closed, the last ones first: a process keeps what those
before it, by name, leave room for, so that all together keep exactly as many as are allowed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.transport.connections import Connections
from gangoffour.server.wire.refusals import ServerRefusal

TELL_S: Final = 0.25
"""How often the others hear of changes: counts are that inexact."""
BEAT_S: Final = 1.0
"""How often they hear of this process at least."""
WANTED: Final = "connections_wanted"
"""Where everything is asked of one process, by its name."""
FORGET_S: Final = 3.5

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


class ConnectionCap:
    """Counts connections here and elsewhere, and refuses one more than there may be."""

    def __init__(
        self, bus: Bus, connections: Connections, per_person: int, per_address: int
    ) -> None:
        self._bus = bus
        self._connections = connections
        self._per_person = per_person
        self._per_address = per_address
        self._name = new_id()
        self._opening: Counter[str] = Counter()
        """Places of people and addresses whose connections are about to be there."""
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
        self._tasks.keep(self._publish_changes, "connection counts")

    @contextmanager
    def opening(self, person: str, address: str) -> Iterator[None]:
        """A place for a connection while it opens, so that of many at once no more come in than one
        after the other. Refused if the person or the address has as many as they may."""
        many = self.count_of(person) >= self._per_person
        if many or self.count_from(address) >= self._per_address:
            raise ServerRefusal("too_many_connections")
        both = (f"person {person}", f"address {address}")
        self._opening.update(both)
        try:
            yield
            self._give_way((person,), (address,))
        finally:
            self._opening.subtract(both)
            self._opening += Counter()  # nobody is kept with nothing

    def count_of(self, person: str) -> int:
        """How many connections a person has."""
        here = len(self._connections.of(person)) + self._opening[f"person {person}"]
        return here + sum(one.people.get(person, 0) for one in self._living())

    def count_from(self, address: str) -> int:
        """How many connections come from an address."""
        here = self._connections.by_address.get(address, 0) + self._opening[f"address {address}"]
        return here + sum(one.addresses.get(address, 0) for one in self._living())

    def _living(self, before: str | None = None) -> list[_Known]:
        """The other processes, or those whose name comes before one."""
        since = monotonic() - FORGET_S
        known = self._known.items()
        return [one for name, one in known if one.at >= since and not (before and name >= before)]

    def _give_way(self, people: Iterable[str], addresses: Iterable[str]) -> None:
        """Close what is too many beside the connections at processes before this one."""
        before = self._living(self._name)
        for person in people:
            taken = sum(one.people.get(person, 0) for one in before)
            self._connections.keep_of(person, self._per_person - taken)
        for address in addresses:
            taken = sum(one.addresses.get(address, 0) for one in before)
            self._connections.keep_from(address, self._per_address - taken)

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
        else:
            _change(known.people, told.people)
            _change(known.addresses, told.addresses)
        self._give_way(told.people, told.addresses)
        if not told.all and (missed or not known.whole):
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
