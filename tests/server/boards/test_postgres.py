"""Boards and clubs on PostgreSQL: the tests of theirs that are about what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from gangoffour.server.storage.models import PersonRow
from gangoffour.server.storage.talk_models import ClubMemberRow, ThreadRow
from tests.server.boards import test_boards as boards
from tests.server.boards.talking import WORDS, begin, people, posts, say
from tests.server.clubs import test_clubs as clubs
from tests.server.clubs.test_clubs import found, join, me, page
from tests.server.house import House, open_house

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


async def one_after_the_other(house: House, row: Any, *asks: Callable[[], Any]) -> list[Any]:
    """The answers to requests that are under way at once: while ``row`` is held each is made when
    those before it wait, or are done."""
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    tasks: list[asyncio.Future[Any]] = []
    async with house.database.writing() as connection:
        await connection.execute(row.with_for_update())
        for ask in asks:
            tasks.append(asyncio.ensure_future(ask()))
            async with asyncio.timeout(60):
                while True:
                    open_ones = sum(not one.done() for one in tasks)
                    if (await connection.execute(waiting)).scalar_one() >= open_ones:
                        break
                    await asyncio.sleep(0.01)
    return [await one for one in tasks]


def test_what_is_done_at_the_same_moment_is_done_in_turn(tmp_path: Path, database: str) -> None:
    async def live() -> None:
        async with (
            open_house(tmp_path, database) as house,
            people(house, "Ann", "Bob") as (ann, bob),
        ):
            # Words that are taken back do not come back with a change that was on its way.
            thread = (await begin(ann))["thread"]
            path = f"/api/posts/{(await say(bob, thread, 'never mind'))['post']}"
            answers = await one_after_the_other(
                house,
                select(ThreadRow.id).where(ThreadRow.id == thread),
                lambda: bob.delete(path),
                lambda: bob.patch(path, json={"text": "do mind"}),
            )
            assert [one.status_code for one in answers] == [204, 404]
            assert [one["text"] for one in await posts(ann, thread)][1] == ""

            # A club is handed to somebody who goes: it is not left without an owner.
            club, heir = await found(ann), await me(bob)
            await join(bob, club, (await page(ann, club))["link"])
            mine = ClubMemberRow.club_id == club, ClubMemberRow.person_id == await me(ann)
            password = {"password": "password of Bob"}
            answers = await one_after_the_other(
                house,
                select(ClubMemberRow.role).where(*mine),
                lambda: ann.put(f"/api/clubs/{club}/members/{heir}", json={"role": "owner"}),
                lambda: bob.request("DELETE", "/api/me", json=password),
            )
            assert answers[1].status_code == 204
            roles = [one.role for one in await house.rows(ClubMemberRow.__table__)]
            assert roles == ["owner"]

            # Whoever joins a club and writes on its board waits for nobody who waits for them.
            async with people(house, "Cid") as (cid,):
                link, who = (await page(ann, club))["link"], PersonRow.id == await me(cid)
                answers = await one_after_the_other(
                    house,
                    select(PersonRow.id).where(who),
                    lambda: cid.post(f"/api/boards/{club}/threads", json=WORDS),
                    lambda: join(cid, club, link),
                )
            assert [one.status_code for one in answers] == [403, 200]

    asyncio.run(live())
