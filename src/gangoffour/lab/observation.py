"""What a learner observes under its public name; it lives in ``lab.learning``."""

from gangoffour.lab.learning.observation import WIDTH, mask, numbers, observe

__all__ = ["WIDTH", "mask", "numbers", "observe"]
