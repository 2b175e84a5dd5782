"""Several whole servers inside the test, on one database and one bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.leases import Pace
from gangoffour.table import commands as c
from tests.support.client import Client, Refused
from tests.support.live import Live, live
from tests.support.patience import LASTING
from tests.support.servers import Nats

NOWHERE = Path("/nowhere")


@asynccontextmanager
async def servers(
    database: str, nats: Nats, count: int = 2, pace: Pace = LASTING, **changed: Any
) -> AsyncIterator[list[Live]]:
    """Some servers that are open inside the block."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                live(NOWHERE, pace, database=database, bus=nats.url, **changed)
            )
            for _ in range(count)
        ]


async def joined(one: Bus, other: Bus) -> None:
    """Wait until the other hears what one says, and so all that it wanted to hear before."""
    heard: list[bytes] = []
    stop = other.listen("joined", heard.append)
    async with asyncio.timeout(60):
        while not heard:
            await one.publish("joined", b"?")
            await asyncio.sleep(0.01)
    stop()


async def until(reached: Callable[[], bool], wait_s: float = 60.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(wait_s):
        while not reached():
            await asyncio.sleep(0.01)


async def begin(host: Client, table: str) -> None:
    """Start a match. Whoever sits there by way of a process that stood still for a moment may just
    have been told gone: they say that they are not, and it can begin."""
    while True:
        try:
            await host.do(table, c.Start())
        except Refused as refused:
            if refused.code != "not_everybody_here":
                raise
            await host.until(lambda: all(one["connected"] for one in host.state(table)["seats"]))
        else:
            return
