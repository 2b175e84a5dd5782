"""Who is told of what happened at a table, once it is stored and published."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables.room import Room
from gangoffour.table import events as e

log = logging.getLogger("gangoffour.tables")

Listener = Callable[[Room, tuple[e.Event, ...]], Awaitable[None] | None]
"""Told of a change, or of a come and go (no events); what it returns is waited for."""


class Listeners:
    """Of moves only those are told who ask for them: nothing else happens as often."""

    def __init__(self) -> None:
        self._of_changes: list[Listener] = []
        self._of_moves: list[Listener] = []

    def add(self, listener: Listener, of_moves: Listener | None = None) -> None:
        """``listener`` hears of all but moves, ``of_moves`` of these."""
        self._of_changes.append(listener)
        if of_moves is not None:
            self._of_moves.append(of_moves)

    async def tell(self, room: Room, caused: tuple[e.Event, ...]) -> None:
        for listener in self._of_moves if _is_move(room, caused) else self._of_changes:
            try:
                if (work := listener(room, caused)) is not None:
                    await work
            except StorageUnavailable:  # the action itself is stored; listeners catch up later
                log.warning("a listener could not store", extra={"table": room.id})


def _is_move(room: Room, caused: tuple[e.Event, ...]) -> bool:
    """Whether that was a move in the middle of a match that is played in one go: with days for each
    move, a move is an event."""
    if len(caused) != 1 or type(caused[0]) is not e.Acted:
        return False
    return room.table.phase == "playing" and room.table.options.clock != "days"
