"""Bots that think elsewhere: each choice waits for a worker to take it, and never for too long.

If there is no worker at all, the bots think here, as in a server alone. If workers are too busy or
too late, or too much is asked already, a simple bot here chooses instead: the match goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.rules.actions import Action, parse_action
from gangoffour.rules.errors import Refusal
from gangoffour.rules.view import View
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.requests import (
    Answer,
    BotRequest,
    decode_answer,
    encode,
    sent_look,
    sent_view,
)
from gangoffour.server.bots.work_queue import NotDone, WorkQueue
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.wire.messages import HintPlay
from gangoffour.table.state import STAND_IN

CHOOSE_S: Final = 1.0
HINT_S: Final = 2.0
"""How long all workers together may take; whatever stands still costs a table no more than that."""
REVIEW_S: Final = 10.0
"""How long a round of a review is waited for; nobody at a table waits with it."""
MAX_ASKED: Final = 256
"""How many questions of this process may wait for workers at once."""
MAX_HERE: Final = 8
"""How many choices may wait for the real bots here if there is no worker."""
WAYS: Final = ("worker", "here", "busy", "late", "bad")
"""How a choice comes about: by a worker, by the real bot here, or by a simple one for a reason."""


class RemoteBots:
    """Asks workers, and falls back on the bots here."""

    def __init__(self, bus: Bus, local: LocalBots) -> None:
        self._work = WorkQueue(bus)
        self._local = local
        self._asked = 0
        self._here = 0
        self.counted: Counter[str] = Counter()
        """How choices came about, by one of the ``WAYS``."""
        self.judged: Counter[str] = Counter()
        """Where rounds were judged for reviews: ``worker`` or ``here``."""

    async def decide(self, bot: str, view: View, whose: str = "") -> Action:
        answer = await self._ask("choose", bot, view, CHOOSE_S)
        if answer is None and self._here < MAX_HERE:
            self._here += 1
            try:
                self.counted["here"] += 1
                return await self._local.decide(bot, view)
            finally:
                self._here -= 1
        if answer is not None and answer.action is not None:
            try:
                action = parse_action(answer.action)
            except Refusal:
                action = None
            if action in view.actions and action is not None:
                self.counted["worker"] += 1
                return action
            self.counted["bad"] += 1
        return await self._local.decide(STAND_IN, view)

    async def hint(self, view: View, whose: str = "") -> list[HintPlay]:
        answer = await self._ask("hint", "", view, HINT_S)
        if answer is not None and answer.advice is not None:
            self.counted["worker"] += 1
            return answer.advice
        return await self._local.hint(view)

    async def judge(self, looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        """Asked of a worker; it is not urgent, so if they are busy or late, it is done here."""
        verdicts = await self._ask_review(looks)
        self.judged["here" if verdicts is None else "worker"] += 1
        return await self._local.judge(looks) if verdicts is None else verdicts

    async def _ask_review(self, looks: Sequence[Look]) -> list[Verdict] | None:
        sent = encode([sent_look(look) for look in looks])
        try:
            verdicts = decode_answer(await self._work.do("review", sent, REVIEW_S)).verdicts
        except (NotDone, msgspec.DecodeError):
            return None
        return verdicts if fits(verdicts, looks) else None

    async def _ask(
        self, what: Literal["choose", "hint"], bot: str, view: View, wait_s: float
    ) -> Answer | None:
        """A worker's answer, an empty one if they are too busy or late, None if there is none."""
        if self._asked >= MAX_ASKED:
            self.counted["busy"] += 1
            return Answer()
        self._asked += 1
        try:
            question = encode(BotRequest(bot, sent_view(view)))
            return decode_answer(await self._work.do(what, question, wait_s))
        except NotDone as not_done:
            if not_done.why == "nobody":
                return None
            self.counted[not_done.why] += 1
        except msgspec.DecodeError:
            self.counted["bad"] += 1
        finally:
            self._asked -= 1
        return Answer()

    def gauges(self) -> dict[str, float]:
        choices = {f"choices_{name}": float(self.counted[name]) for name in WAYS}
        rounds = {f"review_rounds_{name}": float(n) for name, n in self.judged.items()}
        return choices | rounds | {"work_waiting": float(self._work.waiting)}

    async def close(self) -> None:
        await self._work.close()
        await self._local.close()


def fits(verdicts: Sequence[Verdict] | None, looks: Sequence[Look]) -> bool:
    """Whether there is a verdict for each turn, on something that could have been done."""
    return (
        verdicts is not None
        and len(verdicts) == len(looks)
        and all(
            0 <= verdict.best < len(look.options)
            for verdict, look in zip(verdicts, looks, strict=True)
        )
    )
