"""Fair shares of what only few can do at once: people take turns, however much each of them asks.

Only so much is done at once (``slots``), and for one person no more than a ``share`` of it. Who
waits is served round by round: one piece of work of each person who has any, then the next of each.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Hands out turns to whoever waits."""

    def __init__(self, *, slots: int, share: int) -> None:
        self._free = slots
        self._share = share
        self._busy: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
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
