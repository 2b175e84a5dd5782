"""A race between candidates: all play on in the same worlds, as long as it pays.

Every look compares them world by world, so that luck which they share cancels out. Who is so far
behind the leader, by how far that difference may be off by chance, that playing on is not expected
to bring what it costs, is dropped; what would have been spent on it goes to those that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erf, exp, pi, sqrt
from typing import Final, NamedTuple

import numpy as np

from gangoffour.bots.search.playout_trust import SEEN, SPREAD, Doubles, weighed

FIRST: Final = 24
"""Worlds before the first look."""
LATER: Final = 0.5
"""The next look comes when so large a part of all worlds so far is played besides."""

PlayOn = Callable[[Sequence[int], int], Doubles]
"""What comes of the candidates at these places in so many worlds more: a row for each."""


class Limits(NamedTuple):
    """How far a race may go."""

    playouts: int
    """So many rounds in all, those of all candidates together,"""
    worlds: int
    """and in so many worlds."""
    gain: float
    """How many points better than the first another one must be."""
    price: float
    """How many points a round must be expected to bring."""


def race(prior: Doubles, limits: Limits, play: PlayOn) -> int:
    """The place of the best candidate, by judgement (``prior``, the best first) and playouts."""
    left = list(range(len(prior)))
    found, spent = np.zeros((len(left), 0)), 0
    while len(left) > 1:
        number = _more(found.shape[1], (limits.playouts - spent) // len(left), limits.worlds)
        if number < 1:
            break
        found = np.concatenate([found, play(left, number)], axis=1)
        spent += number * len(left)
        kept = _still_in(_looks(prior, left, found, limits.gain), found, limits.price)
        left, found = [left[one] for one in kept], found[kept]
    return left[int(np.argmax(_looks(prior, left, found, limits.gain)))]


def _more(worlds: int, affordable: int, most: int) -> int:
    """How many worlds to play before the next look; all that are left rather than a few less."""
    wanted = max(FIRST, int(worlds * LATER))
    return min(affordable if affordable < 2 * wanted else wanted, most - worlds)


def _looks(prior: Doubles, left: Sequence[int], found: Doubles, gain: float) -> Doubles:
    """How good each looks, with the head start of the network's choice as long as it is in."""
    looks = weighed(prior[left], found)
    if left[0] == 0:
        looks[1:] -= gain
    return looks


def _still_in(looks: Doubles, found: Doubles, price: float) -> list[int]:
    """The leader, and those for whom it pays to play both on in as many worlds again."""
    leader, number = int(np.argmax(looks)), found.shape[1]
    behind = found[leader] - found
    squares = ((behind - behind.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    variances = (squares + SEEN * SPREAD**2) / (number + SEEN)
    again = max(FIRST, number)
    moves = np.sqrt(variances / number - variances / (number + again))
    gaps = looks[leader] - looks
    return [
        one
        for one in range(len(looks))
        if one == leader or hoped(float(gaps[one]), float(moves[one])) > price * 2 * again
    ]


def hoped(gap: float, move: float) -> float:
    """What it brings on average to look again, when somebody is so far behind and that look is
    expected to move the gap by so much: nothing, unless it then leads.

    >>> round(hoped(0.0, 1.0), 2), round(hoped(1.0, 1.0), 2), round(hoped(1.0, 0.1), 2)
    (0.4, 0.08, 0.0)
    """
    far = gap / move
    return move * exp(-far * far / 2) / sqrt(2 * pi) - gap * (1 - erf(far / sqrt(2))) / 2
