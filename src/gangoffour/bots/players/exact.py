"""Level 5 in whole numbers: two people who play alike meet the same replies, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from gangoffour.bots.players.forced_action import obvious
from gangoffour.bots.position.going_out import winning_play
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.bots.position.position import Position, action_number, position_of
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View

Judged = Callable[[Position, Sequence[int]], Iterable[int]]
"""How good each action of a position is, in whole numbers: by numpy, or by compiled code."""


class Exact:
    """Plays what is judged best in whole numbers; the first of equals, and no chance."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged

    def choose(self, view: View, rng: Random) -> Action:
        """The network's choice; it always calls its last card."""
        only = obvious(view) or winning_play(view)
        if only is not None:
            return only
        actions = view.actions
        now = position_of(view, aim_at_match=plays_for_match(view))
        judged = list(self._judged(now, [action_number(one) for one in actions]))
        return actions[judged.index(max(judged))]
