"""What a learner observes under its public name; it lives in ``lab.learning``."""

from gangoffour.lab.learning.observation import (
    MOVE_WIDTH,
    mask,
    numbers,
    observe,
    recent,
)
from gangoffour.lab.learning.width import WIDTH

__all__ = ["MOVE_WIDTH", "WIDTH", "mask", "numbers", "observe", "recent"]
