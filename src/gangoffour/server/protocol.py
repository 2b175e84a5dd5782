"""The WebSocket protocol of the server: as uvicorn's, with three changes.

A reader that stands still is cut off. A message can be written at once, without a task that wakes
up for it. And reading is paused when some messages wait, not after each one: that saves two calls
of the system for every message.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

MAX_WAITING: Final = 8
"""How many messages of a client may wait before no more are read from it."""
WRITE_NOW: Final = "gangoffour.write_now"
"""The extension in an ASGI scope: a function that writes a text message at once, if it can."""


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

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now

    def write_now(self, text: bytes) -> bool:
        """Write a text message unless the reader lags behind; whether it was written."""
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        if not self.handshake_complete or self.close_sent or self.conn.state is not OPEN:
            return False
        self.transport.write(framed(text))
        return True

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
