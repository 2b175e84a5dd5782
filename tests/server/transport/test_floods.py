"""Whatever one client sends, the others are answered at once, and memory stays where it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.frames import Opcode

from gangoffour.server.transport.protocol import CLOSE_FLOOD
from tests.support.client import Client
from tests.support.floods import FLOODS, Flood, Flooder, frame, suffer
from tests.support.live import live
from tests.support.process import ServerProcess, admit

pytestmark = pytest.mark.anyio
P99_MS = 200.0
GROWN = 12 << 20


async def test_no_flood_makes_others_wait(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    people = await admit(server.database, ["Ann", *FLOODS])
    await server.start()
    try:
        ann = await Client(server.url, people["Ann"][1]).connect()
        for kind in FLOODS:
            flooder = await Flooder(server.url, people[kind][1]).connect()
            found = await suffer(ann, server.pid, flooder, kind, Flood(1.0))
            assert found.p99_ms < P99_MS, (kind, found)
            assert found.grown < GROWN, (kind, found)
        await ann.close()
    finally:
        await server.stop()
    assert "error" not in server.log.read_text()


async def test_who_only_floods_is_closed_with_a_code(tmp_path: Path) -> None:
    """Pings without end: read slowly at first, then not any more."""
    async with live(tmp_path / "one.db") as server:
        kind = server.protocol
        kind.flood_s = 0.3
        flooder = await Flooder(server.url, await server.token("Eve")).connect()
        async with asyncio.timeout(60):
            assert await flooder.flood("ping", reads=True) == CLOSE_FLOOD


async def test_pieces_of_a_frame_are_held_back_until_it_is_whole(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        flooder = await Flooder(server.url, await server.token("Ann")).connect()
        whole = frame(Opcode.TEXT, b'{"type":"ping","id":"whole"}')
        for place in range(len(whole)):
            flooder.writer.write(whole[place : place + 1])
            await flooder.writer.drain()
        async with asyncio.timeout(60):
            await flooder.reader.readuntil(b'"id":"whole"}')
        flooder.writer.transport.abort()
