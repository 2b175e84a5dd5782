"""A bot whose play no tuning changes: it opens with a known flush, and otherwise passes."""

from __future__ import annotations

from random import Random

from gangoffour import Action, Pass, View


class Quiet:
    """Opens the seed "tea 5" with M1 G3 G4 G6 G10, and gets out of the way."""

    def choose(self, view: View, rng: Random) -> Action:
        for action in view.actions:
            if getattr(getattr(action, "combination", None), "codes", None) == [
                "M1",
                "G3",
                "G4",
                "G6",
                "G10",
            ]:
                return action
        return Pass() if view.may_pass else view.actions[0]
