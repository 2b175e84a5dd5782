"""Who plays against people here: levels that plan, and those by the network once it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gangoffour.bots.advice.advice import advised, planned
from gangoffour.bots.advice.decision_cost import Judges
from gangoffour.bots.bot import Bot
from gangoffour.bots.players.planning_levels import dumpling, lantern, sparrow
from gangoffour.pocket.network import Judge, crane, judges, tiger
from gangoffour.rules.actions import Action, action_dict
from gangoffour.rules.view import View
from gangoffour.server.wire.messages import HintPlay
from gangoffour.table.refusals import TableRefusal

PLANNING: Final[dict[str, Bot]] = {
    "dumpling": dumpling(),
    "sparrow": sparrow(),
    "lantern": lantern(),
}
STAND_IN: Final = PLANNING["lantern"]
NETWORKED: Final[dict[str, Callable[[Judge], Bot]]] = {"crane": crane, "tiger": tiger}
"""Those that need weights, which are loaded when one of them sits down."""
BY_LEVEL: Final = (*PLANNING, *NETWORKED)
"""The bots by name, the weakest first."""
STANDS_FOR: Final = {"typhoon": "tiger", "typhoon-deep": "tiger", "tiger-exact": "tiger"}
"""Who plays for those of a server that do not play here: in a match that was taken along."""
ADVISED: Final = 3
REVIEWER: Final = "tiger"


class Players:
    """Who can play now."""

    def __init__(self) -> None:
        self._known = dict(PLANNING)
        self.reviewer: Judges | None = None
        """Who judges decisions, once level 5 is loaded."""
        self.reviews = False
        """Whether somebody wants a review, and so level 5."""

    def missing(self, bot: str) -> str | None:
        """The bot whose weights are still to be loaded before this one plays, if any are."""
        who = STANDS_FOR.get(bot, bot)
        return who if who in NETWORKED and who not in self._known else None

    def loaded(self, bot: str, judge: Judge | None) -> None:
        """A bot's weights are there; or, with None, are not to be had: another plays for it."""
        self._known[bot] = STAND_IN if judge is None else NETWORKED[bot](judge)
        if bot == REVIEWER and judge is not None:
            self.reviewer = judges(judge)

    def choose(self, bot: str, view: View, rng: Random) -> Action:
        """What a bot does. One that nobody knows here is stood in for by the best that plans."""
        return self._known.get(STANDS_FOR.get(bot, bot), STAND_IN).choose(view, rng)


def of_level(level: int) -> str:
    """The bot of a level; the best there is for a higher one."""
    return BY_LEVEL[min(level, len(BY_LEVEL)) - 1]


def require_bot(name: str) -> None:
    """Refuse a bot that does not play here."""
    if name not in BY_LEVEL:
        raise TableRefusal("unknown_bot", input=name[:40], bots=", ".join(BY_LEVEL))


def hints(view: View) -> list[HintPlay]:
    """The best actions by plan, with what they may bring and why."""
    return [
        HintPlay(action_dict(one.action), round(one.points, 2), list(one.reasons))
        for one in advised(view, planned, ADVISED)
    ]
