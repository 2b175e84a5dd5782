"""Figures with intervals that heed the deals.

Rounds of one deal are not independent, deals are: every figure is a mean over deals and its 95 %
interval comes from the spread between deals (clustered by deal; a ratio's by linearisation).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SIGMAS: Final = 1.96
"""Half a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and half the width of its 95 % interval (infinite with a single deal)."""

    mean: float
    margin: float

    @property
    def clear(self) -> bool:
        """Whether the interval is clear of zero."""
        return abs(self.mean) > self.margin

    def as_dict(self) -> dict[str, float | None]:
        """The figure as JSON carries it; the margin is null where one deal says nothing of it."""
        margin = round(self.margin, 5) if math.isfinite(self.margin) else None
        return {"mean": round(self.mean, 5) + 0.0, "margin": margin}  # -0.0 + 0.0 is 0.0

    def shown(self, form: str, scale: float = 1.0) -> str:
        """Mean and margin in a format, such as ``+.3f``; what is rounded to nothing has no sign."""
        form = form.replace(".", "z.")
        margin = format(scale * self.margin, form.lstrip("+"))
        return f"{scale * self.mean:{form}} ± {margin if math.isfinite(self.margin) else '?'}"

    def __str__(self) -> str:
        return self.shown("+.3f")


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Figure:
    """Sum of tops over sum of bottoms, one of each per deal, with its clustered interval."""
    deals, bottom = len(tops), sum(bottoms)
    if not bottom:
        return Figure(0.0, 0.0)
    mean = sum(tops) / bottom
    if deals < 2:
        return Figure(mean, math.inf)
    spread = sum((top - mean * low) ** 2 for top, low in zip(tops, bottoms, strict=True))
    error = math.sqrt(spread * deals / (deals - 1)) / bottom
    return Figure(mean, SIGMAS * error)


def share(tops: Sequence[float], bottoms: Sequence[float]) -> Figure:
    """A ratio that is a share of a whole. Where all deals agree on nothing or all of it, so many of
    them leave open what one of twenty times would not show (the rule of three)."""
    figure = ratio(tops, bottoms)
    if figure.mean in (0.0, 1.0) and len(tops) > 1 and any(bottoms):
        return Figure(figure.mean, 1 - 0.05 ** (1 / len(tops)))
    return figure
