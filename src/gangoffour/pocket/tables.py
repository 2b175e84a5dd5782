"""The tables of one browser: commands in, events to keep, everybody told; and what happens by
itself when its time has come.

It is the same table as on a server, one command at a time. Nothing runs by itself in between: who
owns the clock calls ``act`` when ``wake_at`` says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from msgspec.json import decode
from msgspec.structs import replace

from gangoffour.pocket.bots import REVIEWER, Players
from gangoffour.pocket.network import Judge
from gangoffour.pocket.phone import Phone
from gangoffour.pocket.review import Review
from gangoffour.rules.actions import action_dict
from gangoffour.server.runtime.secrets import new_id, new_seed
from gangoffour.server.runtime.short_codes import new_code
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.command_ids import id_of
from gangoffour.server.tables.event_cap import require_events_left
from gangoffour.server.tables.room import Change, Room
from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline
from gangoffour.table.decide.handle import handle
from gangoffour.table.decide.starting import may_begin
from gangoffour.table.options import Options
from gangoffour.table.state import Table

PAUSE_MS: Final = 800
"""How long a bot seems to think, about."""
CALL_MS: Final = 3_000
"""What a person who has not called their last card is left before a bot goes on (R5.1)."""
SCREEN_MS: Final = 4_000
"""How long bots wait at most until the deal is on the screen."""


def no_seed(table: Table) -> str:
    """Where no deals are given."""
    raise ServerRefusal("needs_server")


class Tables:
    """All tables of this browser. Stored ones are folded when they are first asked for."""

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        rng: Random | None = None,
        seed: Callable[[], str] = new_seed,
        pause_ms: int = PAUSE_MS,
        players: Players | None = None,
        given_seed: Callable[[Table], str] = no_seed,
    ) -> None:
        """``given_seed`` tells what the next match of a table is dealt from whose deals are
        given."""
        self._stored: dict[str, list[Entry]] = {}
        for entry in entries:
            self._stored.setdefault(entry.table_id, []).append(entry)
        self._rooms: dict[str, Room] = {}
        self._over: dict[str, Table] = {}
        """The tables as they stood when their matches ended, by the match's id."""
        self.reviews: dict[str, Review] = {}
        """What was judged so far of matches that somebody wants reviewed, by the match's id."""
        self._kept: deque[Entry] = deque()
        self._turn_at: dict[str, int] = {}
        """When the bot that is to act may do so."""
        self._rng = rng or Random()
        self._mood = Random()
        """How long bots seem to think; what they do must not depend on it."""
        self._seed = seed
        self._given_seed = given_seed
        self._pause_ms = pause_ms
        self.players = players or Players()

    def get(self, table_id: str) -> Room:
        """A table's room; refused if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            entries = self._stored.get(table_id)
            if entries is None:
                raise ServerRefusal("unknown_table", table=table_id)
            room = self._rooms[table_id] = Room(table_id, code_of(table_id))
            for entry in sorted(entries, key=lambda one: one.seq):
                room.load((entry,))
                self._note_end(room.table)
        return room

    @property
    def newest(self) -> list[str]:
        """The ids of all tables, the one that changed last first."""
        changed = {table: entries[-1].at for table, entries in self._stored.items()}
        changed.update((room.id, room.table.changed_at) for room in self._rooms.values())
        return sorted(changed, key=lambda table: (-changed[table], table))

    def ended(self, match: str) -> Table:
        """The table as it stood when a match ended; refused while it runs, or if there is none."""
        table_id, _, number = match.rpartition("-")
        room = self.get(table_id) if table_id in self._stored else self._rooms.get(table_id)
        if match in self._over:
            return self._over[match]
        running = room is not None and str(room.table.match_number) == number
        raise (
            ServerRefusal("match_running")
            if running
            else ServerRefusal("unknown_match", match=match[:48])
        )

    def open(self, host: c.Person, options: Options, now: int) -> Room:
        """Open a new table; the host sits down at it."""
        return self.opened(host, c.Open(new_id(), options), now)

    def opened(self, host: c.Person, ask: c.Open, now: int) -> Room:
        """A new table, as it is asked for."""
        room = Room(ask.table, code_of(ask.table))
        self.do(room, c.Command(ask, host), now)
        self._rooms[room.id] = room
        return room

    def given(self) -> Iterator[Room]:
        """The tables whose deals are given, the newest first; no others are folded for it."""
        for table_id in self.newest:
            first = self._stored.get(table_id, ())[:1]
            if any(decode(one.body).get("purpose") is None for one in first):
                continue
            room = self.get(table_id)
            if room.table.purpose is not None:
                yield room

    def ends(self, room: Room) -> list[Table]:
        """A table as it stood at the end of each of its matches that are over."""
        numbers = range(1, room.table.match_number + 1)
        found = (self._over.get(f"{room.id}-{number}") for number in numbers)
        return [one for one in found if one is not None]

    def _next_seed(self, table: Table) -> str:
        return self._seed() if table.purpose is None else self._given_seed(table)

    def do(self, room: Room, command: c.Command, now: int) -> int:
        """Carry out a command; the table's number after it. Refusals change nothing."""
        command_id = id_of(command)
        answered = room.commands.answer(command_id)
        if answered is not None:
            return answered
        if may_begin(room.table, command):
            command = replace(command, seed=self._next_seed(room.table))
        before = room.table
        require_events_left(before, command)
        after, caused = handle(before, command, now)
        if not caused:
            return before.seq
        stored_id = None if command_id is None else command_id.stored
        for number, event in enumerate(caused, before.seq + 1):
            last = stored_id if number == after.seq else None
            self._kept.append(Entry(room.id, number, now, last, encode(event)))
        facts = room.take_up(Change(before, after, caused, command_id, now))
        for watcher in room.watchers:
            if isinstance(watcher, Phone):
                watcher.cover_from_others(after)
        room.publish(facts, now)
        self._note_end(after)
        self.schedule(room, now)
        return after.seq

    def take_kept(self) -> list[Entry]:
        """What has happened since this was last asked, to be stored before anybody is told."""
        kept = list(self._kept)
        self._kept.clear()
        return kept

    def schedule(self, room: Room, now: int) -> None:
        """Say when the bot that is to act will: once its thinking seems done, the deal is on the
        screen, and whoever has to call their last card had time to."""
        table = room.table
        self._turn_at.pop(room.id, None)
        if table.bot_to_act is None:
            return
        wait = round(self._pause_ms * self._mood.uniform(0.6, 1.4))
        silent = None if table.match is None else table.match.round.silent
        if silent is not None and table.seats[silent].person is not None and self._pause_ms:
            wait = max(wait, CALL_MS)
        if room.unpainted and room.deal_seen != room.deal:
            wait = max(wait, SCREEN_MS)
        self._turn_at[room.id] = now + wait

    def loaded(self, bot: str, judge: Judge | None, now: int) -> None:
        """A bot's weights are there, or are not to be had: it is waited for no longer."""
        self.players.loaded(bot, judge)
        for room in self._rooms.values():
            self.schedule(room, now)

    def _due_at(self, room: Room) -> int | None:
        if not room.watchers:  # nobody looks: it waits for whoever comes back
            return None
        deadlines = (self._turn_at.get(room.id), next_deadline(room.table))
        return min((one for one in deadlines if one is not None), default=None)

    @property
    def wanted(self) -> list[str]:
        """The bots whose weights are still to be loaded: at tables that are looked at, or for a
        review."""
        seats = [
            seat for room in self._rooms.values() if room.watchers for seat in room.table.seats
        ]
        bots = {seat.bot for seat in seats if seat.bot}
        if self.players.reviews:
            bots.add(REVIEWER)
        missing = {self.players.missing(bot) for bot in bots}
        return sorted(bot for bot in missing if bot is not None)

    @property
    def wake_at(self) -> int | None:
        """When something happens by itself next; None while everything waits for a person."""
        due = (self._due_at(room) for room in self._rooms.values())
        return min((one for one in due if one is not None), default=None)

    def act(self, now: int) -> None:
        """Do what is due at ``now``: one bot's action, and deadlines that have passed."""
        for room in tuple(self._rooms.values()):
            due = self._due_at(room)
            if due is None or due > now:
                continue
            deadline = next_deadline(room.table)
            if deadline is not None and deadline <= now:
                self.do(room, c.Command(c.Tick()), now)
            waiting, match = room.table.bot_to_act, room.table.match
            if waiting is None or match is None or self._turn_at.get(room.id, now + 1) > now:
                continue
            seat, bot = waiting
            if self.players.missing(bot):  # it sits there and is waited for
                self._turn_at.pop(room.id)
                continue
            room.deal_seen = room.deal
            action = action_dict(self.players.choose(bot, match.view(seat), self._rng))
            self.do(room, c.Command(c.BotActs(seat, action, match.version)), now)

    def _note_end(self, table: Table) -> None:
        if table.phase == "over":
            self._over.setdefault(f"{table.id}-{table.match_number}", table)


def code_of(table_id: str) -> str:
    """A table's short code: always the same one, for nothing else of a table is kept here."""
    return new_code(Random(table_id))
