"""A player that errs like people: the small network's judgement, bent by habits.

Nothing is left to dice alone: a habit makes some plays look better or worse than they are, or hides
a part of the table, and the same character errs the same way again. What is left of chance is
taking plays that are about as good for each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from gangoffour.bots.players.characters import Character
from gangoffour.bots.players.obvious import obvious
from gangoffour.bots.position.position import Position, action_number, position_of
from gangoffour.bots.position.strength import strongest
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.rules.actions import Action, Pass, Play, play_of
from gangoffour.rules.cards import face_of, faces, word_of
from gangoffour.rules.combinations import Combination
from gangoffour.rules.view import View

Looks = Callable[[Position, Sequence[int]], Iterable[float]]
"""How good each action of a position looks: the small network's judgement (``Reflex.judge``), by
numpy or by compiled code."""

CLEAR: Final = 0.5
"""Who forgets more than that does not see a sure way out by counting."""
FAR: Final = 9
"""As many cards as that the dreamer believes the others to hold at least."""
LOST: Final = 0.3
"""So large a part of the cards played is gone from a bad memory; the great ones stay."""
TREASURE: Final = frozenset(face_of(code) for code in ("G10", "Y10", "R10", "GP", "YP", "RD"))
"""What a hoarder keeps."""


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
                return play_of(sure, self._calls(view, sure, rng))
        now = seen_by(position_of(view), who, rng)
        looks = self.looks(now, [action_number(one) for one in actions])
        pulls = [
            float(look) + self._pull(view, now, one) + who.temperature * _gumbel(rng)
            for look, one in zip(looks, actions, strict=True)
        ]
        chosen = actions[pulls.index(max(pulls))]
        if isinstance(chosen, Play) and chosen.call:
            return play_of(chosen.combination, self._calls(view, chosen.combination, rng))
        return chosen

    def _pull(self, view: View, now: Position, action: Action) -> float:
        """How much better than it is an action looks."""
        who = self.character
        if isinstance(action, Pass):
            return -who.haste
        if not isinstance(action, Play):
            return 0.0
        play = action.combination
        if play.size == len(view.hand):
            return 0.0
        pull = who.haste * (play.size - 1) / 4
        pull -= who.hoarding * _treasure(play)
        if view.table is None and play.size >= 3 and not play.is_gang:
            pull -= who.gang_fear * _gang_may_be(now)
        return pull

    def _calls(self, view: View, play: Combination, rng: Random) -> bool:
        if len(view.hand) - play.size != 1:
            return False
        forgets = self.character.forgets_call
        return view.rules.last_card == "automatic" or not forgets or rng.random() >= forgets


class Company:
    """A table of people: whoever sits in a seat has that seat's character."""

    def __init__(self, looks: Looks, characters: Sequence[Character]) -> None:
        self._people = tuple(Human(looks, one) for one in characters)

    def choose(self, view: View, rng: Random) -> Action:
        """What the person in the view's seat does."""
        return self._people[(view.seat or 0) % len(self._people)].choose(view, rng)


def seen_by(now: Position, who: Character, rng: Random) -> Position:
    """The position as somebody remembers it and looks at it."""
    counts, played = list(now.counts), list(now.played)
    for place in range(1, len(counts)):
        if counts[place] > 4 and who.forgetting and rng.random() < who.forgetting:
            counts[place] = min(16, max(5, counts[place] + rng.choice((-2, -1, 1, 2))))
        if who.tunnel and rng.random() < who.tunnel:
            counts[place] = max(counts[place], FAR)
    if who.forgetting:
        for place, word in enumerate(played):
            lost = LOST * min(1.0, who.forgetting)
            kept = [face for face in faces(word) if face in TREASURE or rng.random() >= lost]
            played[place] = word_of(kept)
    return replace(now, counts=tuple(counts), played=tuple(played))


def _treasure(play: Combination) -> float:
    """How much a hoarder minds parting with these cards."""
    if play.is_gang:
        return 1.5
    return 0.5 * sum(face in TREASURE for face in faces(play.word))


def _gang_may_be(now: Position) -> float:
    """Whether somebody may hold a gang, as far as this player remembers."""
    return 1.0 if max(now.counts[1:]) >= 4 and strongest(now.unseen)[4] >= 0 else 0.0


def _gumbel(rng: Random) -> float:
    """Added to logarithms of odds, the largest sum is drawn by these odds."""
    return -math.log(rng.expovariate(1.0) or 1e-12)
