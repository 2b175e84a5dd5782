"""What is held back of a deal counts for the person, though it be at another table each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangoffour.rules.deal import commitment
from gangoffour.table import commands as c
from gangoffour.table.karma import cost
from gangoffour.table.options import Options
from tests.support.live import live

pytestmark = pytest.mark.anyio


async def test_to_hold_back_at_one_table_after_the_other_is_leaving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.table.clock.REVEAL_MS", 100)
    async with live(tmp_path / "one.db") as server:
        people = ann, ben, cid = [await server.person(name) for name in ("Ann", "Ben", "Cid")]
        for expected in ("spared", "no_gain", "left"):
            options = Options(rated=True, clock="none", seats=3)
            room = await server.table(*people, options=options)
            await ben.do(room.id, c.Promise(commitment("never said")))
            for one in (ben, cid):
                await one.do(room.id, c.Ready())
            await ann.do(room.id, c.Start())
            await ann.until(lambda room=room: ann.state(room.id)["phase"] == "playing")  # type: ignore[misc]
            assert [cost(room.table, seat) for seat in range(3)] == ["none", expected, "none"]
            for one in people:
                await one.do(room.id, c.Leave())
        counts = server.server.held_back.counts
        assert await counts([ben.me["id"], None, cid.me["id"]]) == (3, 0, 0)
