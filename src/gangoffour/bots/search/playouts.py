"""Playing imagined rounds on, many of them side by side, with a network in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from gangoffour.bots.arrays.rounds import NOBODY, Rounds, points_of
from gangoffour.bots.kernel import Players, imagination
from gangoffour.bots.kernel.rounds import Doubles
from gangoffour.bots.network import CardBits, Floats, Integers, Reflex, Seen, Sight
from gangoffour.bots.position.going_out import barred_in
from gangoffour.rules.view import View

AT_ONCE = 2
"""So many moves without a choice are made before a decision is waited for."""


PLAYING, LOOKING_BACK = 2.0, 3.0
"""The network weighs what the reflex finds at most so many nats worse than its best."""


class Player(Protocol):
    """Whoever plays imagined rounds."""

    def best(self, seen: Seen, owner: Integers, number: Integers) -> Integers:
        """For each position the place of its best action among all actions."""
        ...


class Ended(NamedTuple):
    """Rounds that are over, a row each."""

    hands: CardBits
    points: Integers


def ended(view: View, hands: CardBits) -> Ended:
    """Rounds from a view on that are over, with what everybody is left with."""
    barred = np.isin(np.arange(view.seats), barred_in(view))
    return Ended(hands, points_of(hands, barred, view.rules.barred_extra))


class Stage:
    """Where imagined rounds begin: what all of them share is made once. Not for two threads."""

    def __init__(
        self, view: View, reflex: Reflex, behind: Floats, players: Players | None = None
    ) -> None:
        """``behind`` is the ``backdrop`` of the round. With ``players`` a network plays on, and can
        look back, too."""
        engine = imagination(reflex)
        self._view, self._reflex, self._behind = view, reflex, behind
        self._begun = None if engine is None else engine.begin(view, behind, players)
        self._glance = None if players is None else PLAYING
        self.has_network = self._begun is not None and players is not None
        """Whether the network can play on and look back."""

    def play_out(self, worlds: CardBits, actions: Sequence[int]) -> Ended:
        """Make each action (its number) in each world, and play on to the end by reflex: a row for
        each, the first action's first."""
        if self._begun is not None:
            hands, _ = self._begun.play_out(worlds, actions, self._glance)
            return ended(self._view, hands)
        rounds = Rounds(self._view, worlds, len(actions))
        rounds.act(np.arange(len(rounds.turn)), np.repeat(np.array(actions), len(worlds)))
        play(Sight(rounds, self._behind), self._reflex)
        return ended(self._view, rounds.hands)

    def look_back(self, dealt: CardBits) -> Doubles | None:
        """How likely the reflex makes each move that the others have made in this round, from the
        hands that were dealt: a row for each world. None without the kernel."""
        return None if self._begun is None else self._begun.look_back(dealt)[0]

    def look_back_again(self, dealt: CardBits, heats: Sequence[float]) -> Doubles | None:
        """The same in the network's eyes, which take longer, for everyone who may take a play that
        is so many points worse; None without it."""
        if self._begun is None or not self.has_network:
            return None
        return self._begun.look_back(dealt, LOOKING_BACK, heats)

    def movers(self) -> list[int]:
        """Whose moves are looked back at."""
        moves = [move for move in self._view.history if not move.is_call][1:]
        return [move.seat for move in moves if move.seat != self._view.seat]


def play(sight: Sight, player: Player) -> int:
    """Play rounds until all are over; how many decisions were taken.

    Moves without a choice are made at once; then rounds wait for one decision each, and the player
    takes them together.
    """
    rounds, decisions = sight.rounds, 0
    at = rounds.running
    while len(at):
        waiting, owner, number = _to_decide(rounds, at)
        if len(waiting):
            best = player.best(sight.of(waiting), owner, number)
            rounds.act(waiting, number[best])
            decisions += len(waiting)
        at = rounds.running
    return decisions


def _to_decide(rounds: Rounds, at: Integers) -> tuple[Integers, Integers, Integers]:
    """Make the moves without a choice: the rounds that then wait for a decision, and of each
    possible action whose it is (the place among those rounds) and its number."""
    waiting, owners, numbers, before = [], [], [], 0
    for _ in range(AT_ONCE):
        owner, number = rounds.legal(at)
        sizes = np.bincount(owner, minlength=len(at))
        several = sizes > 1
        place = np.cumsum(several) - 1 + before
        kept = several[owner]
        waiting.append(at[several])
        owners.append(place[owner[kept]])
        numbers.append(number[kept])
        before += len(waiting[-1])
        forced = at[~several]
        rounds.act(forced, number[(np.cumsum(sizes) - sizes)[~several]])
        at = forced[rounds.winner[forced] == NOBODY]
    return np.concatenate(waiting), np.concatenate(owners), np.concatenate(numbers)
