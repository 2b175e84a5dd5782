"""What waits for somebody who reads slowly, and when that is so much that the line is closed."""

from __future__ import annotations

from collections import deque
from typing import Final

CLOSE_SLOW: Final = 4408
MAX_QUEUED: Final = 1 << 20
"""How many bytes may wait for a slow reader, however few messages they are."""


class Backlog:
    """Messages that could not be written at once, in their order."""

    __slots__ = ("_bytes", "_limit", "_waiting")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: deque[str] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def too_long(self) -> bool:
        """Whether so many messages or bytes wait that no other may be added."""
        return len(self._waiting) >= self._limit or self._bytes > MAX_QUEUED

    def add(self, message: bytes) -> None:
        self._bytes += len(message)
        self._waiting.append(message.decode())

    def next(self) -> str | None:
        """The oldest message, taken out; None once all are."""
        if self._waiting:
            return self._waiting.popleft()
        self._bytes = 0
        return None

    def clear(self) -> None:
        self._waiting.clear()
