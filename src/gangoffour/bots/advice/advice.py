"""What may be advised at a view: actions with what each may bring, and why. Nothing needs numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from gangoffour.bots.advice.reasons import Reasons
from gangoffour.bots.errors import BotError
from gangoffour.bots.players.planned import Planned
from gangoffour.bots.players.planning_levels import COUNTING
from gangoffour.bots.position.going_out import goes_out, winning_play
from gangoffour.bots.position.position import position_of
from gangoffour.rules.actions import Action, Call, Give, Play, action_dict
from gangoffour.rules.view import View

POINTS_PER_COST: Final = 3.0
"""About how many points one unit of a plan's cost is worth."""
A_LITTLE: Final = 0.1
"""Points that nobody would ask about."""

Actions = tuple[Action, ...]
Judge = Callable[[View, Actions], tuple[list[float], list[float]]]
"""What each action may bring in points, and what it is worth: the best is worth most."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One action worth considering."""

    action: Action
    points: float
    """The payoff to expect of the round: the mean of the others' points minus one's own."""
    reasons: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The advice as the engine and the server send it."""
        return {
            "action": action_dict(self.action),
            "points": round(self.points, 2),
            "reasons": list(self.reasons),
        }


def advised(view: View, judge: Judge, limit: int) -> list[Advice]:
    """The best actions at a view as somebody judges them, best first, at most ``limit``.

    Refused where the seat has nothing to choose.
    """
    if not isinstance(view, View):
        raise BotError("not_a_view", wanted="match.view(seat)", kind=type(view).__name__)
    actions = view.actions
    if not actions:
        raise BotError("not_to_act", seat=view.seat)
    if view.may_call:
        return [Advice(Call(), 0.0, ("says_last_card",))]
    points, worth = judge(view, actions)
    ways_out, wins = [goes_out(view, one) for one in actions], winning_play(view)

    def place(at: int) -> tuple[bool, float, bool, int]:
        return actions[at] != wins, -worth[at], not ways_out[at], at

    order = sorted(range(len(actions)), key=place)
    why = Reasons(view, position_of(view))
    found = [Advice(actions[at], points[at], why.of(actions[at])) for at in order[:limit]]
    if found and found[0].points < max(points) - A_LITTLE:
        found[0] = replace(found[0], reasons=("for_the_match", *found[0].reasons))
    return found


def planned(view: View, actions: Actions) -> tuple[list[float], list[float]]:
    """What the best plan makes of each action: the judge where there is no network."""
    points = _planned(view, actions)
    return points, points


def _planned(view: View, actions: Actions) -> list[float]:
    best = Planned(COUNTING)
    if view.phase == "exchange":
        gift = best.gift(view)
        return [0.0 if isinstance(one, Give) and one.card == gift else -1.0 for one in actions]
    known = best.values(view, view.plays)
    worst = min(known.values()) - 1
    plays = [one.combination if isinstance(one, Play) else None for one in actions]
    found = [POINTS_PER_COST * known.get(one, worst) for one in plays]
    for at, one in enumerate(plays):  # going out is worth more than any plan (R4.6)
        if one is not None and one.size == len(view.hand):
            found[at] += 10.0
    return found
