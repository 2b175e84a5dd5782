"""The bus over NATS: news, questions and answers, and what happens when NATS goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gangoffour.server.cluster import nats_bus
from gangoffour.server.cluster.bus import NoAnswer
from gangoffour.server.cluster.nats_bus import NatsBus
from tests.support.servers import Nats
from tests.support.several import joined, until

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def buses(nats: Nats, count: int = 2) -> AsyncIterator[list[NatsBus]]:
    made = [NatsBus(nats.url) for _ in range(count)]
    for one in made:
        await one.start()
    try:
        yield made
    finally:
        for one in made:
            await one.close()


async def test_news_reaches_the_others_and_not_oneself(nats: Nats) -> None:
    async with buses(nats) as (here, there):
        mine: list[bytes] = []
        theirs: list[bytes] = []
        here.listen("table.a", mine.append)
        stop = there.listen("table.a", theirs.append)
        await joined(here, there)
        await here.publish("table.a", b"1")
        await here.publish("table.b", b"2")
        await until(lambda: bool(theirs))
        assert (mine, theirs) == ([], [b"1"])
        stop()
        await joined(here, there)
        await here.publish("table.a", b"3")
        await asyncio.sleep(0.1)
        assert theirs == [b"1"]


async def test_questions_are_answered_once_by_a_group_and_by_everybody(nats: Nats) -> None:
    async def say(text: bytes) -> bytes:
        return b"heard " + text

    async def silent(text: bytes) -> None:
        return None

    async with buses(nats, 3) as (asks, one, other):
        for bus in (one, other):
            bus.answer("work", say, "workers")
            bus.answer("roll", say)
        other.answer("silence", silent)
        await joined(asks, one)
        await joined(asks, other)
        assert await asks.ask("work", b"x", 60.0) == b"heard x"
        assert await asks.ask_all("roll", b"y", 60.0, enough=2) == [b"heard y"] * 2
        assert await asks.ask_all("nothing", b"y", 0.1) == []
        with pytest.raises(NoAnswer) as nobody:
            await asks.ask("nothing", b"x", 60.0)
        assert nobody.value.nobody
        with pytest.raises(NoAnswer) as late:
            await asks.ask("silence", b"x", 0.1)
        assert not late.value.nobody


async def test_a_line_that_is_given_up_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that answers the first line, breaks it off, and says nothing on the next two."""
    monkeypatch.setattr(nats_bus, "CONNECT_S", 0.3)
    lines: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)
        silent = len(lines) in (2, 3)
        writer.write(b"" if silent else b'INFO {"max_payload": 1000}\r\n')
        while line := await reader.readline():
            if line == b"PING\r\n":
                writer.write(b"PONG\r\n")
                if len(lines) == 1:
                    break
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    bus = NatsBus(f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await bus.start()
    await until(lambda: len(lines) == 4 and bus.connected)
    await until(lambda: lines[1].is_closing() and lines[2].is_closing())
    assert bus.connected and not lines[3].is_closing()
    await bus.close()
    server.close()
    await until(lambda: lines[3].is_closing())


async def test_it_starts_without_nats_and_comes_back_by_itself() -> None:
    nats = Nats()
    async with buses(nats) as (here, there):
        heard: list[bytes] = []
        back: list[bool] = []
        there.listen("table.a", heard.append)
        there.reconnected.append(lambda: back.append(True))
        await here.publish("table.a", b"lost")
        with pytest.raises(NoAnswer):
            await here.ask("work", b"x", 1.0)
        try:
            for times in (1, 2):
                nats.start()
                await until(lambda times=times: len(back) == times and here.connected)  # type: ignore[misc]
                news = str(times).encode()
                async with asyncio.timeout(60):
                    while news not in heard:  # the first may come before the other listens again
                        await here.publish("table.a", news)
                        await asyncio.sleep(0.05)
                nats.kill()
                await until(lambda: not here.connected)
            assert sorted(set(heard)) == [b"1", b"2"]
        finally:
            nats.kill()
