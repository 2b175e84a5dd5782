"""Players that see only a seat's view: ``load_bot("level:3").choose(view, rng)``.

>>> import random
>>> from gangoffour import Match
>>> match, rng, tiger = Match.new(seed=7), random.Random(7), load_bot("tiger")
>>> while not match.over:
...     match = match.act(match.turn, tiger.choose(match.view(match.turn), rng))
>>> [info.level for info in bots()]
[1, 2, 3, 4, 5, 6]
"""

from gangoffour.bots.advice.analyse import Line, analyse
from gangoffour.bots.advice.hint import Advice, hint
from gangoffour.bots.bot import Bot, BotInfo
from gangoffour.bots.errors import BotError
from gangoffour.bots.outside.supervised import Careful
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
