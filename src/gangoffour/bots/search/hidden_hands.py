"""Worlds: hidden hands dealt as they may lie, by what was seen and what the network believes."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.kernel import deal
from gangoffour.bots.network import PLACES, CardBits, Floats
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.cards import COPY_SHIFT
from gangoffour.rules.view import View

Numbers = NDArray[np.int32]

ODDS: Final = 1 << 16
"""A belief of one, as a whole number; none is less than one part of it."""
DRAWS: Final = 128
"""Random numbers kept apart for each world."""
_GOLDEN: Final = 0x9E3779B97F4A7C15


def imagine(
    view: View, hidden: Unseen, number: int, rng: Random, belief: Floats | None = None
) -> CardBits:
    """So many ways the hidden cards may lie: a row of hands by seat each, the dead hand last.

    Cards go one by one, in random order, to those who still need cards, in proportion to the need
    and, where there is one, to the network's belief about that card. What a seat is known to hold
    (R7.1) it holds in every world.
    """
    seats = view.seats
    assert view.seat is not None
    seed = rng.getrandbits(64)
    hands = np.zeros((number, seats + 1), np.uint64)
    hands[:, :seats] = np.array(hidden.known, np.uint64)
    pool, needs = np.array(hidden.pool, np.int32), np.array(hidden.needs, np.int32)
    odds = np.ones((seats + 1, 34), np.int32)
    if belief is not None:
        odds = np.maximum(np.rint(_by_seat(view, belief) * ODDS), 1).astype(np.int32)
    if not deal(seed, hands, pool, needs, odds):
        deal_by_numpy(seed, hands, pool, needs, odds)
    return hands


def deal_by_numpy(seed: int, hands: CardBits, pool: Numbers, needs: Numbers, odds: Numbers) -> None:
    """What the kernel's ``deal`` does, card by card the same."""
    rows, cards = np.arange(len(hands)), len(pool)
    order = np.tile(pool.astype(np.int64), (len(hands), 1))
    for at in range(cards - 1, 0, -1):
        other = (_draw(seed, rows, at) * np.uint64(at + 1) >> np.uint64(32)).astype(np.int64)
        order[rows, other], order[rows, at] = order[rows, at], order[rows, other]
    need = np.tile(needs.astype(np.uint64), (len(hands), 1))
    for at in range(cards):
        faces = order[:, at]
        sums = (need * odds.astype(np.uint64)[:, faces].T).cumsum(axis=1)
        drawn = _draw(seed, rows, 64 + at) * sums[:, -1] >> np.uint64(32)
        seat = (sums <= drawn[:, None]).sum(axis=1)
        need[rows, seat] -= np.uint64(1)
        card = np.left_shift(np.uint64(1), faces.astype(np.uint64))
        twin = (hands[rows, seat] & card) != 0
        card[twin] <<= np.uint64(COPY_SHIFT)
        hands[rows, seat] |= card


def _draw(seed: int, world: NDArray[np.int64], which: int) -> CardBits:
    """A number below 2³² for each world: the same wherever it is drawn."""
    place = world.astype(np.uint64) * np.uint64(DRAWS) + np.uint64(which + 1)
    x = np.uint64(seed) + place * np.uint64(_GOLDEN)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (x ^ x >> np.uint64(31)) >> np.uint64(32)


def _by_seat(view: View, belief: Floats) -> NDArray[np.float64]:
    """The belief's rows at their seats; with three players "across" is the dead hand."""
    assert view.seat is not None
    seats = view.seats
    odds = np.zeros((seats + 1, 34))
    for turn, place in enumerate(PLACES[seats]):
        if turn:
            odds[(view.seat + view.direction * turn) % seats] = belief[place - 1]
    if seats == 3:
        odds[seats] = belief[1]
    return odds
