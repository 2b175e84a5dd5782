"""A hand as a plan: which plays to lay it out in, and what each of them is worth.

A play that nobody beats keeps the lead, so laying it costs nothing; a play that is beaten needs
somebody else's generosity to get rid of the rest. The *cost* of a plan is therefore the sum over
its plays of ``1 − holds(play)``: about how many times the lead has to be won back. A hand's plan
is the cheapest way found to split it, by a small beam search over five-card plays, the rest
falling into singles, pairs, triples and gangs by rank.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from gangoffour.rules.cards import COPY_SHIFT, M1_WORD, ORDER_OF, RANK_OF, highest, remove
from gangoffour.rules.combinations import Combination, Kind, by_word, catalogue
from gangoffour.rules.plays import all_plays

Holds = Callable[[Combination], float]
"""How likely a play is to keep the trick; above 1 for what also wins others' tricks."""

RANK_MASKS: Final[tuple[int, ...]] = tuple(
    sum((1 << (3 * rank + colour)) * (1 + (1 << COPY_SHIFT)) for colour in range(3))
    + (M1_WORD if rank == 0 else 0)
    for rank in range(10)
)
PHOENIXES: Final = 0b11 << 31
DRAGON: Final = 1 << 33


class Plan(NamedTuple):
    """A way to lay out a hand."""

    cost: float
    plays: tuple[Combination, ...]


def _static(play: Combination) -> float:
    """How well a play holds against unknown hands; from play between good players, smoothed."""
    top = highest(play.word)
    rank = RANK_OF[top]
    match play.kind:
        case Kind.SINGLE:
            return 0.97 * max(0.0, (ORDER_OF[top] - 16) / 17) ** 2
        case Kind.PAIR:
            return 0.95 * (rank / 11) ** 3
        case Kind.TRIPLE:
            return 0.25 + 0.65 * (rank / 10) ** 2
        case Kind.STRAIGHT:
            return 0.25 + 0.25 * rank / 10
        case Kind.FLUSH:
            return 0.45 + 0.25 * rank / 10
        case Kind.FULL_HOUSE:
            triple = play.strength // 34**4 % 34
            return 0.65 + 0.3 * triple / 30
        case Kind.STRAIGHT_FLUSH:
            return 0.95
    return 1.3 + 0.1 * (play.size - 4)


@lru_cache(maxsize=1)
def _static_table() -> tuple[float, ...]:
    return tuple(_static(one) for one in catalogue())


def static_holds(play: Combination) -> float:
    """How well a play holds, knowing nothing but the play itself."""
    return _static_table()[play.index]


class Planner:
    """Finds plans with one way of valuing plays, and remembers those it has found.

    ``width`` is the beam's: 0 sees no five-card plays at all, 1 takes the best five each time,
    more looks further.
    """

    def __init__(self, holds: Holds = static_holds, width: int = 6) -> None:
        self.holds = holds
        self.width = width
        self._ranks: dict[int, Plan] = {}
        self._plans: dict[int, Plan] = {}

    def plan(self, word: int) -> Plan:
        """The cheapest plan found for a hand."""
        known = self._plans.get(word)
        if known is None:
            if len(self._plans) > 20_000:
                self._plans.clear()
            known = self._plans[word] = self._search(word)
        return known

    def rough(self, word: int) -> float:
        """The cost of a hand laid out by rank only; never below the plan's."""
        cost = 0.0
        ranks = self._ranks
        for mask in RANK_MASKS:
            held = word & mask
            if held:
                known = ranks.get(held)
                cost += known.cost if known is not None else self._of_rank(held).cost
        held = word & (PHOENIXES | DRAGON)
        if held:
            known = ranks.get(held)
            cost += known.cost if known is not None else self._of_rank(held).cost
        return cost

    def _of_rank(self, held: int) -> Plan:
        """The plan of cards of one rank (or of phoenixes and dragon): one play, or two."""
        known = by_word()
        whole = known.get(held)
        if whole is not None:
            plan = Plan(1 - self.holds(whole), (whole,))
        else:  # more cards than one play takes: the dragon, or phoenixes with it
            parts = [known[part] for part in (held & PHOENIXES, held & DRAGON) if part]
            plan = Plan(sum(1 - self.holds(one) for one in parts), tuple(parts))
        if held & PHOENIXES == PHOENIXES:
            parts = [known[1 << face] for face in (31, 32, 33) if held >> face & 1]
            apart = Plan(sum(1 - self.holds(one) for one in parts), tuple(parts))
            plan = min(plan, apart, key=lambda one: one.cost)
        self._ranks[held] = plan
        return plan

    def _rank_plays(self, word: int) -> tuple[Combination, ...]:
        plays: tuple[Combination, ...] = ()
        for mask in (*RANK_MASKS, PHOENIXES | DRAGON):
            if word & mask:
                plays += self._ranks[word & mask].plays
        return plays

    def _search(self, word: int) -> Plan:
        best_cost, best_rest = self.rough(word), word
        best_fives: tuple[Combination, ...] = ()
        beam: list[tuple[float, int, tuple[Combination, ...]]] = [(0.0, word, ())]
        for _ in range(3 if self.width else 0):
            found: dict[int, tuple[float, float, tuple[Combination, ...]]] = {}
            for spent, rest, fives in beam:
                for five in fives_of(rest):
                    left = remove(rest, five.word)
                    paid = spent + 1 - self.holds(five)
                    total = paid + self.rough(left)
                    if left not in found or total < found[left][0]:
                        found[left] = (total, paid, (*fives, five))
            if not found:
                break
            ranked = sorted(found.items(), key=lambda item: (item[1][0], item[0]))[: self.width]
            left, (total, _, fives) = ranked[0]
            if total < best_cost:
                best_cost, best_fives, best_rest = total, fives, left
            beam = [(paid, rest, some) for rest, (_, paid, some) in ranked if rest.bit_count() >= 5]
        return Plan(best_cost, best_fives + self._rank_plays(best_rest))


@lru_cache(maxsize=1 << 14)
def fives_of(word: int) -> tuple[Combination, ...]:
    """The five-card plays of a hand other than gangs, weakest first."""
    if word.bit_count() < 5:
        return ()
    return tuple(one for one in all_plays(word) if one.size == 5 and one.kind is not Kind.GANG)
