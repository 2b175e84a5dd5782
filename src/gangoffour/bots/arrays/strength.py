"""The catalogue as arrays: what the network, the GPU environment and batches of rounds look up."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.position.strength import levels, stronger
from gangoffour.rules.cards import FULL_DECK
from gangoffour.rules.combinations import catalogue

CardBits = NDArray[np.uint64]
"""Sets of cards, a 64-bit number each as in ``rules.cards``."""


class Lookup(NamedTuple):
    """The catalogue as arrays: what the GPU environment and the features look up."""

    word: CardBits
    kind: NDArray[np.uint8]
    level: NDArray[np.uint8]
    after: NDArray[np.int16]
    """The first combination of the same class that is strictly stronger."""
    in_order: CardBits
    """The words in rising order; the last is no combination."""


@cache
def lookup() -> Lookup:
    """The catalogue's arrays, made once."""
    every = catalogue()
    return Lookup(
        np.array([one.word for one in every], np.uint64),
        np.array([int(one.kind) for one in every], np.uint8),
        np.array(levels(), np.uint8),
        np.array(stronger(), np.int16),
        np.array([*sorted(one.word for one in every), FULL_DECK], np.uint64),
    )
