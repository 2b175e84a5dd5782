"""The network in whole numbers: the same judgement, bit for bit, on every machine.

Sums of floating-point numbers depend on the order in which a machine adds. Here weights and layers
are whole numbers, written as 64-bit floats: every product and every sum of them stays far below 2⁵³
and is exact, in whatever order. What is left (one multiplication, rounding down, comparing) is the
same wherever IEEE 754 is kept, in numpy, in C and in WebAssembly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.network.events import event_rows
from gangoffour.bots.network.features import (
    DIRECT_BITS,
    Floats,
    left_by_each,
    play_rows,
    policy_rows,
)
from gangoffour.bots.network.inference import LEAK, POINTS, Network
from gangoffour.bots.network.outline import outline_rows
from gangoffour.bots.network.threads import one_thread
from gangoffour.bots.position.position import Position
from gangoffour.bots.position.strength import strongest

Whole = NDArray[np.float64]
"""Whole numbers, as 64-bit floats."""

UNIT: Final = 1 << 18
"""One of a layer's values, in whole numbers."""
FINE: Final = 1 << 18
"""One of a weight, in whole numbers."""


class ExactNetwork:
    """The trained network, rounded to whole numbers once."""

    __slots__ = ("_weights",)

    def __init__(self, network: Network) -> None:
        self._weights: dict[str, Whole] = {}
        for name, array in network.weights.items():
            unit = UNIT if array.ndim == 1 and name.endswith(".b") else FINE
            self._weights[name] = np.rint(array.astype(np.float64) * unit)

    def judge(self, now: Position, actions: Sequence[int]) -> NDArray[np.int64]:
        """How good each action is: more is better, in parts of a point or of a match won."""
        return self.judge_and_value(now, actions)[0]

    @one_thread()
    def judge_and_value(
        self, now: Position, actions: Sequence[int]
    ) -> tuple[NDArray[np.int64], int]:
        """… and what the round, or match, is worth to who is to act, in a layer's units."""
        top = strongest(now.unseen)
        outlines = outline_rows(now.hand, actions, top, max(now.counts[1:]))
        state = self._state(now, top, outlines[:1])
        lefts = left_by_each([now], [top], [actions])
        plays = np.concatenate([play_rows(actions, lefts), outlines[1:]], axis=1)
        joint = bend(state + self._times(plays, "play.w", bits=True))
        first = self._dense(joint, "first")
        second = first + self._dense(first, "second")
        found = second @ self._weights["advantage.w"]
        value = self._times(bend(state), "value.w") + self._weights["value.b"]
        return cast(NDArray[np.int64], found.astype(np.int64)), int(value[0, 0])

    def _state(self, now: Position, top: tuple[int, ...], own: Floats) -> Whole:
        w = self._weights
        bits = np.concatenate([policy_rows([now], [top]), own], axis=1)
        events = event_rows(now.events)
        told = np.zeros((1, len(w["event1.w"])))
        if len(events):
            seen = bend(self._times(events, "event0.w", bits=True))
            told = bend(self._times(seen, "event1.w")).sum(axis=0, keepdims=True)
        trunk = self._times(bits, "trunk.w", bits=True) + w["trunk.b"]
        trunk = bend(trunk + self._times(told, "course.w"))
        trunk = trunk + self._dense(trunk, "deep")
        direct = self._times(bits[:, :DIRECT_BITS], "direct.w", bits=True)
        direct = direct + self._times(told, "course.s")
        return self._times(trunk, "state.w") + w["state.b"] + direct

    def _times(self, rows: Floats | Whole, name: str, *, bits: bool = False) -> Whole:
        """Rows times a matrix, in a layer's units; ``bits`` are ones, not a layer's values."""
        matrix = self._weights[name]
        exact = rows.astype(np.float64)
        if bits:
            used = np.flatnonzero(exact.any(axis=0))
            return cast(Whole, np.floor(exact[:, used] @ matrix[used] * (UNIT / FINE)))
        return cast(Whole, np.floor(exact @ matrix / FINE))

    def _dense(self, rows: Whole, name: str) -> Whole:
        return bend(self._times(rows, f"{name}.w") + self._weights[f"{name}.b"])


def bend(values: Whole) -> Whole:
    """The layers' activation, rounded down."""
    return cast(Whole, np.where(values >= 0, values, np.floor(values * LEAK)))


def in_points(judged: NDArray[np.int64]) -> NDArray[np.float64]:
    """A judgement for the round in points, to be shown; decide by the whole numbers."""
    return judged / (UNIT * FINE) * POINTS
