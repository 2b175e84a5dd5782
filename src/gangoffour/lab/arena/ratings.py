"""Ratings for a round robin, by openskill (Plackett–Luce over every table's ranking)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from gangoffour.lab.arena.intervals import SIGMAS, Figure
from gangoffour.lab.arena.work import Work
from gangoffour.lab.errors import LabError


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's skill and how unsure it is; ``ordinal`` is the cautious one-number form."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return self.mu - 3 * self.sigma

    @property
    def figure(self) -> Figure:
        """With the 95 % interval that all other figures have."""
        return Figure(self.mu, SIGMAS * self.sigma)

    def as_dict(self) -> dict[str, float]:
        """The rating as JSON carries it."""
        return {
            "mu": round(self.mu, 4),
            "sigma": round(self.sigma, 4),
            "ordinal": round(self.ordinal, 4),
        }


def check_ratings() -> None:
    """Refuse what could not be rated in the end, before anything is played for it."""
    if find_spec("openskill") is None:
        raise LabError("no_ratings")


def ratings(work: Work, rows: Sequence[dict[str, Any]]) -> list[Rating]:
    """Everybody's rating after all tables, in the order of the deals.

    A table is a contest of two sides, each a bot, ranked by the points of its seats.
    """
    from openskill.models import PlackettLuce  # only a round robin needs it

    model = PlackettLuce()
    known = [model.rating(name=name) for name in work.bots]
    for row in rows:
        for seating, table in zip(work.seatings, row["tables"], strict=True):
            sides = sorted(set(seating))
            scores = [
                sum(table[seat][1] for seat, bot in enumerate(seating) if bot == side)
                / seating.count(side)
                for side in sides
            ]
            rated = model.rate([[known[side]] for side in sides], ranks=scores)
            for side, (one,) in zip(sides, rated, strict=True):
                known[side] = one
    return [Rating(one.mu, one.sigma) for one in known]
