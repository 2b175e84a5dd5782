"""What a round is worth to a seat: the measure of the arena, the environments and the guide."""

from __future__ import annotations

from collections.abc import Sequence


def payoff(points: Sequence[int], seat: int) -> float:
    """The mean of the others' points minus one's own.

    >>> payoff([0, 3, 6, 9], 0)
    6.0
    """
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
