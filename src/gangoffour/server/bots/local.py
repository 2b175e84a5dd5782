"""The bots of this process: they think in a thread of their own."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from gangoffour.bots import Bot, BotError, bots, hint, load_bot
from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.bots.advice.decision_cost import judge
from gangoffour.bots.advice.reviewer import by_network
from gangoffour.bots.players.learned import shipped
from gangoffour.rules.actions import Action, Pass, action_dict
from gangoffour.rules.view import View
from gangoffour.server.runtime.secrets import new_seed
from gangoffour.server.wire.messages import HintPlay
from gangoffour.table.refusals import TableRefusal

BOT_NAMES: Final[tuple[str, ...]] = tuple(info.name for info in bots())
"""The bots people may ask for, the weakest first."""

EXACT: Final = "tiger-exact"
"""Who plays where deals are the same for everybody; nobody can ask for it at a table."""

KEPT_REPLIES: Final = 20_000
log = logging.getLogger("gangoffour.bots")


class Bots(Protocol):
    """What a table asks of bots, wherever they think."""

    async def decide(self, bot: str, view: View, whose: str = "") -> Action:
        """The action a bot chooses, always a legal one. ``whose``: the person it is done for."""
        ...

    async def hint(self, view: View, whose: str = "") -> list[HintPlay]:
        """The best actions with expected points and reasons, the best first."""
        ...

    async def judge(self, looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        """What the network makes of the turns of one round."""
        ...

    def gauges(self) -> dict[str, float]:
        """What the metrics show of them."""
        ...

    async def close(self) -> None: ...


class LocalBots:
    """Chooses actions for bots by name. A bot that fails plays its first legal action instead."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._rng = random.Random(new_seed())
        self._loaded: dict[str, Bot] = {}
        self._replies: OrderedDict[tuple[object, ...], Action] = OrderedDict()
        """What the bot in whole numbers replied: the same to whoever plays the same, and on a day's
        first rounds many do."""

    async def decide(self, bot: str, view: View, whose: str = "") -> Action:
        """The action a bot chooses, always a legal one."""
        kept = self._replies.get(_asked(view)) if bot == EXACT else None
        if kept is not None:
            return kept
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._choose, bot, view)

    async def hint(self, view: View, whose: str = "") -> list[HintPlay]:
        """The best actions with expected points and reasons, the best first."""
        loop = asyncio.get_running_loop()
        advised = await loop.run_in_executor(self._pool, hint, view)
        return [
            HintPlay(action_dict(one.action), round(one.points, 2), list(one.reasons))
            for one in advised
        ]

    async def judge(self, looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        """What the network makes of the turns of one round."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _judge, looks)

    def _choose(self, name: str, view: View) -> Action:
        try:
            bot = self._loaded.get(name)
            if bot is None:  # never a file or a program, whatever a table says
                bot = self._loaded[name] = load_bot(name if _known(name) else BOT_NAMES[0])
            action = self._reply(bot, view) if name == EXACT else bot.choose(view, self._rng)
        except Exception:  # a bot may fail in any way; the match goes on
            log.exception("bot failed", extra={"bot": name})
            return fallback(view)
        return action if action in view.actions else fallback(view)

    def _reply(self, bot: Bot, view: View) -> Action:
        """A reply that follows from the round alone, thought out once. Called in one thread."""
        asked = _asked(view)
        action = self._replies.get(asked)
        if action is None:
            action = bot.choose(view, self._rng)
            if action not in view.actions:
                return action
            self._replies[asked] = action
            if len(self._replies) > KEPT_REPLIES:
                self._replies.popitem(last=False)
        return action

    def gauges(self) -> dict[str, float]:
        return {}

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _asked(view: View) -> tuple[object, ...]:
    """All on which the reply of a bot in whole numbers depends."""
    table = (view.rules, view.dealer, view.exchange, view.totals)
    return (view.seat, view.hand, view.history, *table)


def _known(name: str) -> bool:
    return name == EXACT or name in BOT_NAMES


def _judge(looks: Sequence[Look]) -> list[Verdict]:
    network = shipped()
    if network is None:
        raise BotError("no_network")
    return judge(by_network(network), looks)


def fallback(view: View) -> Action:
    """A legal action for want of a better one: pass if possible, else the lowest."""
    return Pass() if view.may_pass else view.actions[0]


def require_bot(name: str) -> None:
    """Refuse a bot that is not one of ours: names from outside never load files or programs."""
    if name not in BOT_NAMES:
        raise TableRefusal("unknown_bot", input=name[:40], bots=", ".join(BOT_NAMES))
