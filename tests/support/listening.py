"""A small server inside a test: when it ends none of its lines stays open, whoever looked in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SOON_S = 0.01
"""Whoever has come in by the end has a line a moment later."""


@asynccontextmanager
async def listening(serve: Serve) -> AsyncIterator[int]:
    """Serves every line inside the block; the port."""
    lines: set[asyncio.Task[Any] | None] = set()

    async def kept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.add(asyncio.current_task())
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):  # it only looked in
                await serve(reader, writer)
            writer.close()
        except BaseException:
            writer.transport.abort()
            raise
        finally:
            lines.discard(asyncio.current_task())

    server = await asyncio.start_server(kept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.sleep(SOON_S)
        waiting = [one for one in lines if one is not None]
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.sleep(SOON_S)
