"""The last card (R5): the call, and the duty to block."""

from __future__ import annotations

from gangoffour.lessons.conditions import keeps_silent, passes
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Play

CALL = (
    "official round 3 + dealer 0 hands G3,R9/R1,R4,Y6,R8/Y2,R3,G4,Y9/Y2,Y4,G7 "
    "turn 3 totals 12,25,31,18"
)
BLOCK = (
    "official round 3 + dealer 0 hands G2,G4,R4,Y7,R9,YP/G8/R2,Y3,G9,Y10/Y5,G6,R6,G10 "
    "turn 3 called 1 totals 12,25,31,18"
)

LAST_CARD = Lesson(
    "last-card",
    (
        Step(
            "call",
            Play.of("R9", call=True),
            (Comment(passes, "pass_call"), Comment(keeps_silent, "silent")),
            scene=CALL,
            first="3 G7",
        ),
        Step("block", Play.of("YP"), scene=BLOCK, first="3 G6"),
        Step("several", Play.of("G4 R4")),
        Step("highest", Play.of("R9"), then="1 pass, 2 Y10, 3 pass"),
    ),
    ("R5.1", "R5.2", "R5.4"),
)
