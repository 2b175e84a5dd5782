"""The message bus, a port: news and questions between processes.

News is a hint, never the truth: whoever hears of a table reads its events from the database, so a
lost message heals with the next one, or when rooms are compared with the database. One process
alone needs no more than ``LocalBus``; several need ``NatsBus``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

Listener = Callable[[bytes], None]
Responder = Callable[[bytes], Awaitable[bytes | None]]
"""Answers a question; None if there is nothing to say."""
Stop = Callable[[], None]


class NoAnswer(Exception):
    """Nobody answered a question: ``nobody`` is there, or the time was over."""

    def __init__(self, nobody: bool) -> None:
        super().__init__("nobody is there" if nobody else "the answer is late")
        self.nobody = nobody


class Bus(Protocol):
    """Publish to a subject, listen to one, ask and answer questions on one."""

    alone: bool
    """Whether no other process can be there."""
    reconnected: list[Callable[[], None]]
    """Called when the bus is back: news may have been missed."""

    async def publish(self, subject: str, news: bytes) -> None:
        """Tell all other processes; lost without a word if the bus is away."""
        ...

    def listen(self, subject: str, listener: Listener) -> Stop:
        """Call ``listener`` for all news on a subject; the returned function ends that."""
        ...

    async def ask(self, subject: str, question: bytes, wait_s: float) -> bytes:
        """The first answer to a question, or ``NoAnswer``."""
        ...

    async def ask_all(
        self, subject: str, question: bytes, wait_s: float, enough: int = 0
    ) -> list[bytes]:
        """All answers of other processes that come in time, or as many as are ``enough``."""
        ...

    def answer(self, subject: str, responder: Responder, group: str = "") -> Stop:
        """Answer questions; of those with the same ``group`` one answers each question."""
        ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...
