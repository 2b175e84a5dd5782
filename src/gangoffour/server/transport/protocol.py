"""The WebSocket protocol of the server: as uvicorn's, with four changes.

A reader that stands still is cut off. A message can be written without a task that wakes up for
it; those for one reader that come together, as an update and the answer to who caused it, leave
together. Reading is paused when some messages wait, not after each one: that saves two calls of the
system for every message. And a text message that arrives whole and alone, as nearly all do, is
taken out of its frame at once; everything else is left to the library.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

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


def ends_whole(frames: bytes) -> bool:
    """Whether some bytes that begin with a frame of a client end with one as well (RFC 6455)."""
    start, end = 0, len(frames)
    while start + 1 < end:
        size, head = frames[start + 1] & 0x7F, 6
        if size == 126:
            size, head = int.from_bytes(frames[start + 2 : start + 4], "big"), 8
        elif size == 127:
            size, head = int.from_bytes(frames[start + 2 : start + 10], "big"), 14
        start += head + size
    return start == end


def text_in(frame: bytes, limit: int) -> str | None:
    """The text of a client's frame, if that is a whole message, masked as it must be, and short
    enough; None for anything else, also for what is no text."""
    if len(frame) < 6 or frame[0] != 0x81 or not frame[1] & 0x80:
        return None
    size, head = frame[1] & 0x7F, 6
    if size == 126:
        size, head = int.from_bytes(frame[2:4], "big"), 8
    if size == 127 or size > limit or len(frame) != head + size:
        return None
    try:
        return apply_mask(frame[head:], frame[head - 4 : head]).decode()
    except UnicodeDecodeError:
        return None


class PatientProtocol(WebSocketsSansIOProtocol):
    """Waits ``patience_s`` for a reader that takes nothing off the wire, then aborts.

    A close frame would only queue up behind what is not read, so there is none.
    """

    patience_s: ClassVar[float] = 10.0
    _stalled: asyncio.TimerHandle | None = None
    _aligned = False
    """Whether what arrives next begins with a frame, as far as that is known."""
    _unsent: list[PatientProtocol]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._frames: list[bytes] = []
        self._waiting = 0
        self._unsent = _UNSENT.setdefault(self.loop, [])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._aligned = not self.conn.reader.buffer
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now

    def data_received(self, data: bytes) -> None:
        if not self._aligned:
            super().data_received(data)
            return
        conn = self.conn
        if self.handshake_complete and conn.state is OPEN and conn.current_size is None:
            text = text_in(data, self.config.ws_max_size)
            if text is not None and not self.close_sent:
                self._hand_over({"type": "websocket.receive", "text": text})
                return
        self._aligned = ends_whole(data)
        super().data_received(data)

    def _hand_over(self, message: Any) -> None:
        """Queue a whole message for the application; pause reading only if several wait."""
        self.queue.put_nowait(message)
        if not self.read_paused and self.queue.qsize() > MAX_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def write_now(self, text: bytes) -> bool:
        """Write a text message unless the reader lags behind; whether it was written."""
        if self._stalled is not None:
            return False
        if not self._frames:
            if not self._unsent:
                self.loop.call_soon(_flush, self._unsent)
            self._unsent.append(self)
        elif self._waiting > MAX_TOGETHER:
            self.flush()  # then the transport's own limit tells whether the reader lags
            return self.write_now(text)
        self._frames.append(framed(text))
        self._waiting += len(text)
        return True

    def flush(self) -> None:
        """Let go of what waits for the end of the turn; whatever follows comes after it."""
        if not self._frames:
            return
        frames, self._frames, self._waiting = self._frames, [], 0
        if self.close_sent or self.transport.is_closing() or self.conn.state is not OPEN:
            return
        if self.handshake_complete:
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

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
