"""Players that see only a seat's view: ``load_bot("level:3").choose(view, rng)``.

>>> import random
>>> from gangoffour import Match
>>> from gangoffour.bots import bots, load_bot
>>> match, rng, tiger = Match.new(seed=7), random.Random(7), load_bot("tiger")
>>> while not match.over:
...     match = match.act(match.turn, tiger.choose(match.view(match.turn), rng))
>>> [info.level for info in bots()]
[1, 2, 3, 4, 5, 6]

What is named here is imported when it is asked for, so that the planning levels need no numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gangoffour.extras import told_of, watch

if TYPE_CHECKING:
    from gangoffour.bots.advice.advice import Advice
    from gangoffour.bots.advice.analyse import Line, analyse
    from gangoffour.bots.advice.hint import hint
    from gangoffour.bots.bot import Bot, BotInfo
    from gangoffour.bots.errors import BotError
    from gangoffour.bots.outside.mistakes_replaced import Careful
    from gangoffour.bots.registry import bots, load_bot

__all__ = [
    "Advice",
    "Bot",
    "BotError",
    "BotInfo",
    "Careful",
    "Line",
    "analyse",
    "bots",
    "hint",
    "load_bot",
]

_HOMES = {
    "Advice": "advice.advice",
    "Bot": "bot",
    "BotError": "errors",
    "BotInfo": "bot",
    "Careful": "outside.mistakes_replaced",
    "Line": "advice.analyse",
    "analyse": "advice.analyse",
    "bots": "registry",
    "hint": "advice.hint",
    "load_bot": "registry",
}


watch(__name__)


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{home}"), name)
    except ModuleNotFoundError as missing:
        raise told_of(f"{__name__}.{name}", missing) from None
