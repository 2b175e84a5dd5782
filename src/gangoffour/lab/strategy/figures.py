"""All the guide's numbers, made of the rows of all deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gangoffour.lab.arena.intervals import ratio
from gangoffour.lab.strategy.card_values import card_values
from gangoffour.lab.strategy.choices import follows, leads
from gangoffour.lab.strategy.counting import Deals, Told, told
from gangoffour.lab.strategy.endings import cards_left, down_to, gangs, last_card
from gangoffour.lab.strategy.habits import FOR_THE_ROUND, IN_ROUNDS
from gangoffour.lab.strategy.rounds import Row
from gangoffour.lab.strategy.standing import THREE_PLACES, exchange, match_end, places


def figures(rows: Iterable[Row]) -> Told:
    """Means with half the width of their 95 % intervals, clustered by deal."""
    by: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda one: (one["what"], one["deal"])):
        by.setdefault(row["what"], []).append(row)
    deals = [row["rounds"] for row in by["rounds"]]
    return {
        "rounds": sum(map(len, deals)),
        "matches": len(by["matches"]),
        "cards_left": cards_left(deals),
        "down_to": down_to(deals),
        "last_card": last_card(deals, [row["rounds"] for row in by["free"]]),
        "gangs": gangs(deals),
        "cards": card_values([deal[1] for deal in deals]),
        "leads": leads(deals),
        "follows": follows(deals),
        "places": places(deals),
        "exchange": exchange(deals),
        "match_end": match_end([row["totals"] for row in by["matches"]]),
        "three": three([row["rounds"] for row in by["three"]]),
        "habits": {name: _habit(by[name]) for name in (*IN_ROUNDS, FOR_THE_ROUND)},
    }


def three(deals: Deals) -> Told:
    """What is different when three play: the same counts, over their rounds."""
    left = cards_left(deals)
    return {
        "rounds": sum(map(len, deals)),
        "cards_left": {name: left[name] for name in ("eight_or_more", "points_a_losing_hand")},
        "down_to": down_to(deals),
        "gangs": gangs(deals),
        "leads": leads(deals),
        "places": places(deals, THREE_PLACES),
        "exchange": {name: exchange(deals)[name] for name in ("winner", "loser", "others")},
    }


def _habit(rows: Sequence[Row]) -> Told:
    """What the habit brings against the same player without it, over all seatings."""
    tops = [sum(row["tables"]) for row in rows]
    sizes = [float(len(row["tables"])) for row in rows]
    return {"deals": len(rows), **told(ratio(tops, sizes))}
