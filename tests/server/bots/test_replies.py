"""The bot in whole numbers replies the same to the same: it thinks once."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from gangoffour.bots import load_bot
from gangoffour.rules.match import Match
from gangoffour.server.bots.local import EXACT, LocalBots


def test_a_reply_is_thought_out_once_and_stays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = load_bot(EXACT)
    asked: list[Any] = []

    class Counting:
        def choose(self, view: Any, rng: random.Random) -> Any:
            asked.append(view)
            return bot.choose(view, rng)

    async def play(bots: LocalBots) -> list[Any]:
        bots._loaded[EXACT] = Counting()
        made, match = [], Match.new(seed="replies")
        for _ in range(6):
            seat = match.turn
            assert seat is not None
            made.append(await bots.decide(EXACT, match.view(seat)))
            match = match.act(seat, made[-1])
        return made

    async def twice() -> None:
        bots = LocalBots()
        first = await play(bots)
        assert len(asked) == 6 and await play(bots) == first and len(asked) == 6
        other = Match.new(seed="others")
        await bots.decide(EXACT, other.view(other.turn or 0))
        assert len(asked) == 7
        await bots.close()

    asyncio.run(twice())
