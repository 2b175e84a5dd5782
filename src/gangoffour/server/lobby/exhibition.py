"""A table of bots to watch in the lobby: it plays on, slowly, only while somebody looks.

One for each process, under the same id everywhere. Nothing of it is stored, nobody can sit there,
and while nobody looks it costs nothing; it is no match of anybody's.
"""

from __future__ import annotations

import asyncio
from typing import Final

from gangoffour.rules.actions import action_dict
from gangoffour.server.bots.local import Bots
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_seed
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.table import events as e
from gangoffour.table.options import Options
from gangoffour.table.views.facts import happenings

EXHIBITION: Final = "exhibition"
"""Its table's id."""
PLAYERS: Final = ("tiger", "sparrow", "crane", "lantern")
CALM: Final = 2.0
"""So many times slower than where people play."""
LEAST_S: Final = 0.05
SHEET_PAUSES: Final = 4
"""How many moves long the score sheet is looked at."""


class Exhibition:
    """Plays match after match before those who watch."""

    def __init__(self, tables: Tables, bots: Bots, clock: Clock, settings: Settings) -> None:
        self._bots = bots
        self._clock = clock
        self.pause_s = max(LEAST_S, CALM * settings.bot_pause_ms / 1000)
        self._watched = asyncio.Event()
        self._tasks = Tasks()
        self.room = Room(EXHIBITION, "")
        opened = e.Opened(EXHIBITION, "", Options(clock="none", chat="none"))
        seated = (e.BotSat(seat, bot) for seat, bot in enumerate(PLAYERS))
        self._happens(opened, *seated)
        tables.keep(self.room)
        tables.on_change(self._receive)

    def start(self) -> None:
        self._tasks.keep(self._play, "exhibition")

    async def close(self) -> None:
        await self._tasks.close()

    def _receive(self, room: Room, caused: tuple[e.Event, ...]) -> None:
        if room is self.room and room.watchers:
            self._watched.set()

    async def _play(self) -> None:
        while True:
            await self._watched.wait()
            if not self.room.watchers:
                self._watched.clear()
                continue
            await self._step()

    async def _step(self) -> None:
        """One thing that happens, and the time to look at it."""
        table, pauses = self.room.table, 1
        turn, match = table.turn, table.match
        if table.phase == "playing" and match is not None and turn is not None:
            bot = table.seats[turn].bot or PLAYERS[turn]
            action = await self._bots.decide(bot, match.view(turn), EXHIBITION)
            self._happens(e.Acted(turn, action_dict(action), by_bot=True))
        elif table.phase == "between":
            self._happens(e.RoundBegan())
        else:
            self._happens(e.Started(table.match_number + 1, new_seed()))
        if self.room.table.phase != "playing":
            pauses = SHEET_PAUSES
        await asyncio.sleep(self.pause_s * pauses)

    def _happens(self, *events: e.Event) -> None:
        before, now = self.room.table, self._clock.now()
        self.room.advance(events, now, None)
        self.room.publish(happenings(before, events, self.room.table), now)
