"""The moment that is left to whoever holds one card and has not said so yet (R5.1).

The next player's move would bar them. So it waits, whoever makes it: a bot, a person in a browser
or a program, until the call is made or the moment is over.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from gangoffour.server.runtime.clock import Clock
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.state import Table

CALL_MS: Final = 3_000


def left_to_call(table: Table, now: int) -> int:
    """How long the player to move has to wait for a person's call, in milliseconds."""
    if table.match is None or table.phase != "playing":
        return 0
    silent = table.match.round.silent
    if silent is None or silent == table.match.turn or not table.seats[silent].present:
        return 0
    return max(0, CALL_MS - (now - table.since))


async def leave_time_to_call(room: Room, clock: Clock) -> None:
    """Wait until the call is made, or the time for it is over."""
    while (left := left_to_call(room.table, clock.now())) > 0:
        room.moved.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(left / 1000):
                await room.moved.wait()


def may_bar(table: Table, command: c.Command) -> bool:
    """Whether this is the move of the person whose turn it is."""
    match, by = table.match, command.by
    if match is None or match.round.silent is None or by is None:
        return False
    return isinstance(command.what, c.Play | c.Pass) and table.seat_of(by.id) == match.turn
