"""A bot that plays at random: the bottom of every scale."""

from __future__ import annotations

from random import Random

from gangoffour.bots.errors import require_choice
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View


class Chance:
    """Every legal action is equally likely."""

    def choose(self, view: View, rng: Random) -> Action:
        """One of the view's actions."""
        require_choice(view)
        return rng.choice(view.actions)
