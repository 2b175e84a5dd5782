"""Cards and their order (R1): rank first, then colour; phoenixes and the dragon on top."""

from __future__ import annotations

from gangoffour.lessons.conditions import lays, not_kind, not_lays, passes
from gangoffour.lessons.lesson import Comment, Lesson, Step
from gangoffour.rules.actions import Pass, Play
from gangoffour.rules.combinations import Kind

SCENE = (
    "official[last_card=automatic] round 3 + dealer 0 hands "
    "R1,M1,G6,Y9,R9,G10,GP/G2,R4,G5,Y7,R10,YP/Y2,Y3,R5,G8,R8/G3,Y4,R6,G9,RD "
    "turn 0 totals 12,25,31,18"
)

ORDER = Lesson(
    "order",
    (
        Step(
            "lowest",
            Play.of("R1"),
            (
                Comment(not_kind(Kind.SINGLE), "two"),
                Comment(lays("M1"), "colour"),
                Comment(not_lays("R1"), "lower"),
            ),
            then="1 G5, 2 pass, 3 G9",
            scene=SCENE,
        ),
        Step(
            "beat",
            Play.of("Y9"),
            (Comment(passes, "pass_beat"), Comment(not_lays("Y9"), "dearer")),
            then="1 R10, 2 pass, 3 pass",
        ),
        Step(
            "phoenix",
            Play.of("GP"),
            (Comment(passes, "pass_phoenix"),),
            then="1 YP, 2 pass, 3 RD",
        ),
        Step("dragon", Pass(), then="1 pass, 2 pass, 3 Y4"),
    ),
    ("R1.1", "R1.3", "R3.2"),
)
