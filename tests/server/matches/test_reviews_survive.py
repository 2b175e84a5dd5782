"""Reviews that were asked for are made whatever is killed: nobody has to ask again."""

from __future__ import annotations

import asyncio
import zlib
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from gangoffour.server.matches.results import Results
from gangoffour.server.people.people import People
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import ReviewRow
from gangoffour.server.wire.reviews import MatchReview
from tests.server.house import Played
from tests.support.process import ServerProcess, WorkerProcess
from tests.support.servers import Nats
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
NAMES = ("a1", "a2")


async def play(url: str) -> dict[str, int]:
    """Some matches that are over, with their rounds."""
    database, clock = Database(url), SystemClock()
    await database.migrate()
    sessions, found = Sessions(database, clock), {}
    people, results = People(database, clock, sessions), Results(database, sessions)
    try:
        for name in NAMES:
            one = Played(name, [(await people.guest(f"Ann {name}"))[0]], target=10)
            begun = one.start()
            await results.receive(one.table, one.room.facts, begun)
            ended = one.play_on()
            await results.receive(one.table, one.room.facts, ended)
            assert one.table.match is not None
            found[f"{name}-1"] = len(one.table.match.results)
    finally:
        people.close()
        await database.close()
    return found


async def ask(server: ServerProcess, matches: dict[str, int]) -> None:
    async with visitor(server.url) as http:
        for match_id in matches:
            answer = await http.get(f"/api/matches/{match_id}/review")
            assert answer.status_code == 202, answer.text


async def made(url: str) -> dict[str, int]:
    """All reviews once they are there, with their rounds; nobody asks a server for them."""
    database = Database(url)
    query = select(ReviewRow.match_id, ReviewRow.body)
    try:
        async with asyncio.timeout(120):
            while True:
                async with database.reading() as connection:
                    rows = list(await connection.execute(query))
                if all(row.body is not None for row in rows):
                    break
                await asyncio.sleep(0.1)
    finally:
        await database.close()
    decode = msgspec.json.Decoder(MatchReview).decode
    return {row.match_id: decode(zlib.decompress(row.body)).rounds for row in rows}


async def test_killed_a_server_alone_makes_them_when_it_starts_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    matches = await play(server.database)
    await server.start()
    try:
        await ask(server, matches)
        await server.kill()
        await server.start()
        assert await made(server.database) == matches
    finally:
        await server.stop()


async def test_killed_with_its_worker_another_server_makes_them(
    tmp_path: Path, database: str, nats: Nats
) -> None:
    """Server and worker die at once, and with the next worker the other server goes on."""
    matches = await play(database)
    here, there = (
        ServerProcess(tmp_path, "--bus", nats.url, database=database, name=name)
        for name in ("here", "there")
    )
    worker = WorkerProcess(tmp_path, nats.url)
    await asyncio.gather(here.start(), there.start(), worker.start())
    try:
        await ask(here, matches)
        await asyncio.gather(here.kill(), worker.kill())
        await worker.start()
        assert await made(database) == matches
    finally:
        await asyncio.gather(here.stop(), there.stop(), worker.kill())
