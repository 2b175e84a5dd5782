"""A player that errs like people: the small network's judgement, bent by habits.

Nothing is left to dice alone: a habit makes some plays look better or worse than they are, or hides
a part of the table, and the same character errs the same way again. What is left of chance is
taking plays that are about as good for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from gangoffour.bots.bot import Bot
from gangoffour.bots.players.characters import Character
from gangoffour.bots.players.forced_action import obvious
from gangoffour.bots.players.human_habits import mistaken, pull, says_it, seen_by
from gangoffour.bots.position.position import Position, action_number, position_of
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.rules.actions import Action, Play, play_of
from gangoffour.rules.view import View

Looks = Callable[[Position, Sequence[int]], Iterable[float]]
"""How good each action of a position looks: the small network's judgement (``Reflex.judge``), by
numpy or by compiled code."""

CLEAR: Final = 0.5
"""Who forgets more than that does not see a sure way out by counting."""


class Human:
    """Plays by the small network as one character would."""

    def __init__(self, looks: Looks, character: Character) -> None:
        self.looks = looks
        self.character = character

    def choose(self, view: View, rng: Random) -> Action:
        """The action that looks best to this character."""
        only = obvious(view)
        if only is not None:
            return only
        who, actions = self.character, view.actions
        if view.plays and who.forgetting <= CLEAR:
            sure = RunOut(view).play()
            if sure is not None:
                return play_of(sure, says_it(who, view, sure, rng))
        now = seen_by(position_of(view), who, rng)
        looks = self.looks(now, [action_number(one) for one in actions])
        pulls = [
            float(look) + pull(who, view, now, one) + who.temperature * mistaken(rng)
            for look, one in zip(looks, actions, strict=True)
        ]
        chosen = actions[pulls.index(max(pulls))]
        if isinstance(chosen, Play) and chosen.call:
            return play_of(chosen.combination, says_it(who, view, chosen.combination, rng))
        return chosen


class Company:
    """A table of people: whoever sits in a seat has that seat's character."""

    def __init__(self, people: Sequence[Bot]) -> None:
        self.people = tuple(people)

    def choose(self, view: View, rng: Random) -> Action:
        """What the person in the view's seat does."""
        return self.people[(view.seat or 0) % len(self.people)].choose(view, rng)


def company(looks: Looks, characters: Sequence[Character]) -> Company:
    """People of these characters who play by the small network."""
    return Company([Human(looks, one) for one in characters])
