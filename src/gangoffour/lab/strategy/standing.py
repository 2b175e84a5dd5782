"""Where players stand: their place behind the leader, the exchange, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.lab.arena.intervals import ratio
from gangoffour.lab.payoff import payoff
from gangoffour.lab.strategy.counting import Count, Counts, Deals, Told, share, told
from gangoffour.lab.strategy.rounds import Row
from gangoffour.rules.cards import RANK_OF, face_of, faces

LATE = 60
"""From this total on the match may end within a round or two."""
PLACES = ("leader", "next", "across", "last")
THREE_PLACES = ("leader", "next", "last")
"""In the round's direction, from the player who leads first."""
_TAKEN = {"dragon": (12, 12), "phoenix": (11, 11), "ten": (10, 10), "lower": (1, 9)}


def places(deals: Deals, names: Sequence[str] = PLACES) -> Told:
    """Payoff by place behind the first leader, in first rounds and after an exchange."""

    def at(place: int) -> Count:
        def count(one: Row) -> Counts:
            seats = len(one["hands"])
            return payoff(one["points"], (one["first"] + place * one["direction"]) % seats), 1

        return count

    found: Told = {"first_out": {}}
    for number, name in enumerate(("first_round", "second_round")):
        some = [[deal[number]] for deal in deals]
        found[name] = {words: share(some, at(place)) for place, words in enumerate(names)}
        found["first_out"][name] = share(some, lambda one: (one["first"] == one["winner"], 1))
    return found


def exchange(deals: Deals) -> Told:
    """What the roles are worth in the round after the exchange, and which cards change hands."""
    later = [[deal[1]] for deal in deals]

    def role(number: int) -> Count:
        return lambda one: (payoff(one["points"], one["exchange"][number]), 1)

    def others(one: Row) -> Counts:
        some = [seat for seat in range(len(one["hands"])) if seat not in one["exchange"][:2]]
        return sum(payoff(one["points"], seat) for seat in some), len(some)

    def rank(one: Row, number: int) -> int:
        return RANK_OF[face_of(one["exchange"][number])]

    def kept_ranks(one: Row) -> list[int]:
        return [RANK_OF[face] for face in faces(int(one["hands"][one["exchange"][1]], 16))]

    def of_rank(wanted: int) -> Count:
        return lambda one: (rank(one, 3) == wanted, 1)

    def taken(low: int, high: int) -> Count:
        return lambda one: (low <= rank(one, 2) <= high, 1)

    def loser_after(low: int, high: int) -> Count:
        def count(one: Row) -> Counts:
            if not low <= rank(one, 2) <= high:
                return 0, 0
            return payoff(one["points"], one["exchange"][0]), 1

        return count

    return {
        "winner": share(later, role(1)),
        "loser": share(later, role(0)),
        "others": share(later, others),
        "gives_lowest_rank": share(later, lambda one: (rank(one, 3) <= min(kept_ranks(one)), 1)),
        "gives_a_lone_card": share(later, lambda one: (rank(one, 3) not in kept_ranks(one), 1)),
        "given_rank": {str(r): share(later, of_rank(r)) for r in range(1, 13)},
        "taken": {
            name: {"share": share(later, taken(*span)), "loser": share(later, loser_after(*span))}
            for name, span in _TAKEN.items()
        },
    }


def match_end(matches: Sequence[list[list[int]]]) -> Told:
    """How long matches last, and how often the lowest total wins once somebody is late."""

    def leading(few: int, most: int) -> Told:
        tops, bottoms = [], []
        for totals in matches:
            late = [now for now in totals[:-1] if max(now) >= LATE]
            some = [now for now in late if few <= sorted(now)[1] - min(now) <= most]
            last = totals[-1]
            tops.append(float(sum(last[now.index(min(now))] == min(last) for now in some)))
            bottoms.append(float(len(some)))
        return told(ratio(tops, bottoms))

    ones = [1.0] * len(matches)
    after = [float(sum(max(now) >= LATE for now in totals[:-1])) for totals in matches]
    return {
        "rounds_a_match": told(ratio([float(len(totals)) for totals in matches], ones)),
        "rounds_after_60": told(ratio(after, ones)),
        "lowest_wins": {
            "ahead_by_0_to_4": leading(0, 4),
            "ahead_by_5_to_14": leading(5, 14),
            "ahead_by_15_or_more": leading(15, 200),
        },
    }
