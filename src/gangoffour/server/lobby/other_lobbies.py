"""What the lobbies of other processes show: each tells the others of its own, now and then.

A process that is not heard of for a while is forgotten, so that nothing has to be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

import msgspec
from msgspec import Struct, structs

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.wire.messages import LobbyState, OnlinePerson, OpenTable, encode

BEAT_S: Final = 2.0
"""How often a process tells of its lobby at least."""
FORGET_S: Final = 7.0


class Told(Struct, frozen=True):
    """The lobby of one process."""

    process: str
    lobby: LobbyState


_decode = msgspec.json.Decoder(Told).decode


class OtherLobbies(Protocol):
    """What the lobbies of other processes show."""

    beat_s: float | None
    """How often they must hear of this one at least; None if there are none."""

    async def publish(self, own: Callable[[], LobbyState]) -> None:
        """Show the others this process's lobby, if that is news."""
        ...

    def with_others(self, own: LobbyState, limit: int) -> LobbyState:
        """This process's lobby and all others' as one."""
        ...


class NoOtherLobbies:
    """For a process alone."""

    beat_s: float | None = None

    async def publish(self, own: Callable[[], LobbyState]) -> None:
        return None

    def with_others(self, own: LobbyState, limit: int) -> LobbyState:
        return own


class SharedLobbies:
    """The lobbies of the other processes, as they were last published."""

    beat_s: float | None = BEAT_S

    def __init__(self, bus: Bus, changed: Callable[[], None]) -> None:
        self._bus = bus
        self._changed = changed
        self._name = new_id()
        self._known: dict[str, tuple[float, LobbyState]] = {}
        self._said = b""
        self._said_at = 0.0
        bus.listen("lobby", self._receive)

    def _receive(self, news: bytes) -> None:
        told = _decode(news)
        _, before = self._known.get(told.process, (0.0, None))
        self._known[told.process] = (monotonic(), told.lobby)
        if told.lobby != before:
            self._changed()

    async def publish(self, own: Callable[[], LobbyState]) -> None:
        news, now = encode(Told(self._name, own())), monotonic()
        if news != self._said or now - self._said_at >= BEAT_S:
            self._said, self._said_at = news, now
            await self._bus.publish("lobby", news)

    def with_others(self, own: LobbyState, limit: int) -> LobbyState:
        now = monotonic()
        for name in [one for one, (at, _) in self._known.items() if now - at > FORGET_S]:
            del self._known[name]
            self._changed()
        lobbies = [own, *(lobby for _, lobby in self._known.values())]
        tables: dict[str, OpenTable] = {}
        for table in (one for lobby in lobbies for one in lobby.tables):
            known = tables.get(table.id)
            if known is not None:
                table = structs.replace(known, watching=known.watching + table.watching)
            tables[table.id] = table
        people: dict[str, OnlinePerson] = {}
        for person in (one for lobby in lobbies for one in lobby.online):
            known_person = people.get(person.id)
            if known_person is None or known_person.table is None:
                people[person.id] = person
        twice = sum(len(lobby.online) for lobby in lobbies) - len(people)
        return LobbyState(
            sorted(tables.values(), key=lambda one: one.phase != "waiting")[:limit],
            list(people.values())[:limit],
            sum(lobby.online_count for lobby in lobbies) - twice,
            sum(lobby.seeking for lobby in lobbies),
        )
