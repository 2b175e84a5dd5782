"""A room: one live table with those who watch it, and what they are told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from msgspec import Struct

from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.command_ids import CommandId, CommandIds
from gangoffour.server.tables.muted_words import unmuted, unmuted_sayings
from gangoffour.server.wire.messages import Saying, TableState, Watching, encode
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.state import Table
from gangoffour.table.views.facts import Happening, PlayedFact, happenings
from gangoffour.table.views.public_view import changes, public
from gangoffour.table.views.seat_view import own
from gangoffour.table.views.types import Own

KEPT_FACTS: Final = 400
KEPT_SAYINGS: Final = 50
SAYINGS: Final = (e.Said, e.Phrased)

Deal = tuple[int, int]
"""A deal by the number of the match and of the round."""
NO_DEAL: Final[Deal] = (0, 0)

AWAITED: Final = "awaited"
"""In place of what a watcher knows of its seat: the whole state is on its way."""
LEFT_OUT: Final = "left out"
"""The same of those who were not told of the last change, and need the whole state."""


class Watcher(Protocol):
    """Somebody's connection, as a room sees it."""

    person_id: str
    muted: frozenset[str]
    """Whose words this watcher does not want to see."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""
        ...


class Change(Struct, frozen=True):
    """A table before and after a command, and what happened."""

    before: Table
    after: Table
    caused: tuple[e.Event, ...]
    command_id: CommandId | None
    """The id under which the command is applied once; it is kept with the last event, whose number
    is the answer."""
    at: int


class Room:
    """The table's current state, recent facts for those who return, and its watchers."""

    def __init__(self, table_id: str, code: str) -> None:
        self.id = table_id
        self._name = table_id.encode()
        self.code = code
        self.table = Table()
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.facts: deque[Happening] = deque(maxlen=KEPT_FACTS)
        self.sayings: deque[Saying] = deque(maxlen=KEPT_SAYINGS)
        self.commands = CommandIds()
        self.unsettled: set[str | None] = set()
        """Ids of commands of which nobody knows yet whether they were stored."""
        self.timer: asyncio.TimerHandle | None = None
        self.bot_task: asyncio.Task[None] | None = None
        self.painted: dict[str, Deal] = {}
        """The last deal that each person's screen has shown; ``NO_DEAL`` if none yet. Who is not in
        it (a program) is not waited for."""
        self.painting = asyncio.Event()
        """Set when a screen has shown something, or is gone."""
        self.deal_seen: Deal | None = None
        """The deal for which nobody is waited for any more."""
        self.moved = asyncio.Event()
        """Set when something has happened at the table."""
        self._shown: Table | None = None
        """The table as it was told last: the next update holds what has changed since."""
        self._known: dict[Watcher, Own | str | None] = {}
        """What was sent last of their own seat to those who know the state."""
        self.elsewhere: set[str] = set()
        """Who was at the table by way of other processes when that was asked last."""
        self._told_watching: int | None = 0
        """How many watch, as it was told last; None if not everybody was told the same."""

    def load(self, entries: Iterable[Entry]) -> None:
        """Fold stored events in."""
        for entry in entries:
            self.advance((e.decode_event(entry.body),), entry.at, entry.command_id)

    def reload(self, entries: Iterable[Entry]) -> None:
        """Fold all stored events anew, forgetting what was remembered of them."""
        self.table = Table()
        self.facts.clear()
        self.sayings.clear()
        self.commands.clear()
        self.load(entries)

    def advance(self, caused: tuple[e.Event, ...], at: int, command_id: str | None) -> None:
        """Fold events in one by one, remembering what those who return will ask for."""
        for event in caused:
            before = self.table
            self.table = apply(before, event, at)
            self.remember(happenings(before, (event,), self.table), before.seq, (event,))
        if command_id is not None:
            self.commands.load(command_id, self.table.seq)
        self.moved.set()

    def take_up(self, change: Change) -> list[Happening]:
        """What was just stored is the table now; the facts to tell."""
        self.table = change.after
        if change.command_id is not None:
            self.commands.add(change.command_id, change.after.seq)
        facts = happenings(change.before, change.caused, change.after)
        self.remember(facts, change.before.seq, change.caused)
        self.moved.set()
        return facts

    def remember(self, facts: list[Happening], seq: int, caused: tuple[e.Event, ...]) -> None:
        """Keep the facts of the events after number ``seq`` for those who return."""
        self.facts.extend(facts)
        for number, event in enumerate(caused, seq + 1):
            if isinstance(event, SAYINGS):
                self.sayings.append(saying_of(number, event))

    def seat_of(self, watcher: Watcher) -> int | None:
        return self.table.seat_of(watcher.person_id)

    def admit(self, watcher: Watcher) -> None:
        """Let somebody watch; they hear of what happens once they have been given the state."""
        self.watchers.add(watcher)
        self._known.setdefault(watcher, AWAITED)

    def dismiss(self, watcher: Watcher) -> None:
        """Somebody watches no longer."""
        self.watchers.discard(watcher)
        self._known.pop(watcher, None)
        if not self.watched_by(watcher.person_id):
            self.painted.pop(watcher.person_id, None)
            self.painting.set()

    def watched_by(self, person: str) -> bool:
        """Whether somebody looks at the table by way of this process."""
        for watcher in self.watchers:  # noqa: SIM110 - asked after each move; any() costs more
            if watcher.person_id == person:
                return True
        return False

    @property
    def deal(self) -> Deal | None:
        """What lies on the table now."""
        table = self.table
        return None if table.match is None else (table.match_number, table.match.round.number)

    @property
    def unpainted(self) -> bool:
        """Whether the screen of somebody who is there has not shown the deal yet."""
        deal = self.deal
        return deal is not None and any(
            seat.present and seat.dropped_at is None and self.painted.get(seat.person, deal) < deal
            for seat in self.table.seats
            if seat.person is not None
        )

    def paint(self, person: str, deal: Deal) -> None:
        """A person's screen shows a deal."""
        self.painted[person] = deal
        self.painting.set()

    def state_for(self, watcher: Watcher, after_seq: int, now: int) -> bytes:
        """The whole state as this watcher may see it, with the facts after ``after_seq``."""
        seat = self.seat_of(watcher)
        mine = None if seat is None else own(self.table, seat)
        self._known[watcher] = mine
        watching = self.watching
        if watching != self._told_watching:
            self._told_watching = None
        return encode(
            TableState(
                self.id,
                self.code,
                public(self.table, now),
                mine,
                *self._told_before(watcher, after_seq),
                watching,
            )
        )

    def _told_before(
        self, watcher: Watcher, after_seq: int
    ) -> tuple[list[Happening], list[Saying]]:
        """What has happened, and been said, before somebody came. Where nobody may watch a match it
        was said among its players."""
        table = self.table
        if table.match_number > 0 and not table.options.spectators:
            players = [seat.person for seat in table.played or table.seats]
            if watcher.person_id not in players:
                return [], []
        missed = unmuted(self.facts_after(after_seq), watcher.muted)
        return missed, unmuted_sayings(self.sayings, watcher.muted)

    def facts_after(self, seq: int) -> list[Happening]:
        """The facts with a number above ``seq``; none if some of them are forgotten already.

        Plays of earlier tricks are left out where nobody may look back at them (R4.7).
        """
        if seq < 1 or not self.facts or self.facts[0].seq > seq:
            return []
        missed = [one for one in self.facts if one.seq > seq]
        if self.table.options.look_back or not self.table.running:
            return missed
        plays = {one.seq: one.what for one in missed if isinstance(one.what, PlayedFact)}
        trick = max((seq for seq, play in plays.items() if play.lead), default=0)
        hidden = {seq for seq in plays if seq < trick}
        return [one for one in missed if one.seq not in hidden]

    @property
    def spectators(self) -> int:
        """How many watch it by way of this process."""
        seated = {seat.person for seat in self.table.seats}
        return len({one.person_id for one in self.watchers} - seated)

    @property
    def watching(self) -> int:
        """How many watch it, also by way of other processes."""
        seated = {seat.person for seat in self.table.seats}
        return len(({one.person_id for one in self.watchers} | self.elsewhere) - seated)

    def tell_watching(self) -> None:
        """Tell everybody who knows the table how many watch it, if that is new to them."""
        count = self.watching
        if count == self._told_watching:
            return
        self._told_watching = count
        message = encode(Watching(self.id, count))
        for watcher in tuple(self.watchers):
            known = self._known.get(watcher, LEFT_OUT)
            if known is not AWAITED and known is not LEFT_OUT:
                watcher.send(message)

    def publish(self, facts: list[Happening], now: int) -> None:
        """Send everybody what happened and what has changed by it.

        The public part is made once, a seat's own part for it alone and only if it is new to it.
        """
        if not self.watchers:
            self._shown = None
            return
        table, known = self.table, self._known
        shown, self._shown = self._shown, table
        begin = b'{"type":"update","table":"%b","seq":%d,"events":' % (self._name, table.seq)
        events = encode(facts)
        change = b',"public":%b' % encode(changes(shown, table, now))
        same = b"%b%b%b}" % (begin, events, change)
        seats = {seat.person: index for index, seat in enumerate(table.seats)}
        of_seat: dict[int | None, Own | None] = {None: None}
        seated_only = table.running and not table.options.spectators
        for watcher in tuple(self.watchers):
            seat, before = seats.get(watcher.person_id), known.get(watcher, LEFT_OUT)
            if seat is None and seated_only:
                known[watcher] = LEFT_OUT
                continue
            if before is AWAITED:
                continue
            if before is LEFT_OUT:
                first = facts[0].seq if facts else table.seq + 1
                watcher.send(self.state_for(watcher, first - 1, now))
                continue
            if seat is not None and seat not in of_seat:
                of_seat[seat] = own(table, seat)
            known[watcher] = mine = of_seat[seat]
            heard = unmuted(facts, watcher.muted) if watcher.muted else facts
            if heard is not facts:
                said = begin + encode(heard) + change
                personal = b"}" if mine == before else b',"own":%b}' % encode(mine)
                watcher.send(said + personal)
            elif mine is before or mine == before:
                watcher.send(same)
            else:
                watcher.send(b'%b%b%b,"own":%b}' % (begin, events, change, encode(mine)))

    def publish_anew(self, now: int) -> None:
        """Give everybody the whole state: what they know may be wrong."""
        self._known.clear()
        self.publish([], now)


def saying_of(seq: int, event: e.Said | e.Phrased) -> Saying:
    """A line of chat from its event."""
    text = event.text if isinstance(event, e.Said) else None
    phrase = event.phrase if isinstance(event, e.Phrased) else None
    return Saying(seq, event.person, event.name, text, phrase)
