"""The PettingZoo environment under its public name; it lives in ``lab.learning``."""

from gangoffour.lab.learning.environment import GangOfFour, env

__all__ = ["GangOfFour", "env"]
