"""A WebSocket client as light as can be, so that the load does not become the measure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

Hear = Callable[["Line", bytes], None]


class Line(asyncio.Protocol):
    """One connection: sends text frames, hands received ones to ``hear``; nothing else."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        self._request = request
        self._hear = hear
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.name = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open and not self._shake_hands():
            return
        for frame in self._frames():
            self._hear(self, frame)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))

    def _shake_hands(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            if not self.opened.done():
                self.opened.set_exception(ConnectionError(bytes(self._buffer).decode()))
            return False
        del self._buffer[: end + 4]
        self._open = True
        self.opened.set_result(None)
        return True

    def _frames(self) -> Iterator[bytes]:
        """Whole text frames; pings are answered, other control frames left out."""
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            kind, size, head = buffer[start] & 15, buffer[start + 1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[start + 2 : start + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[start + 2 : start + 10], "big"), 10
            if len(buffer) - start < head + size:
                break
            frame = bytes(buffer[start + head : start + head + size])
            start += head + size
            if kind == 1:
                yield frame
            elif kind == 9:
                self._write(0x8A, frame)
        del buffer[:start]

    def send(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, first: int, text: bytes) -> None:
        """A frame masked with zeros: as long as a real one, and cheaper."""
        assert self._transport is not None
        size = len(text)
        if size < 126:
            head = bytes((first, 0x80 | size, 0, 0, 0, 0))
        else:
            head = bytes((first, 0xFE)) + size.to_bytes(2, "big") + bytes(4)
        self._transport.write(head + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


async def open_line(port: int, path: str, hear: Hear, token: str = "", number: int = 0) -> Line:
    """Connect; ``number`` picks one of many addresses of this machine to come from."""
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(
        lambda: Line(request, hear),
        "127.0.0.1",
        port,
        local_addr=(f"127.0.{1 + number // 30 // 250}.{1 + number // 30 % 250}", 0),
    )
    await line.opened
    return line
