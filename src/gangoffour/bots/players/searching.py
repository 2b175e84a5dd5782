"""Level 6: imagine the hidden hands and play the round to its end in each, for the close calls.

The network proposes; where it is sure, its choice stands. Otherwise hidden hands are dealt as they
may lie (``hidden_hands``), by the ``Belief``; the proposals are made in each of them, and the
network's ``Reflex`` plays on in all seats (``playouts``). Half way only the two that look best are
left to play on. What came of it is weighed against the network's own
judgement by how far either can be trusted: the playouts by their spread, the judgement by how far
it is usually off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import NOBODY
from gangoffour.bots.network import (
    POINTS,
    WINS,
    Belief,
    Guess,
    Integers,
    Network,
    Position,
    Reflex,
    action_number,
    backdrop,
    position_of,
)
from gangoffour.bots.players.obvious import obvious
from gangoffour.bots.position.position import plays_for_match
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.playouts import Ended, play_out
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Action
from gangoffour.rules.scoring import loser_among
from gangoffour.rules.view import View

Doubles = NDArray[np.float64]

NEAR, FAR = 0.1, 0.6
"""How far the network misjudges the difference of two plays, as parts of how much that difference
varies from one playout to the next (and one point): little as a rule, much once in a while."""
FAR_OFTEN: Final = 0.2
SPREAD: Final = 2.0
"""How much it varies as a rule, in points; counts as much as ``SEEN`` playouts."""
SEEN: Final = 4
CARD: Final = 3
"""What it costs to play one card of an imagined round, in millionths of a second on a slow core.
How many worlds an effort allows must not depend on the clock."""
LONGER: Final = 1.2
"""Rounds that are played for the match take so many more decisions: people pass more often."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think."""

    work: int
    """About how many millionths of a second the imagined rounds may take."""
    candidates: int
    """How many of the network's proposals are looked into."""
    margin: float
    """How many points worse than the best a proposal may be to be looked into."""
    most: int
    """In how many worlds at most."""
    fewest: int = 12
    """Fewer worlds than that tell nothing."""
    gain: float = 0.15
    """How many points better another play must be."""

    def worlds(self, counts: Sequence[int], candidates: int, for_match: bool = False) -> int:
        """In how many worlds to play so many candidates on; 0 if too few to tell."""
        cost = CARD * sum(counts) * (LONGER if for_match else 1.0)
        number = int(self.work / (cost * candidates))
        return min(number, self.most) if number >= self.fewest else 0


