"""The bus of one process alone: listeners are called at once, and nobody else is there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from gangoffour.server.cluster.bus import Listener, NoAnswer, Responder, Stop


class LocalBus:
    """The bus of one process: listeners are called at once, and nobody else is there."""

    alone = True

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)
        self.reconnected: list[Callable[[], None]] = []

    async def publish(self, subject: str, news: bytes) -> None:
        for listener in tuple(self._listeners.get(subject, ())):
            listener(news)

    def listen(self, subject: str, listener: Listener) -> Stop:
        self._listeners[subject].append(listener)
        return lambda: self._listeners[subject].remove(listener)

    async def ask(self, subject: str, question: bytes, wait_s: float) -> bytes:
        raise NoAnswer(nobody=True)

    async def ask_all(
        self, subject: str, question: bytes, wait_s: float, enough: int = 0
    ) -> list[bytes]:
        return []

    def answer(self, subject: str, responder: Responder, group: str = "") -> Stop:
        return lambda: None

    async def start(self) -> None:
        return None

    async def close(self) -> None:
        self._listeners.clear()
