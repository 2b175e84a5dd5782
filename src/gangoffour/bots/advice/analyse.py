"""A closer look at a view for as long as one likes: judgement, then rounds played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from sys import maxsize
from time import monotonic
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.advice.advice import Advice
from gangoffour.bots.advice.hint import hint
from gangoffour.bots.network import action_number, backdrop, position_of
from gangoffour.bots.players.learned import belief, reflex
from gangoffour.bots.position.going_out import bounds, kept_within, lowered, winning_play
from gangoffour.bots.search.hidden_hands import HiddenHands
from gangoffour.bots.search.playout_trust import weighed
from gangoffour.bots.search.playouts import Stage
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View

BATCH: Final = 32
"""So many imagined worlds are played in before the clock is looked at."""
CLOSE: Final = 8.0
"""Actions so many points worse than the best are not played on: nothing would come of it."""
FEWEST: Final = 2
"""So many are played on however clear it looks at first sight: that sight may be wrong."""


@dataclass(frozen=True, slots=True)
class Line:
    """One action, and what may be expected of it."""

    action: Action
    points: float
    """The payoff to expect of the round, all things considered: the mean of the others' points
    minus one's own."""
    judged: float
    """The same at first sight, by the network alone."""
    played: float | None
    """The mean over imagined worlds, played on to the end; None where none was: of what is much
    worse than the best, in the exchange, and where there is but one action."""
    spread: float | None
    """Half of the 95 % interval of ``played``."""
    worlds: int
    reasons: tuple[str, ...]


def _require_time(seconds: float) -> None:
    if not 0 <= seconds < inf:
        raise ValueError(f"seconds must be a time of 0 or more, not {seconds!r}")


def analyse(view: View, seconds: float = 1.0, *, candidates: int = 6, seed: int = 0) -> list[Line]:
    """All actions at a view, best first; the likeliest, at least two, are played on in imagined
    worlds.

    It looks no deeper than the seat can see: hidden hands are imagined from what has been played.
    Every batch of worlds is the same for the same seed; how many there are depends on the clock.

    >>> view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7], table="Y2 R2")
    >>> best, *others = analyse(view, seconds=0.05)
    >>> best.points >= others[0].points, best.worlds > 0
    (True, True)
    """
    _require_time(seconds)
    advice = hint(view, limit=maxsize)
    end = monotonic() + seconds
    chosen = _likeliest(advice, candidates)
    small = reflex()
    if view.phase != "play" or len(chosen) < 2 or small is None:
        return [_at_sight(one) for one in advice]
    rng, believed = Random(seed), belief()
    guess = None if believed is None else believed.guess(position_of(view))
    hidden = HiddenHands(view, unseen(view), guess)
    stage = Stage(view, small, backdrop(view, None))
    numbers = [action_number(one.action) for one in chosen]
    seat = view.seat or 0
    found: list[NDArray[np.float64]] = []
    while not found or monotonic() < end:
        points = stage.play_out(hidden.worlds(BATCH, rng), numbers).points
        worth = (points.sum(axis=1) - points[:, seat]) / (view.seats - 1) - points[:, seat]
        found.append(worth.reshape(len(numbers), BATCH))
    every = np.concatenate(found, axis=1)
    expected = _all_considered(view, chosen, every)
    mean, spread = every.mean(axis=1), 1.96 * every.std(axis=1) / every.shape[1] ** 0.5
    lines = [
        Line(
            one.action,
            expected[at],
            one.points,
            float(mean[at]),
            float(spread[at]),
            every.shape[1],
            one.reasons,
        )
        for at, one in enumerate(chosen)
    ]
    lines += [_at_sight(one) for one in advice if one not in chosen]
    wins = winning_play(view)
    return sorted(lines, key=lambda line: (line.action != wins, -line.points))


def _likeliest(advice: Sequence[Advice], candidates: int) -> list[Advice]:
    """Those that are played on: the best at first sight, as many as are asked for or are close."""
    top = max(one.points for one in advice)
    near = [one for one in advice if one.points > top - CLOSE][:candidates]
    return near if len(near) >= FEWEST else [*advice[:FEWEST]]


def _all_considered(
    view: View, chosen: Sequence[Advice], played: NDArray[np.float64]
) -> list[float]:
    """What each action may bring by judgement and by rounds played on: how much better than the
    first it is, and what the first is worth by itself."""
    judged = np.array([one.points for one in chosen])
    nothing = np.zeros((1, played.shape[1]))
    first = weighed(np.array([0.0, judged[0]]), np.concatenate([nothing, played[:1]]))[1]
    limits = [bounds(view, one.action) for one in chosen]
    worth = lowered((first + weighed(judged, played)).tolist(), limits)
    return [kept_within(one, limit) for one, limit in zip(worth, limits, strict=True)]


def _at_sight(one: Advice) -> Line:
    return Line(one.action, one.points, one.points, None, None, 0, one.reasons)
