"""A whole first round (R4), played freely, with a remark on everything the learner does."""

from __future__ import annotations

from gangoffour.lessons.lesson import Lesson, Step
from gangoffour.rules.actions import Play

SCENE = (
    "official[last_card=automatic] round 1 + dealer 3 hands "
    "G1,R1,M1,R3,G5,R5,G8,G8,Y8,G9,G9,R9,R9,G10,R10,GP/"
    "G1,Y1,R1,G2,G3,R3,R4,R5,G6,G7,Y7,R7,Y8,R8,Y10,R10/"
    "Y2,Y2,R2,Y3,Y3,G4,Y4,Y5,R6,R6,Y7,R7,R8,G10,Y10,YP/"
    "Y1,G2,R2,G3,G4,Y4,R4,G5,Y5,G6,Y6,Y6,G7,Y9,Y9,RD "
    "turn 0 opening yes totals 0,0,0,0"
)

FIRST_ROUND = Lesson(
    "first-round",
    (Step("round", Play.of("M1"), scene=SCENE, free=True, on="on"),),
    ("R4", "R6.1"),
    bot="greedy",
)
