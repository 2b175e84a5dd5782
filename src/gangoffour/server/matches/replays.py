"""Replays of finished matches, made when somebody asks for one.

Making one takes some hundredths of a second, of a long match two tenths. One is made at a time, in
a thread, by turns one of each customer of the network who has asked; so bots and pings hardly
notice, and nobody waits for all that somebody else has asked for. When too many wait in all, the
last one goes of whoever has the most. It is written down as JSON there: a long one has a
megabyte. The last few of matches that are kept are remembered; those cost nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from msgspec.json import encode

from gangoffour.server.matches.history import History
from gangoffour.server.matches.opened_record import opened
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.replay_steps import steps_of, told
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.runtime.household import customer
from gangoffour.server.wire.refusals import ServerRefusal

REMEMBERED: Final = 32
MAX_WAITING: Final = 256
"""How many may wait for a replay in this process, the one who is served included."""
MAX_OF_ADDRESS: Final = 32
"""How many of them one address may be: a page of a board shows moments of as many matches."""


def _no_budget() -> None:
    """Whoever asks may."""


class Replays:
    """Replays of matches, as JSON."""

    def __init__(self, records: Records, history: History) -> None:
        self._records = records
        self._history = history
        self._steps: OrderedDict[str, bytes] = OrderedDict()
        self._turns = FairTurns(slots=1, share=1, places=MAX_WAITING)
        self._asked: Counter[str] = Counter()
        """How many wait or are being made, by address."""

    async def of(
        self, match_id: str, allow: Callable[[], None] = _no_budget, address: str = ""
    ) -> bytes:
        """The replay of a match; refused while it runs, and if too many of theirs wait.

        ``allow`` is called before one is made, and may refuse it; not if it is remembered.
        """
        steps = self._remembered(match_id)
        if steps is None:
            record = await self._records.bare_record(match_id)
            async with self._turn(address):
                steps = self._remembered(match_id)  # others may have asked for the same
                if steps is None:
                    allow()
                    steps = await asyncio.to_thread(lambda: encode(steps_of(record)))
                    self._remember(match_id, steps)
        return told(await self._history.match(match_id), steps)

    async def opened(self, text: str, address: str = "") -> bytes:
        """The replay of a record from elsewhere, which is kept nowhere; refused if it is no match
        or has no finished round, and if too many wait."""
        async with self._turn(address):
            return await asyncio.to_thread(lambda: encode(opened(text)))

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        """Where a replay is made: it is the turn of the address's customer."""
        if self._asked[address] >= MAX_OF_ADDRESS:
            raise ServerRefusal("too_busy")
        self._asked[address] += 1
        try:
            async with self._turns.of(customer(address)):
                yield
        finally:
            self._asked -= Counter([address])

    def _remembered(self, match_id: str) -> bytes | None:
        if match_id in self._steps:
            self._steps.move_to_end(match_id)
        return self._steps.get(match_id)

    def _remember(self, match_id: str, steps: bytes) -> None:
        self._steps[match_id] = steps
        if len(self._steps) > REMEMBERED:
            self._steps.popitem(last=False)
