"""Hints: the best plays at a view, what each may be expected to bring, and why."""

from __future__ import annotations

from gangoffour.bots.advice.advice import Actions, Advice, advised, planned
from gangoffour.bots.network import action_number, position_of
from gangoffour.bots.players.learned import shipped
from gangoffour.bots.position.going_out import bounds, kept_within, lowered
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.rules.view import View


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
    limits = [bounds(view, one) for one in actions]
    worth = lowered([float(one + judged.values[0]) for one in judged.advantages], limits)
    points = [kept_within(one, limit) for one, limit in zip(worth, limits, strict=True)]
    if not plays_for_match(view):
        return points, worth
    aimed = network.judge(position_of(view, aim_at_match=True), numbers)
    return points, [float(one) for one in aimed.advantages]
