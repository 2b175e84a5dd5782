"""What has arrived on a line and waits for the application, which alone takes it out.

As ``asyncio.Queue``, of which nothing else is used here, for a third of the calls.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent


class Mailbox:
    """Messages in the order of their arrival, for one who waits for them."""

    __slots__ = ("_loop", "_waiting", "messages")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.messages: deque[ASGIReceiveEvent] = deque()
        self._loop = loop
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self.messages)

    def empty(self) -> bool:
        return not self.messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Put a message in; whoever waits is woken."""
        self.messages.append(message)
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def arrival(self) -> asyncio.Future[None]:
        """Done as soon as there is a message; to be asked for only while there is none."""
        self._waiting = self._loop.create_future()
        return self._waiting
