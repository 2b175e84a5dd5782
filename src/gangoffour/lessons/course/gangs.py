"""Gangs (R3.4): they beat everything, so one keeps them together until they are worth it."""

from __future__ import annotations

from gangoffour.lessons.conditions import is_gang, passes, uses_rank
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Play

RULES = "official[last_card=automatic] round 3 + dealer 0 hands "
FIRST = (
    RULES + "G2,Y3,G5,Y5,R5,R5,Y7,R9/R1,R4,Y6,R8/Y2,R3,G7,Y9/G1,R6,G8,Y8,G10,Y10,R10 "
    "turn 3 totals 12,25,31,18"
)
BIGGER = (
    RULES + "G2,G2,Y2,R2,R2,Y4,G7,Y7,R7,R7,R10/R1,R4,Y6,R8/Y3,R3,Y7,Y10/G1,R6,G9,G9,Y9,R9,RD "
    "turn 3 totals 12,25,31,18"
)
KEEP = (
    RULES + "Y3,R3,G6,Y6,R6,R6,G8,R10/R1,R4,Y7,R8/Y2,R2,G7,Y9/G1,Y8,G9,G10,Y10,RD "
    "turn 0 totals 12,25,31,18"
)
STOP = RULES + "R3,G6,Y6,R6,R6,G8/R1,R4,Y7,R8/Y2,R2,G7,Y9/G10,RD turn 3 totals 12,25,31,18"

GANGS = Lesson(
    "gangs",
    (
        Step(
            "first",
            Play.of("G5 Y5 R5 R5"),
            (Comment(passes, "pass_first"),),
            scene=FIRST,
            first="3 G8 Y8 G10 Y10 R10",
        ),
        Step(
            "bigger",
            Play.of("G2 G2 Y2 R2 R2"),
            (Comment(passes, "pass_bigger"),),
            scene=BIGGER,
            first="3 G9 G9 Y9 R9",
        ),
        Step(
            "keep",
            Play.of("Y3 R3"),
            (Comment(is_gang, "spent"), Comment(uses_rank(6), "broke")),
            scene=KEEP,
        ),
        Step(
            "stop",
            Play.of("G6 Y6 R6 R6"),
            (Comment(passes, "let_go"),),
            scene=STOP,
            first="3 RD",
        ),
    ),
    ("R2", "R3.4"),
)
