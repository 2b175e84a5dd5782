"""The server's clock: a pure table must be given the time."""

from __future__ import annotations

import time
from collections import deque
from typing import Final, Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class SystemClock:
    """The machine's clock, kept from going backwards."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._offset + time.monotonic_ns()) // 1_000_000


class SharedClock:
    """The database's time, for processes on several machines: none trusts its own clock.

    Every renewal of the lease is a measurement; the one with the shortest way there and back counts
    most. Time never goes backwards.
    """

    KEPT: Final = 16

    def __init__(self) -> None:
        self._offset = time.time() * 1000 - time.monotonic() * 1000
        self._measured: deque[tuple[float, float]] = deque(maxlen=self.KEPT)
        self._last = 0

    def adjust(self, now: int, sent: float, received: float) -> None:
        """The database said ``now`` between two moments of the monotonic clock (seconds)."""
        self._measured.append((received - sent, now - (sent + received) * 500))
        self._offset = min(self._measured)[1]

    def now(self) -> int:
        self._last = max(self._last, int(time.monotonic() * 1000 + self._offset))
        return self._last
