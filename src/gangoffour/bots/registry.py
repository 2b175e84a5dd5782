"""The named bots, and how to get one by a text: a name, a level, a file or a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gangoffour.bots.bot import Bot, BotInfo
from gangoffour.bots.errors import BotError
from gangoffour.bots.levels import LEVELS, somebody
from gangoffour.bots.outside.file import from_file
from gangoffour.bots.outside.program import SECONDS_PER_MOVE, Program
from gangoffour.bots.players.chance import Chance
from gangoffour.bots.players.greedy import Greedy

INFOS: Final[tuple[BotInfo, ...]] = (
    BotInfo("dumpling", 1, "Dumpling", "Learned the game this morning and is glad to be asked."),
    BotInfo("sparrow", 2, "Sparrow", "Quick and chatty; grabs every trick within reach."),
    BotInfo("lantern", 3, "Lantern", "Sorts the hand first, then plays it from the bottom up."),
    BotInfo("crane", 4, "Crane", "Stands still, counts every card, and strikes once."),
    BotInfo("tiger", 5, "Tiger", "Has played more rounds than the tea house has leaves."),
    BotInfo("typhoon", 6, "Typhoon", "Imagines every hand you may hold, and then plays."),
    BotInfo("greedy", None, "Greedy", "The yardstick: the cheapest play that wins, always."),
    BotInfo("tiger-exact", None, "Tiger", "Tiger in whole numbers: the same replies everywhere."),
    BotInfo("typhoon-deep", None, "Deep Typhoon", "The same storm with a second to think."),
)
"""Every bot that plays like somebody. Those with a level are offered in menus."""

_MAKERS: Final[dict[str, Callable[[], Bot]]] = {"greedy": Greedy, "random": Chance, **LEVELS}

NAMES: Final = (*_MAKERS,)
"""Every bot that has a name of its own; levels, characters, files and programs have not."""


def bots() -> list[BotInfo]:
    """The six levels, the weakest first."""
    return [info for info in INFOS if info.level is not None]


def load_bot(text: str, seconds: float = SECONDS_PER_MOVE) -> Bot:
    """The bot a text names; refused in one sentence if there is none.

    A name (``tiger``), a level (``level:3``), a character that errs like people (``human:hasty`` or
    ``human:hasty,tunnel=0.5``), a class in a Python file (``mybot.py:MyBot``) or a program that
    speaks JSON lines (``cmd:./prog --fast``), which may take so many seconds a move.

    >>> type(load_bot("greedy")).__name__
    'Greedy'
    """
    if not isinstance(text, str):
        raise _unknown(text)
    kind, _, rest = text.partition(":")
    if kind == "level":
        return _MAKERS[_of_level(rest).name]()
    if kind == "human":
        return somebody(rest)
    if kind == "cmd":
        return Program(rest, seconds)
    if text in _MAKERS:
        return _MAKERS[text]()
    if ".py" in text:
        return from_file(text)
    raise _unknown(text)


def _unknown(given: object) -> BotError:
    return BotError("unknown_bot", name=given, names=", ".join([*_MAKERS, "human:hasty"]))


def _of_level(level: str) -> BotInfo:
    for info in bots():
        if str(info.level) == level:
            return info
    raise BotError("unknown_level", level=level)
