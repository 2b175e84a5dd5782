"""Scoring (R6): what cards left in hand cost, and how a match ends."""

from __future__ import annotations

from gangoffour.lessons.conditions import fewer_than, passes
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Play

RULES = "official[last_card=automatic] round "
ONE_LESS = (
    RULES + "3 + dealer 0 hands G2,Y3,Y5,R5,G8,Y8,R10,GP/R1,R2,Y4,R4,G6,Y7,R7,G9,Y9,R9,Y10,YP/"
    "G1,Y2,G3/R6,RD turn 3 totals 12,25,31,18"
)
MATCH_END = (
    RULES + "5 + dealer 0 hands G1,G2,Y2,G3,Y4,R5,G6,Y7,G9,Y9,R9,R10,GP/R1,Y10/R3,R4,R5,R6,R7/"
    "G4,G5,Y6,G7,Y8,R8,R8,G10,Y10,YP,RD turn 0 totals 41,66,58,79"
)

SCORING = Lesson(
    "scoring",
    (
        Step(
            "less",
            Play.of("G8"),
            (Comment(passes, "sixteen"),),
            then="1 pass, 2 pass, 3 RD",
            scene=ONE_LESS,
            first="3 R6",
        ),
        Step(
            "end",
            Play.of("G3 Y4 R5 G6 Y7"),
            (Comment(fewer_than(5), "fewer"),),
            then="1 pass, 2 R3 R4 R5 R6 R7",
            scene=MATCH_END,
        ),
    ),
    ("R6.1", "R6.2", "R6.3"),
)