class Imagined:
    """The network and imagined rounds."""

    def __init__(
        self,
        network: Network,
        effort: Effort,
        reflex: Reflex | None = None,
        belief: Belief | None = None,
    ) -> None:
        self.network = network
        self.effort = effort
        self.reflex = reflex
        """Who plays the imagined rounds; without one there are none."""
        self.belief = belief
        """Which hands are likely; without one, all are alike."""

    def choose(self, view: View, rng: Random) -> Action:
        """The best action by the network's judgement and the playouts together."""
        only = obvious(view)
        if only is not None:
            return only
        actions = view.actions
        now = position_of(view, aim_at_match=plays_for_match(view))
        judged = self.network.judge(now, [action_number(one) for one in actions]).advantages
        advantages = judged.astype(np.float64) / _point(now)
        chosen, worlds = self._to_look_into(view, advantages)
        if not worlds or self.reflex is None:
            return actions[chosen[0]]
        guess = None if self.belief is None else self.belief.guess(now)
        first = worlds if len(chosen) == 2 else worlds // 2
        found = self._played(view, now, [actions[one] for one in chosen], first, guess, rng)
        if len(chosen) > 2:
            better = weighed(advantages[chosen], found)
            two = sorted(np.argsort(-better, kind="stable")[:2].tolist())
            more = min((worlds - first) * len(chosen) // 2, self.effort.most - first)
            chosen = [chosen[one] for one in two]
            again = self._played(view, now, [actions[one] for one in chosen], more, guess, rng)
            found = np.concatenate([found[two], again], axis=1)
        better = weighed(advantages[chosen], found)
        best = int(np.argmax(better))
        return actions[chosen[best if better[best] > self.effort.gain else 0]]

    def _to_look_into(self, view: View, judged: Doubles) -> tuple[list[int], int]:
        """The proposals to look into, the best first, and in how many worlds: none where it is no
        close call, or where the effort allows too few worlds even for two."""
        order = [int(one) for one in np.argsort(-judged, kind="stable")]
        close = judged[order[0]] - self.effort.margin
        chosen = [one for one in order[: self.effort.candidates] if judged[one] >= close]
        if view.phase == "play":
            for number in range(len(chosen), 1, -1):
                worlds = self.effort.worlds(view.counts, number, plays_for_match(view))
                if worlds:
                    return chosen[:number], worlds
        return chosen, 0

    def _played(
        self,
        view: View,
        now: Position,
        actions: Sequence[Action],
        number: int,
        guess: Guess | None,
        rng: Random,
    ) -> Doubles:
        """What came of each action in so many worlds, in points, for the seat that looks."""
        totals = None
        if now.totals is not None:
            totals = tuple(total * 100 // view.rules.target for total in view.totals)
        behind = backdrop(view, totals)
        worlds = imagine(view, unseen(view), number, rng, guess)
        assert self.reflex is not None
        numbers = [action_number(action) for action in actions]
        after = play_out(view, worlds, numbers, self.reflex, behind)
        found = self._worth(view, totals, after).reshape(len(actions), len(worlds))
        return found / _point(now)

    def _worth(self, view: View, before: tuple[int, ...] | None, after: Ended) -> Doubles:
        """What rounds that are over were worth: points, or the gain in chances to win the match."""
        seat = view.seat or 0
        points = after.points
        if before is None:
            others = (points.sum(axis=1) - points[:, seat]) / (view.seats - 1)
            return cast(Doubles, others - points[:, seat])
        last = view.results[-1] if view.results else None
        who = [NOBODY, NOBODY] if last is None else [last.winner, last.loser]
        left = np.bitwise_count(after.hands)
        every, which = np.unique(np.stack([points, left], axis=1), axis=0, return_inverse=True)
        totals, ended = [list(view.totals)], [who]
        for more, cards in every.tolist():
            totals.append([total + one for total, one in zip(view.totals, more, strict=True)])
            winner = cards.index(0)
            ended.append([winner, loser_among(cards, totals[-1], winner)])
        chances = self._chances(view, np.array(totals), np.array(ended))
        return cast(Doubles, chances[1:][which] - chances[0])

    def _chances(self, view: View, totals: Integers, who: Integers) -> Doubles:
        """The seat's chances to win the match from these totals (R6.2) and last rounds."""
        seat, target = view.seat or 0, view.rules.target
        chances = self.network.match_chances(totals * 100 // target, who)[:, seat]
        lowest = totals == totals.min(axis=1, keepdims=True)
        shares = lowest[:, seat] / lowest.sum(axis=1)
        return np.where(totals.max(axis=1) >= target, shares, chances.astype(np.float64))


def _point(now: Position) -> float:
    """One point, in the units of the network's judgement."""
    return 1.0 if now.totals is None else 1 / (POINTS * WINS)


def weighed(prior: Doubles, found: Doubles) -> Doubles:
    """How much better than the first each action is, in points: judgement and playouts together.

    The mean of what either leads to expect, by how likely the judgement is near or far off.
    ``found`` has a row for each action and a column for each world.

    >>> weighed(np.array([0.0, -0.1]), np.array([[1.0] * 9, [3.0] * 9])).round(1).tolist()
    [0.0, 1.8]
    """
    gains = found - found[0]
    mean, number = gains.mean(axis=1), gains.shape[1]
    squares = ((gains - mean[:, None]) ** 2).sum(axis=1) + SEEN * SPREAD**2
    variance = squares / (number + SEEN)
    error = variance / number
    expected = prior - prior[0]
    likely, both = np.zeros(len(prior)), np.zeros(len(prior))
    for part, often in ((NEAR, 1 - FAR_OFTEN), (FAR, FAR_OFTEN)):
        doubt = (part * (1 + np.sqrt(variance))) ** 2
        apart = doubt + error
        weight = often * np.exp(-((mean - expected) ** 2) / (2 * apart)) / np.sqrt(apart)
        weight += 1e-12 * part  # where neither explains what was found, the doubter does
        likely += weight
        both += weight * (expected * error + mean * doubt) / apart
    both /= likely
    both[0] = 0.0
    return both
