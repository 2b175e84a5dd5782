"""What happens at a table by itself: deadlines, bots and stand-ins, if this process owns it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import Minds
from gangoffour.server.cluster.leases import Ownership
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.processes import Stale
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline

RETRY_S: Final = 1.0
log = logging.getLogger("gangoffour.driver")

Do = Callable[[str, c.Command], Awaitable[int]]


class Driver:
    """Moves tables whose turn is a bot's, or whose time is over."""

    def __init__(self, do: Do, ownership: Ownership, clock: Clock, minds: Minds) -> None:
        self._do = do
        self._ownership = ownership
        self._clock = clock
        self._minds = minds
        self._tasks = Tasks()

    def schedule(self, room: Room) -> None:
        """Plan what happens by itself: a bot's move, or the next deadline."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        table = room.table
        if not table.running:
            self._ownership.ended(room.id)
            return
        if not self._ownership.may_act(room.id):
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
        while self._ownership.may_act(room.id):
            waiting, match = room.table.bot_to_act, room.table.match
            if waiting is None or match is None:
                return
            seat, bot = waiting
            action = await self._minds.think(bot, match.view(seat), bool(room.watchers))
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

    async def close(self) -> None:
        await self._tasks.close()
