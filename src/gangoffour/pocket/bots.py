"""Who plays against people here: the levels that plan, which need no network."""

from __future__ import annotations

from random import Random
from typing import Final

from gangoffour.bots.advice.advice import advised, planned
from gangoffour.bots.bot import Bot
from gangoffour.bots.players.planned import Planned
from gangoffour.bots.players.styles import DUMPLING, LANTERN, SPARROW
from gangoffour.rules.actions import Action, action_dict
from gangoffour.rules.view import View
from gangoffour.server.wire.messages import HintPlay
from gangoffour.table.refusals import TableRefusal

PLAYERS: Final[dict[str, Bot]] = {
    "dumpling": Planned(DUMPLING),
    "sparrow": Planned(SPARROW),
    "lantern": Planned(LANTERN),
}
"""The bots by name, the weakest first."""
BY_LEVEL: Final = tuple(PLAYERS)
ADVISED: Final = 3


def choose(bot: str, view: View, rng: Random) -> Action:
    """What a bot does. One that does not play here is stood in for by the best that does."""
    return PLAYERS.get(bot, PLAYERS[BY_LEVEL[-1]]).choose(view, rng)


def of_level(level: int) -> str:
    """The bot of a level; the best there is for a higher one."""
    return BY_LEVEL[min(level, len(BY_LEVEL)) - 1]


def require_bot(name: str) -> None:
    """Refuse a bot that does not play here."""
    if name not in PLAYERS:
        raise TableRefusal("unknown_bot", input=name[:40], bots=", ".join(PLAYERS))


def hints(view: View) -> list[HintPlay]:
    """The best actions by plan, with what they may bring and why."""
    return [
        HintPlay(action_dict(one.action), round(one.points, 2), list(one.reasons))
        for one in advised(view, planned, ADVISED)
    ]
