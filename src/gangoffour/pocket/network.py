"""What feeds the levels that play by the network: its arithmetic is compiled code that the browser
runs.

A judge is asked by text: which of the two networks, and a question in hexadecimal digits; it says
how good each action is in whole numbers, and the large network what it is worth to be there. The
same numbers come from numpy on a server, and the same players (``bots.players``) choose by them, so
they choose the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack, unpack
from typing import Final

from gangoffour.bots.advice.decision_cost import Judged, Judges
from gangoffour.bots.bot import Bot
from gangoffour.bots.players.characters import AT_THE_TABLE
from gangoffour.bots.players.exact import Exact
from gangoffour.bots.players.human import company
from gangoffour.bots.position.exact_question import question
from gangoffour.bots.position.position import POINTS, WINS, Position

Judge = Callable[[bool, str], str]
"""Whether it is the small network that is asked, and what; the scores, with spaces between."""
UNIT: Final = 1 << 19
"""A score of one of the small network (``network.reflex``)."""
FINE: Final = 1 << 18
"""One of a layer's values, and one of a weight, of the large network (``network.exact``)."""


def crane(judge: Judge) -> Bot:
    """Level 4: the small network, and a character for each seat."""

    def looks(now: Position, actions: Sequence[int]) -> list[float]:
        return [_single(one / UNIT) for one in _scores(judge, True, now, actions)]

    return company(looks, AT_THE_TABLE)


def tiger(judge: Judge) -> Bot:
    """Level 5: the network in whole numbers."""

    def judged(now: Position, actions: Sequence[int]) -> list[int]:
        return _scores(judge, False, now, actions)[:-1]

    return Exact(judged)


def judges(judge: Judge) -> Judges:
    """What a review judges by: the large network, in points or matches won."""

    def judged(positions: Sequence[Position], actions: Sequence[Sequence[int]]) -> list[Judged]:
        found = []
        for now, some in zip(positions, actions, strict=True):
            *scores, value = _scores(judge, False, now, some)
            unit = (POINTS if now.totals is None else 1 / WINS) / FINE
            found.append(Judged([one * unit / FINE for one in scores], value * unit))
        return found

    return judged


def _scores(judge: Judge, small: bool, now: Position, actions: Sequence[int]) -> list[int]:
    asked = question(now, actions)
    return [int(float(one)) for one in judge(small, asked.hex()).split()]


def _single(value: float) -> float:
    """A number in single precision, as the network gives it elsewhere."""
    return float(unpack("<f", pack("<f", value))[0])
