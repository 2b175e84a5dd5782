"""The reflex: a small network that plays imagined rounds as the trained one would, but fast.

``training.reflex`` distils it. What it makes of a play by itself is a table made once; the rest is
a few small products for all rounds at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.position import Position
from gangoffour.bots.arrays.strength import strongest
from gangoffour.bots.network.batch_features import Integers, Seen
from gangoffour.bots.network.features import (
    DIRECT_BITS,
    PLAY_BITS,
    STATIC_BITS,
    Floats,
    every_play,
    left_by_each,
    policy_rows,
)
from gangoffour.bots.network.inference import bend, first_of_each, times
from gangoffour.bots.network.weights import (
    POLICY_ARRAYS,
    REFLEX,
    fitted,
    shipped_file,
    unpacked,
)


class Reflex:
    """The small network."""

    __slots__ = ("_leaves", "_plays", "_weights")

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._weights = weights
        by_play = weights["play.w"]
        self._plays = every_play() @ by_play[:STATIC_BITS]
        left = np.arange(256)
        rows = np.zeros((256, PLAY_BITS - STATIC_BITS), np.float32)
        rows[left, np.minimum(left & 31, 16)] = 1
        rows[:, -3:] = left[:, None] >> np.array((5, 6, 7)) & 1
        self._leaves = rows @ by_play[STATIC_BITS:]

    @classmethod
    def load(cls, made_from: str) -> Reflex | None:
        """The shipped one; None if it is missing or was made from other weights than those of the
        fingerprint ``made_from``."""
        shipped = shipped_file("reflex.npz")
        if not shipped.is_file():
            return None
        arrays = unpacked(shipped)
        if str(arrays.get("weights")) != made_from:
            return None
        shapes = REFLEX.arrays
        return cls(fitted(arrays, {name: shapes[name] for name in POLICY_ARRAYS}, shipped.name))

    def judge(self, now: Position, actions: Sequence[int]) -> Floats:
        """How good each action of one position looks, as ``scores``."""
        top = strongest(now.unseen)
        bits = policy_rows([now], [top])
        left = left_by_each([now], [top], [actions])
        return self._scores(bits, left, np.zeros(len(actions), np.int64), np.array(actions))

    def best(self, seen: Seen, owner: Integers, number: Integers) -> NDArray[np.int64]:
        """For each position the place of its best action among all actions."""
        return first_of_each(self.scores(seen, owner, number), owner)

    def scores(self, seen: Seen, owner: Integers, number: Integers) -> Floats:
        """How good each action looks: the logarithm of how often it is chosen, but for a constant
        of each position."""
        return self._scores(seen.bits, seen.left(owner, number), owner, number)

    def _scores(self, bits: Floats, left: Integers, owner: Integers, number: Integers) -> Floats:
        w = self._weights
        trunk = bend(times(bits, w["trunk.w"]) + w["trunk.b"])
        state = trunk @ w["state.w"] + bits[:, :DIRECT_BITS] @ w["direct.w"] + w["state.b"]
        joint = bend(state[owner] + self._plays[number] + self._leaves[left])
        first = bend(joint @ w["first.w"] + w["first.b"])
        second = first + bend(first @ w["second.w"] + w["second.b"])
        return cast(Floats, second @ w["advantage.w"])
