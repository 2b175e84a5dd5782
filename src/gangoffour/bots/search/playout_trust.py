"""What playouts found and what the network thinks, weighed by how far either can be trusted."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

NEAR, FAR = 0.1, 0.6
"""How far the network misjudges the difference of two plays, as parts of how much that difference
varies from one playout to the next (and one point): little as a rule, much once in a while."""
FAR_OFTEN: Final = 0.2
SPREAD: Final = 2.0
"""How much it varies as a rule, in points; counts as much as ``SEEN`` playouts."""
SEEN: Final = 4


def weighed(prior: Doubles, found: Doubles) -> Doubles:
    """How much better than the first each action is, in points: judgement and playouts together.

    The mean of what either leads to expect, by how likely the judgement is near or far off.
    ``found`` has a row for each action and a column for each world.

    >>> weighed(np.array([0.0, -0.1]), np.array([[1.0] * 9, [3.0] * 9])).round(1).tolist()
    [0.0, 1.8]
    """
    gains = found - found[0]
    mean, number = gains.mean(axis=1), gains.shape[1]
    squares = ((gains - mean[:, None]) ** 2).sum(axis=1) + SEEN * SPREAD**2
    variance = squares / (number + SEEN)
    error = variance / number
    expected = prior - prior[0]
    likely, both = np.zeros(len(prior)), np.zeros(len(prior))
    for part, often in ((NEAR, 1 - FAR_OFTEN), (FAR, FAR_OFTEN)):
        doubt = (part * (1 + np.sqrt(variance))) ** 2
        apart = doubt + error
        weight = often * np.exp(-((mean - expected) ** 2) / (2 * apart)) / np.sqrt(apart)
        weight += 1e-12 * part  # where neither explains what was found, the doubter does
        likely += weight
        both += weight * (expected * error + mean * doubt) / apart
    both /= likely
    both[0] = 0.0
    return both
