"""The WebSocket protocol of the server: as uvicorn's, with three changes.

A reader that stands still is cut off. A message can be written without a task that wakes up for
it; those for one reader that come together, as an update and the answer to who caused it, leave
together. And reading is paused when some messages wait, not after each one: that saves two calls of
the system for every message.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

MAX_WAITING: Final = 8
"""How many messages of a client may wait before no more are read from it."""
MAX_TOGETHER: Final = 65_536
"""How many bytes may wait for the end of a turn of the loop."""
WRITE_NOW: Final = "gangoffour.write_now"
"""The extension in an ASGI scope: a function that writes a text message at once, if it can."""

_UNSENT: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, list[PatientProtocol]]] = (
    WeakKeyDictionary()
)
"""Those with messages that leave at the end of this turn of their loop."""


def _flush(unsent: list[PatientProtocol]) -> None:
    for one in unsent:
        one.flush()
    unsent.clear()


def framed(text: bytes) -> bytes:
    """A text message in one WebSocket frame, as servers send them: whole, unmasked (RFC 6455)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class PatientProtocol(WebSocketsSansIOProtocol):
    """Waits ``patience_s`` for a reader that takes nothing off the wire, then aborts.

    A close frame would only queue up behind what is not read, so there is none.
    """

    patience_s: ClassVar[float] = 10.0
    _stalled: asyncio.TimerHandle | None = None
    _frames: bytes = b""
    _unsent: list[PatientProtocol]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._unsent = _UNSENT.setdefault(self.loop, [])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now

    def write_now(self, text: bytes) -> bool:
        """Write a text message unless the reader lags behind; whether it was written."""
        if not self.writable.is_set() or not self._open:
            return False
        if self._frames:
            if len(self._frames) > MAX_TOGETHER:
                self.flush()  # then the transport's own limit tells whether the reader lags
                return self.write_now(text)
            self._frames += framed(text)
            return True
        self._frames = framed(text)
        if not self._unsent:
            self.loop.call_soon(_flush, self._unsent)
        self._unsent.append(self)
        return True

    @property
    def _open(self) -> bool:
        if self.close_sent or self.transport.is_closing():
            return False
        return self.handshake_complete and self.conn.state is OPEN

    def flush(self) -> None:
        """Let go of what waits for the end of the turn; whatever follows comes after it."""
        frames, self._frames = self._frames, b""
        if frames and self._open:
            self.transport.write(frames)

    async def send(self, message: ASGISendEvent) -> None:
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message for the application; pause reading only if several wait."""
        waits = self.queue.qsize() >= MAX_WAITING
        paused, self.read_paused = self.read_paused, True  # else the base class pauses at once
        super().send_receive_event_to_app()
        self.read_paused = paused
        if waits and not paused:
            self.read_paused = True
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.patience_s, self.transport.abort)

    def resume_writing(self) -> None:
        self._forgive()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forgive()
        super().connection_lost(exc)

    def _forgive(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
