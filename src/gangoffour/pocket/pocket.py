"""The server itself, as one value that is asked: messages and requests in, steps out.

A step says what to keep and what to tell. Whoever runs it stores first and tells then, so nobody
hears of what could be lost; if it cannot be stored, what was told last is all that is known, and a
new ``Pocket`` is made from what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode

from gangoffour.pocket.bots import Players
from gangoffour.pocket.conversation import Conversation
from gangoffour.pocket.daily import Days, Published
from gangoffour.pocket.network import Judge
from gangoffour.pocket.phone import Given
from gangoffour.pocket.requests import Request, answer, answered, named
from gangoffour.pocket.tables import Tables
from gangoffour.rules.errors import Refusal
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.refusals import ServerRefusal, error_of
from gangoffour.table.commands import Person

_HOLDER: Final = re.compile(r"/api/pocket/tables/(\w+)/holder")


class Owner(Struct, frozen=True):
    """Whose browser it is."""

    id: str
    name: str


class Step(NamedTuple):
    """What one step gives: events and an owner to keep, messages to tell once they are kept, and
    when to wake the pocket, if it waits for nobody."""

    kept: list[Entry]
    owner: Owner | None
    """Set if it has changed."""
    told: list[bytes]
    wake_at: int | None
    wanted: list[str] = []  # noqa: RUF012 - a tuple's default, never changed
    """Bots whose weights are to be loaded."""
    answer: tuple[int, bytes] | None = None
    """The answer to a request: its status and its body."""


class Pocket:
    """The tables of one browser and the one connection to them."""

    def __init__(
        self, tables: Tables, owner: Owner | None = None, days: Days | None = None
    ) -> None:
        self._tables = tables
        self._days = days or Days()
        self._owner = owner
        self._line: Conversation | None = None

    @property
    def person(self) -> Person | None:
        return None if self._owner is None else Person(self._owner.id, self._owner.name)

    def connect(self, now: int) -> Step:
        """The page connects, perhaps anew; it is welcomed if it is known whose it is."""
        if self._line is not None:
            self._line.hang_up(now)
            self._line = None
        if self.person is not None:
            self._line = Conversation(self._tables, self.person)
        return self._step()

    def hear(self, raw: bytes, now: int) -> Step:
        """A message of the page."""
        if self._line is not None:
            self._line.hear(raw, now)
        return self._step()

    def wake(self, now: int) -> Step:
        """It is time: bots act, deadlines pass."""
        self._tables.act(now)
        return self._step()

    def loaded(self, bot: str, judge: Judge | None, now: int) -> Step:
        """The weights of a bot are there; or, with None, are not to be had."""
        self._tables.loaded(bot, judge, now)
        return self._step()

    def ask(self, method: str, path: str, body: bytes, now: int) -> Step:
        """A request of the page."""
        owner = None
        if (method, path) == ("POST", "/api/guest"):
            try:
                known = new_id() if self._owner is None else self._owner.id
                owner = self._owner = Owner(known, named(body))
            except Refusal as refusal:
                return self._step()._replace(answer=(400, encode({"error": error_of(refusal)})))
        if method == "POST" and (round_phone := _HOLDER.fullmatch(path)):
            given = answered(lambda: self._give_phone(round_phone[1], body, now))
        else:
            given = answer(self._tables, Request(method, path, body, self.person, now, self._days))
        return self._step()._replace(owner=owner, answer=given)

    def _give_phone(self, table: str, body: bytes, now: int) -> object:
        """The phone goes from hand to hand."""
        if self._line is None:
            raise ServerRefusal("not_signed_in")
        self._line.give_phone(table, decode(body, type=Given).seat, now)
        return {}

    def _step(self) -> Step:
        told = [] if self._line is None else self._line.take_told()
        tables = self._tables
        return Step(tables.take_kept(), None, told, tables.wake_at, tables.wanted)


def opened(
    entries: Iterable[Entry],
    owner: Owner | None,
    players: Players | None = None,
    published: Mapping[str, Published] | None = None,
) -> Pocket:
    """A pocket with what was kept of an earlier one, and of a server's days that are over."""
    days = Days(published)
    return Pocket(Tables(entries, players=players, given_seed=days.next_seed), owner, days)
