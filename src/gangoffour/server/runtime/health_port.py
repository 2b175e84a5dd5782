"""A small HTTP server for a process that has no other: is it alive, and what does it measure?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

HEAD_S: Final = 5.0
MAX_HEAD: Final = 8_192
MAX_LINES: Final = 32


class HealthPort:
    """Answers ``/livez`` and ``/metrics`` of one process; only ever one request on a line."""

    def __init__(self, metrics: Callable[[], str]) -> None:
        self._metrics = metrics
        self._server: asyncio.Server | None = None
        self._lines = 0

    async def start(self, host: str, port: int) -> int:
        """Listen; on which port."""
        self._server = await asyncio.start_server(self._serve, host, port, limit=MAX_HEAD)
        return int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines += 1
        try:
            if self._lines > MAX_LINES:
                return
            async with asyncio.timeout(HEAD_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(head.split(b" ", 2)[1:2]))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return  # whoever asks so slowly or so much gets no answer
        finally:
            self._lines -= 1
            writer.close()

    def _answer(self, path: list[bytes]) -> bytes:
        status, body = "404 Not Found", "there are /livez and /metrics\n"
        if path == [b"/livez"]:
            status, body = "200 OK", "ok\n"
        elif path == [b"/metrics"]:
            status, body = "200 OK", self._metrics()
        kind = "content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        size = len(body.encode())
        return f"HTTP/1.1 {status}\r\n{kind}content-length: {size}\r\n\r\n{body}".encode()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
