"""The yardstick: greedy, whose play is fixed for good so that strengths stay comparable."""

from __future__ import annotations

from random import Random

from gangoffour.bots.errors import require_choice
from gangoffour.rules.actions import Action, Call, Give, Pass, play_of
from gangoffour.rules.combinations import Combination
from gangoffour.rules.view import View


class Greedy:
    """Leads the cheapest of its largest combinations; follows with its cheapest winning play.

    Gangs come last in both, and it passes only when it must. "Cheapest" is lowest in the
    catalogue's order. It always calls its last card, and gives back its lowest card (R7.1).
    """

    def choose(self, view: View, rng: Random) -> Action:
        """The greedy action; chance plays no part."""
        require_choice(view)
        if view.phase == "exchange" and view.my_turn:
            return Give(view.hand.codes[0])
        if view.may_call:
            return Call()
        plays = view.plays
        if not plays:
            return Pass()
        chosen = plays[0] if view.table is not None else greedy_lead(plays)
        return play_of(chosen, len(view.hand) - chosen.size == 1)


def greedy_lead(plays: tuple[Combination, ...]) -> Combination:
    """The cheapest of the largest plays, gangs last; ``plays`` are in the catalogue's order."""
    return min(plays, key=lambda one: (one.is_gang, -one.size, one.index))
