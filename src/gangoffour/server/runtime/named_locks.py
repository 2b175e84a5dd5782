"""One at a time for each of many: who asks twice at once is answered one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """Locks by name, such as a person's; those that nobody uses are forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody else is inside under this name."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            yield
