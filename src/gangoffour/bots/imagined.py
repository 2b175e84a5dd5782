"""Level 6: imagine the hidden hands and play the round to its end in each, for the close calls.

The network proposes; where it is sure, its choice stands. Otherwise hidden hands are dealt as they
may lie (``worlds``), the proposals are made in each of them, and the network plays on in all seats
(``playouts``). What came of it is weighed against the network's own judgement by how far either
can be trusted: the playouts by their spread, the judgement by how far it is usually off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.learned import matters
from gangoffour.bots.network import POINTS, WINS, Network, Position, action_number, position_of
from gangoffour.bots.playouts import Playouts
from gangoffour.bots.unseen import unseen
from gangoffour.bots.worlds import imagine, round_of
from gangoffour.rules.actions import Action, Call
from gangoffour.rules.round import Round
from gangoffour.rules.scoring import leaders, round_points
from gangoffour.rules.view import View

Doubles = NDArray[np.float64]

NEAR, FAR = 0.1, 0.6
"""How far the network misjudges the difference of two plays, as parts of how much that difference
varies from one playout to the next (and one point): little as a rule, much once in a while."""
FAR_OFTEN: Final = 0.2
SPREAD: Final = 2.0
"""How much it varies as a rule, in points; counts as much as ``SEEN`` playouts."""
SEEN: Final = 4
BEGUN: Final = 10
"""Once somebody has so few cards, the round has taken shape."""
SECOND_LOOK: Final = 0.3
"""How many points better another play must look to be looked at again."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think."""

    decisions: int
    """About how many decisions the network may take in imagined rounds."""
    candidates: int
    """How many of the network's proposals are looked into."""
    margin: float = 1.0
    """How many points worse than the best a proposal may be to be looked into."""
    fewest: int = 3
    """Fewer worlds than that tell nothing."""
    most: int = 48
    late: int = 16
    """It looks once somebody has at most so many cards."""
    again: int = 0
    """So many more worlds where the first look speaks for another play than the network's."""
    closest: float = 0.0
    """A call so close, in points, is worth a long look of ``again`` worlds before it is late."""
    gain: float = 0.0
    """How many points better another play must be."""


class Imagined:
    """The network and imagined rounds."""

    def __init__(self, network: Network, effort: Effort) -> None:
        self.network = network
        self.effort = effort

    def choose(self, view: View, rng: Random) -> Action:
        """The best action by the network's judgement and the playouts together."""
        if view.may_call:
            return Call()
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        now = position_of(view, aim_at_match=matters(view))
        judged = self.network.judge(now, [action_number(one) for one in actions]).advantages
        chosen = self._candidates(view, judged.astype(np.float64) / _point(now))
        best = chosen[0]
        if len(chosen) > 1:
            prior = judged[chosen].astype(np.float64) / _point(now)
            worlds = self._worlds(view, prior)
            if worlds:
                some = [actions[one] for one in chosen]
                best = chosen[self._best(view, now, some, prior, worlds, rng)]
        return actions[best]

    def _best(
        self,
        view: View,
        now: Position,
        actions: Sequence[Action],
        prior: Doubles,
        worlds: int,
        rng: Random,
    ) -> int:
        """The place of the best action: the first unless another is better by enough."""
        effort = self.effort
        found = self._played(view, now, actions, worlds, rng) / _point(now)
        values = weighed(prior, found)
        if effort.again and values.max() > SECOND_LOOK:
            more = self._played(view, now, actions, effort.again, rng) / _point(now)
            values = weighed(prior, np.concatenate([found, more], axis=1))
        return int(np.argmax(values)) if values.max() > effort.gain else 0

    def _candidates(self, view: View, judged: Doubles) -> list[int]:
        """The proposals to look into, the best first: one where it is no close call."""
        order = [int(one) for one in np.argsort(-judged, kind="stable")]
        if view.phase == "exchange":
            return order[:1]
        close = judged[order[0]] - self.effort.margin
        return [one for one in order[: self.effort.candidates] if judged[one] >= close]

    def _worlds(self, view: View, prior: Doubles) -> int:
        """In how many worlds to play: as the effort allows, none if too few to tell."""
        effort, fewest = self.effort, min(view.counts)
        if fewest > effort.late:
            close = fewest <= BEGUN and prior[0] - prior[1] < effort.closest
            return effort.again if close else 0
        length = max(2.0, 0.34 * sum(view.counts) + 0.13 * fewest - 1)
        number = min(effort.most, int(effort.decisions / (length * len(prior))))
        return number if number >= effort.fewest else 0

    def _played(
        self, view: View, now: Position, actions: Sequence[Action], number: int, rng: Random
    ) -> Doubles:
        """What came of each action in each world, for the seat that looks."""
        totals = None
        if now.totals is not None:
            totals = tuple(total * 100 // view.rules.target for total in view.totals)
        playouts = Playouts(self.network, view, totals)
        worlds = imagine(view, unseen(view), number, rng, self.network.belief(now))
        rounds = [round_of(view, world) for world in worlds]
        lines = []
        for action in actions:
            for one in rounds:
                line = playouts.line(one)
                line.act(action)
                lines.append(line)
        playouts.play(lines)
        worth = [self._worth(view, totals, line.now) for line in lines]
        return np.array(worth).reshape(len(actions), number)

    def _worth(self, view: View, before: tuple[int, ...] | None, after: Round) -> float:
        """What a round that is over was worth: points, or the gain in chances to win the match."""
        seat = view.seat or 0
        points = round_points(after.counts, after.barred, view.rules)
        if before is None:
            return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
        totals = [old + new for old, new in zip(view.totals, points, strict=True)]
        if max(totals) >= view.rules.target:  # R6.2
            best = leaders(totals)
            return (seat in best) / len(best)
        parts = [total * 100 // view.rules.target for total in totals]
        return float(self.network.match_chances(parts)[seat])


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
