"""The reflex: a small network that plays imagined rounds as the trained one would, but fast.

``training.reflex`` distils it. It reckons in whole numbers, so that compiled code and numpy find
the same to the last bit: weights that bits are summed with have ``SUMS`` bits after the point, the
others ``SHARP``. What it makes of a play by itself is a table made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

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
from gangoffour.bots.network.inference import first_of_each, times
from gangoffour.bots.network.outline import outline_rows
from gangoffour.bots.network.threads import one_thread
from gangoffour.bots.network.weights import (
    POLICY_ARRAYS,
    REFLEX,
    fitted,
    shipped_file,
    unpacked,
)
from gangoffour.bots.position.position import Position
from gangoffour.bots.position.strength import strongest

Doubles = NDArray[np.float64]

SUMS: Final = 9
SHARP: Final = 10
UNIT: Final = 1 << SUMS + SHARP
"""A score of one, as a whole number."""
LEAK_PARTS: Final = 13
"""The slope below zero, in parts of 256: nearly the ``LEAK`` of training."""


class Reflex:
    """The small network."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.sums: dict[str, Floats] = {}
        """Weights as whole numbers that bits are summed with: they fit single precision."""
        self.whole: dict[str, Doubles] = {}
        """The others."""
        for name, array in weights.items():
            layer, part = name.split(".")
            summed = layer in ("trunk", "direct", "play")
            bits = SUMS if summed else SHARP if part == "w" else SUMS + SHARP
            rounded = np.rint(array.astype(np.float64) * (1 << bits))
            if summed:
                self.sums[name] = rounded.astype(np.float32)
            else:
                self.whole[name] = rounded
        by_play = self.sums["play.w"]
        self.plays: Integers = (every_play() @ by_play[:STATIC_BITS]).astype(np.int64)
        """What is made of each action by itself."""
        self.leaves: Integers = left_rows(by_play).astype(np.int64)
        """… and of what it leaves (``features.left_by``)."""
        self.rest: Floats = by_play[PLAY_BITS:]
        """… and of the outline of that, a row for each bit."""

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
        outlines = outline_rows(now.hand, actions, top, max(now.counts[1:]))
        owner = np.zeros(len(actions), np.int64)
        seen = np.concatenate([bits, outlines[:1]], axis=1)
        return self._scores(seen, outlines[1:], left, owner, np.array(actions))

    def best(self, seen: Seen, owner: Integers, number: Integers) -> NDArray[np.int64]:
        """For each position the place of its best action among all actions."""
        return first_of_each(self.scores(seen, owner, number), owner)

    def scores(self, seen: Seen, owner: Integers, number: Integers) -> Floats:
        """How good each action looks: the logarithm of how often it is chosen, but for a constant
        of each position. ``owner`` says whose action it is, and never falls."""
        own, rests = seen.outlines(owner, number)
        bits = np.concatenate([seen.bits, own], axis=1)
        return self._scores(bits, rests, seen.left(owner, number), owner, number)

    @one_thread()
    def _scores(
        self, bits: Floats, rests: Floats, left: Integers, owner: Integers, number: Integers
    ) -> Floats:
        w, sums = self.whole, self.sums
        trunk = _bent(_whole(times(bits, sums["trunk.w"]) + sums["trunk.b"]))
        direct = _whole(times(bits[:, :DIRECT_BITS], sums["direct.w"]))
        state = direct + (_whole(trunk @ w["state.w"] + w["state.b"]) >> SHARP)
        play = self.plays[number] + self.leaves[left] + _whole(times(rests, self.rest))
        joint = _bent(state[owner] + play)
        first = _bent(_whole(joint @ w["first.w"] + w["first.b"]) >> SHARP)
        second = first + _bent(_whole(first @ w["second.w"] + w["second.b"]) >> SHARP)
        return cast(Floats, (second @ w["advantage.w"] / UNIT).astype(np.float32))


def left_rows(by_play: Floats) -> Floats:
    """What is made of what an action leaves (``features.left_by``), a row for each way."""
    left = np.arange(256)
    rows = np.zeros((256, PLAY_BITS - STATIC_BITS), np.float32)
    rows[left, np.minimum(left & 31, 16)] = 1
    rows[:, -3:] = left[:, None] >> np.array((5, 6, 7)) & 1
    return rows @ by_play[STATIC_BITS:PLAY_BITS]


def _whole(sums: Floats | Doubles) -> Integers:
    return sums.astype(np.int64)


def _bent(sums: Integers) -> Integers:
    return np.where(sums < 0, sums * LEAK_PARTS >> 8, sums)
