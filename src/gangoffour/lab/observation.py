"""What a learner observes under its public name; it lives in ``lab.learning``."""

from gangoffour.lab.learning.observation import (
    MOVE_WIDTH,
    WIDTH,
    mask,
    numbers,
    observe,
    recent,
)

__all__ = ["MOVE_WIDTH", "WIDTH", "mask", "numbers", "observe", "recent"]
