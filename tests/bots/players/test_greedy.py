"""The yardstick leads and follows as it says."""

from __future__ import annotations

import random

import pytest

from gangoffour import Play, parse_position
from gangoffour.bots import load_bot

OTHERS = "G8,Y9,G10,R10/Y1,Y2,R9,GP/R2,Y4,R4,G9"


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("G5,G5,Y5,R5,G7", "G5 G5 Y5"),  # three of them, though the gang would be larger
        ("G5,G5,Y5,R5,G6,Y8", "G5 G5 Y5"),
        ("G3,Y3,G6,Y7", "G3 Y3"),
    ],
)
def test_it_leads_the_cheapest_of_its_largest_and_gangs_last(hand: str, lead: str) -> None:
    match = parse_position(
        f"official round 2 - dealer 1 hands {hand}/{OTHERS} turn 0 totals 0,0,0,0"
    )
    chosen = load_bot("greedy").choose(match.view(0), random.Random(1))
    assert chosen == Play.of(lead)
