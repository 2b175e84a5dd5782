"""A line that can be cut: a TCP proxy on loopback that forwards, stalls or refuses."""

from __future__ import annotations

import asyncio

from tests.support.servers import free_port


class Proxy:
    """Forwards to ``target`` (a port of this machine) until told otherwise."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self._server: asyncio.Server | None = None
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._refuses = False

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, there[1]}
        self._writers |= both
        try:
            await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))
        except OSError:
            pass
        finally:
            self._writers -= both
            for one in both:
                one.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._flows.wait()
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError

    def stall(self) -> None:
        """Nothing comes through, and nobody is told: as a broken cable does."""
        self._flows.clear()

    def cut(self) -> None:
        """All connections break, new ones are refused."""
        self._refuses = True
        for writer in tuple(self._writers):
            writer.transport.abort()

    def mend(self) -> None:
        self._refuses = False
        self._flows.set()

    async def close(self) -> None:
        self.cut()
        self._flows.set()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
