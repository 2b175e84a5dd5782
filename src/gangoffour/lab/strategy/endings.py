"""How rounds end: cards and points left, who goes out, and what gangs have to do with it."""

from __future__ import annotations

from collections.abc import Callable

from gangoffour.lab.payoff import payoff
from gangoffour.lab.strategy.counting import Count, Counts, Deals, Told, share, steps
from gangoffour.lab.strategy.rounds import Row
from gangoffour.rules.cards import RANK_OF, faces
from gangoffour.rules.combinations import catalogue
from gangoffour.rules.scoring import points_for


def cards_left(deals: Deals) -> Told:
    """How many cards losers hold, and what part of all points each number of cards pays."""

    def losing(few: int, most: int, worth: Callable[[int], float]) -> Count:
        def count(one: Row) -> Counts:
            left = [n for n in one["left"] if n]
            return sum(worth(n) for n in left if few <= n <= most), sum(map(worth, left))

        return count

    def points(n: int) -> float:
        return float(points_for(n))

    def hands(_: int) -> float:
        return 1.0

    return {
        "hands": {str(n): share(deals, losing(n, n, hands)) for n in range(1, 17)},
        "points": {str(n): share(deals, losing(n, n, points)) for n in range(1, 17)},
        "eight_or_more": {
            "hands": share(deals, losing(8, 16, hands)),
            "points": share(deals, losing(8, 16, points)),
        },
        "points_a_losing_hand": share(
            deals, lambda one: (sum(one["points"]), len(one["points"]) - 1)
        ),
    }


def _reaching(k: int) -> Count:
    def count(one: Row) -> Counts:
        reached = {
            step.seat
            for step in steps(one)
            if step.laid is not None and step.held - step.laid.size == k
        }
        return float(one["winner"] in reached), len(reached)

    return count


def down_to(deals: Deals) -> Told:
    """How often a player who comes down to so many cards goes out first."""
    return {str(k): share(deals, _reaching(k)) for k in range(1, 13)}


def last_card(deals: Deals, free: Deals) -> Told:
    """The same with one card, in first rounds with the duty to block (R5.4) and without it."""
    first = [deal[:1] for deal in deals[: len(free)]]
    found: Told = {
        "with_duty": share(first, _reaching(1)),
        "without_duty": share(free, _reaching(1)),
    }

    def lasts(one: Row) -> Counts:
        return len(one["moves"]), 1

    found["deals"] = len(free)
    return {**found, "moves_with": share(first, lasts), "moves_without": share(free, lasts)}


def largest_rank(word: int) -> int:
    """How many cards of one rank a hand has at most, phoenixes and dragon aside."""
    ranks = [RANK_OF[face] for face in faces(word)]
    return max(ranks.count(rank) for rank in range(1, 11))


def gangs(deals: Deals) -> Told:
    """How often gangs are dealt, played and decide, and what holding one is worth."""

    def laid(one: Row) -> list[tuple[int, int]]:
        return [
            (number, seat)
            for number, (seat, what) in enumerate(one["moves"])
            if what >= 0 and catalogue()[what].is_gang
        ]

    def decided(one: Row) -> Counts:
        """The winner laid a gang and nobody else laid anything after it."""
        mine = [number for number, seat in laid(one) if seat == one["winner"]]
        rest = one["moves"][mine[-1] :] if mine else []
        return float(bool(mine) and all(s == one["winner"] or w < 0 for s, w in rest)), 1

    def holders(one: Row) -> list[bool]:
        return [largest_rank(int(word, 16)) >= 4 for word in one["hands"]]

    def holding(wanted: bool) -> Count:
        def count(one: Row) -> Counts:
            some = [seat for seat, holds in enumerate(holders(one)) if holds == wanted]
            return sum(payoff(one["points"], seat) for seat in some), len(some)

        return count

    def winner_laid(one: Row) -> Counts:
        return float(any(seat == one["winner"] for _, seat in laid(one))), 1

    return {
        "hands_dealt_one": share(deals, lambda one: (sum(holders(one)), len(one["hands"]))),
        "rounds_with_one_laid": share(deals, lambda one: (bool(laid(one)), 1)),
        "winner_laid_one": share(deals, winner_laid),
        "rounds_decided": share(deals, decided),
        "first_out_with": share(deals, lambda o: (holders(o)[o["winner"]], sum(holders(o)))),
        "payoff_with": share(deals, holding(True)),
        "payoff_without": share(deals, holding(False)),
    }
