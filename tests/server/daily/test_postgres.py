"""Challenges on PostgreSQL: the tests of theirs that are about what is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.daily import test_challenges as challenges
from tests.server.daily import test_many_challenges as many
from tests.server.house import open_house

STORED = (
    challenges.test_who_sat_in_the_match_of_a_challenge_is_not_ranked_in_it,
    challenges.test_the_same_cards_under_another_challenge_count_once,
    many.test_somebody_has_so_many_challenges_open_and_no_more,
    many.test_a_seed_is_held_against_no_more_sets_than_it_can_mean,
    many.test_challenges_that_nobody_took_up_are_deleted,
)


@pytest.mark.parametrize("test", STORED, ids=lambda one: one.__name__)
def test_the_same_on_postgresql(test: Any, tmp_path: Path, database: str) -> None:
    async def live() -> None:
        async with open_house(tmp_path, database) as house:
            await test.inside(house)

    asyncio.run(live())
