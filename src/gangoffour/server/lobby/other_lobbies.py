"""What the lobbies of other processes show: each tells the others of its own, now and then.

A process that is not heard of for a while is forgotten, so that nothing has to be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

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


class Neighbours:
    """The lobbies of the other processes, as they were last told."""

    def __init__(self, bus: Bus) -> None:
        self.changed: Callable[[], None] = lambda: None
        """Called when another lobby has changed."""
        self._bus = bus
        self._name = new_id()
        self._known: dict[str, tuple[float, LobbyState]] = {}
        self._said = b""
        self._said_at = 0.0
        bus.listen("lobby", self._heard)

    @property
    def none(self) -> bool:
        return self._bus.alone

    def _heard(self, news: bytes) -> None:
        told = _decode(news)
        _, before = self._known.get(told.process, (0.0, None))
        self._known[told.process] = (monotonic(), told.lobby)
        if told.lobby != before:
            self.changed()

    async def tell(self, own: Callable[[], LobbyState]) -> None:
        """Tell the others of this process's lobby, if that is news."""
        if self._bus.alone:
            return
        news, now = encode(Told(self._name, own())), monotonic()
        if news != self._said or now - self._said_at >= BEAT_S:
            self._said, self._said_at = news, now
            await self._bus.publish("lobby", news)

    def with_others(self, own: LobbyState, limit: int) -> LobbyState:
        """This process's lobby and all others' as one."""
        if self._bus.alone:
            return own
        now = monotonic()
        for name in [one for one, (at, _) in self._known.items() if now - at > FORGET_S]:
            del self._known[name]
            self.changed()
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
