"""What decisions cost: by how much another option may be expected to bring more.

The trained network says what each option may be expected to bring. It is an expectation: a play may
cost nothing here and still lose. Who reckons it is handed in: nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.bots.advice.marks import mark_of
from gangoffour.bots.advice.review_reasons import reasons_against
from gangoffour.bots.position.going_out import bounds, kept_within, winning_play
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.bots.position.position import Position, action_number, position_of

POINTS_PER_WIN: Final = 100.0
"""Where level 5 plays for the match, a hundredth of the chance to win it counts as a point."""
FORGOTTEN_CALL: Final = 5.4
"""What a last card that was not called costs on average among level 5 players (R5.2)."""


class Judged(NamedTuple):
    """What the network makes of a position: how much better each action is than the mean, and what
    the round is worth to who is to act. In points, or matches won where it aims at the match."""

    advantages: Sequence[float]
    value: float


Judges = Callable[[Sequence[Position], Sequence[Sequence[int]]], Sequence[Judged]]
"""Judges positions, each with the numbers of its actions."""


def judge(judges: Judges, looks: Sequence[Look]) -> list[Verdict]:
    """Judge the turns of one round, all at once."""
    if not looks:
        return []
    options = [look.options for look in looks]
    numbers = [[action_number(one) for one in some] for some in options]
    judged = judges([position_of(look.view) for look in looks], numbers)
    worth = [list(one.advantages) for one in judged]
    if plays_for_match(looks[0].view):  # by the totals before the round: the same for all
        aimed = [position_of(look.view, aim_at_match=True) for look in looks]
        worth = [
            [POINTS_PER_WIN * each for each in one.advantages] for one in judges(aimed, numbers)
        ]
    found = []
    for look, some, one, values in zip(looks, options, judged, worth, strict=True):
        wins, best = winning_play(look.view), values.index(max(values))
        if wins is not None:  # and nothing is better
            at, best = best, some.index(wins)
            values[best] = values[at]
        cost = values[best] - values[look.played]
        limits = bounds(look.view, some[look.played])
        expected = kept_within(one.value + one.advantages[look.played], limits)
        if look.forgot:
            cost, expected = cost + FORGOTTEN_CALL, expected - FORGOTTEN_CALL
        reasons: tuple[str, ...] = ()
        if mark_of(cost) != "good":
            reasons = reasons_against(look.view, some[look.played], some[best], look.forgot)
            if one.advantages[look.played] > one.advantages[best]:
                reasons = (*reasons, "for_the_match")
        found.append(Verdict(best, cost, expected, reasons))
    return found
