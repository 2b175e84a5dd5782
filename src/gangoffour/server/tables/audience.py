"""How many watch a table: everybody at it is told soon after somebody has come or gone.

Nothing of it is stored, and only who has a line to that table hears of it. With several processes
those at the others are counted, too: whoever notes a change tells the others to count anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from gangoffour.server.cluster.bus import Bus, Stop
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.tables.room import Room

SOON_S: Final = 0.3
"""Of all who come and go within this time one number is told."""

Elsewhere = Callable[[Room], Awaitable[set[str]]]


class Audience:
    """Counts those who watch, and tells the others at the table."""

    def __init__(self, bus: Bus, elsewhere: Elsewhere) -> None:
        self._bus = bus
        self._elsewhere = elsewhere
        self._hearing: dict[str, Stop] = {}
        self._counting: set[str] = set()
        self._tasks = Tasks()

    def begin(self, room: Room) -> None:
        """Hear from now on who comes and goes by way of other processes."""
        if room.id not in self._hearing and not self._bus.alone:
            hear = partial(self._receive, room)
            self._hearing[room.id] = self._bus.listen(f"audience.{room.id}", hear)

    def end(self, room: Room) -> None:
        if (stop := self._hearing.pop(room.id, None)) is not None:
            stop()

    def note(self, room: Room) -> None:
        """Somebody has come or gone, sat down or stood up here."""
        self._count_soon(room, known_here=True)

    def _receive(self, room: Room, _: bytes) -> None:
        self._count_soon(room, known_here=False)

    def _count_soon(self, room: Room, known_here: bool) -> None:
        if room.id in self._counting or (self._bus.alone and not room.watchers):
            return
        self._counting.add(room.id)
        self._tasks.spawn(self._count(room, known_here), f"audience of {room.id}")

    async def _count(self, room: Room, known_here: bool) -> None:
        await asyncio.sleep(SOON_S)
        self._counting.discard(room.id)  # who comes from now on is counted once more
        if not self._bus.alone:
            if known_here:
                await self._bus.publish(f"audience.{room.id}", b"")
            if room.watchers:
                room.elsewhere = await self._elsewhere(room)
        room.tell_watching()

    async def close(self) -> None:
        await self._tasks.close()
