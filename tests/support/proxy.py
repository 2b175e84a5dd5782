"""A line that can be cut: a TCP proxy on loopback that forwards, stalls or refuses."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from tools.free_ports import free_port


class Proxy:
    """Forwards to ``target`` (a port of this machine) until told otherwise."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._held: socket.socket | None = socket.create_server(("127.0.0.1", free_port()))
        """Nobody else takes the port until this begins to serve."""
        self.port: int = self._held.getsockname()[1]
        self._server: asyncio.Server | None = None
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._refuses = False
        self._swallow, self._times, self._arrives = b"", 0, True
        self._for_good = False
        self.swallowed = 0

    async def start(self) -> None:
        if self._held is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        else:
            self._server = await asyncio.start_server(self._serve, sock=self._held)
            self._held = None

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
            asked = asyncio.Event()
            await asyncio.gather(
                self._pump(reader, there[1], asked, self._is_last),
                self._pump(there[0], writer, asked, lambda _: False),
            )
        except OSError:
            pass
        finally:
            self._writers -= both
            for one in both:
                one.transport.abort()

    def swallow(
        self, what: bytes, times: int = 1, *, arrives: bool = True, for_good: bool = False
    ) -> None:
        """The line breaks at what holds this, so many times: it arrives, and its answer is lost;
        or it does not even arrive. ``for_good``: until it is mended."""
        self._swallow, self._times, self._arrives = what, times, arrives
        self._for_good = for_good

    def _is_last(self, data: bytes) -> bool:
        found = self._times > 0 and self._swallow in data
        self._times -= found
        return found

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        last: asyncio.Event,
        is_last: Callable[[bytes], bool],
    ) -> None:
        while data := await reader.read(65_536):
            await self._flows.wait()
            known = last.is_set()
            if is_last(data):
                last.set()
            if known or (last.is_set() and not self._arrives):  # nobody hears of what was done
                self.swallowed += 1
                if self._for_good:
                    self.cut()
                break
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
        if self._held is not None:
            self._held.close()
