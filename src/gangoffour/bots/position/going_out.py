"""What going out brings, and what the others may still have to pay: known without any judgement."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.actions import Action, Play
from gangoffour.rules.scoring import leaders, points_for, round_points
from gangoffour.rules.view import View

MOST_CARDS = 16
"""Nobody is left with more."""


def barred_in(view: View) -> tuple[int, ...]:
    """Who is barred: also who holds one card in silence, now that the next player acts (R5.2)."""
    silent = [seat for seat, count in enumerate(view.counts) if count == 1]
    silent = [seat for seat in silent if seat != view.seat and seat not in view.called]
    return (*view.barred, *(seat for seat in silent if seat not in view.barred))


def goes_out(view: View, action: Action) -> bool:
    """Whether an action lays the last cards."""
    return isinstance(action, Play) and action.combination.size == len(view.hand)


def winning_play(view: View) -> Action | None:
    """The play that goes out and ends the match (R6.2) with this seat alone in front, if there is
    one: nothing can be better, whatever it is worth as a round."""
    for action in view.actions:
        if goes_out(view, action):
            left = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
            points = round_points(left, barred_in(view), view.rules)
            totals = [old + new for old, new in zip(view.totals, points, strict=True)]
            ends = max(totals) >= view.rules.target
            return action if ends and leaders(totals) == (view.seat,) else None
    return None


def bounds(view: View, action: Action) -> tuple[float, float]:
    """The least and the most that a round can be worth after an action: nobody's cards become more
    (R6.1). Going out ends it with the cards that everybody holds now (R4.6): both are the same."""
    others = [seat for seat in range(view.seats) if seat != view.seat]
    if view.phase == "exchange":
        most = float(points_for(MOST_CARDS))
        return -most, most
    if goes_out(view, action):
        known = _mean([_points(view, seat) for seat in others])
        return known, known
    laid = action.combination.size if isinstance(action, Play) else 0
    most = _mean([max(_points(view, seat), _if_silent(view, seat)) for seat in others])
    return -float(points_for(min(len(view.hand) - laid, MOST_CARDS))), most


def kept_within(value: float, limits: tuple[float, float]) -> float:
    """What is expected, as far as it can be."""
    least, most = limits
    return min(max(value, least), most)


def lowered(expected: Sequence[float], limits: Sequence[tuple[float, float]]) -> list[float]:
    """What several actions are expected to bring, all of them lowered by as much as one of them is
    above what can be: what tells two apart is judged better than how well both stand. What is
    known stays as it is.

    >>> lowered([14.0, 12.5, 9.0], [(-3.0, 11.5), (-3.0, 11.5), (6.0, 6.0)])
    [11.5, 10.0, 6.0]
    """
    pairs = list(zip(expected, limits, strict=True))
    above = [one - most for one, (least, most) in pairs if least < most]
    much = max([0.0, *above])
    return [one - much if least < most else most for one, (least, most) in pairs]


def _mean(points: Sequence[int]) -> float:
    return sum(points) / len(points)


def _points(view: View, seat: int) -> int:
    """What a seat pays if the round ends now."""
    extra = view.rules.barred_extra if seat in barred_in(view) else 0
    return points_for(min(view.counts[seat], MOST_CARDS)) + extra


def _if_silent(view: View, seat: int) -> int:
    """What a seat pays that comes to its last card and forgets to call it (R5.2); nothing where
    that cannot be, or not any more."""
    forgets = view.rules.last_card == "call" and seat not in view.called
    return points_for(1) + view.rules.barred_extra if forgets else 0
