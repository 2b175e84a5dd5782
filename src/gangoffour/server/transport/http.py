"""The HTTP protocol of the server: as uvicorn's, but nothing unfinished lives for ever.

A request's head and its body have so many seconds each, an answer must be taken off the line, and
each line is let in by the ``Door``. What is sent behind a request waits on the line until that one
is answered: little of it is held here, however much there is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from gangoffour.server.transport.line_limits import Door, Entry, Line
from gangoffour.server.transport.protocol import PatientProtocol

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

HEALTH: Final = frozenset({"/livez", "/readyz", "/healthz"})
TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class _Reading(FlowControl):
    """As uvicorn's, but behind a whole request no more is read before that one is answered: uvicorn
    reads on whenever the application looks whether its client is gone."""

    def __init__(self, transport: asyncio.Transport, conn: h11.Connection) -> None:
        super().__init__(transport)
        self._conn = conn

    def resume_reading(self) -> None:
        if self._conn.their_state is not h11.DONE:
            super().resume_reading()


class PatientHttp(H11Protocol):
    """One line, from its first byte to its end or to its upgrade."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        door: Door,
        request_s: float,
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._door = door
        self._request_s = request_s
        self._waits_for: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self.flow = _Reading(transport, self.conn)
        address = self.client[0] if self.client else "unknown"
        self._line = Line(address, self.loop.time(), transport.abort)
        entry = self._door.enter(self._line)
        if entry is Entry.CLOSED:
            transport.abort()
            return
        if entry is Entry.HEALTH:
            self.app = _only_health(self.app)
        self._wait_for("head", self._request_s if entry is Entry.OPEN else 1.0)

    def _wait_for(self, what: str | None, seconds: float = 0.0) -> None:
        """The next part of the request must arrive in so many seconds; None if none is awaited."""
        if what == self._waits_for:
            return
        self._waits_for = what
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what is not None:
            self._timer = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self.cycle is None or not self.cycle.response_started:
            self.transport.write(TOO_LATE)
        self.transport.close()
        self._linger()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._upgraded:
            self.flow.resume_reading()
        self._look()

    def _look(self) -> None:
        """Which part of a request is awaited now."""
        if self._upgraded or self.transport.is_closing():
            self._wait_for(None)
            return
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self._door.asked(self._line)
            self._wait_for("body", self._request_s)
        elif state is h11.IDLE and self.timeout_keep_alive_task is None:
            self._wait_for("head", self._request_s)
        else:
            self._door.asked(self._line)
            self._wait_for(None)

    def send_400_response(self, msg: str) -> None:
        """What arrives is no HTTP any more; whoever answers its beginning is spared the end."""
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()  # it is answered, or being answered, already
            return
        super().send_400_response(msg)

    def _should_upgrade(self) -> bool:
        return self._line.entry is Entry.OPEN and super()._should_upgrade()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self.transport.resume_reading()
        self._door.asked(self._line)
        self._wait_for(None)
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        assert isinstance(socket, PatientProtocol)
        socket.when_lost = self._leave

    def _leave(self) -> None:
        self._door.leave(self._line)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._linger()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None and not self.transport.is_closing():
            self._stalled.cancel()
            self._stalled = None

    def _linger(self) -> None:
        """Nobody reads: after a while nobody is waited for."""
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._request_s, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait_for(None)
        if self._stalled is not None:
            self._stalled.cancel()
        self._leave()


def _only_health(app: Any) -> Callable[..., Any]:
    """The application for lines kept for health checks: anything else comes back later."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] in HEALTH:
            await app(scope, receive, send)
            return
        headers = [(b"connection", b"close"), (b"retry-after", b"5"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    return answer
