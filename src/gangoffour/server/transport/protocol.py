"""The WebSocket protocol of the server: as uvicorn's, but nobody can make others wait.

Every frame of a client counts, whatever is in it, and so does every piece of one: there is a budget
for them. Whoever has used it up is not read from until there is some again, and whoever does
nothing but that is closed with ``CLOSE_FLOOD``. What has arrived and does not count yet waits
here, so that the library only ever sees whole frames, few at a time. Somebody who does not read our
answers is not read from either, and cut off after a while.

The rest saves work. A message can be written without a task that wakes up for it; those for one
reader that come together, as an update and the answer to who caused it, leave together. Reading is
paused when some messages wait, not after each one. And a text message that arrives whole and alone,
as nearly all do, is taken out of its frame at once; everything else is left to the library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from gangoffour.server.runtime.rate_limits import Budget
from gangoffour.server.transport.arrived_messages import Mailbox
from gangoffour.server.transport.flood import Flood
from gangoffour.server.transport.frames import end_of_frame, framed, text_in

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

MAX_WAITING: Final = 8
"""How many messages of a client may wait before no more are read from it."""
MAX_PARTS: Final = 1_000
"""How many frames a message may come in."""
MAX_TOGETHER: Final = 65_536
"""How many bytes may wait for the end of a turn of the loop."""
WRITE_NOW: Final = "gangoffour.write_now"
"""The extension in an ASGI scope: a function that writes a text message at once, if it can."""
MEANWHILE: Final = "gangoffour.meanwhile"
"""The extension to which the application gives a function; every text message is shown to it as it
arrives, and whatever it says yes to it has answered itself."""
CLOSE_FLOOD: Final = 4429
LAST_WORDS_S: Final = 1.0
"""How long somebody who is sent away may read why."""

NOT_READ: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
"""The answer to a request for a socket that the library cannot read: too long, or too odd."""

_UNSENT: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, list[PatientProtocol]]] = (
    WeakKeyDictionary()
)
"""Those with messages that leave at the end of this turn of their loop."""


def _flush(unsent: list[PatientProtocol]) -> None:
    for one in unsent:
        one.flush()
    unsent.clear()


class PatientProtocol(WebSocketsSansIOProtocol):
    """Waits ``patience_s`` for a reader that takes nothing off the wire, then aborts.

    A close frame would only queue up behind what is not read, so there is none.
    """

    patience_s: ClassVar[float] = 10.0
    frames_allowed: ClassVar[Budget] = Budget(50, 150)
    flood_s: ClassVar[float] = 10.0
    """How long somebody may send more than that."""
    when_lost: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._mail = Mailbox(self.loop)
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", self._mail)
        self._meanwhile: Callable[[str], bool] | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._frames: list[bytes] = []
        self._waiting = 0
        self._unsent = _UNSENT.setdefault(self.loop, [])
        self._arrived = bytearray()
        self._flood = Flood(self.frames_allowed, self.flood_s, self.loop.time())
        self._later: asyncio.TimerHandle | None = None
        self._given_up = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now
            extensions[MEANWHILE] = self._set_meanwhile

    def _set_meanwhile(self, answers: Callable[[str], bool]) -> None:
        self._meanwhile = answers

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # nobody would answer, and the line stay for ever
                self.transport.write(NOT_READ)
                self.transport.close()
                self._linger()
            return
        if self._given_up:
            return
        if not self._arrived and self.conn.current_size is None and self._may_read():
            text = text_in(data, self.config.ws_max_size)
            if text is not None and self._take():
                self._hand_over(text)
                return
        self._arrived += data
        self._read_on()

    def _may_read(self) -> bool:
        """Whether anything of the client may be looked at now."""
        return (
            self.handshake_complete
            and self._stalled is None
            and self._later is None
            and (self.close_sent or len(self._mail.messages) <= MAX_WAITING)
        )

    def _take(self) -> bool:
        """Whether another frame is within the budget; if not, it is looked at again later."""
        now = self.loop.time()
        wait = self._flood.take(now)
        if wait <= 0:
            return True
        if self._flood.too_long(now):
            self._give_up(CLOSE_FLOOD, "too many frames")
        else:
            self._later = self.loop.call_later(wait + 0.02, self._wake)
        return False

    def _wake(self) -> None:
        self._later = None
        self._read_on()

    def _read_on(self) -> None:
        """Look at what has arrived, frame by frame, as long as that may be."""
        arrived, limit = self._arrived, self.config.ws_max_size
        while arrived and not self._given_up and self._may_read() and self._take():
            end = end_of_frame(arrived)
            if end is None or len(arrived) < end <= limit + 14:
                break  # the rest of the frame is still to come
            frame = bytes(arrived[:end])
            del arrived[:end]
            self._look_at(frame)
        self._pause_or_resume()

    def _look_at(self, frame: bytes) -> None:
        if self.handshake_complete and self.conn.state is OPEN and self.conn.current_size is None:
            text = text_in(frame, self.config.ws_max_size)
            if text is not None and not self.close_sent:
                self._hand_over(text)
                return
        super().data_received(frame)
        if self.transport.is_closing():
            self._forget_arrived()
            self._linger()

    def _hand_over(self, text: str) -> None:
        """Queue a whole message for the application; pause reading only if several wait."""
        if self.close_sent or (self._meanwhile is not None and self._meanwhile(text)):
            return
        self._mail.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and len(self._mail.messages) > MAX_WAITING:
            self._pause_or_resume()

    def _pause_or_resume(self) -> None:
        """Read from the line or not, whichever is right now."""
        if self._given_up or self.transport.is_closing():
            return
        wanted = self._may_read() if self.handshake_complete else not self._arrived
        if wanted and self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        elif not wanted and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> ASGIReceiveEvent:
        messages = self._mail.messages
        while not messages:
            await self._mail.arrival()
        message = messages.popleft()
        if self.read_paused and not messages:
            self._read_on()
        return message

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_PARTS:
            self._give_up(1009, "too many parts")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message in several frames, or one that is no text: text must be UTF-8."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type != "text":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._give_up(1007, "not UTF-8")
        else:
            self._hand_over(text)

    def _give_up(self, code: int, reason: str) -> None:
        """Close the line; whatever else arrives is not looked at."""
        self._given_up = True
        self._forget_arrived()
        if self.conn.state is OPEN and not self.close_sent:
            self.flush()
            self.conn.fail(code, reason)
            self.handle_parser_exception()
        else:
            self.transport.close()
            self._linger()

    def handle_parser_exception(self) -> None:
        """Say why, and let the other side read it: were the socket closed while more arrives, the
        code would be lost on the way."""
        self._given_up = True
        self._forget_arrived()
        assert self.conn.close_sent is not None
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LAST_WORDS_S, self.transport.abort)
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _linger(self) -> None:
        """A line that is closed is gone soon, whether the last words are read or not."""
        if self._ending is None and not self.disconnected:
            self._ending = self.loop.call_later(self.patience_s, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._linger()

    def _forget_arrived(self) -> None:
        self._arrived.clear()
        if self._later is not None:
            self._later.cancel()
            self._later = None

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
        before = self.handshake_complete
        await super().send(message)
        if self.close_sent:
            self._linger()
        if self._arrived and self.handshake_complete and not before:
            self._read_on()  # what a hasty client sent with its handshake

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()
        self._linger()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.patience_s, self.transport.abort)
        self._pause_or_resume()

    def resume_writing(self) -> None:
        self._forgive()
        super().resume_writing()
        if not self._given_up:
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._given_up = True
        self._forgive()
        self._forget_arrived()
        if self._ending is not None:
            self._ending.cancel()
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    def _forgive(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def protocol_for(messages_per_second: int) -> type[PatientProtocol]:
    """The protocol for clients that may send so many messages: for each of them two frames and
    some more, as there are pings, pieces and messages in several frames."""
    allowed = Budget(2 * messages_per_second + 10, 6 * messages_per_second + 30)
    return type("PatientProtocol", (PatientProtocol,), {"frames_allowed": allowed})
