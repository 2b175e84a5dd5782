"""The lessons, in the order in which they are best taken."""

from __future__ import annotations

from typing import Final

from gangoffour.lessons.course.beating import BEATING
from gangoffour.lessons.course.combinations import COMBINATIONS
from gangoffour.lessons.course.exchange import EXCHANGE
from gangoffour.lessons.course.first_round import FIRST_ROUND
from gangoffour.lessons.course.gangs import GANGS
from gangoffour.lessons.course.last_card import LAST_CARD
from gangoffour.lessons.course.order import ORDER
from gangoffour.lessons.course.scoring import SCORING
from gangoffour.lessons.lesson import Lesson

COURSE: Final[tuple[Lesson, ...]] = (
    ORDER,
    COMBINATIONS,
    BEATING,
    GANGS,
    LAST_CARD,
    EXCHANGE,
    SCORING,
    FIRST_ROUND,
)
