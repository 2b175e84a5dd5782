"""The others at a lesson's table: they do what is written, then what the lesson's bot does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gangoffour.bots.bot import Bot
from gangoffour.bots.players.greedy import Greedy
from gangoffour.rules.actions import Action, Pass, Play
from gangoffour.rules.view import View


def written(text: str) -> list[tuple[int, Action]]:
    """The actions of a line like ``"1 G5, 2 pass, 3 G9 Y9"``, each with its seat."""
    found: list[tuple[int, Action]] = []
    for part in filter(None, text.split(", ")):
        seat, _, what = part.partition(" ")
        found.append((int(seat), Pass() if what == "pass" else Play.of(what)))
    return found


class Still:
    """Passes whenever it may; else does as greedy does."""

    def choose(self, view: View, rng: Random) -> Action:
        """A pass, if that is allowed."""
        return Pass() if view.may_pass else Greedy().choose(view, rng)


BOTS: Final[dict[str, Callable[[], Bot]]] = {"still": Still, "greedy": Greedy}
"""How the others play where nothing is written. Their play is fixed for good."""
