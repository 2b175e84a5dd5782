"""The belief: how the hidden hands may lie as a whole, by the course of the round.

``training.belief`` teaches it. It goes through the faces from the dragon down; where the copies of
one lie depends on where all before it were put, so what does not go together is seldom imagined.
Knowing nothing it deals as the rules do, every hand as likely as any other. What it sees of a
position is reckoned once; dealing is in whole numbers, so that compiled code and numpy deal the
same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.network.events import EVENT_BITS, event_rows
from gangoffour.bots.network.features import (
    OUTLINE_BITS,
    Floats,
    policy_rows,
)
from gangoffour.bots.network.inference import bend, times
from gangoffour.bots.network.outline import outline_rows
from gangoffour.bots.network.threads import one_thread
from gangoffour.bots.network.weights import fitted, shipped_file, unpacked
from gangoffour.bots.position.position import Position
from gangoffour.bots.position.seen_bits import POLICY_BITS
from gangoffour.bots.position.strength import strongest

Shorts = NDArray[np.int16]
Numbers = NDArray[np.int32]

FACES: Final = 34
ORDER: Final = (33, 32, 31, *range(29, -1, -1), 30)
"""Faces from the dragon down; the multi-coloured 1, which nobody hides, at the end."""
ONE: Final = ((0,), (1,), (2,))
TWO: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
WAYS: Final = (*ONE, *TWO)
"""Where the copies of a face may lie: next, across (or the dead hand), previous."""
WIDTH: Final = 256
EYE: Final = 384
TOLD: Final = 128
SUMS: Final = 8
"""Bits after the point of what is put together, …"""
SHARP: Final = 11
"""… and of what judges it."""
FINE: Final = 8
"""Bits after the point of a judgement, in nats."""
ODDS: Final = 1 << 20
"""The odds of the likeliest way, before the cards that are wanted are counted."""
SLIM: Final = 4096
"""Ways that are worse by this many parts of a nat have the least odds."""
REACH: Final = (1 << 13) - 1
"""What is put together is cut off there."""

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "eye.w": (POLICY_BITS + OUTLINE_BITS, EYE),
    "eye.b": (EYE,),
    "event0.w": (EVENT_BITS, TOLD),
    "event1.w": (TOLD, TOLD),
    "course.w": (TOLD, EYE),
    "deep.w": (EYE, EYE),
    "deep.b": (EYE,),
    "known.w": (EYE, WIDTH),
    "known.b": (WIDTH,),
    "put.w": (FACES, 3, WIDTH),
    "twin.w": (FACES, 3, WIDTH),
    "way.w": (FACES, WIDTH, len(WAYS)),
    "way.b": (FACES, len(WAYS)),
}


@dataclass(frozen=True, slots=True)
class Guess:
    """What is believed at one position."""

    known: Shorts
    """What is known before any card is put anywhere: a number for each of ``WIDTH``."""
    put: Shorts
    """What a copy at a place adds, by the face's turn in ``ORDER`` and by place."""
    twin: Shorts
    """What two copies at one place add besides."""
    way: Shorts
    """What judges each way, by turn and way: a row of ``WIDTH``."""
    bias: Numbers


@cache
def odds_by_lag() -> Numbers:
    """The odds of a way by how far it lags behind the best, in parts of a nat."""
    lags = np.arange(SLIM)
    found = np.maximum(np.rint(ODDS * np.exp(-lags / (1 << FINE))), 1)
    return cast(Numbers, found.astype(np.int32))


@cache
def unlearned() -> Guess:
    """Knowing nothing: every hand is as likely as any other."""
    nothing = np.zeros((FACES, 3, WIDTH), np.int16)
    way = np.zeros((FACES, len(WAYS), WIDTH), np.int16)
    bias = np.zeros((FACES, len(WAYS)), np.int32)
    return Guess(np.zeros(WIDTH, np.int16), nothing, nothing, way, bias)


class Belief:
    """The trained one."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        """Those that look at the position."""
        self._put = _whole(weights["put.w"], SUMS)
        self._twin = _whole(weights["twin.w"], SUMS)
        self._way = _whole(np.ascontiguousarray(weights["way.w"].transpose(0, 2, 1)), SHARP)
        self._bias = np.rint(weights["way.b"] * (1 << SUMS + SHARP)).astype(np.int32)
        sums = np.abs(self._way.astype(np.int64)).sum(axis=2) * REACH
        assert sums.max() + np.abs(self._bias).max() < 1 << 31, "weights too large to sum up"

    @classmethod
    def load(cls) -> Belief | None:
        """The shipped one; None if it is missing."""
        shipped = shipped_file("belief.npz")
        if not shipped.is_file():
            return None
        arrays = unpacked(shipped)
        for name in SHAPES:
            if f"{name}.unit" in arrays:
                unit = arrays[f"{name}.unit"].astype(np.float32)
                arrays[name] = arrays[name].astype(np.float32) * unit
        return cls(fitted(arrays, SHAPES, shipped.name))

    @one_thread()
    def guess(self, now: Position) -> Guess:
        """What is believed at a position."""
        w, top = self.weights, strongest(now.unseen)
        own = outline_rows(now.hand, (), top, max(now.counts[1:]))
        bits = np.concatenate([policy_rows([now], [top]), own], axis=1)
        told = bend(times(event_rows(now.events), w["event0.w"]))
        told = bend(told @ w["event1.w"]).sum(axis=0)
        eye = bend(times(bits, w["eye.w"]) + w["eye.b"] + told @ w["course.w"])
        eye = eye + bend(eye @ w["deep.w"] + w["deep.b"])
        known = (eye @ w["known.w"] + w["known.b"])[0]
        return Guess(_whole(known, SUMS), self._put, self._twin, self._way, self._bias)


def _whole(values: Floats, bits: int) -> Shorts:
    rounded = np.rint(values.astype(np.float64) * (1 << bits))
    return cast(Shorts, np.clip(rounded, -32767, 32767).astype(np.int16))
