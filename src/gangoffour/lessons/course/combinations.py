"""Combinations (R2) and how the five-card kinds rank (R3.1)."""

from __future__ import annotations

from gangoffour.lessons.conditions import lays, not_kind, passes
from gangoffour.lessons.lesson import Comment, Condition, Lesson, Step
from gangoffour.rules.actions import Action, Play
from gangoffour.rules.combinations import Kind
from gangoffour.rules.view import View

RULES = "official[last_card=automatic] round 3 + dealer 0 hands "
PAIRS = (
    RULES + "Y5,R5,G7,Y7,R7,G9,Y10,GP/G2,R4,Y8,G10,R10/Y2,Y3,G8,R9/G3,Y4,R6,YP,RD "
    "turn 0 totals 12,25,31,18"
)
FIVES = (
    RULES + "Y1,M1,G3,R4,G5,Y6,R7,Y9,Y9,Y10,GP,RD/G2,R5,Y8,G10,R10/Y2,Y3,G8,R9/G4,Y4,R6,YP "
    "turn 0 totals 12,25,31,18"
)
HOUSE = (
    RULES + "G3,Y3,R3,G4,R4,G6,Y7,R8,G9,Y10,RD/G2,R5,G8,R10/Y1,G7,R9/Y2,R2,Y5,Y8,Y9,Y10,GP "
    "turn 3 totals 12,25,31,18"
)
STRONGEST = (
    RULES + "G2,G3,G4,G5,G6,Y6,G8,Y8,R8,R10/G1,R5,Y10/Y1,R2,G7/Y3,R4,Y9,R9,R9,GP,YP "
    "turn 3 totals 12,25,31,18"
)


def pair_of_sevens(view: View, action: Action) -> bool:
    """A pair that breaks up the three sevens."""
    sevens: tuple[Condition, ...] = (lays("G7 Y7"), lays("G7 R7"), lays("Y7 R7"))
    return any(holds(view, action) for holds in sevens)


COMBINATIONS = Lesson(
    "combinations",
    (
        Step(
            "pair",
            Play.of("Y5 R5"),
            (Comment(pair_of_sevens, "breaks"), Comment(not_kind(Kind.PAIR), "not_pair")),
            scene=PAIRS,
        ),
        Step("triple", Play.of("G7 Y7 R7"), (Comment(not_kind(Kind.TRIPLE), "not_triple"),)),
        Step(
            "straight",
            Play.of("G3 R4 G5 Y6 R7"),
            (Comment(not_kind(Kind.STRAIGHT), "not_straight"),),
            scene=FIVES,
        ),
        Step("flush", Play.of("Y1 M1 Y9 Y9 Y10"), (Comment(not_kind(Kind.FLUSH), "not_flush"),)),
        Step(
            "house",
            Play.of("G3 Y3 R3 G4 R4"),
            (Comment(passes, "pass_house"),),
            scene=HOUSE,
            first="3 Y2 Y5 Y8 Y9 Y10",
        ),
        Step(
            "strongest",
            Play.of("G2 G3 G4 G5 G6"),
            (Comment(passes, "pass_strongest"),),
            scene=STRONGEST,
            first="3 Y9 R9 R9 GP YP",
        ),
    ),
    ("R2", "R3.1", "R2.4"),
)
