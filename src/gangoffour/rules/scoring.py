"""Points for cards left (R6.1) and who is the loser of a round (R6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.cards import ORDER_OF, highest
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal, whole

MULTIPLIERS: tuple[tuple[int, int], ...] = ((7, 1), (10, 2), (13, 3), (15, 4), (16, 5))
"""Up to so many cards left, each costs so many points (R6.1)."""


def points_for(left: int) -> int:
    """The points for a number of cards left (R6.1).

    >>> [points_for(left) for left in (0, 5, 9, 15, 16)]
    [0, 5, 18, 60, 80]
    """
    if type(left) is not int:
        left = whole(left)
    if type(left) is int and 0 <= left <= 16:
        for up_to, each in MULTIPLIERS:
            if left <= up_to:
                return left * each
    raise Refusal("bad_card_count", input=left)


def round_points(left: Sequence[int], barred: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """Everybody's points for a round (R6.1, R5.2; R9's extra for the barred)."""
    return tuple(
        points_for(count) + (rules.barred_extra if seat in barred else 0)
        for seat, count in enumerate(left)
    )


def most_left(left: Sequence[int]) -> tuple[int, ...]:
    """The seats that hold the most cards."""
    return tuple(seat for seat, count in enumerate(left) if count == max(left))


def loser_among(left: Sequence[int], worth: Sequence[int], winner: int) -> int:
    """The loser (R6.3): most cards left, then worth most, then first met from the winner on."""
    seats = len(left)
    return min(most_left(left), key=lambda seat: (-worth[seat], (seat - winner) % seats))


def loser(hands: Sequence[int], winner: int, totals: Sequence[int], rules: RuleSet) -> int:
    """The seat that lost a round (R6.3); a tie is settled as the rule set says.

    ``totals`` include the round's points.
    """
    worth = totals
    if rules.loser_tie == "highest_card":
        worth = [ORDER_OF[highest(hand)] if hand else -1 for hand in hands]
    return loser_among([hand.bit_count() for hand in hands], worth, winner)


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the lowest total: they win, or share the win (R6.2)."""
    lowest = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == lowest)
