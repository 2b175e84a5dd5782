"""The people of one table at one process: by a hint in the address, with every proxy as shipped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidHandshake, InvalidMessage

from gangoffour.table import commands as c
from tests.support.balancer import balancer
from tests.support.client import Client
from tests.support.listening import listening
from tests.support.process import ServerProcess, admit
from tests.support.servers import Nats
from tests.support.small_proxies import PROXIES, small_proxy
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
HINTS = [f"{number:04x}" for number in range(0, 65536, 1024)]
"""So many that each of three servers has some: of 16 one had none about once in 200 times."""
AWAY = (ConnectionError, OSError, TimeoutError, InvalidHandshake, InvalidMessage)


@asynccontextmanager
async def namesake() -> AsyncIterator[int]:
    """A server that answers every request with its own port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = str(port).encode()
        head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
        writer.write(head + body)
        await writer.drain()

    async with listening(answer) as port:
        yield port


@pytest.mark.parametrize("name", ["haproxy", *PROXIES])
async def test_one_hint_leads_to_one_server_and_many_to_all(tmp_path: Path, name: str) -> None:
    async with AsyncExitStack() as stack:
        ports = [await stack.enter_async_context(namesake()) for _ in range(3)]
        if name == "haproxy":
            url = (await stack.enter_async_context(balancer(tmp_path, ports))).url
        else:
            url = await stack.enter_async_context(small_proxy(name, tmp_path, *ports))
        async with visitor(url) as http:
            found = [
                {(await http.get("/ws", params={"near": hint})).text for _ in range(2)}
                for hint in HINTS
            ]
            assert all(len(one) == 1 for one in found)
            assert set.union(*found) == {str(port) for port in ports}
            assert (await http.get("/ws")).text in {str(port) for port in ports}


async def at(server: ServerProcess) -> int:
    """How many connections a server has."""
    async with visitor(server.url) as http:
        text = (await http.get("/metrics")).text
    return int(float(text.partition("\ngangoffour_connections ")[2].split()[0]))


async def come(one: Client) -> None:
    """As a page does: again and again, until there is a welcome."""
    async with asyncio.timeout(60):
        while True:
            try:
                async with asyncio.timeout(10):
                    await one.connect()
                return
            except AWAY:
                await asyncio.sleep(0.05)


async def test_a_table_of_four_is_at_one_process_and_moves_to_another_together(
    tmp_path: Path, database: str, nats: Nats
) -> None:
    people = await admit(database, ["Ann", "Bob", "Cid", "Dan"])
    several = {
        name: ServerProcess(tmp_path, "--bus", nats.url, database=database, name=name)
        for name in ("one", "two", "three")
    }
    await asyncio.gather(*(one.start() for one in several.values()))
    try:
        async with balancer(tmp_path, [one.port for one in several.values()]) as front:
            four = [Client(front.url, token) for _, token in people.values()]
            async with visitor(front.url) as http:
                token = {"Authorization": f"Bearer {four[0].token}"}
                opened = await http.post("/api/tables", json={"options": {}}, headers=token)
            table = opened.json()["table"]
            for one in four:
                one.path = f"/ws?near={table[:4]}"
                await come(one)
                await one.watch(table)
            counts = {name: await at(one) for name, one in several.items()}
            assert sorted(counts.values()) == [0, 0, 4], counts
            home = max(counts, key=lambda name: counts[name])
            await several.pop(home).kill()
            for one in four:
                await one.until(lambda one=one: one.closed is not None)  # type: ignore[misc]
            await asyncio.gather(*(come(one) for one in four))
            counts = {name: await at(one) for name, one in several.items()}
            assert sorted(counts.values()) == [0, 4], counts
            for one in four:
                await one.watch(table)
            await four[1].do(table, c.Sit())
            elsewhere = Client(next(iter(several.values())).url, four[2].token)
            await elsewhere.connect()  # any server still serves any table
            await elsewhere.watch(table)
            await elsewhere.do(table, c.Sit())
            for one in (*four, elsewhere):
                await one.close()
    finally:
        await asyncio.gather(*(one.stop() for one in several.values()))
