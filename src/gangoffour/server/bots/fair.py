"""Fair shares of the bots' time: people take turns, however much each of them asks.

Only so much is thought at once (``slots``), and for one person no more than a ``share`` of it. Who
waits is served round by round: one question of each person who has any, then the next of each. So
somebody with twenty tables waits for their own bots, and nobody else does.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View
from gangoffour.server.bots.local import Bots
from gangoffour.server.wire.messages import HintPlay


class FairBots:
    """Bots that serve people in turn."""

    def __init__(self, bots: Bots, *, slots: int, share: int) -> None:
        self.bots = bots
        self._free = slots
        self._share = share
        self._busy: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def decide(self, bot: str, view: View, whose: str = "") -> Action:
        async with self._turn(whose):
            return await self.bots.decide(bot, view, whose)

    async def hint(self, view: View, whose: str = "") -> list[HintPlay]:
        async with self._turn(whose):
            return await self.bots.hint(view, whose)

    async def judge(self, looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        async with self._turn(whose):
            return await self.bots.judge(looks, whose)

    @asynccontextmanager
    async def _turn(self, whose: str) -> AsyncIterator[None]:
        """Wait for one's turn; the slot is free again afterwards."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(mine)
        self._serve()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._end(whose)
            raise
        try:
            yield
        finally:
            self._end(whose)

    def _end(self, whose: str) -> None:
        self._free += 1
        self._busy -= Counter([whose])
        self._serve()

    def _serve(self) -> None:
        """Give free slots to those whose turn it is."""
        passed_over = 0
        while self._free and passed_over < len(self._waiting):
            whose, queue = self._waiting.popitem(last=False)
            while queue and queue[0].cancelled():
                queue.popleft()
            if queue and self._busy[whose] < self._share:
                queue.popleft().set_result(None)
                self._busy[whose] += 1
                self._free -= 1
                passed_over = 0
            else:
                passed_over += 1
            if queue:
                self._waiting[whose] = queue

    def gauges(self) -> dict[str, float]:
        waiting = sum(map(len, self._waiting.values()))
        return {**self.bots.gauges(), "bots_waiting": float(waiting)}

    async def close(self) -> None:
        await self.bots.close()
