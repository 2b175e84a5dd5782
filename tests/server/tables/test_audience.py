"""How many watch a table: everybody at it is told the same, soon after somebody comes or goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangoffour.table import commands as c
from tests.support.client import Client
from tests.support.live import live

pytestmark = pytest.mark.anyio


async def all_see(table: str, count: int, *people: Client) -> None:
    for one in people:
        await one.until(lambda one=one: one.tables[table]["watching"] == count)  # type: ignore[misc]


async def test_everybody_sees_how_many_watch(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.match(ann, bob)
        eve, fay = await server.person("Eve"), await server.person("Fay")
        await eve.watch(room.id)
        await all_see(room.id, 1, ann, bob, eve)
        await fay.watch(room.id)
        await all_see(room.id, 2, ann, bob, eve, fay)
        again = await server.client(fay.token)  # a second window is nobody else
        await again.watch(room.id)
        await all_see(room.id, 2, ann, bob, eve, fay, again)
        await fay.close()
        await again.ask({"type": "unwatch", "table": room.id})
        await all_see(room.id, 1, ann, bob, eve)
        elsewhere = await server.person("Gus")
        told = len(elsewhere.frames)
        await eve.close()
        await all_see(room.id, 0, ann, bob)
        assert len(elsewhere.frames) == told, "who is not at the table is not told"


async def test_who_comes_and_goes_within_a_moment_stays_with_nobody(tmp_path: Path) -> None:
    """Also where a state was sent in between."""
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.match(ann)
        eve = await server.person("Eve")
        await eve.watch(room.id)
        state = await ann.watch(room.id)
        assert state["watching"] == 1
        await eve.close()
        await all_see(room.id, 0, ann)


async def test_who_sits_down_watches_no_longer(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.table(ann)
        await bob.watch(room.id)
        await all_see(room.id, 1, ann, bob)
        await ann.do(room.id, c.Unseat(1))
        await bob.do(room.id, c.Sit())
        await all_see(room.id, 0, ann, bob)
