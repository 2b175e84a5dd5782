"""Level 4: plays by reflex, swayed by mood, and counts the cards once the end is in sight.

It plays every round for its points, near the match's end as well.
"""

from __future__ import annotations

from random import Random

from gangoffour.bots.errors import require_choice
from gangoffour.bots.network import Reflex, action_number, position_of
from gangoffour.bots.players.mood import swayed
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.rules.actions import Action, Call, play_of
from gangoffour.rules.view import View


class Swaying:
    """Plays by the small network alone; goes out for sure where it can."""

    def __init__(self, reflex: Reflex) -> None:
        self.reflex = reflex

    def choose(self, view: View, rng: Random) -> Action:
        """The action that looks best in this mood; it always calls its last card."""
        require_choice(view)
        if view.may_call:
            return Call()
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        if view.plays:
            sure = RunOut(view).play()
            if sure is not None:
                return play_of(sure, len(view.hand) - sure.size == 1)
        now = position_of(view)
        looks = self.reflex.judge(now, [action_number(one) for one in actions])
        return swayed(actions, [float(look) for look in looks], rng)
