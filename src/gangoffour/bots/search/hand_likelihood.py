"""Hindsight: how well imagined hands explain what the others have done in the round so far.

From some hands nobody would have passed there, or led that pair: they are hardly those that were
dealt. The kernel goes through the round again in many imagined worlds; at each move of another
player the ``Reflex`` says how likely that move was from the hand imagined.
"""

from __future__ import annotations

from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import together
from gangoffour.bots.network import CardBits
from gangoffour.bots.search.hidden_hands import Dealt
from gangoffour.bots.search.playouts import Stage
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.deal import HAND_SIZE

Doubles = NDArray[np.float64]

ODD: Final = 0.001
"""How likely anybody makes some move that the reflex cannot explain."""
TRUST: Final = 0.8
"""How far to believe the reflex, which is only like the others: a power of what it says."""

TRUST_AGAIN: Final = 0.6
"""The same of the network, which plays as level 5 does; people play otherwise."""


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


def weights(likely: Doubles, trust: float) -> Doubles:
    """The logarithms of weights by how likely each move of the others was, a row for each world."""
    return cast(Doubles, trust * np.log(likely + ODD).sum(axis=1))


def explained(
    stage: Stage, hidden: Unseen, worlds: CardBits, again: int = 0, rng: Random | None = None
) -> Explained | None:
    """These worlds, weighed; None where nobody can look back: without the kernel, and in a position
    that was set up, for nobody knows how it came about. Of those that the reflex finds likely the
    network looks at so many ``again``."""
    played = np.array(hidden.played, np.uint64)
    dealt = together(worlds[:, : len(played)], played)
    if (np.bitwise_count(dealt[0]) != HAND_SIZE).any():
        return None
    likely = stage.look_back(dealt)
    if likely is None:
        return None
    logs = weights(likely, TRUST)
    if not (again and rng and stage.has_network):
        return Explained(worlds, logs)
    at = Explained(np.arange(len(worlds), dtype=np.uint64), logs).deal(again, rng)
    some = at.worlds.astype(np.int64)
    seen = stage.look_back_again(dealt[some])
    assert seen is not None
    better = weights(seen, TRUST_AGAIN) - TRUST_AGAIN * logs[some]
    return Explained(worlds[some], better + np.log(np.bincount(at.which)))
