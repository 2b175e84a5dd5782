"""Who sees what was dealt: bots wait for that, whichever process a screen is connected to.

Nothing of it is stored: should a word of it be lost, bots wait a few seconds and begin.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.tables.room import Deal, Room

Find = Callable[[str], Room | None]


class Painted(Struct, frozen=True):
    """A person's screen at a table shows a deal."""

    table: str
    person: str
    deal: Deal


_decode = msgspec.json.Decoder(Painted).decode


class Screens:
    """Tells rooms, here and in other processes, what people's screens show."""

    def __init__(self, bus: Bus, find: Find) -> None:
        self._bus = bus
        self._find = find

    def start(self) -> None:
        """Hear of screens at other processes from now on."""
        self._bus.listen("screens", self._receive)

    async def paint(self, room: Room, person: str, deal: Deal) -> None:
        room.paint(person, deal)
        if not self._bus.alone:
            await self._bus.publish("screens", msgspec.json.encode(Painted(room.id, person, deal)))

    def _receive(self, news: bytes) -> None:
        told = _decode(news)
        room = self._find(told.table)
        if room is not None:
            room.paint(told.person, told.deal)
