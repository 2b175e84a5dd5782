"""How late this process wakes up: whoever is starved, paused or blocked cannot keep any promise.

A task sleeps for a moment, again and again, and compares. If it wakes much later than it should,
the process stood still: the machine has too little to give, somebody paused it, or something here
did not let others have their turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from time import monotonic
from typing import Final

from gangoffour.server.runtime.tasks import Tasks

BEAT_S: Final = 0.25
LATE_S: Final = 1.0
"""From here on it is worth a line in the log."""
KEPT: Final = 240
"""How many beats are remembered: one minute."""
log = logging.getLogger("gangoffour.loop_lag")


class LoopLag:
    """Measures by how much a process wakes too late."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=KEPT)
        self._tasks = Tasks()

    @property
    def latest_s(self) -> float:
        """The longest delay of the last minute, in seconds."""
        return max(self._late, default=0.0)

    def start(self) -> None:
        self._tasks.spawn(self._beat(), "loop lag")

    async def _beat(self) -> None:
        while True:
            due = monotonic() + BEAT_S
            await asyncio.sleep(BEAT_S)
            late = max(0.0, monotonic() - due)
            self._late.append(late)
            if late >= LATE_S:
                log.warning("this process stood still", extra={"ms": round(late * 1000)})

    async def close(self) -> None:
        await self._tasks.close()
