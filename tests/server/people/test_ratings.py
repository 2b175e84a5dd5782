"""The number that people see: a guess, less three times its doubt."""

from __future__ import annotations

import pytest

from gangoffour.server.people.ratings import SIGMA, Skill, rate


@pytest.mark.parametrize(
    ("skill", "shown"),
    [
        (Skill(), 1500),
        (Skill(30.0, 2.0), 2460),
        (Skill(30.0, SIGMA), 1700),  # the same guess, hardly known
        (Skill(-40.0, SIGMA), 0),
    ],
)
def test_who_is_better_known_is_trusted_with_more(skill: Skill, shown: int) -> None:
    assert skill.rating == shown


def test_every_match_makes_both_better_known() -> None:
    before = [Skill(), Skill()]
    for old, new in zip(before, rate(before, [12, 104]), strict=True):
        assert new.sigma < old.sigma
