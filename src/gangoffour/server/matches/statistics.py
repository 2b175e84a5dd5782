"""What a finished match says about each seat: rounds, gangs, and the worst hand that still won."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.rules.cards import ORDER_OF, Cards, faces
from gangoffour.rules.combinations import Kind
from gangoffour.rules.match import Match


class SeatStatistics(NamedTuple):
    """One seat's figures of a match."""

    rounds: int
    rounds_won: int
    gangs: int
    worst_survived: int | None
    """How weak the weakest hand was with which a round was won; None if none was."""
    worst_hand: str | None


def statistics(match: Match) -> tuple[SeatStatistics, ...]:
    """Everybody's figures, by seat."""
    return tuple(_of_seat(match, seat) for seat in range(match.seats))


def _of_seat(match: Match, seat: int) -> SeatStatistics:
    won = [one.deal.hands[seat] for one in match.past if one.result.winner == seat]
    worst = min(won, key=strength, default=None)
    return SeatStatistics(
        len(match.past),
        len(won),
        sum(
            move.seat == seat and move.play is not None and move.play.kind is Kind.GANG
            for one in match.past
            for move in one.history
        ),
        None if worst is None else strength(worst),
        None if worst is None else str(Cards(worst)),
    )


def strength(hand: int) -> int:
    """How strong a dealt hand is: the sum of its cards' places in R1.3's order.

    >>> strength(Cards("G1 G1").word) < strength(Cards("RD").word)
    True
    """
    return sum(ORDER_OF[face] for face in faces(hand))
