"""Hints: the best plays at a view, what each may be expected to bring, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gangoffour.bots.advice.reasons import Reasons
from gangoffour.bots.arrays.rounds import barred_in
from gangoffour.bots.errors import BotError
from gangoffour.bots.levels import best_planned
from gangoffour.bots.network import action_number, position_of
from gangoffour.bots.players.learned import plays_for_match, shipped
from gangoffour.rules.actions import Action, Call, Give, Play, action_dict
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

POINTS_PER_COST: Final = 3.0
"""About how many points one unit of a plan's cost is worth."""
MOST_CARDS: Final = 16
"""Nobody is left with more."""
A_LITTLE: Final = 0.1
"""Points that nobody would ask about."""


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


def hint(view: View, limit: int = 3) -> list[Advice]:
    """The best actions at a view, best first, at most ``limit`` of them.

    Refused where the seat has nothing to choose. The same view gives the same advice. From the
    second round on the order heeds the match (R6.2, R7); the points are still those of the round.
    """
    actions = view.actions
    if not actions:
        raise BotError("not_to_act", seat=view.seat)
    if view.may_call:
        return [Advice(Call(), 0.0, ("says_last_card",))]
    points, order = _judged(view, actions)
    why = Reasons(view, position_of(view))
    found = [Advice(actions[at], points[at], why.of(actions[at])) for at in order[:limit]]
    if found and found[0].points < max(points) - A_LITTLE:
        found[0] = replace(found[0], reasons=("for_the_match", *found[0].reasons))
    return found


def _judged(view: View, actions: tuple[Action, ...]) -> tuple[list[float], list[int]]:
    """What each action may bring in points, and their places from the best to the worst."""
    network = shipped()
    if network is None:
        points = _planned(view, actions)
        worth = points
    else:
        numbers = [action_number(one) for one in actions]
        judged = network.judge(position_of(view), numbers)
        expected = [float(one + judged.values[0]) for one in judged.advantages]
        points = _possible(view, actions, expected)
        worth = points
        if plays_for_match(view):
            aimed = network.judge(position_of(view, aim_at_match=True), numbers)
            worth = [float(one) for one in aimed.advantages]
    ways_out = [_goes_out(view, one) for one in actions]
    return points, sorted(range(len(actions)), key=lambda at: (-worth[at], not ways_out[at], at))


def _goes_out(view: View, action: Action) -> bool:
    return isinstance(action, Play) and action.combination.size == len(view.hand)


def _possible(view: View, actions: tuple[Action, ...], expected: list[float]) -> list[float]:
    """What may be expected, kept within what can be: nobody's cards become more (R6.1). Going out
    ends the round with the cards that everybody holds now, which is known exactly (R4.6)."""
    extra, barred = view.rules.barred_extra, barred_in(view)
    left = [points_for(min(count, MOST_CARDS)) for count in view.counts]
    others = [seat for seat in range(view.seats) if seat != view.seat]
    now = sum(left[seat] + extra * (seat in barred) for seat in others) / len(others)
    most = sum(left[seat] + extra for seat in others) / len(others)
    if view.phase == "exchange":
        most = float(points_for(MOST_CARDS) + extra)
        least = -most
    else:
        least = -float(left[view.seat or 0] + extra)
    return [
        now if _goes_out(view, action) else min(max(one, least), most)
        for action, one in zip(actions, expected, strict=True)
    ]


def _planned(view: View, actions: tuple[Action, ...]) -> list[float]:
    """Points by the best plan, where no network is shipped."""
    planned = best_planned()
    if view.phase == "exchange":
        gift = planned.gift(view)
        return [0.0 if isinstance(one, Give) and one.card == gift else -1.0 for one in actions]
    known = planned.values(view, view.plays)
    worst = min(known.values()) - 1
    plays = [one.combination if isinstance(one, Play) else None for one in actions]
    found = [POINTS_PER_COST * known.get(one, worst) for one in plays]
    for at, one in enumerate(plays):  # going out is worth more than any plan (R4.6)
        if one is not None and one.size == len(view.hand):
            found[at] += 10.0
    return found
