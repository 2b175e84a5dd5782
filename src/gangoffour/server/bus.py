"""The message bus: news between server processes. A port with one in-process adapter.

News is a hint, never the truth: whoever hears of a table reads its events from the database, so a
lost message heals with the next one. One process alone needs no more than ``LocalBus``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

Listener = Callable[[bytes], None]


class Bus(Protocol):
    """Publish to a subject; listen to a subject."""

    async def publish(self, subject: str, news: bytes) -> None: ...

    def listen(self, subject: str, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` for all news on a subject; the returned function ends that."""
        ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...


class LocalBus:
    """The bus of one process: listeners are called at once."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)

    async def publish(self, subject: str, news: bytes) -> None:
        for listener in tuple(self._listeners.get(subject, ())):
            listener(news)

    def listen(self, subject: str, listener: Listener) -> Callable[[], None]:
        self._listeners[subject].append(listener)
        return lambda: self._listeners[subject].remove(listener)

    async def start(self) -> None:
        return None

    async def close(self) -> None:
        self._listeners.clear()
