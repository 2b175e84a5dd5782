"""The server's clock and its secrets: the two things a pure table must be given."""

from __future__ import annotations

import secrets
import time
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


def new_seed() -> str:
    """A match's secret: 256 bits from the system's generator."""
    return secrets.token_hex(32)


def new_id() -> str:
    """An id nobody can guess."""
    return secrets.token_hex(8)


def new_code() -> str:
    """A short code to read out: six letters, about 480 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
