"""How one's rounds compare: with the mean of all who played them, and by rank.

Ranked is by what the decisions cost: five rounds tell players apart by that. Points stand beside
it, as luck with the others' replies weighs more in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """Somebody's finished set."""

    person: str
    points: tuple[int, ...]
    """The points of each round; fewer are better."""
    costs: tuple[float, ...]
    """What the decisions of each round cost."""

    @property
    def total(self) -> int:
        return sum(self.points)

    @property
    def cost(self) -> float:
        return round(sum(self.costs), 2)

    @property
    def order(self) -> tuple[float, int]:
        """The smaller is the better."""
        return (self.cost, self.total)


def means(scores: Sequence[Score]) -> list[float]:
    """The field's mean points, round by round; nothing of no field."""
    if not scores:
        return []
    rounds = zip(*(one.points for one in scores), strict=True)
    return [round(sum(points) / len(scores), 2) for points in rounds]


def ranks(scores: Sequence[Score]) -> dict[str, int]:
    """Everybody's rank by cost, then points; who has the same shares one."""
    order = sorted(one.order for one in scores)
    first = {value: place for place, value in reversed(list(enumerate(order, start=1)))}
    return {one.person: first[one.order] for one in scores}


def percentile(score: Score, scores: Sequence[Score]) -> int | None:
    """How many of a hundred others did worse or alike by cost; None without others.

    >>> one, other = Score("a", (3,), (1.0,)), Score("b", (0,), (2.5,))
    >>> percentile(one, [one, other]), percentile(other, [one, other])
    (100, 0)
    """
    others = [one for one in scores if one.person != score.person]
    if not others:
        return None
    behind = sum(one.order >= score.order for one in others)
    return round(100 * behind / len(others))
