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
        await ann.do(room.id, c.Rematch())
        await bob.do(room.id, c.Rematch())
        await ann.until(lambda: ann.state(room.id)["match"]["number"] == 2)
