"""How well plays hold, by counting: which cards are still out, and how many the others hold."""

from __future__ import annotations

from gangoffour.bots.planning.plan import RANK_MASKS, static_holds
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.cards import FIRST_PLANE, ORDER_OF, RANK_OF, highest
from gangoffour.rules.combinations import Combination, Kind
from gangoffour.rules.view import View

WILLING = 0.5
"""How often somebody who can beat a play does."""
_TOGETHER = {
    2: (0.0, 0.0, 0.33, 0.78, 0.97, 1.0, 1.0, 1.0),
    3: (0.0, 0.0, 0.0, 0.11, 0.37, 0.63, 0.84, 0.95),
    4: (0.0, 0.0, 0.0, 0.0, 0.04, 0.14, 0.29, 0.45),
}
"""How likely one of three players holds so many of a rank of which so many cards are out."""


class Counted:
    """``holds`` for one view: the chance that nobody beats a play, from what is still out."""

    def __init__(self, view: View, willing: float = WILLING) -> None:
        hidden = unseen(view)
        others = [
            count
            for seat, count in enumerate(view.counts)
            if seat != view.seat and seat not in view.barred
        ]
        out = hidden.word
        for seat, word in enumerate(hidden.known):
            if seat != view.seat:
                out |= word
        held, total = sum(others), max(1, len(hidden.pool))
        self.share = min(1.0, held / total)
        """The part of the hidden cards that players hold (the dead hand holds the rest)."""
        self.fullest = max(others, default=0)
        self.room = sum(max(0, count - 4) for count in others)
        self.pass_rate = 1 - willing
        self._above = _above(hidden.pool)
        ranks = [(out & mask).bit_count() for mask in RANK_MASKS]
        self._together = {
            size: self._by_rank(ranks, size, chances) for size, chances in _TOGETHER.items()
        }
        if (out & FIRST_PLANE) >> 31 & 3 == 3:
            self._together[2] = [more + 0.33 * self.share for more in self._together[2]]
        gangs = self._together[4][0] if self.fullest >= 4 else 0.0
        self.gang_free = max(0.0, 1 - 0.5 * gangs)
        """How likely no gang comes along."""

    def _by_rank(self, ranks: list[int], size: int, chances: tuple[float, ...]) -> list[float]:
        """For each rank, how many higher ranks (itself by half) somebody holds together."""
        found, above = [0.0] * 11, 0.0
        if self.fullest < size:
            return found
        for rank in range(9, -1, -1):
            chance = chances[min(7, ranks[rank])] * self.share
            found[rank] = above + chance / 2
            above += chance
        return found

    def holds(self, play: Combination) -> float:
        """The chance that a play keeps the trick; above 1 for gangs, which win others' tricks."""
        kind = play.kind
        if kind is Kind.GANG:
            return static_holds(play)
        if play.size > self.fullest:
            return self.gang_free
        top = highest(play.word)
        if kind is Kind.SINGLE:
            better = self._above[ORDER_OF[top]] * self.share
        elif kind is Kind.PAIR:
            better = self._together[2][min(10, RANK_OF[top] - 1)]
        elif kind is Kind.TRIPLE:
            better = self._together[3][RANK_OF[top] - 1]
        else:
            weak = 1 - static_holds(play)
            return (1 - weak * min(1.0, self.room / 24 * self.share)) * self.gang_free
        return float(self.pass_rate**better) * self.gang_free


def _above(pool: tuple[int, ...]) -> list[int]:
    """For each place in R1.3's order, how many cards of the pool are higher."""
    counts = [0] * 35
    for face in pool:
        counts[ORDER_OF[face]] += 1
    above = [0] * 34
    for order in range(32, -1, -1):
        above[order] = above[order + 1] + counts[order + 1]
    return above
