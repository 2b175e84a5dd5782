"""A small TCP balancer for the local cluster: each connection goes to the next server that answers.

``python tools/balancer.py PORT SERVER_PORT …`` No session sticks to a server; a server that refuses
is tried again a second later. For the internet use a real one: ``docs/operating.md`` shows how.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from time import monotonic
from typing import Final

AGAIN_S: Final = 1.0
CONNECT_S: Final = 1.0
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Balancer:
    """Takes turns between servers on this machine."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._turns = itertools.count()
        self._refused: dict[int, float] = {}
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> int:
        """Listen on loopback; the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await self._open()
        if there is not None:
            await asyncio.gather(
                _pump(reader, there[1]), _pump(there[0], writer), return_exceptions=True
            )
            there[1].transport.abort()
        writer.transport.abort()

    async def _open(self) -> Stream | None:
        """A connection to the next server that answers."""
        turn = next(self._turns)
        order = [self._ports[(turn + step) % len(self._ports)] for step in range(len(self._ports))]
        now = monotonic()
        order.sort(key=lambda port: now - self._refused.get(port, 0.0) < AGAIN_S)
        for port in order:
            try:
                async with asyncio.timeout(CONNECT_S):
                    return await asyncio.open_connection("127.0.0.1", port)
            except (OSError, TimeoutError):
                self._refused[port] = monotonic()
        return None


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes one way; when one side ends, so does the other."""
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


async def main() -> None:
    """Run from the command line until interrupted."""
    port, *servers = (int(word) for word in sys.argv[1:])
    balancer = Balancer(servers)
    await balancer.start(port)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
