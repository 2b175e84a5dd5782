"""Between two rounds (R4.1, R7.1): the exchange of cards, and the other way round."""

from __future__ import annotations

from gangoffour.lessons.conditions import gives_above, gives_one_of_several, not_kind
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Give, Play
from gangoffour.rules.combinations import Kind

SCENE = (
    "official[last_card=automatic] round 1 + dealer 2 hands "
    "G10,Y10/G2,R4,Y6,R8,G9/R1,Y2,R3,G4,G7,Y8,Y9,R9,R10/Y5,G6,R7 turn 0 totals 0,0,0,0"
)

EXCHANGE = Lesson(
    "exchange",
    (
        Step(
            "out",
            Play.of("G10 Y10"),
            (Comment(not_kind(Kind.PAIR), "one"),),
            scene=SCENE,
        ),
        Step(
            "give",
            Give("Y2"),
            (
                Comment(gives_one_of_several, "breaks"),
                Comment(gives_above(7), "too_good"),
                Comment(gives_above(2), "lower"),
            ),
        ),
        Step("lead", Play.of("G3"), (Comment(not_kind(Kind.SINGLE), "several"),)),
    ),
    ("R4.1", "R4.3", "R6.3", "R7.1"),
    bot="greedy",
)
