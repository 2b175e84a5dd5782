"""Moods: what sways a choice between plays that look alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from gangoffour.rules.actions import Action

MOOD: Final = 1.2
"""How far moods sway: plays half a point apart are often taken for each other, two points apart
seldom."""


def swayed(actions: Sequence[Action], looks: Sequence[float], rng: Random) -> Action:
    """The action that looks best in this mood."""
    moods = [look + MOOD * _gumbel(rng) for look in looks]
    return actions[moods.index(max(moods))]


def _gumbel(rng: Random) -> float:
    """Added to logarithms of odds, the largest sum is drawn by these odds."""
    return -math.log(rng.expovariate(1.0) or 1e-12)
