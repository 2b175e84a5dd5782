"""A match over sockets: from the lobby to the last card."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import WAIT_S
from tests.support.live import live

pytestmark = pytest.mark.anyio


async def test_two_people_and_two_bots_play_a_whole_match(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.match(ann, bob, options=Options(clock="none", target=2))
        while room.table.phase != "over":
            mover = await server.settled(room, ann, bob)
            await mover.do(room.id, mover.choice(room.id))
            async with asyncio.timeout(WAIT_S):  # whichever of them hears of it last
                while room.table.phase == "playing" and not (
                    ann.may_act(room.id) or bob.may_act(room.id)
                ):
                    await asyncio.sleep(0.005)
        await ann.until(lambda: ann.state(room.id)["phase"] == "over")
        shown = ann.state(room.id)["match"]
        assert shown["seed"] is not None and shown["winners"]
        assert [one["name"] for one in shown["players"]] == ["Ann", "Bob", "", ""]
        cid = await server.person("Cid")
        await ann.do(room.id, c.Rematch())
        await bob.do(room.id, c.Leave())
        await cid.watch(room.id)
        await cid.do(room.id, c.Sit())
        await cid.until(lambda: cid.state(room.id)["seats"][1]["name"] == "Cid")
        assert cid.own(room.id) is None, "nobody else's hand"
        assert [one["name"] for one in cid.state(room.id)["match"]["players"]][:2] == ["Ann", "Bob"]
        await cid.do(room.id, c.Leave())
        assert room.table.phase == "over"
        await ann.do(room.id, c.SetBot(1, "dumpling"))
        await ann.until(lambda: ann.state(room.id)["match"]["number"] == 2)
        assert ann.state(room.id)["match"]["players"] == []
        assert room.table.match is not None
        assert room.table.match.seed not in ("", shown["seed"])


async def test_when_the_host_leaves_somebody_who_is_there_is_the_host(tmp_path: Path) -> None:
    """Who sat down and never looked is away, though no line of theirs was lost."""
    async with live(tmp_path / "one.db") as server:
        ann, bob, cid = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        host = c.Person(ann.me["id"], "Ann")
        room = await server.server.tables.open(host, Options(seats=3))
        await ann.watch(room.id)
        await bob.do(room.id, c.Sit())
        await cid.watch(room.id)
        await cid.do(room.id, c.Sit())
        await ann.do(room.id, c.Leave())
        await cid.until(lambda: cid.state(room.id)["seats"][2]["host"])
        assert [one["connected"] for one in cid.state(room.id)["seats"][1:]] == [False, True]
