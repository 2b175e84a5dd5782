"""Playing imagined rounds on, many of them side by side, with a network in every seat."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from gangoffour.bots.arrays.rounds import NOBODY, Rounds
from gangoffour.bots.network import Integers, Seen, Sight

AT_ONCE = 2
"""So many moves without a choice are made before a decision is waited for."""


class Player(Protocol):
    """Whoever plays imagined rounds."""

    def best(self, seen: Seen, owner: Integers, number: Integers) -> Integers:
        """For each position the place of its best action among all actions."""
        ...


def play(sight: Sight, player: Player, rest: float = 0.0) -> int:
    """Play rounds until at most the share ``rest`` of them goes on; how many decisions were taken.

    Moves without a choice are made at once; then rounds wait for one decision each, and the player
    takes them together.
    """
    rounds, decisions = sight.rounds, 0
    at = rounds.running
    enough = int(rest * len(at))
    while len(at) > enough:
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
