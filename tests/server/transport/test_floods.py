"""Whatever one client sends, the others have their turn, and little of it is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from starlette.types import Scope
from websockets.frames import Opcode

from gangoffour.server.runtime.rate_limits import chosen_budgets
from gangoffour.server.transport.http import PatientHttp
from gangoffour.server.transport.protocol import CLOSE_FLOOD, PatientProtocol
from gangoffour.server.transport.security import SecurityHeaders
from tests.support.floods import ELSEWHERE, FLOODS, REQUESTS, Flooder, frame
from tests.support.live import live

pytestmark = pytest.mark.anyio
MOST_HELD = 1 << 20
"""Bytes of a line that may wait to be looked at: what is taken off it at once, and some more."""


class Watched:
    """How much a server does for one line before the others have their turn, at worst."""

    def __init__(self, kind: type[PatientProtocol], monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames = 0.0
        self.held = self._taken = 0
        self.stopped = False
        take, read_on = kind._take, kind._read_on

        def counted(line: PatientProtocol) -> bool:
            found = take(line)
            self._taken += found
            return found

        def in_one_go(line: PatientProtocol) -> None:
            before, self._taken, since = self._taken, 0, monotonic()
            self.held = max(self.held, len(line._arrived))
            read_on(line)
            earned = kind.frames_allowed.per_second * (monotonic() - since)  # if it stood still
            self.frames = max(self.frames, self._taken - earned)
            self._taken += before
            self.stopped = self.stopped or line.read_paused or line._given_up

        monkeypatch.setattr(kind, "_take", counted)
        monkeypatch.setattr(kind, "_read_on", in_one_go)


async def test_no_flood_makes_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each line a budget of frames is looked at, then the others have their turn; what arrives
    meanwhile is not even read. What that is in milliseconds is told by ``python -m bench floods``.
    """
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        for kind in FLOODS:
            watched = Watched(server.protocol, monkeypatch)
            flooder = await Flooder(server.url, await server.token(kind)).connect()
            flood = asyncio.create_task(flooder.flood(kind, reads=False))
            async with asyncio.timeout(60):
                while not (watched.stopped or flood.done()):
                    await ann.ask({"type": "ping"})
            for _ in range(10):
                await ann.ask({"type": "ping"})
            assert watched.frames <= server.protocol.frames_allowed.burst, kind
            assert watched.held <= MOST_HELD, kind
            flood.cancel()
            await asyncio.gather(flood, return_exceptions=True)
            monkeypatch.undo()


async def test_requests_sent_in_one_go_begin_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands on each of twenty lines, no answer read: they begin in the pace of their address,
    and of each line only so much is held."""
    begun = held = 0
    beneath, received = SecurityHeaders.__call__, PatientHttp.data_received

    async def counted(headers: SecurityHeaders, scope: Scope, *line: Any) -> None:
        nonlocal begun
        begun += scope["type"] == "http" and scope["client"][0] == ELSEWHERE
        await beneath(headers, scope, *line)

    def weighed(line: PatientHttp, data: bytes) -> None:
        nonlocal held
        received(line, data)
        held = max(held, len(line.conn.trailing_data[0]))

    monkeypatch.setattr(SecurityHeaders, "__call__", counted)
    monkeypatch.setattr(PatientHttp, "data_received", weighed)
    async with live(tmp_path / "one.db", requests_per_minute=24) as server:
        ann = await server.person("Ann")
        allowed = chosen_budgets(server.server.settings)["answer"]
        for kind in REQUESTS:
            loop, begun = asyncio.get_running_loop(), 0
            lines = [await Flooder(server.url, "").open() for _ in range(20)]
            since = loop.time()
            floods = [asyncio.create_task(line.flood(kind, reads=False)) for line in lines]
            async with asyncio.timeout(60):
                while not begun:
                    await ann.ask({"type": "ping"})
            for _ in range(100):
                await ann.ask({"type": "ping"})
            most = allowed.burst + allowed.per_second * (loop.time() - since)
            assert begun <= most + 1, kind
            assert held <= MOST_HELD, kind
            for flood in floods:
                flood.cancel()
            await asyncio.gather(*floods, return_exceptions=True)


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


async def test_a_socket_opens_behind_requests_that_were_sent_before(tmp_path: Path) -> None:
    """All of it in one go, and the line is read from again afterwards."""
    async with live(tmp_path / "one.db") as server:
        flooder = await Flooder(server.url, await server.token("Ann")).open()
        flooder.writer.write(b"GET /livez HTTP/1.1\r\nHost: here\r\n\r\n" * 20)
        flooder.upgrade()
        async with asyncio.timeout(60):
            heard = await flooder.reader.readuntil(b"HTTP/1.1 101")
            assert heard.count(b"HTTP/1.1 200") == 20
            await flooder.reader.readuntil(b"\r\n\r\n")
            flooder.writer.write(frame(Opcode.TEXT, b'{"type":"ping","id":"last"}'))
            await flooder.reader.readuntil(b'"id":"last"}')
        flooder.writer.transport.abort()
