"""What happens at a table by itself: deadlines, bots and stand-ins, if this process owns it."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from gangoffour.rules.actions import Action, action_dict
from gangoffour.rules.errors import Refusal
from gangoffour.rules.view import View
from gangoffour.server.bots.local import Bots
from gangoffour.server.cluster.leases import Leases
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.processes import Stale
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.time_to_call import leave_time_to_call
from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline

RETRY_S: Final = 1.0
SCREENS_MS: Final = 4_000
"""How long bots wait at most until everybody has seen what was dealt."""
log = logging.getLogger("gangoffour.automatic")

Do = Callable[[str, c.Command], Awaitable[int]]


class Automatic:
    """Moves tables whose turn is a bot's, or whose time is over."""

    def __init__(
        self,
        do: Do,
        leases: Leases,
        clock: Clock,
        bots: Bots,
        pause_ms: int = 0,
        screens_ms: int = SCREENS_MS,
    ) -> None:
        self._do = do
        self._leases = leases
        self._clock = clock
        self._bots = bots
        self._pause_s = (pause_ms * 0.6 / 1000, pause_ms * 1.4 / 1000)
        self._screens_s = screens_ms / 1000
        self._tasks = Tasks()

    def schedule(self, room: Room) -> None:
        """Plan what happens by itself: a bot's move, or the next deadline."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        table = room.table
        if not table.running or table.asleep:
            room.deal_seen = None
            if not table.running:  # a table asleep may be woken by another process
                self._leases.ended(room.id)
            return
        if not self._leases.may_act(room.id):
            return
        deadline = next_deadline(table)
        if deadline is not None:
            delay = max(0.0, (deadline - self._clock.now()) / 1000)
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(delay, self._ring, room)
        if table.bot_to_act is not None and (room.bot_task is None or room.bot_task.done()):
            room.bot_task = self._tasks.spawn(self._play_bots(room), f"bots of {room.id}")

    def _ring(self, room: Room) -> None:
        self._tasks.spawn(self._tick(room), f"clock of {room.id}")

    async def _tick(self, room: Room) -> None:
        try:
            await self._do(room.id, c.Command(c.Tick()))
        except (Refusal, StorageUnavailable):
            await asyncio.sleep(RETRY_S)
        except Stale:
            return
        self.schedule(room)  # also if it was too early for anything to happen

    async def _play_bots(self, room: Room) -> None:
        """Play for bots and stand-ins until a person is to act, or another process owns it."""
        while self._leases.may_act(room.id):
            await self._see(room)
            waiting, match = room.table.bot_to_act, room.table.match
            if waiting is None or match is None:
                return
            seat, bot = waiting
            action = action_dict(await self._think(room, bot, match.view(seat)))
            try:
                await self._do(room.id, c.Command(c.BotActs(seat, action, match.version)))
            except Stale:
                return
            except StorageUnavailable:
                log.warning("a bot's move could not be stored", extra={"table": room.id})
                await asyncio.sleep(RETRY_S)
            except Refusal as refusal:  # the table moved on while the bot was thinking
                log.info("bot refused", extra={"table": room.id, "code": refusal.code})
                await asyncio.sleep(0)

    async def _see(self, room: Room) -> None:
        """Wait until everybody who is there sees the deal; not for ever."""
        deal = room.deal
        if deal is None or room.deal_seen == deal:
            return
        try:
            async with asyncio.timeout(self._screens_s):
                while room.deal == deal and room.unpainted:
                    room.painting.clear()
                    await room.painting.wait()
        except TimeoutError:
            log.info("a screen is late", extra={"table": room.id})
        room.deal_seen = deal

    async def _think(self, room: Room, bot: str, view: View) -> Action:
        """A bot's choice. While somebody watches it takes a while, however fast the bot is: how
        long it takes must not tell what it holds."""
        begun = monotonic()
        action = await self._bots.decide(bot, view, room.table.host)
        if room.watchers and self._pause_s[1] > 0:
            pause = random.uniform(*self._pause_s)
            await asyncio.sleep(max(0.0, pause - (monotonic() - begun)))
        await leave_time_to_call(room, self._clock)
        return action

    async def close(self) -> None:
        await self._tasks.close()
