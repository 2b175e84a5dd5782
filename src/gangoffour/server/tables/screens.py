"""Who sees what was dealt: bots wait for that, whichever process a screen is connected to.

Nothing of it is stored: should a word of it be lost, bots wait a few seconds and begin.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus, Stop
from gangoffour.server.tables.room import Deal, Room


class Painted(Struct, frozen=True):
    """A person's screen shows a deal."""

    person: str
    deal: Deal


_decode = msgspec.json.Decoder(Painted).decode


class Screens:
    """Tells rooms, here and in other processes, what people's screens show."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._hearing: dict[str, Stop] = {}

    def begin(self, room: Room) -> None:
        """Hear of a table's screens at other processes from now on."""
        if room.id not in self._hearing and not self._bus.alone:
            hear = partial(self._receive, room)
            self._hearing[room.id] = self._bus.listen(f"screens.{room.id}", hear)

    def end(self, room: Room) -> None:
        if (stop := self._hearing.pop(room.id, None)) is not None:
            stop()

    async def paint(self, room: Room, person: str, deal: Deal) -> None:
        room.paint(person, deal)
        if not self._bus.alone:
            news = msgspec.json.encode(Painted(person, deal))
            await self._bus.publish(f"screens.{room.id}", news)

    def _receive(self, room: Room, news: bytes) -> None:
        told = _decode(news)
        room.paint(told.person, told.deal)
