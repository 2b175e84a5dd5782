"""A small server inside a test lets everybody go when it ends."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.listening import listening

pytestmark = pytest.mark.anyio


async def test_who_said_nothing_has_no_line_afterwards() -> None:
    came = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        await reader.readuntil(b"!")

    async with listening(serve) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await came.wait()
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.1", port)
