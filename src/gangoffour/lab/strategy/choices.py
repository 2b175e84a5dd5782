"""What the strong player does: what it leads, when it passes, when it breaks up cards."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from gangoffour.lab.strategy.counting import Count, Counts, Deals, Told, share, steps
from gangoffour.lab.strategy.habits import breaks
from gangoffour.lab.strategy.rounds import CHOSEN, FORCED, Row
from gangoffour.rules.cards import faces
from gangoffour.rules.combinations import Combination

KINDS: Final = ("single", "pair", "triple", "five", "gang")
HOLDING: Final = {"12_to_16": (12, 16), "7_to_11": (7, 11), "2_to_6": (2, 6)}
"""Cards in the leader's hand."""
DANGER: Final = {"8_or_more": (8, 16), "4_to_7": (4, 7), "1_to_3": (1, 3)}
"""The fewest cards any opponent has."""


def _kind(laid: Combination) -> str:
    return "gang" if laid.is_gang else KINDS[min(laid.size, 4) - 1]


def leads(deals: Deals) -> Told:
    """What is led, by how many cards the leader holds, and whether the lead comes back."""

    def leading(kind: str, few: int, most: int) -> Count:
        def count(one: Row) -> Counts:
            led = [
                _kind(step.laid)
                for step in steps(one)
                if step.lead and step.laid is not None and few <= step.held <= most
            ]
            return led.count(kind), len(led)

        return count

    def lowest(one: Row) -> Counts:
        singles = [
            faces(step.laid.word)[0] == faces(step.hands[step.seat])[0]
            for step in steps(one)
            if step.lead and step.laid is not None and step.laid.size == 1 < step.held
        ]
        return sum(singles), len(singles)

    def kept(kind: str) -> Count:
        def count(one: Row) -> Counts:
            led = [step for step in steps(one) if step.lead and step.laid is not None]
            pairs = [
                (now, later)
                for now, later in pairwise(led)
                if now.laid is not None and _kind(now.laid) == kind
            ]
            return sum(now.seat == later.seat for now, later in pairs), len(pairs)

        return count

    found: Told = {
        name: {kind: share(deals, leading(kind, *span)) for kind in KINDS}
        for name, span in HOLDING.items()
    }
    return {
        **found,
        "single_is_lowest": share(deals, lowest),
        "kept": {kind: share(deals, kept(kind)) for kind in KINDS},
    }


def follows(deals: Deals) -> Told:
    """How often it passes though it could beat, and takes a single or pair out of more cards."""

    def passing(few: int, most: int) -> Count:
        def count(one: Row) -> Counts:
            could = [
                step.what == CHOSEN
                for step in steps(one)
                if not step.lead and step.what != FORCED and few <= step.danger <= most
            ]
            return sum(could), len(could)

        return count

    def breaking(few: int, most: int) -> Count:
        def count(one: Row) -> Counts:
            broke = [
                breaks(step.hands[step.seat], step.laid)
                for step in steps(one)
                if not step.lead and step.laid is not None and step.laid.size <= 2
                if few <= step.danger <= most
            ]
            return sum(broke), len(broke)

        return count

    return {
        "passes": {name: share(deals, passing(*span)) for name, span in DANGER.items()},
        "breaks": {name: share(deals, breaking(*span)) for name, span in DANGER.items()},
    }
