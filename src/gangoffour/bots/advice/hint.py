"""Hints: the best plays at a view, what each may be expected to bring, and why."""

from __future__ import annotations

from typing import Final

from gangoffour.bots.advice.advice import Actions, Advice, advised, goes_out, planned
from gangoffour.bots.arrays.rounds import barred_in
from gangoffour.bots.network import action_number, position_of
from gangoffour.bots.players.learned import shipped
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

MOST_CARDS: Final = 16
"""Nobody is left with more."""


def hint(view: View, limit: int = 3) -> list[Advice]:
    """The best actions at a view, best first, at most ``limit`` of them.

    Refused where the seat has nothing to choose. The same view gives the same advice. From the
    second round on the order heeds the match (R6.2, R7); the points are still those of the round.
    """
    return advised(view, _judged, limit)


def _judged(view: View, actions: Actions) -> tuple[list[float], list[float]]:
    """What each action may bring in points, and what it is worth."""
    network = shipped()
    if network is None:
        return planned(view, actions)
    numbers = [action_number(one) for one in actions]
    judged = network.judge(position_of(view), numbers)
    expected = [float(one + judged.values[0]) for one in judged.advantages]
    points = _possible(view, actions, expected)
    if not plays_for_match(view):
        return points, points
    aimed = network.judge(position_of(view, aim_at_match=True), numbers)
    return points, [float(one) for one in aimed.advantages]


def _possible(view: View, actions: Actions, expected: list[float]) -> list[float]:
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
        now if goes_out(view, action) else min(max(one, least), most)
        for action, one in zip(actions, expected, strict=True)
    ]
