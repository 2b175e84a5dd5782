"""The network as the kernel has it (``network.h``): sums of bits in whole numbers of sixteen bits,
layers in whole numbers of eight, with a unit for each number that comes out.

It judges as the network does but for a few hundredths of a point.
"""

from __future__ import annotations

import ctypes
from ctypes import c_float, c_int32, c_void_p
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.kernel.library import BITS_AFTER, STRIP
from gangoffour.bots.kernel.memory import aligned
from gangoffour.bots.kernel.rows import by_parts, declined_rows
from gangoffour.bots.network import POINTS, Floats, Network
from gangoffour.bots.network.reflex import UNIT

DENSE: Final = ("event1.w", "course.w", "course.s", "deep.w", "state.w", "first.w", "second.w")
MOST: Final = 127


class _Dense(ctypes.Structure):
    """``Dense`` of network.h: addresses of arrays."""

    _fields_ = [(name, c_void_p) for name in ("weights", "sums", "units", "bias")]


class _Network(ctypes.Structure):
    """``Network`` of network.h."""

    _fields_ = [
        *((name, c_void_p) for name in ("trunk", "declined", "direct", "actions", "event")),
        *((name.replace(".", "_"), _Dense) for name in DENSE),
        ("advantage", c_void_p),
        ("sharp", c_float),
        ("glance", c_int32),
    ]


class Layers:
    """The network's arrays, to be handed to the kernel."""

    def __init__(self, network: Network) -> None:
        self._kept: list[NDArray[Any]] = []
        w = network.weights
        trunk = _whole(w["trunk.w"])
        rows: list[NDArray[Any]] = [trunk, declined_rows(trunk), _whole(w["direct.w"])]
        rows += [by_parts(_whole(w["play.w"]))[1], _whole(w["event0.w"])]
        at = [self._keep(array.astype(np.int16)) for array in rows]
        dense = [self._dense(w, name) for name in DENSE]
        self._addresses = (*at, *dense, self._keep(w["advantage.w"].astype(np.float32)))
        self._trunk, self._bias = trunk, _whole(w["trunk.b"])

    def behind(self, backdrop: Floats) -> NDArray[np.int16]:
        """What each seat makes of what does not change while a round is played."""
        sums = [self._bias + self._trunk[np.flatnonzero(bits)].sum(axis=0) for bits in backdrop]
        return np.array(sums).astype(np.int16)

    def handed_over(self, glance: float) -> _Network:
        """For the kernel: what the reflex finds so many nats worse than its best is not weighed."""
        return _Network(*self._addresses, POINTS * UNIT, int(min(glance, 500.0) * UNIT))

    def _keep(self, array: NDArray[Any]) -> int:
        self._kept.append(aligned(array))
        return int(self._kept[-1].ctypes.data)

    def _dense(self, weights: dict[str, Floats], name: str) -> _Dense:
        """A layer's weights in whole numbers, in the kernel's strips; their sums, units, biases."""
        array = weights[name].astype(np.float64)
        height, width = array.shape
        units = np.maximum(np.abs(array).max(axis=0), 1e-9) / MOST
        whole = np.rint(array / units).astype(np.int8)
        strips = whole.reshape(height // 4, 4, width // STRIP, STRIP).transpose(2, 0, 3, 1)
        layer = name.split(".")[0]
        own = name.endswith(".w") and layer not in ("event1", "course")
        bias = weights[f"{layer}.b"] if own else np.zeros(width)
        sums = whole.sum(axis=0, dtype=np.int32)
        arrays = (strips, sums, units.astype(np.float32), bias.astype(np.float32))
        return _Dense(*(self._keep(one) for one in arrays))


class Players(NamedTuple):
    """Who plays imagined rounds on: the seat that looks goes on as it chooses now."""

    own: Layers
    others: Layers

    def behind(self, backdrop: Floats, seat: int) -> NDArray[np.int16]:
        """What each seat makes of what does not change while ``seat`` looks ahead."""
        found = self.others.behind(backdrop)
        found[seat] = self.own.behind(backdrop[seat : seat + 1])[0]
        return found


def _whole(rows: Floats) -> Floats:
    rounded = np.rint(rows.astype(np.float64) * (1 << BITS_AFTER))
    return rounded.astype(np.float32)
