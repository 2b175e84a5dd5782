"""Actions as numbers under their public name; they live in ``lab.learning``."""

from gangoffour.lab.learning.actions import (
    ACTIONS,
    CALL,
    COMBINATIONS,
    GIVE,
    PASS,
    action_of_number,
    number_of,
)

__all__ = ["ACTIONS", "CALL", "COMBINATIONS", "GIVE", "PASS", "action_of_number", "number_of"]
