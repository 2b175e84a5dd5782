"""Weights that were trained on from others, as differences from them.

They are kept as whole numbers of eight bits, how many units each weight has moved; a unit is as
much as the weights of an array have moved as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.network.features import Floats

Arrays = dict[str, NDArray[np.generic]]
UNIT = "/unit"
"""After the name of an array: the name of its unit."""


def differences(old: Mapping[str, Floats], new: Mapping[str, Floats]) -> Arrays:
    """How far the new weights have moved from the old ones; arrays that have not are left out."""
    found: Arrays = {}
    for name in new:
        apart = new[name].astype(np.float32) - old[name].astype(np.float32)
        unit = np.float32(np.sqrt((apart**2).mean()))
        if unit:
            found[name] = np.clip(np.rint(apart / unit), -127, 127).astype(np.int8)
            found[name + UNIT] = np.array(unit)
    return found


def applied(old: Mapping[str, Floats], by: Mapping[str, Floats]) -> dict[str, Floats]:
    """The old weights, moved so far."""
    found = dict(old)
    for name in old:
        if name in by:
            found[name] = old[name] + by[name] * by[name + UNIT]
    return found
