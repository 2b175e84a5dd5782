"""Several servers of one cluster, and tables whose people are at one of them or at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.cluster import GENEROUS
from tests.support.process import ServerProcess

from bench._load import open_line
from bench._rooms import TableRoom, open_table


class SpreadRoom(TableRoom):
    """A table whose four people are at different servers, as chance would have it."""

    together = False
    """Whether they are all at one, as the hint in the address would have it."""

    async def open_at(self, ports: list[int], tokens: list[str], number: int) -> None:
        for seat, token in enumerate(tokens):
            port = ports[(number + (0 if self.together else seat)) % len(ports)]
            line = await open_line(port, "/ws", self.hear, token, 4 * number + seat)
            self.lines.append(line)
        port = ports[number % len(ports)]
        self.table = open_table(port, tokens[0], {"clock": "none", "chat": "none", "target": 30})
        for line in self.lines:
            await self.ask(line, {"type": "watch", "table": self.table})
            if line is not self.lines[0]:
                await self.do(line, {"do": "sit"})


@asynccontextmanager
async def running(
    folder: Path, database: str, bus: str, count: int, *more: str
) -> AsyncIterator[list[int]]:
    """Some servers; their ports are in the list, their processes' work is counted."""
    options = (*GENEROUS, *(("--bus", bus) if bus else ()), "--log-level", "warning", *more)
    servers = [
        ServerProcess(folder, *options, database=database, name=f"server{number}")
        for number in range(count)
    ]
    await asyncio.gather(*(one.start() for one in servers))
    PIDS[:] = [one.pid for one in servers]
    try:
        yield [one.port for one in servers]
    finally:
        await asyncio.gather(*(one.stop() for one in servers))


PIDS: list[int] = []
