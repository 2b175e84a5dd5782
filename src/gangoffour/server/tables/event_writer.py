"""What a command caused is written down, under the fence of whoever moves the table."""

from __future__ import annotations

from gangoffour.server.cluster.leases import Leases
from gangoffour.server.storage.event_log import EventLog, Summary
from gangoffour.server.storage.processes import RUNNING, Stale
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.room import Change, Room
from gangoffour.server.wire.messages import encode
from gangoffour.table.state import Table


class EventWriter:
    """Appends to the event log for the process that owns a table, or for the people at it."""

    def __init__(self, events: EventLog, leases: Leases) -> None:
        self._events = events
        self._leases = leases

    async def write(self, room: Room, change: Change, *, by_itself: bool) -> list[Entry]:
        """Store a change: what was stored. ``Conflict`` if another process was first.

        What a table does ``by_itself`` (clocks, bots) is stored only while this process owns it,
        else ``Stale``. Whoever stores the start of a match, or that somebody is back at
        one, owns it from then on.
        """
        before, after, at = change.before, change.after, change.at
        fence = self._leases.fence(room.id) if by_itself else None
        stored_id = None if change.command_id is None else change.command_id.stored
        entries = [
            Entry(room.id, number, at, None if number < after.seq else stored_id, encode(event))
            for number, event in enumerate(change.caused, before.seq + 1)
        ]
        try:
            gained = await self._events.append(entries, self._summary(room, before, after), fence)
        except Stale:
            if fence is not None:
                self._leases.refused(room.id, fence)
            raise
        if gained is not None:
            self._leases.gained(room.id, gained)
        return entries

    def _summary(self, room: Room, before: Table, after: Table) -> Summary | None:
        """What the list of tables has to know, if that has changed: not by a move."""
        if before.seq and after.phase == before.phase and after.seats is before.seats:
            return None
        stage, was = after.stage, before.stage
        if before.seq and stage == was:
            return None
        begins = stage in RUNNING and was not in RUNNING
        wakes = was in ("alone", "asleep")  # if this process may not move it, its owner still may
        owner = self._leases.name if begins and (self._leases.lives or not wakes) else None
        return Summary(room.id, room.code, stage, before.seq == 0, owner)
