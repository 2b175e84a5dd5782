"""Fair shares of the bots' time: people take turns, however much each of them asks.

So somebody with twenty tables waits for their own bots, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View
from gangoffour.server.bots.local import Bots
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.wire.messages import HintPlay


class FairBots:
    """Bots that serve people in turn."""

    def __init__(self, bots: Bots, *, slots: int, share: int) -> None:
        self.bots = bots
        self._turns = FairTurns(slots=slots, share=share)

    async def decide(self, bot: str, view: View, whose: str = "") -> Action:
        async with self._turns.of(whose):
            return await self.bots.decide(bot, view, whose)

    async def hint(self, view: View, whose: str = "") -> list[HintPlay]:
        async with self._turns.of(whose):
            return await self.bots.hint(view, whose)

    async def judge(self, looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        async with self._turns.of(whose):
            return await self.bots.judge(looks, whose)

    def gauges(self) -> dict[str, float]:
        return {**self.bots.gauges(), "bots_waiting": float(self._turns.waiting)}

    async def close(self) -> None:
        await self.bots.close()
