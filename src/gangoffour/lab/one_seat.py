"""The Gymnasium environment under its public name; it lives in ``lab.learning``."""

from gangoffour.lab.learning.one_seat import OneSeat

__all__ = ["OneSeat"]
