"""Worlds: hidden hands dealt as they may lie, by what was seen and what the network believes."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.network import PLACES, CardBits, Floats
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.cards import COPY_SHIFT
from gangoffour.rules.view import View


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
    chance = np.random.default_rng(rng.getrandbits(64))
    hands = np.zeros((number, seats + 1), np.uint64)
    hands[:, :seats] = np.array(hidden.known, np.uint64)
    pool = np.array(hidden.pool, np.int64)
    if not len(pool):
        return hands
    odds = np.ones((seats + 1, 34))
    if belief is not None:
        odds = _by_seat(view, belief)
    needs = np.tile(np.array(hidden.needs, np.float64), (number, 1))
    order = chance.permuted(np.tile(pool, (number, 1)), axis=1)
    drawn = chance.random(order.shape)
    rows = np.arange(number)
    for at in range(order.shape[1]):
        faces = order[:, at]
        weights = needs * odds[:, faces].T
        sums = weights.cumsum(axis=1)
        # where belief leaves nobody, need alone decides
        lost = sums[:, -1] <= 0
        if lost.any():
            sums[lost] = needs[lost].cumsum(axis=1)
        seat = (sums <= (drawn[:, at] * sums[:, -1])[:, None]).sum(axis=1)
        needs[rows, seat] -= 1
        card = np.left_shift(np.uint64(1), faces.astype(np.uint64))
        twin = (hands[rows, seat] & card) != 0
        card[twin] <<= np.uint64(COPY_SHIFT)
        hands[rows, seat] |= card
    return hands


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
    return odds + 1e-4
