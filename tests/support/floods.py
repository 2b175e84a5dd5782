"""Somebody who floods the server by hand, frame by frame."""

from __future__ import annotations

import asyncio
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from websockets.frames import Frame, Opcode

CHUNK: Final = 250_000
"""About as much as the server takes off a line at once."""


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as clients send it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def _compressed(data: bytes) -> bytes:
    """A frame that says it is compressed, which nobody has agreed to."""
    whole = bytearray(frame(Opcode.TEXT, zlib.compress(data)))
    whole[0] |= 0x40
    return bytes(whole)


def _again(one: bytes) -> bytes:
    return one * max(1, CHUNK // len(one))


FLOODS: Final[dict[str, tuple[bytes, bytes]]] = {
    "text": (b"", _again(frame(Opcode.TEXT, b'{"type":"ping","id":"f"}'))),
    "nonsense": (b"", _again(frame(Opcode.TEXT, b"[" * 200))),
    "empty text": (b"", _again(frame(Opcode.TEXT, b""))),
    "binary": (b"", _again(frame(Opcode.BINARY, b"\xff" * 20))),
    "continuation": (
        frame(Opcode.TEXT, b"", fin=False),
        _again(frame(Opcode.CONT, b"", fin=False)),
    ),
    "ping": (b"", _again(frame(Opcode.PING, b"x" * 125))),
    "pong": (b"", _again(frame(Opcode.PONG, b""))),
    "half frames": (frame(Opcode.TEXT, b"x" * 16_000)[:8], b"x" * 7),
    "compressed bomb": (b"", _again(_compressed(b"0" * 10_000_000))),
}
"""What is sent first, and what then again and again."""


def _request(method: str, path: str, body: str = "") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


REQUESTS: Final[dict[str, bytes]] = {
    "requests": _again(_request("GET", "/")),
    "refused requests": _again(_request("POST", "/api/guest", '{"name":"Eve"}')),
    "large answers": _again(_request("GET", "/openapi.json")),
}
"""Requests sent in one go, thousands on a line, nobody waiting for an answer."""
ELSEWHERE: Final = "127.0.0.9"
"""An address that is not taken for a proxy's."""
LINES: Final = 36
"""Lines of each person on which requests are sent: four have nearly all that one address may."""


class Flooder:
    """A signed-in line on which anything can be sent; it reads only if it is told to."""

    def __init__(self, url: str, token: str) -> None:
        self._place = urlsplit(url)
        self._token = token

    async def open(self) -> Flooder:
        """A bare line, from an address that nobody trusts."""
        self.reader, self.writer = await asyncio.open_connection(
            self._place.hostname, self._place.port, local_addr=(ELSEWHERE, 0)
        )
        return self

    async def connect(self) -> Flooder:
        place = self._place
        self.reader, self.writer = await asyncio.open_connection(place.hostname, place.port)
        self.upgrade()
        assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return self

    def upgrade(self) -> None:
        """Ask for a socket on the line."""
        self.writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {self._place.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {self._token}\r\n\r\n".encode()
        )

    async def flood(self, kind: str, reads: bool) -> int | None:
        """Send without end; the code with which the line is closed, if one is heard."""
        first, more = FLOODS.get(kind) or (b"", REQUESTS[kind])
        heard = self.closed_with() if kind in FLOODS else self._hear()
        hearing = asyncio.create_task(heard) if reads else heard.close()
        try:
            self.writer.write(first)
            while True:
                self.writer.write(more)
                await self.writer.drain()
                await asyncio.sleep(0)
        except OSError:
            return None if hearing is None else await hearing
        finally:
            if hearing is not None:
                hearing.cancel()
            self.writer.transport.abort()

    async def _hear(self) -> None:
        with suppress(OSError):
            while await self.reader.read(1 << 16):
                pass

    async def closed_with(self) -> int | None:
        """Read until the server closes the line; its code."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                opcode, size = await self.reader.readexactly(2)
                if size >= 126:
                    wide = 2 if size == 126 else 8
                    size = int.from_bytes(await self.reader.readexactly(wide), "big")
                data = await self.reader.readexactly(size)
                if opcode == 0x88:
                    self.writer.close()
                    return int.from_bytes(data[:2], "big")
        self.writer.close()
        return None


async def _flood(url: str, kind: str, reads: bool, tokens: list[str]) -> None:
    """Flood on as many lines as there are tokens, or on many for each with requests; come back
    when one is closed."""

    async def one(token: str) -> None:
        while True:
            flooder = Flooder(url, token)
            try:
                await (flooder.open() if kind in REQUESTS else flooder.connect())
                await flooder.flood(kind, reads)
            except (OSError, AssertionError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.5)  # not let in for a while

    await asyncio.gather(*map(one, tokens * (LINES if kind in REQUESTS else 1)))


def resident(pid: int) -> int:
    """The memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":  # a program of its own, so that it floods as fast as it can
    asyncio.run(_flood(sys.argv[1], sys.argv[2], sys.argv[3] == "read", sys.argv[4:]))
