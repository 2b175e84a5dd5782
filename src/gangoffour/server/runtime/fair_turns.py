"""Fair shares of what only few can do at once: people take turns, however much each of them asks.

Only so much is done at once (``slots``), and for one person no more than a ``share`` of it. Who
waits is served round by round: one piece of work of each person who has any, then the next of each.
Where there are only so many ``places``, the last to come goes of whoever has the most who wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gangoffour.server.wire.refusals import ServerRefusal


class FairTurns:
    """Hands out turns to whoever waits."""

    def __init__(self, *, slots: int, share: int, places: int | None = None) -> None:
        self._free = slots
        self._share = share
        self._places = places
        self._busy: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
        """Wait for one's turn; the slot is free again afterwards. Refused, at once or later, is who
        has the most that wait where all places are taken."""
        if self._places is not None and self.waiting + self._busy.total() >= self._places:
            self._make_room(whose)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(mine)
        self._serve()
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled() and mine.exception() is None:
                self._end(whose)
            else:
                self._forget(whose, mine)
            raise
        try:
            yield
        finally:
            self._end(whose)

    def _make_room(self, whose: str) -> None:
        """Send away the last of whoever has the most that wait; refused is who has as many."""
        most = max(self._waiting.values(), key=len, default=deque())
        if len(most) <= len(self._waiting.get(whose, ())) + 1:
            raise ServerRefusal("too_busy")
        last = most.pop()
        if not last.cancelled():
            last.set_exception(ServerRefusal("too_busy"))

    def _forget(self, whose: str, gone: asyncio.Future[None]) -> None:
        """Who waits no longer has no place."""
        queue = self._waiting.get(whose, deque())
        if gone in queue:
            queue.remove(gone)
        if not queue:
            self._waiting.pop(whose, None)

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
