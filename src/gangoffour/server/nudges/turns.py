"""Your turn at a slow table: who is to move where a move may take days is told so.

The process that moves a table posts its turn, after every change and again and again: the turn's
name says which it is, so it is told once, and a process that died between the move and the nudge
costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from gangoffour.rules.errors import Refusal
from gangoffour.server.cluster.leases import Leases, LocalLeases
from gangoffour.server.nudges.nudge import Nudge
from gangoffour.server.nudges.nudges import Nudges
from gangoffour.server.nudges.outbox import Held
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.table.clock import turn_deadline
from gangoffour.table.events import Event
from gangoffour.table.state import Table

LOOK_S: Final = 10.0
"""How often tables are looked at for a turn that was not posted."""
MAX_NAMES: Final = 3
log = logging.getLogger("gangoffour.turns")

Note = Callable[[Table], Awaitable[None]]
"""Stores whom a slow match waits for (``Results.note_turn``)."""
SeenTo = Callable[[Table], Awaitable[bool]]
"""Whether nobody need be told now: the move is planned, or they are away for some days."""


def turn_name(table: Table) -> str | None:
    """What tells the turn of a slow table from all others: the match, the round, whether a card is
    to be given, how many have played or passed. Whoever gives one may lead the round, too. A call
    of the last card is nobody's turn. None if nobody is waited for."""
    turn, match = table.turn, table.match
    if turn is None or match is None or table.options.clock != "days" or table.solo:
        return None
    if not table.seats[turn].present:
        return None
    moves = sum(move.play is not None or not move.call for move in match.round.history)
    step = "give" if match.phase == "exchange" else moves
    return f"{table.id}/{table.match_number}.{match.round.number}.{step}"


class Turns:
    """Follows slow tables."""

    def __init__(
        self,
        tables: Tables,
        nudges: Nudges,
        clock: Clock,
        leases: Leases | None,
        note: Note,
        seen_to: SeenTo,
        wait_ms: int,
    ) -> None:
        self._tables = tables
        self._nudges = nudges
        self._clock = clock
        self._leases: Leases = leases or LocalLeases()
        self._note = note
        self._seen_to = seen_to
        self._wait_ms = wait_ms
        self._posted: dict[str, str] = {}
        """The last turn of each table that was posted."""
        self._tasks = Tasks()
        tables.on_change(self._receive)
        nudges.offer("turn", self._settled)

    def start(self) -> None:
        self._tasks.keep(self._look, "turns")

    async def close(self) -> None:
        await self._tasks.close()

    def _receive(self, room: Room, caused: tuple[Event, ...]) -> Awaitable[None] | None:
        slow = room.table.options.clock == "days"
        return self._post(room.table) if caused and slow else None

    async def _look(self) -> None:
        """Post what a process that died, here or elsewhere, has left unsaid."""
        while True:
            known = set()
            for room in self._tables.rooms:
                known.add(room.id)
                if turn_name(room.table) is not None and self._leases.may_act(room.id):
                    await self._post_again(room.table)
            self._posted = {key: one for key, one in self._posted.items() if key in known}
            await asyncio.sleep(LOOK_S)

    async def _post_again(self, table: Table) -> None:
        try:
            if turn_name(table) != self._posted.get(table.id):
                await self._note(table)
            await self._post(table)
        except StorageUnavailable:
            log.warning("a turn could not be posted", extra={"table": table.id})

    async def _post(self, table: Table) -> None:
        name, turn = turn_name(table), table.turn
        if name is None or turn is None or self._posted.get(table.id) == name:
            return
        if await self._seen_to(table):
            return
        person = table.seats[turn].person or ""
        others = [one.name for one in table.seats if one.person and one.person != person]
        await self._nudges.post(
            Nudge(
                person,
                "turn",
                name,
                f"/table/{table.id}",
                {"names": ", ".join(others[:MAX_NAMES])},
                due_at=self._clock.now() + self._wait_ms,
                expires_at=turn_deadline(table) or 0,
            )
        )
        self._posted[table.id] = name

    async def _settled(self, held: Held) -> bool:
        """Whether they have moved by now, or the turn went on without them."""
        table_id = held.link.rpartition("/")[2]
        try:
            room = await self._tables.get(table_id)
        except Refusal:
            return True
        return held.id != f"turn/{held.person}/{turn_name(room.table)}"
