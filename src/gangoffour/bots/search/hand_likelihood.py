"""Hindsight: how well imagined hands explain what the others have done in the round so far.

From some hands nobody would have passed there, or led that pair: they are hardly those that were
dealt. The kernel goes through the round again in many imagined worlds; at each move of another
player the ``Reflex`` says how likely that move was from the hand imagined.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import together
from gangoffour.bots.network import CardBits
from gangoffour.bots.search.hidden_hands import Believed, Dealt
from gangoffour.bots.search.playouts import Stage
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.deal import HAND_SIZE

Doubles = NDArray[np.float64]

ODD: Final = 0.001
"""How likely anybody makes some move that the reflex cannot explain."""
TWICE: Final = 0.4
"""The belief has seen the others' moves, too, and they must not count twice: so much of what it
favours a world by is taken back (a power of it)."""


class Manner(NamedTuple):
    """How exactly somebody plays as level 5 does, for the whole of a round."""

    heat: float
    """A play that it finds so many points worse is e times less likely."""
    odd: float
    """So often a move is made that has nothing to do with it."""
    often: float
    """How likely somebody is like that before the round."""


MANNERS: Final = (Manner(0.02, 0.003, 0.4), Manner(0.7, 0.1, 0.2))
"""Level 5 itself, and who looks further ahead or plays almost as well. Anybody else is as the
reflex says. Which of the three somebody is shows in the round."""
ANY: Final = 0.3
"""How likely a move is about that was made for no reason, as there are few to choose from."""


LOOK: Final = 96
"""So many worlds are looked at again together."""
ENOUGH: Final = 200.0
"""No more of them are wanted than are as good as so many that are alike likely."""


class Explained:
    """Worlds to draw from by how well they explain the round."""

    def __init__(self, worlds: CardBits, logs: Doubles) -> None:
        """``logs`` has the logarithm of each world's weight."""
        self._worlds, self._sums = worlds, np.exp(logs - logs.max()).cumsum()

    def deal(self, number: int, rng: Random) -> Dealt:
        """So many worlds, evenly through their weights: the likely ones several times."""
        drawn = (rng.random() + np.arange(number)) * (self._sums[-1] / number)
        places = np.minimum(np.searchsorted(self._sums, drawn), len(self._worlds) - 1)
        once, which = np.unique(places, return_inverse=True)
        return Dealt(cast(CardBits, self._worlds[once]), which)


def as_good_as(logs: Doubles) -> float:
    """How many worlds that are alike likely tell as much as these, by their weights' logarithms.

    >>> as_good_as(np.log([1.0, 1.0])), round(as_good_as(np.log([1.0, 0.1])), 2)
    (2.0, 1.2)
    """
    weights = np.exp(logs - logs.max(initial=-np.inf))
    return float(weights.sum() ** 2 / (weights**2).sum()) if len(logs) else 0.0


def by_reflex(likely: Doubles) -> Doubles:
    """The logarithm of how likely each move was in the reflex's eyes."""
    return cast(Doubles, np.log(likely + ODD))


def by_manners(seen: Doubles, otherwise: Doubles, movers: Sequence[int]) -> Doubles:
    """The logarithm of how likely the others moved as they did, for each world. ``seen`` has, for
    each manner, a row for each world of how likely each move was; ``otherwise`` has the logarithms
    for who has none of them; ``movers`` made these moves.

    >>> likely, odd = [0.9, 0.9], [0.9, 0.0]
    >>> by_manners(np.array([[likely, odd]] * 2), np.full((2, 2), -3.0), [1, 1]).round(1).tolist()
    [-0.8, -5.1]
    """
    _, odds, oftens = np.array(MANNERS).T
    part, before = odds[:, None, None], np.log([*oftens, 1 - oftens.sum()])
    logs = np.concatenate([np.log(seen * (1 - part) + ANY * part), otherwise[None]])
    whole = np.zeros(len(otherwise))
    for seat in set(movers):
        each = logs[:, :, np.array(movers) == seat].sum(axis=2)
        whole += np.logaddexp.reduce(each + before[:, None], axis=0)
    return whole


def explained(
    stage: Stage, hidden: Unseen, believed: Believed, again: int = 0, rng: Random | None = None
) -> Explained | None:
    """These worlds, weighed; None where nobody can look back: without the kernel, and in a position
    that was set up, for nobody knows how it came about. Of those that the reflex finds likely the
    network looks at so many ``again``."""
    worlds, played = believed.worlds, np.array(hidden.played, np.uint64)
    dealt = together(worlds[:, : len(played)], played)
    if (np.bitwise_count(dealt[0]) != HAND_SIZE).any():
        return None
    likely = stage.look_back(dealt)
    if likely is None:
        return None
    moves = by_reflex(likely)
    logs = moves.sum(axis=1) - TWICE * np.log(believed.favours)
    if not (again and rng and stage.has_network):
        return Explained(worlds, logs)
    at = Explained(np.arange(len(worlds), dtype=np.uint64), logs).deal(again, rng)
    some, often = at.worlds.astype(np.int64), np.log(np.bincount(at.which))
    heats, movers, better = [manner.heat for manner in MANNERS], stage.movers(), np.zeros(0)
    while len(better) < len(some) and as_good_as(better + often[: len(better)]) < ENOUGH:
        now = some[len(better) : len(better) + LOOK]
        seen = stage.look_back_again(dealt[now], heats)
        assert seen is not None
        found = by_manners(seen, moves[now], movers) - moves[now].sum(axis=1)
        better = np.concatenate([better, found])
    return Explained(worlds[some[: len(better)]], better + often[: len(better)])
