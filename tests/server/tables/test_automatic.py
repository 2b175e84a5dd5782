"""What happens at a table by itself, as far as it can be told from the table alone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gangoffour.rules.actions import Action
from gangoffour.server.tables import automatic
from gangoffour.table.options import Options
from tests.support.live import live


@pytest.mark.anyio
async def test_the_time_that_a_bot_takes_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it thinks, what it waits afterwards makes it the same: read off the server's own
    clock, in a match over a socket."""
    now, thought, taken = 0.0, 0.0, []

    class Awake:
        """What the module knows as asyncio, but that nobody sleeps."""

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

        async def sleep(self, seconds: float) -> None:
            taken.append(round(thought + seconds, 6))

    async with live(tmp_path / "one.db", bot_pause_ms=1000) as server:
        decide = server.server.bots.decide

        async def thinks(*asked: Any) -> Action:
            nonlocal now, thought
            thought = (0.0, 0.05, 0.4)[len(taken) % 3]
            action = await decide(*asked)
            now += thought
            return action

        monkeypatch.setattr(server.server.bots, "decide", thinks)
        monkeypatch.setattr(automatic, "monotonic", lambda: now)
        monkeypatch.setattr("random.uniform", lambda low, high: (low + high) / 2)
        monkeypatch.setattr(automatic, "asyncio", Awake())
        ann = await server.person("Ann")
        room = await server.match(ann, options=Options(clock="none", target=200))
        while len(taken) < 9:
            await ann.until(lambda: ann.may_act(room.id))
            await ann.do(room.id, ann.choice(room.id))
        monkeypatch.undo()
    assert set(taken) == {1.0}, taken
