"""At how many tables somebody may sit, however many they ask for at once, and however they sit;
that nobody else waits for the long ones."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.tables import tables
from gangoffour.table import commands as c
from gangoffour.table.decide.handle import handle
from tests.server.matches.test_carried import PATH, played
from tests.support.client import Client, Refused
from tests.support.live import live
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio


def at(url: str, one: Client) -> httpx.AsyncClient:
    """Somebody's way to ask over HTTP, on as many lines as they like."""
    headers = {"Authorization": f"Bearer {one.token}"}
    return visitor(url, headers=headers)


def sums(answers: list[httpx.Response]) -> Counter[str]:
    return Counter("yes" if one.is_success else str(one.json()["error"]["code"]) for one in answers)


async def test_tables_asked_for_at_once_are_no_more_than_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with live(tmp_path / "one.db", tables_per_person=3) as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        async with at(server.url, ann) as http, at(server.url, bob) as other:
            many = [http.post("/api/tables", json={}) for _ in range(8)]
            asked = asyncio.gather(*many, other.post("/api/tables", json={}))
            *mine, his = await asked
            assert sums(mine) == {"yes": 3, "too_many_tables": 5}
            assert his.is_success
            match: dict[str, Any] = played(20)[0]
            same = await asyncio.gather(*(other.post(PATH, json=match) for _ in range(6)))
            places = {one.json()["table"] for one in same}
            assert sums(list(same)) == {"yes": 6} and len(places) == 1, "one match is one table"


async def test_who_sits_at_as_many_tables_as_they_may_takes_no_other_place(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", tables_per_person=2) as server:
        hosts = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        eve = await server.person("Eve")
        lines = [eve, *[await server.client(eve.token) for _ in hosts[1:]]]
        rooms = [await server.table(host) for host in hosts]
        for host, room in zip(hosts, rooms, strict=True):
            await host.do(room.id, c.Unseat(1))

        async def sit(line: Client, table: str) -> str:
            try:
                await line.do(table, c.Sit())
            except Refused as no:
                return no.code
            return "yes"

        pairs = zip(lines, rooms, strict=True)
        found = Counter(await asyncio.gather(*(sit(line, room.id) for line, room in pairs)))
        assert found == {"yes": 2, "too_many_tables": 1}
        person = eve.me["id"]
        (free,) = (room for room in rooms if room.table.seat_of(person) is None)
        mine = next(room for room in rooms if room is not free)
        assert await sit(eve, mine.id) == "already_seated"
        await eve.do(mine.id, c.Leave())
        assert await sit(eve, free.id) == "yes"


async def test_nobody_waits_for_the_matches_that_others_bring_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are done again one at a time, and meanwhile everybody else is answered."""
    answered, begun = threading.Event(), list[bool]()

    def slowly(table: Any, command: c.Command, now: int) -> Any:
        if isinstance(command.what, c.Carry):
            begun.append(answered.wait(10))
        return handle(table, command, now)

    async with live(tmp_path / "one.db") as server:
        ann, eve, fay = [await server.person(name) for name in ("Ann", "Eve", "Fay")]
        room = await server.match(ann)
        monkeypatch.setattr(tables, "handle", slowly)
        async with at(server.url, eve) as one, at(server.url, fay) as other:
            match = played(20)[0]
            asked = [asyncio.create_task(who.post(PATH, json=match)) for who in (one, other)]
            while not server.server.carrying.locked():
                await asyncio.sleep(0.005)
            await ann.do(room.id, ann.choice(room.id))
            assert not begun
            answered.set()
            assert sums(list(await asyncio.gather(*asked))) == {"yes": 2}
        assert begun == [True, True]
