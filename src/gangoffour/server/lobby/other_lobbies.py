"""What the lobbies of other processes show: each tells the others of its own, now and then.

Only what has changed is told, with a number; whoever misses one asks for the whole, and is told it
alone. A process that is not heard of for a while is forgotten: nothing has to be taken back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

import msgspec
from msgspec import Struct, structs

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.lobby.page import Page, page_of
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.wire.messages import (
    LobbyChange,
    LobbyState,
    OnlinePerson,
    OpenTable,
    encode,
)

BEAT_S: Final = 2.0
"""How often a process tells of its lobby at least."""
FORGET_S: Final = 7.0
ASK_AGAIN_S: Final = 1.0


class Told(Struct, frozen=True):
    """The lobby of one process: the whole, what has changed, or only that it is as it was."""

    process: str
    number: int
    whole: LobbyState | None = None
    change: LobbyChange | None = None


class Question(Struct, frozen=True):
    """A process wants to be told the whole lobby of another."""

    of: str
    by: str


log = logging.getLogger("gangoffour.lobby")
_decode = msgspec.json.Decoder(Told).decode
_decode_question = msgspec.json.Decoder(Question).decode


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


@dataclass
class _Known:
    """What was last heard of a process."""

    at: float
    number: int
    page: Page


class SharedLobbies:
    """The lobbies of the other processes, as they were last published."""

    beat_s: float | None = BEAT_S

    def __init__(self, bus: Bus, changed: Callable[[], None]) -> None:
        self._bus = bus
        self._changed = changed
        self._name = new_id()
        self._known: dict[str, _Known] = {}
        self._page = Page()
        self._number = 0
        self._said_at = 0.0
        self._asked_by: set[str] = set()
        """Processes that need to be told everything."""
        self._missed: dict[str, float] = {}
        """Processes of which something was missed, and when they may be asked again."""
        bus.listen("lobby", self._receive)
        bus.listen(f"lobby_for.{self._name}", self._receive)
        bus.listen("lobby_whole", self._note_question)

    def _receive(self, news: bytes) -> None:
        told = _decode(news)
        if told.process == self._name:
            return
        known = self._known.get(told.process)
        if told.whole is not None:
            page = page_of(told.whole)
        elif known is not None and told.change is not None and told.number == known.number + 1:
            page = known.page.with_change(told.change)
        elif known is not None and told.change is None and told.number == known.number:
            page = known.page
        else:
            self._missed.setdefault(told.process, 0.0)
            self._changed()
            return
        self._missed.pop(told.process, None)
        self._known[told.process] = _Known(monotonic(), told.number, page)
        if known is None or known.page != page:
            self._changed()

    def _note_question(self, raw: bytes) -> None:
        try:
            question = _decode_question(raw)
        except msgspec.DecodeError:
            log.warning("a question about the lobby was not understood")
            return
        if question.of == self._name:
            self._asked_by.add(question.by)
            self._changed()

    async def publish(self, own: Callable[[], LobbyState]) -> None:
        now = monotonic()
        for process in [one for one, at in self._missed.items() if at <= now]:
            self._missed[process] = now + ASK_AGAIN_S
            await self._bus.publish("lobby_whole", encode(Question(process, self._name)))
        before, self._page = self._page, self._page.next(own())
        change = before.change_to(self._page)
        if change is not None:
            self._number += 1
        if change is not None or now - self._said_at >= BEAT_S:
            self._said_at = now
            await self._bus.publish("lobby", encode(Told(self._name, self._number, change=change)))
        asked_by, self._asked_by = self._asked_by, set()
        for process in asked_by:
            whole = Told(self._name, self._number, whole=self._page.state())
            await self._bus.publish(f"lobby_for.{process}", encode(whole))

    def with_others(self, own: LobbyState, limit: int) -> LobbyState:
        now = monotonic()
        for name in [one for one, known in self._known.items() if now - known.at > FORGET_S]:
            del self._known[name]
            self._missed.pop(name, None)
            self._changed()
        return together([own, *(one.page.state() for one in self._known.values())], limit)


def together(lobbies: list[LobbyState], limit: int) -> LobbyState:
    """Several lobbies as one; a table or a person may be in more than one of them."""
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
    tables_twice = sum(len(lobby.tables) for lobby in lobbies) - len(tables)
    return LobbyState(
        sorted(tables.values(), key=lambda one: one.phase != "waiting")[:limit],
        list(people.values())[:limit],
        sum(lobby.online_count for lobby in lobbies) - twice,
        sum(lobby.seeking for lobby in lobbies),
        sum(lobby.tables_count for lobby in lobbies) - tables_twice,
    )
