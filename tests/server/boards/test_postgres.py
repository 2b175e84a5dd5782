"""Boards and clubs on PostgreSQL: the tests of theirs that are about what is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.boards import test_boards as boards
from tests.server.clubs import test_clubs as clubs
from tests.server.house import open_house

STORED = (
    boards.test_threads_are_written_answered_followed_and_read,
    boards.test_a_post_sent_again_is_stored_once,
    boards.test_text_stays_text_and_search_takes_no_signs,
    boards.test_a_clubs_hosts_read_what_is_complained_about_there,
    boards.test_an_account_takes_its_words_along,
    clubs.test_people_come_in_by_link_or_approval_and_go,
    clubs.test_members_compare_on_the_day_once_they_are_through,
    clubs.test_names_of_clubs_are_theirs_alone,
)


@pytest.mark.parametrize("test", STORED, ids=lambda one: one.__name__)
def test_the_same_on_postgresql(test: Any, tmp_path: Path, database: str) -> None:
    async def live() -> None:
        async with open_house(tmp_path, database) as house:
            await test.inside(house)

    asyncio.run(live())
