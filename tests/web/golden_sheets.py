"""Score sheets of random matches, and those of them that the client's own unit tests score as well.

`python -m tests.web.golden_sheets` writes the latter anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gangoffour.rules.cards import DECK, ORDER_OF, add, highest
from gangoffour.rules.editions import EDITIONS, RuleSet, rule_set
from gangoffour.rules.match import Match
from gangoffour.rules.scoring import most_left
from gangoffour.rules.sheet import Line, Sheet
from tests.support.length import slice_of

GOLDEN = Path(__file__).parents[2] / "web" / "tests" / "pad" / "golden_sheets.json"
EACH = 4
"""Golden sheets for each edition and number of players."""
TABLES = [(name, seats) for name, rules in EDITIONS.items() for seats in rules.seats]
ROUNDS = slice_of(2_500, 100)
"""For each edition and number of players; in the long proofs more than 20,000 in all."""


def random_hands(rng: random.Random, seats: int) -> tuple[tuple[int, ...], int]:
    """What players may be left with after a round, and who won it; ties are frequent."""
    winner = rng.randrange(seats)
    top = rng.choice((1, 2, 4, 7, 10, 16))
    left = [0 if seat == winner else rng.randint(1, top) for seat in range(seats)]
    deck = list(DECK)
    rng.shuffle(deck)
    hands = [0] * seats
    for seat, count in enumerate(left):
        for _ in range(count):
            hands[seat] = add(hands[seat], deck.pop())
    return tuple(hands), winner


def matches(rng: random.Random, rules: RuleSet, seats: int) -> Iterator[tuple[list[Line], Match]]:
    """Whole matches of random rounds as the library scores them, with what the players tell."""
    rounds = 0
    while rounds < ROUNDS:
        match = Match.new(seats=seats, seed=rounds, rules=rules)
        lines: list[Line] = []
        while not match.over and len(lines) < rng.choice((3, 12, 60)):
            hands, winner = random_hands(rng, seats)
            left = tuple(hand.bit_count() for hand in hands)
            ones = [seat for seat in range(seats) if left[seat] == 1]
            barred = tuple(seat for seat in ones if rng.random() < 0.3)
            worth = {seat: ORDER_OF[highest(hands[seat])] for seat in most_left(left)}
            best = tuple(seat for seat in worth if worth[seat] == max(worth.values()))
            played = match.round._replace(hands=hands, winner=winner, barred=barred)
            match = match._end_round(played, winner)
            lines.append(Line(left, barred, best if len(worth) > 1 else ()))
        rounds += len(lines)
        yield lines, match


def told(edition: str, seats: int, lines: list[Line]) -> dict[str, Any]:
    return {
        "edition": edition,
        "names": [f"player {seat}" for seat in range(seats)],
        "lines": [line._asdict() for line in lines],
    }


def golden() -> Iterator[dict[str, Any]]:
    """Some matches of every edition and number of players, each with what the library makes of it."""
    for edition, seats in TABLES:
        played = matches(random.Random(f"golden {edition} {seats}"), rule_set(edition), seats)
        for _, (lines, _) in zip(range(EACH), played, strict=False):
            sheet = Sheet.of(seats, rule_set(edition), lines)
            results = [{"round": one.number, **one._asdict()} for one in sheet.results]
            for one in results:
                del one["number"]
            yield {
                "told": told(edition, seats, lines),
                "results": results,
                "totals": sheet.totals,
                "winners": sheet.winners,
            }


def golden_text() -> str:
    """One sheet to a line."""
    return "[\n" + ",\n".join(json.dumps(one) for one in golden()) + "\n]\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden_text(), encoding="utf-8")
