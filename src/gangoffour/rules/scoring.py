"""Points for cards left (R6.1) and who is the loser of a round (R6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.cards import ORDER_OF, highest
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal

MULTIPLIERS: tuple[tuple[int, int], ...] = ((7, 1), (10, 2), (13, 3), (15, 4), (16, 5))
"""Up to so many cards left, each costs so many points (R6.1)."""


def points_for(left: int) -> int:
    """The points for a number of cards left (R6.1).

    >>> [points_for(left) for left in (0, 5, 9, 15, 16)]
    [0, 5, 18, 60, 80]
    """
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


def loser(hands: Sequence[int], winner: int, totals: Sequence[int], rules: RuleSet) -> int:
    """The seat that lost a round (R6.3): most cards left; ties by the rule set, then by seat.

    ``totals`` include the round's points.
    """
    most = max(hand.bit_count() for hand in hands)
    tied = [seat for seat, hand in enumerate(hands) if hand.bit_count() == most]

    def tie_break(seat: int) -> int:
        if rules.loser_tie == "highest_card":
            return ORDER_OF[highest(hands[seat])]
        return totals[seat]

    best = max(tie_break(seat) for seat in tied)
    seats = len(hands)
    return min(
        (seat for seat in tied if tie_break(seat) == best),
        key=lambda seat: (seat - winner) % seats,
    )


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the lowest total: they win, or share the win (R6.2)."""
    lowest = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == lowest)
