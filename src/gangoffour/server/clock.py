"""The server's clock and its secrets: the two things a pure table must be given."""

from __future__ import annotations

import secrets
import time
from collections import deque
from typing import Final, Protocol

CODE_LETTERS: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Letters of short codes: nothing that reads like another, no vowels, so no words."""


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


def new_seed() -> str:
    """A match's secret: 256 bits from the system's generator."""
    return secrets.token_hex(32)


def new_id() -> str:
    """An id nobody can guess."""
    return secrets.token_hex(8)


def new_code() -> str:
    """A short code to read out: six letters, about 480 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
