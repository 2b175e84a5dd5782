"""The levels that play by the network: its arithmetic is compiled code that the browser runs.

A judge is asked by text: which of the two networks, and a question in hexadecimal digits; it says
how good each action is in whole numbers. The same numbers come from numpy on a server, so level 5
in whole numbers (``bots.players.exact``) chooses here what it chooses there. Level 4 has the same
reflex, but moods in place of a server's characters.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from struct import pack, unpack
from typing import Final

from gangoffour.bots.errors import require_choice
from gangoffour.bots.players.mood import swayed
from gangoffour.bots.position.position import Position, action_number, plays_for_match, position_of
from gangoffour.bots.position.question import question
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.rules.actions import Action, Call, play_of
from gangoffour.rules.view import View

Judge = Callable[[bool, str], str]
"""Whether it is the small network that is asked, and what; the scores, with spaces between."""
UNIT: Final = 1 << 19
"""A score of one of the small network (``network.reflex``)."""


def judged(judge: Judge, small: bool, now: Position, actions: list[Action]) -> list[int]:
    """How good each action is."""
    asked = question(now, [action_number(one) for one in actions])
    return [int(float(one)) for one in judge(small, asked.hex()).split()]


class Tiger:
    """Level 5: what the network judges best; the first of equals."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, view: View, rng: Random) -> Action:
        """As ``players.exact`` does."""
        require_choice(view)
        if view.may_call:
            return Call()
        actions = list(view.actions)
        if len(actions) == 1:
            return actions[0]
        now = position_of(view, aim_at_match=plays_for_match(view))
        scores = judged(self._judge, False, now, actions)
        return actions[scores.index(max(scores))]


class Crane:
    """Level 4: by reflex, swayed by mood; goes out for sure where it can."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, view: View, rng: Random) -> Action:
        """The action that looks best in this mood; it always calls its last card."""
        require_choice(view)
        if view.may_call:
            return Call()
        actions = list(view.actions)
        if len(actions) == 1:
            return actions[0]
        sure = RunOut(view).play() if view.plays else None
        if sure is not None:
            return play_of(sure, len(view.hand) - sure.size == 1)
        scores = judged(self._judge, True, position_of(view), actions)
        return swayed(actions, [_single(one / UNIT) for one in scores], rng)


def _single(value: float) -> float:
    """A number in single precision, as the network gives it elsewhere."""
    return float(unpack("<f", pack("<f", value))[0])
