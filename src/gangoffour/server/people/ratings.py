"""Ratings: openskill (Plackett–Luce) on the places of a match, and the number people see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
START: Final = 1500
SCALE: Final = 40

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


class Skill(NamedTuple):
    """What is known of a player's strength: a guess and its uncertainty."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """The rating shown: what the player can safely be trusted with (μ − 3σ), from 1500 on.

        >>> Skill().rating
        1500
        """
        return max(0, round(START + SCALE * (self.mu - 3 * self.sigma)))


def rate(skills: Sequence[Skill], totals: Sequence[int]) -> list[Skill]:
    """Everybody's skill after a match: the lowest total is the best, equal ones share a place.

    >>> [skill.rating > 1500 for skill in rate([Skill(), Skill()], [12, 104])]
    [True, False]
    """
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(total) for total in totals])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]
