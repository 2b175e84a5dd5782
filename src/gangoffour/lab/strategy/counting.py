"""Counting over deals: shares and means with intervals, and a round's moves with the hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gangoffour.lab.arena.intervals import Figure, ratio
from gangoffour.lab.strategy.rounds import Row
from gangoffour.rules.cards import remove
from gangoffour.rules.combinations import Combination, catalogue

Counts = tuple[float, float]
"""What was counted in one round, and out of how many."""
Count = Callable[[Row], Counts]
Deals = Sequence[Sequence[Row]]
"""The rounds of each deal."""
Told = dict[str, Any]


def share(deals: Deals, count: Count) -> Told:
    """A share or a mean over all rounds, with its 95 % interval clustered by deal."""
    pairs = [[count(one) for one in deal] for deal in deals]
    tops = [sum(top for top, _ in deal) for deal in pairs]
    return told(ratio(tops, [sum(low for _, low in deal) for deal in pairs]))


def told(figure: Figure) -> Told:
    """A figure as JSON carries it."""
    return {"mean": round(figure.mean, 4), "margin": round(figure.margin, 4)}


class Step(NamedTuple):
    """One move of a round as it was."""

    seat: int
    laid: Combination | None
    what: int
    """The row's number for it: negative for a pass."""
    hands: tuple[int, ...]
    """All hands before it."""
    lead: bool

    @property
    def held(self) -> int:
        """How many cards the player has before the move."""
        return self.hands[self.seat].bit_count()

    @property
    def danger(self) -> int:
        """The fewest cards any opponent has."""
        return min(w.bit_count() for seat, w in enumerate(self.hands) if seat != self.seat)


def steps(one: Row) -> Iterator[Step]:
    """The moves of a round."""
    hands = [int(word, 16) for word in one["hands"]]
    owner: int | None = None
    for seat, what in one["moves"]:
        laid = None if what < 0 else catalogue()[what]
        yield Step(seat, laid, what, tuple(hands), owner is None or owner == seat)
        if laid is not None:
            hands[seat] = remove(hands[seat], laid.word)
            owner = seat
