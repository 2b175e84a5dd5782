"""Beating and passing (R3, R4.4, R4.5): as cheaply as possible, and a pass is not for good."""

from __future__ import annotations

from gangoffour.lessons.conditions import fewer_than, lays, not_lays, passes
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Pass, Play

SCENE = (
    "official[last_card=automatic] round 3 + dealer 0 hands "
    "G2,Y4,R4,G6,Y8,R8,G9,Y9,R9,RD/R2,R3,Y5,Y6,G10,Y10,GP/G3,G5,R6,Y7,R7/"
    "R1,Y2,G4,Y4,G7,Y10 turn 3 totals 12,25,31,18"
)

BEATING = Lesson(
    "beating",
    (
        Step(
            "beat",
            Play.of("Y4 R4"),
            (Comment(passes, "pass_beat"), Comment(not_lays("Y4 R4"), "dearer")),
            then="1 G10 Y10, 2 pass, 3 pass",
            scene=SCENE,
            first="3 G4 Y4",
        ),
        Step("cannot", Pass(), then="1 Y5, 2 Y7, 3 Y10"),
        Step("wait", Pass(), (Comment(lays("RD"), "early"),), then="1 GP, 2 pass, 3 pass"),
        Step("again", Play.of("RD"), (Comment(passes, "now"),)),
        Step("lead", Play.of("Y8 R8 G9 Y9 R9"), (Comment(fewer_than(5), "few"),)),
    ),
    ("R3.1", "R3.2", "R4.4", "R4.5"),
)
