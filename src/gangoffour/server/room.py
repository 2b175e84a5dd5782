"""A room: one live table with those who watch it, and what they are told."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Final, Protocol

import msgspec

from gangoffour.server.messages import Saying, TableState, encode
from gangoffour.server.storage.log import Entry
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.sight import Happening, happenings, own, public
from gangoffour.table.state import Table

KEPT_HAPPENINGS: Final = 400
KEPT_SAYINGS: Final = 50
KEPT_COMMANDS: Final = 512

decode_event = msgspec.json.Decoder(e.Event).decode


class Watcher(Protocol):
    """Somebody's connection, as a room sees it."""

    person_id: str
    muted: frozenset[str]
    """Whose words this watcher does not want to see."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""
        ...


class Room:
    """The table's current state, recent facts for those who return, and its watchers."""

    def __init__(self, table_id: str, code: str) -> None:
        self.id = table_id
        self.code = code
        self.table = Table()
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.happenings: deque[Happening] = deque(maxlen=KEPT_HAPPENINGS)
        self.sayings: deque[Saying] = deque(maxlen=KEPT_SAYINGS)
        self.applied: OrderedDict[str, int] = OrderedDict()
        self.timer: asyncio.TimerHandle | None = None
        self.bot_task: asyncio.Task[None] | None = None

    def load(self, entries: Iterable[Entry]) -> None:
        """Fold stored events in."""
        for entry in entries:
            self.advance((decode_event(entry.body),), entry.at, entry.command_id)

    def reload(self, entries: Iterable[Entry]) -> None:
        """Fold all stored events anew, forgetting what was remembered of them."""
        self.table = Table()
        self.happenings.clear()
        self.sayings.clear()
        self.applied.clear()
        self.load(entries)

    def advance(self, caused: tuple[e.Event, ...], at: int, command_id: str | None) -> None:
        """Fold events in one by one, remembering what those who return will ask for."""
        for event in caused:
            before = self.table
            self.table = apply(before, event, at)
            self.remember(happenings(before, (event,), self.table), before.seq, (event,))
        if command_id is not None:
            self.remember_command(command_id)

    def remember(self, facts: list[Happening], seq: int, caused: tuple[e.Event, ...]) -> None:
        """Keep the facts of the events after number ``seq`` for those who return."""
        self.happenings.extend(facts)
        for number, event in enumerate(caused, seq + 1):
            if isinstance(event, e.Said | e.Phrased):
                self.sayings.append(saying_of(number, event))

    def remember_command(self, command_id: str) -> None:
        self.applied[command_id] = self.table.seq
        if len(self.applied) > KEPT_COMMANDS:
            self.applied.popitem(last=False)

    def seat_of(self, watcher: Watcher) -> int | None:
        return self.table.seat_of(watcher.person_id)

    def state_for(self, watcher: Watcher, after_seq: int, now: int) -> bytes:
        """The whole state as this watcher may see it, with the facts after ``after_seq``."""
        seat = self.seat_of(watcher)
        missed = self.facts_after(after_seq)
        return encode(
            TableState(
                self.id,
                self.code,
                public(self.table, now),
                None if seat is None else own(self.table, seat),
                unmuted(missed, watcher),
                [one for one in self.sayings if one.person not in watcher.muted],
                self.spectators,
            )
        )

    def facts_after(self, seq: int) -> list[Happening]:
        """The facts with a number above ``seq``; none if some of them are forgotten already."""
        if seq < 1 or not self.happenings or self.happenings[0].seq > seq:
            return []
        return [one for one in self.happenings if one.seq > seq]

    @property
    def spectators(self) -> int:
        seated = {seat.person for seat in self.table.seats}
        return len({one.person_id for one in self.watchers} - seated)

    def tell(self, facts: list[Happening], now: int) -> None:
        """Tell everybody what happened: the public part is made once, a seat's own part for it."""
        if not self.watchers:
            return
        begin = b'{"type":"update","table":"%b","seq":%d,"events":' % (
            self.id.encode(),
            self.table.seq,
        )
        events = encode(facts)
        middle = b',"public":' + encode(public(self.table, now)) + b',"own":'
        for_seat: dict[int | None, bytes] = {None: b"null"}
        seated_only = self.table.running and not self.table.options.spectators
        for watcher in tuple(self.watchers):
            seat = self.seat_of(watcher)
            if seat is None and seated_only:
                continue
            if seat is not None and seat not in for_seat:
                for_seat[seat] = encode(own(self.table, seat))
            heard = unmuted(facts, watcher)
            said = events if heard is facts else encode(heard)
            watcher.send(b"".join((begin, said, middle, for_seat[seat], b"}")))


def unmuted(facts: list[Happening], watcher: Watcher) -> list[Happening]:
    """The facts without the words of those whom this watcher has muted."""
    if not watcher.muted or not any(one.what.get("person") in watcher.muted for one in facts):
        return facts
    return [one for one in facts if one.what.get("person") not in watcher.muted]


def saying_of(seq: int, event: e.Said | e.Phrased) -> Saying:
    """A line of chat from its event."""
    text = event.text if isinstance(event, e.Said) else None
    phrase = event.phrase if isinstance(event, e.Phrased) else None
    return Saying(seq, event.person, event.name, text, phrase)
