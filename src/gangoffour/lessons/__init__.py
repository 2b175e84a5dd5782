"""The tutorial: short lessons at a real table, each a fixed deal through the real rules."""

from gangoffour.lessons.course import COURSE
from gangoffour.lessons.lesson import LEARNER, Lesson, Step
from gangoffour.lessons.reaction import Answer, Reaction, advice, answer
from gangoffour.lessons.stage import Frame

__all__ = [
    "COURSE",
    "LEARNER",
    "Answer",
    "Frame",
    "Lesson",
    "Reaction",
    "Step",
    "advice",
    "answer",
]
