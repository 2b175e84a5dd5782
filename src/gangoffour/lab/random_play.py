"""Random rounds under their public name; they live in ``lab.simulator``."""

from gangoffour.lab.simulator.random_play import random_rounds

__all__ = ["random_rounds"]
