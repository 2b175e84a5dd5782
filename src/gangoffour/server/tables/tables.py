"""All live tables: commands come in, are decided, stored, and only then told to everybody.

One command at a time for each table; tables do not wait for each other, except that their events
share a transaction (group commit). Another process may write the same table: the database decides
who was first, the other reads again and retries. ``Automatic`` does what happens by itself,
``Presence`` knows who is there, ``LoadedRooms`` which rooms are in memory; ``EventWriter`` stores,
and ``Replication`` brings what other processes did.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import Bots
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.leases import Leases, LocalLeases
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.runtime.short_codes import new_code
from gangoffour.server.storage.database import OutcomeUnknown, StorageUnavailable
from gangoffour.server.storage.event_log import Conflict, EventLog
from gangoffour.server.storage.processes import Stale
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.audience import Audience
from gangoffour.server.tables.automatic import SCREENS_MS, Automatic
from gangoffour.server.tables.beginnings import Beginnings, HeldBack, NextSeed, ShareAddress
from gangoffour.server.tables.command_ids import CommandId, id_of
from gangoffour.server.tables.event_cap import require_events_left
from gangoffour.server.tables.event_writer import EventWriter
from gangoffour.server.tables.listeners import Listener, Listeners
from gangoffour.server.tables.loaded_rooms import LoadedRooms
from gangoffour.server.tables.presence import (
    BEGINS,
    OF_PRESENCE,
    PLAYS_ON,
    Presence,
    about_who_is_there,
)
from gangoffour.server.tables.replication import NoReplication, Replicates, Replication
from gangoffour.server.tables.room import NO_DEAL, Change, Room, Watcher
from gangoffour.server.tables.screens import Screens
from gangoffour.server.tables.taking_up import take_up_all
from gangoffour.server.tables.time_to_call import leave_time_to_call, may_bar
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.handle import handle
from gangoffour.table.decide.starting import may_begin
from gangoffour.table.options import Options
from gangoffour.table.state import Table

MAX_TRIES: Final = 12
RECENT_MS: Final = 3_600_000
"""How long ago a table without a match may have changed to be taken up after a restart."""
Spend = Callable[[Table], None]
log = logging.getLogger("gangoffour.tables")


class Tables:
    """The live tables of this process."""

    def __init__(
        self,
        events: EventLog,
        bus: Bus,
        clock: Clock,
        bots: Bots,
        leases: Leases | None = None,
        pause_ms: int = 0,
        share_address: ShareAddress | None = None,
        screens_ms: int = SCREENS_MS,
        next_seed: NextSeed | None = None,
        held_back: HeldBack | None = None,
    ) -> None:
        self._events = events
        self._clock = clock
        self._leases: Leases = leases or LocalLeases()
        self._replication: Replicates = NoReplication()
        if self._leases.name is not None:
            self._replication = Replication(events, bus, self.follow)
        self.screens = Screens(bus)
        self._presence = Presence(self.do, bus)
        self._audience = Audience(bus, self._presence.elsewhere)
        follows = (self._replication, self._presence, self.screens, self._audience)
        self._rooms = LoadedRooms(events, follows, self._leases)
        self.keep = self._rooms.keep
        self._writer = EventWriter(events, self._leases)
        self._automatic = Automatic(self.do, self._leases, clock, bots, pause_ms, screens_ms)
        self._listeners = Listeners()
        self._followers: list[Callable[[Room], None]] = []
        self._beginnings = Beginnings(share_address, next_seed, held_back)
        self.commands = 0

    def on_change(self, listener: Listener, of_moves: Listener | None = None) -> None:
        """Call ``listener`` after every change that was stored here and published, but after moves
        in the middle of a match call ``of_moves``, if there is one."""
        self._listeners.add(listener, of_moves)

    def on_followed(self, listener: Callable[[Room], None]) -> None:
        """Call ``listener`` when another process has changed a room's seats or phase."""
        self._followers.append(listener)

    @property
    def rooms(self) -> tuple[Room, ...]:
        return self._rooms.all

    async def open(self, host: c.Person, what: Options | c.Open | c.Carry) -> Room:
        """Open a new table with these options, or as it was planned; the host sits down at it."""
        ask = c.Open(new_id(), what) if isinstance(what, Options) else what
        room = Room(ask.table, new_code())
        self._rooms.add(room)
        try:
            await self.do(room.id, c.Command(ask, host))
        except (Refusal, StorageUnavailable):
            self._rooms.remove(room)
            raise
        self._rooms.begin(room)
        return room

    async def get(self, table_id: str) -> Room:
        """A table's room, loaded from storage if need be; refused if there is none."""
        return await self._rooms.get(table_id)

    def start(self) -> None:
        """Follow from now on what other processes do."""
        self._replication.start()

    async def recover(self) -> int:
        """After a start alone: load what was going on; nobody's clock pays for the time away."""
        return await self.take_up(await self._events.live(self._clock.now() - RECENT_MS))

    async def take_up(self, tables: Iterable[str]) -> int:
        """Move some tables by itself that nobody moves: after a start, or for a process gone."""
        return await take_up_all(tables, self._take_up, alone=self._leases.name is None)

    async def _take_up(self, table_id: str) -> None:
        room = await self.get(table_id)
        async with room.lock:  # it may not know of the match that this is about
            await self._catch_up(room)
        await self.do(room.id, c.Command(c.Recover()))
        self.resume((table_id,))
        await self._listeners.tell(room, ())

    def resume(self, tables: Iterable[str]) -> None:
        """Let clocks and bots of some tables run on."""
        for table_id in tables:
            room = self._rooms.find(table_id)
            if room is not None:
                self._automatic.schedule(room)
                self._presence.contradict(room)

    def collect_absent(self) -> None:
        """Another process is gone: look who is left at the tables that this one moves."""
        self._presence.collect_absent(room for room in self.rooms if self._leases.may_act(room.id))

    async def do(self, table_id: str, command: c.Command, spend: Spend | None = None) -> int:
        """Carry out a command; the table's sequence number after it. Refusals change nothing.

        ``spend`` is called once before anything is stored, and may refuse: what was carried out
        already, and is only sent again, costs nothing.
        """
        room = self._rooms.find(table_id) or await self._rooms.get(table_id)
        if about_who_is_there(room.table, command):
            await self._presence.mark_absent(room)
        if may_bar(room.table, command):
            await leave_time_to_call(room, self._clock)
        async with room.lock:
            done = await self._carry_out(room, command, spend)
            if isinstance(done, int):
                return done
            change, stored = done
            room.publish(room.take_up(change), change.at)
            self.commands += 1
        seats, before = change.after.seats, change.before.seats
        if seats is not before and [s.person for s in seats] != [s.person for s in before]:
            self._audience.note(room)
        happened = OF_PRESENCE.intersection(map(type, change.caused))
        if happened and change.after.phase == "dealing":  # no cards yet
            happened -= PLAYS_ON
        if happened & BEGINS:
            await self._presence.mark_absent(room)  # bots begin for who is there, not before
        self._automatic.schedule(room)
        await self._replication.publish(room, stored, change.caused)
        await self._listeners.tell(room, change.caused)
        if happened & PLAYS_ON:
            self._presence.note_absent(room)
        if e.Dropped in happened:
            self._presence.contradict(room)  # who came back just then
        return change.after.seq

    async def _carry_out(
        self, room: Room, command: c.Command, spend: Spend | None
    ) -> int | tuple[Change, list[Entry]]:
        """Decide and store; a number alone if there was nothing to store."""
        command_id = id_of(command)
        if room.unsettled:
            await self._settle(room, command_id)
        for _ in range(MAX_TRIES):
            answered = room.commands.answer(command_id)
            if answered is not None:
                return answered
            before, now = room.table, self._clock.now()
            if may_begin(before, command):  # for those who sit there now
                command = await self._beginnings.prepared(before, command)
            try:
                require_events_left(before, command)
                if isinstance(command.what, c.Carry):  # thousands of actions
                    after, caused = await asyncio.to_thread(handle, before, command, now)
                else:
                    after, caused = handle(before, command, now)
                if caused and spend is not None:
                    spend(before)
                    spend = None
            except Refusal:  # rightly so, unless this room has missed something
                if not await self._catch_up(room):
                    raise
                continue
            if not caused:
                return before.seq
            own = command.by is None and not isinstance(command.what, c.Expire)
            change = Change(before, after, caused, command_id, now)
            try:
                return change, await self._writer.write(room, change, by_itself=own)
            except (Conflict, Stale) as late:
                if own and isinstance(late, Stale):  # another process moves this table now
                    raise
                self._take_in(room, await self._events.read(room.id, room.table.seq))
            except OutcomeUnknown:
                room.unsettled.add(None if command_id is None else command_id.stored)
                raise
        raise ServerRefusal("too_busy")

    async def _settle(self, room: Room, command_id: CommandId | None) -> None:
        """Look up what became of commands whose COMMIT was not heard of."""
        try:
            entries = await self._events.read(room.id, room.table.seq)
        except StorageUnavailable as trouble:
            if command_id is not None and command_id.stored in room.unsettled:
                raise OutcomeUnknown(str(trouble)) from trouble
            raise
        self._take_in(room, entries)
        room.unsettled.clear()

    async def follow(self, room: Room, entries: list[Entry]) -> None:
        """Take up what other processes did, and tell those who watch here."""
        async with room.lock:
            before, known = room.table, room.table.seq
            new = [one for one in entries if one.seq > known]
            if not new:
                return
            if new[0].seq == known + 1:
                self._take_in(room, new)
            else:  # some of it is packed away
                await self._catch_up(room)
        if room.table.phase != before.phase or room.table.seats != before.seats:
            for listener in self._followers:
                listener(room)

    async def _catch_up(self, room: Room) -> bool:
        """Read what another process may have stored; whether there was anything new."""
        entries = await self._replication.missing(room)
        self._take_in(room, entries)
        return bool(entries)

    def _take_in(self, room: Room, entries: list[Entry]) -> None:
        """Fold in what follows on what a room knows; those who watch hear of it."""
        if not entries:
            return
        known, before = room.table.seq, [seat.person for seat in room.table.seats]
        room.load(entries)
        if [seat.person for seat in room.table.seats] != before:
            self._audience.note(room)
        room.publish(room.facts_after(known), self._clock.now())  # none rather than some of them
        self._automatic.schedule(room)
        self._presence.contradict(room)

    async def watch(
        self, room: Room, watcher: Watcher, person: c.Person, after_seq: int, screen: bool = False
    ) -> bytes:
        """Begin to follow a table; the state to start from, never older than what they know."""
        if after_seq > room.table.seq:  # they come from another process
            async with room.lock:
                await self._catch_up(room)
        table = room.table
        if table.seat_of(person.id) is None and not table.open_to_all:
            raise ServerRefusal("no_spectators")
        new, before = watcher not in room.watchers, table.seq
        room.admit(watcher)
        if new:
            self._audience.note(room)
        if screen and person.id not in room.painted:
            await self.screens.paint(room, person.id, NO_DEAL)
        if table.seat_of(person.id) is not None:
            try:
                await self.do(room.id, c.Command(c.Connect(), person))
            except (Refusal, StorageUnavailable):
                if new:
                    room.dismiss(watcher)
                raise
        if not room.table.running:
            self._presence.expect_others(room)
        if new and room.table.seq == before:  # nothing happened, but somebody is here now
            await self._listeners.tell(room, ())
        return room.state_for(watcher, after_seq, self._clock.now())

    async def unwatch(self, room: Room, watcher: Watcher, person: c.Person) -> None:
        """Stop following; if it was the person's last connection here, the table hears of it."""
        room.dismiss(watcher)
        self._audience.note(room)
        if room.table.seat_of(person.id) is None:
            await self._listeners.tell(room, ())
        else:
            await self._presence.note_gone(room, person)

    async def forget(self, person_id: str) -> None:
        """Somebody's data was deleted: they leave, and rooms read anew what storage still has."""
        for room in self.rooms:
            seated = room.table.seat_of(person_id) is not None
            if seated:
                try:
                    alone = room.table.solo and room.table.running and not room.table.purpose
                    leave = c.GiveUp() if alone else c.Leave()
                    await self.do(room.id, c.Command(leave, c.Person(person_id, "")))
                except Exception:  # whatever is wrong there: they are forgotten all the same
                    log.exception("somebody deleted could not leave", extra={"table": room.id})
            said = any(one.person == person_id for one in room.sayings)
            played = any(one.person == person_id for one in room.table.played)
            if seated or said or played:
                async with room.lock:
                    room.reload(await self._events.read(room.id))
                    room.publish_anew(self._clock.now())

    def sweep(self) -> int:
        """Forget rooms that nobody watches and where nothing goes on; how many."""
        return self._rooms.sweep(self._clock.now())

    async def close(self) -> None:
        """Stop clocks and bots; everything that was acknowledged is stored already."""
        for room in self.rooms:
            if room.timer is not None:
                room.timer.cancel()
        await self._replication.close()
        await self._audience.close()
        await self._presence.close()
        await self._automatic.close()
