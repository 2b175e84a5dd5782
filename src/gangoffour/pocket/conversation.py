"""The messages of the one connection there is: the same as over a WebSocket (``docs/wire.md``)."""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from gangoffour import __version__
from gangoffour.pocket import bots
from gangoffour.pocket.phone import Phone, goes_round, people_at
from gangoffour.pocket.tables import Tables
from gangoffour.rules.errors import Refusal
from gangoffour.server.tables.hint_permission import view_for_hint
from gangoffour.server.tables.room import NO_DEAL, Room, Watcher
from gangoffour.server.tables.seat_questions import arranged_hand, checked
from gangoffour.server.wire import messages as m
from gangoffour.server.wire.incoming import decoded, id_in
from gangoffour.server.wire.refusals import ServerRefusal, error_of
from gangoffour.table import commands as c
from gangoffour.table.decide.dealing import require_digits
from gangoffour.table.options import Options

PING_S: Final = 8
SESSION: Final = "pocket"
"""Within which ids of commands are one's own: there is but one session."""
MOST_CARDS: Final = 20
RATING: Final = 1500
"""Everybody's: nothing is rated here."""


def me_of(person: c.Person) -> m.Me:
    """A person as pages are told of themselves."""
    return m.Me(person.id, person.name, "guest", person.karma, RATING)


class Conversation:
    """What a page asks, and what it is told: from when it connects until it connects anew."""

    muted: frozenset[str] = frozenset()

    def __init__(self, tables: Tables, person: c.Person) -> None:
        self._tables = tables
        self._person = person
        self._rooms: dict[str, Room] = {}
        self._phones: dict[str, Phone] = {}
        """What goes round at tables at which several people play on this one device."""
        self._told: list[bytes] = []
        self.person_id = person.id
        self.send(m.encode(m.Welcome(me_of(person), __version__, PING_S)))

    def send(self, message: bytes) -> None:
        """Tell the page something; a room does so for whoever watches."""
        self._told.append(message)

    def take_told(self) -> list[bytes]:
        """What is to be told since this was last asked."""
        told, self._told = self._told, []
        return told

    def hear(self, raw: bytes, now: int) -> None:
        """Answer one message."""
        message_id = ""
        try:
            message = decoded(raw)
            message_id = message.id
            self.send(m.encode(self._answer(message, now)))
        except Refusal as refusal:
            self.send(m.encode(m.Refused(message_id or id_in(raw), error_of(refusal))))
            if refusal.code == "stale_version" and isinstance(message, m.Do):
                room = self._tables.get(message.table)
                self.send(room.state_for(self._eyes(room), room.table.seq, now))

    def give_phone(self, table_id: str, seat: int | None, now: int) -> None:
        """Whoever is to act has the phone and sees their hand; or it is covered."""
        room, phone = self._room(table_id), self._phones.get(table_id)
        if phone is None:
            raise ServerRefusal("not_watching")
        phone.give(room.table, seat)
        self.send(room.state_for(phone, room.table.seq, now))

    def hang_up(self, now: int) -> None:
        """The page is gone or connects anew: it watches nothing any more."""
        for room in tuple(self._rooms.values()):
            self._unwatch(room, now)

    def _answer(self, message: m.FromClient, now: int) -> m.FromServer:
        match message:
            case m.Check():
                return self._check(message)
            case m.Arrange():
                room = self._room(message.table)
                groups = arranged_hand(room.table, self._eyes(room).person_id)
                return m.Arranged(message.id, [one.codes for one in groups])
            case m.Hint():
                room = self._room(message.table)
                view = view_for_hint(room.table, self._eyes(room).person_id)
                return m.Hinted(message.id, bots.hints(view))
            case m.Ping():
                return m.Pong(message.id)
            case m.Do():
                return m.Done(message.id, self._do(message, now))
            case m.Watch():
                self._watch(message, now)
            case m.Seen():
                room = self._room(message.table)
                for one in self._people(room):
                    room.paint(one.id, (message.match, message.round))
                self._tables.schedule(room, now)
            case m.Unwatch():
                if message.table in self._rooms:
                    self._unwatch(self._rooms[message.table], now)
            case m.Lobby():
                if message.on:
                    self.send(m.encode(m.LobbyState([], [], 1, 0)))
            case m.Quick():
                self._quick(message, now)
            case m.QuickStop() | m.Looking():
                pass  # a match against bots begins at once, and nobody is nudged
            case _:
                assert_never(message)
        return m.Done(message.id)

    def _do(self, message: m.Do, now: int) -> int:
        if isinstance(message.ask, c.SetBot):
            bots.require_bot(message.ask.bot)
        if isinstance(message.ask, c.SetOptions) and message.ask.options.rated:
            raise ServerRefusal("needs_server")
        room, phone = self._tables.get(message.table), self._phones.get(message.table)
        asked = [c.Command(message.ask, self._person)]
        if phone is not None:
            asked = phone.asked(room.table, message.ask, self._person)
        answer = room.table.seq
        for one in asked:
            command = replace(one, id=message.id, session=SESSION)
            answer = self._tables.do(room, command, now)
        return answer

    def _people(self, room: Room) -> list[c.Person]:
        """Who looks at a table by this device."""
        return people_at(room.table) if room.id in self._phones else [self._person]

    def _eyes(self, room: Room) -> Watcher:
        """As who the table is watched: oneself, or whoever holds the phone."""
        return self._phones.get(room.id, self)

    def _watch(self, message: m.Watch, now: int) -> None:
        room = self._tables.get(message.table)
        if goes_round(room.table):
            self._phones.setdefault(room.id, Phone(self.send))
        room.admit(self._eyes(room))
        self._rooms[room.id] = room
        for one in self._people(room):
            if message.screen and one.id not in room.painted:
                room.paint(one.id, NO_DEAL)
            if room.table.seat_of(one.id) is not None:
                self._tables.do(room, c.Command(c.Connect(), one), now)
        self._tables.schedule(room, now)
        self.send(room.state_for(self._eyes(room), message.seq, now))

    def _unwatch(self, room: Room, now: int) -> None:
        people = self._people(room)
        self._rooms.pop(room.id, None)
        room.dismiss(self._eyes(room))
        self._phones.pop(room.id, None)
        for one in people:
            room.painted.pop(one.id, None)
            if room.table.seat_of(one.id) is not None:
                self._tables.do(room, c.Command(c.Disconnect(), one), now)

    def _quick(self, wish: m.Quick, now: int) -> None:
        """There is nobody to wait for: a match against bots begins."""
        if wish.promise is not None:
            require_digits(wish.promise)
        options = Options(seats=wish.seats, private=True, clock="none")
        room = self._tables.open(self._person, options, now)
        for seat in range(1, wish.seats):
            ask = c.SetBot(seat, bots.of_level(wish.level))
            self._tables.do(room, c.Command(ask, self._person), now)
        if wish.promise is not None:
            self._tables.do(room, c.Command(c.Promise(wish.promise), self._person), now)
        self._tables.do(room, c.Command(c.Start(), self._person, agreed=True), now)
        self.send(m.encode(m.Matched(room.id)))

    def _check(self, message: m.Check) -> m.Checked:
        room = self._room(message.table)
        asks = c.Person(self._eyes(room).person_id, "")
        found, refusal = checked(room.table, asks, message.cards[:MOST_CARDS])
        return m.Checked(
            message.id,
            None if found is None else found.kind.code,
            None if refusal is None else error_of(refusal),
        )

    def _room(self, table_id: str) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            raise ServerRefusal("not_watching")
        return room
