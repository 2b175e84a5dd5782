"""Who may have a line to this process at all: before anything is read from it.

Every open line costs a descriptor, and there is an end of them. One address has so many and no
more; proxies, which bring others, are not counted. When nearly all descriptors are used, lines
whose request has not arrived yet give way, the oldest first; what is left is kept for health
checks, so that a server that is full is not taken for dead.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import Final

from gangoffour.server.runtime.household import household
from gangoffour.server.runtime.networks import Networks

OWN: Final = 96
"""Descriptors for what is no line: the database, the bus, files."""
RESERVE: Final = 16
"""Lines kept for health checks."""
FEWEST: Final = 8
MOST: Final = 65_536
GIVES_WAY_S: Final = 1.0
"""How long a line may be without its request before it gives way to others."""


class Entry(Enum):
    """What a line may be used for."""

    OPEN = "anything"
    HEALTH = "health checks"
    CLOSED = "nothing"


def raise_descriptors() -> int:
    """Allow this process as many descriptors as the system lets it have; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


class Line:
    """One open line."""

    __slots__ = ("abort", "address", "at", "entry")

    def __init__(self, address: str, at: float, abort: Callable[[], None]) -> None:
        self.address = address
        self.at = at
        self.abort = abort
        self.entry = Entry.CLOSED


class Door:
    """Counts the open lines of this process."""

    def __init__(self, for_each: int, proxies: str, descriptors: int) -> None:
        self._for_each = for_each
        self._proxies = Networks(proxies)
        self.most = max(FEWEST, descriptors - OWN - RESERVE)
        self._by_address: Counter[str] = Counter()
        self._counts: Counter[Entry] = Counter()
        self._unasked: dict[Line, None] = {}
        """Lines whose first request has not arrived yet, the oldest first."""
        self.refused = 0

    @property
    def count(self) -> int:
        return self._counts[Entry.OPEN] + self._counts[Entry.HEALTH]

    def enter(self, line: Line) -> Entry:
        """A new line is there: what it may be used for. One that is closed need not leave."""
        key = None if line.address in self._proxies else household(line.address)
        if key is not None and self._by_address[key] >= self._for_each:
            self.refused += 1
            return Entry.CLOSED
        line.entry = self._room_for(line)
        if line.entry is Entry.CLOSED:
            self.refused += 1
            return Entry.CLOSED
        if key is not None:
            self._by_address[key] += 1
        self._counts[line.entry] += 1
        self._unasked[line] = None
        return line.entry

    def _room_for(self, line: Line) -> Entry:
        if self._counts[Entry.OPEN] < self.most:
            return Entry.OPEN
        oldest = next((one for one in self._unasked if one.entry is Entry.OPEN), None)
        if oldest is not None and line.at - oldest.at > GIVES_WAY_S:
            oldest.abort()
            self.leave(oldest)
            return Entry.OPEN
        if self._counts[Entry.HEALTH] < RESERVE:
            return Entry.HEALTH
        oldest = next((one for one in self._unasked if one.entry is Entry.HEALTH), None)
        if oldest is None:
            return Entry.CLOSED
        oldest.abort()  # a health check would have asked at once
        self.leave(oldest)
        return Entry.HEALTH

    def asked(self, line: Line) -> None:
        """A request has arrived on a line: it does not give way any more."""
        self._unasked.pop(line, None)

    def leave(self, line: Line) -> None:
        """A line is gone; to say so twice does no harm."""
        if line.entry is Entry.CLOSED:
            return
        self._counts[line.entry] -= 1
        line.entry = Entry.CLOSED
        self._unasked.pop(line, None)
        if line.address not in self._proxies:
            key = household(line.address)
            self._by_address[key] -= 1
            if not self._by_address[key]:
                del self._by_address[key]
