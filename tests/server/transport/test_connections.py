"""One connection: what is sent at once, what waits, in which order, and when it is given up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gangoffour.server.people.sessions import Identity
from gangoffour.server.transport.connections import Connection, Connections
from gangoffour.server.transport.protocol import WRITE_NOW
from gangoffour.server.transport.slow_readers import CLOSE_SLOW

pytestmark = pytest.mark.anyio
ANN = Identity("a", "Ann", "guest")


class Wire:
    """A socket whose reader can be slow: the direct way and the queued way end in one list."""

    def __init__(self, direct: bool = True) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None
        self.writable = asyncio.Event()
        self.writable.set()
        self.scope: dict[str, Any] = {"extensions": {WRITE_NOW: self.write_now} if direct else {}}

    def write_now(self, text: bytes) -> bool:
        if self.writable.is_set():
            self.sent.append(text.decode())
        return self.writable.is_set()

    async def send_text(self, text: str) -> None:
        await self.writable.wait()
        await asyncio.sleep(0)
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed = code


def connection(wire: Wire, limit: int = 10) -> Connection:
    return Connection(wire, ANN, "digest", "address", limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("direct", [True, False])
async def test_messages_arrive_in_order_whichever_way_they_go(direct: bool) -> None:
    """None overtakes another while some wait in the queue or are on their way from it."""
    wire = Wire(direct)
    one = connection(wire, limit=1000)
    writer = asyncio.create_task(one.write())
    for number in range(300):
        one.send(str(number).encode())
        if number % 7 == 3:
            wire.writable.clear()
        if number % 7 == 6:
            wire.writable.set()
        if number % 3 == 0:
            await asyncio.sleep(0)
    wire.writable.set()
    async with asyncio.timeout(60):
        while len(wire.sent) < 300:
            await asyncio.sleep(0)
    assert wire.sent == [str(number) for number in range(300)]
    writer.cancel()
    await asyncio.gather(writer, return_exceptions=True)


async def test_a_reader_too_slow_is_given_up() -> None:
    wire = Wire()
    one = connection(wire, limit=5)
    wire.writable.clear()
    for number in range(6):
        assert not one.closing
        one.send(str(number).encode())
    assert one.closing
    one.send(b"nothing more")
    wire.writable.set()
    await asyncio.wait_for(one.write(), 5)
    assert wire.closed == CLOSE_SLOW
    assert "nothing more" not in wire.sent


async def test_connections_are_counted_by_person_and_address() -> None:
    everybody = Connections()
    tabs = [connection(Wire()) for _ in range(3)]
    for tab in tabs:
        everybody.add(tab)
    assert (everybody.count, everybody.by_address["address"]) == (3, 3)
    assert everybody.online() == [ANN]
    everybody.close_person("a", "logged_out", "another digest")
    assert not any(tab.closing for tab in tabs)
    everybody.close_person("a", "banned")
    assert all(tab.closing for tab in tabs)
    for tab in tabs:
        everybody.remove(tab)
    assert (everybody.count, everybody.online(), dict(everybody.by_address)) == (0, [], {})
