"""Transactions that wait for each other on PostgreSQL do so in one order, so never in a circle.

Of those in a circle PostgreSQL ends one, and somebody is told that storage is unavailable.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.sessions import digest_of
from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.models import (
    BuddyRow,
    MatchRow,
    PersonRow,
    PlayerRow,
    RecoveryRow,
    SessionRow,
    TableRow,
)
from gangoffour.server.storage.talk_models import ClubRow, FollowRow, PostRow, ThreadRow
from gangoffour.table import commands as c
from tests.server.boards.talking import begin, people, say
from tests.server.boards.test_postgres import one_after_the_other
from tests.server.clubs.test_clubs import found, join, me, page
from tests.server.house import START, House, Played, open_house
from tests.support.limits import without_limits


@asynccontextmanager
async def crowd(tmp_path: Path, database: str) -> AsyncIterator[tuple[House, Any]]:
    async with (
        open_house(tmp_path, database) as house,
        people(house, "Ann", "Bob", "Cid") as clients,
    ):
        without_limits(house.server)
        yield house, clients


def statuses(answers: list[httpx.Response]) -> list[int]:
    return [one.status_code for one in answers]


async def gone(client: httpx.AsyncClient, name: str) -> httpx.Response:
    """Somebody deletes their account."""
    return await client.request("DELETE", "/api/me", json={"password": f"password of {name}"})


def test_sessions_codes_and_plans_wait_behind_their_person(tmp_path: Path, database: str) -> None:
    async def live() -> None:
        async with crowd(tmp_path, database) as (house, (ann, bob, cid)):
            # Somebody logs out in one window and changes the password in another.
            arrival = Arrival("10.0.1.1")
            _, token = await house.server.logins.login("Ann", "password of Ann", arrival)
            other = house.client("10.0.1.1", headers={"authorization": f"Bearer {token}"})
            change = {"old": "password of Ann", "new": "another word for Ann"}
            answers = await one_after_the_other(
                house,
                select(SessionRow.digest).where(SessionRow.digest == digest_of(token)),
                lambda: other.post("/api/logout"),
                lambda: ann.post("/api/me/password", json=change),
            )
            assert statuses(answers) == [204, 204]

            # New recovery codes are asked for as the account is deleted.
            bobs = await me(bob)
            await house.server.recovery.renew(bobs)
            answers = await one_after_the_other(
                house,
                select(RecoveryRow.digest).where(RecoveryRow.person_id == bobs),
                lambda: bob.post("/api/me/recovery", json={"password": "password of Bob"}),
                lambda: gone(bob, "Bob"),
            )
            assert statuses(answers) == [200, 204]

            # A code is used as the account is deleted.
            cids = await me(cid)
            (code, *_) = await house.server.recovery.renew(cids)
            way_back = {"name": "Cid", "code": code, "password": "another word for Cid"}
            answers = await one_after_the_other(
                house,
                select(RecoveryRow.digest).where(RecoveryRow.person_id == cids),
                lambda: house.client("10.0.1.2").post("/api/recover", json=way_back),
                lambda: gone(cid, "Cid"),
            )
            assert statuses(answers) == [200, 204]

    asyncio.run(live())


def test_boards_clubs_and_their_people_are_locked_in_one_order(
    tmp_path: Path, database: str
) -> None:
    async def live() -> None:
        async with crowd(tmp_path, database) as (house, (ann, bob, cid)):
            club = await found(ann)
            link = (await page(ann, club))["link"]
            await join(bob, club, link)
            await join(cid, club, link)

            # Who began a thread goes as a host hides what they wrote there.
            begun = await begin(bob, club)
            await say(cid, begun["thread"], "The low one.")
            answers = await one_after_the_other(
                house,
                select(PostRow.id).where(PostRow.id == begun["post"]),
                lambda: gone(bob, "Bob"),
                lambda: ann.put(f"/api/posts/{begun['post']}/hidden", json={"hidden": True}),
            )
            assert statuses(answers) == [204, 204]

            # A club ends as somebody answers on its board who follows the thread.
            follows = FollowRow.person_id == await me(cid), FollowRow.thread_id == begun["thread"]
            answers = await one_after_the_other(
                house,
                select(FollowRow.read).where(*follows),
                lambda: ann.delete(f"/api/clubs/{club}"),
                lambda: cid.post(f"/api/threads/{begun['thread']}/posts", json={"text": "Or not"}),
            )
            assert statuses(answers)[0] == 204 and statuses(answers)[1] in (200, 404)

            # A club ends as somebody goes who wrote there.
            club = await found(ann, "Thursdays")
            await join(cid, club, (await page(ann, club))["link"])
            thread = (await begin(cid, club))["thread"]
            await say(ann, thread, "Hello")
            answers = await one_after_the_other(
                house,
                select(ThreadRow.id).where(ThreadRow.id == thread),
                lambda: gone(cid, "Cid"),
                lambda: ann.delete(f"/api/clubs/{club}"),
            )
            assert statuses(answers) == [204, 204]

            # Two clubs want each other's names.
            one, other = await found(ann, "Mondays"), await found(ann, "Fridays")
            answers = await one_after_the_other(
                house,
                select(ClubRow.id).where(ClubRow.id.in_((one, other))),
                lambda: ann.put(f"/api/clubs/{one}", json={"name": "Fridays"}),
                lambda: ann.put(f"/api/clubs/{other}", json={"name": "Mondays"}),
            )
            assert statuses(answers) == [409, 409]

    asyncio.run(live())


def test_a_match_is_settled_whatever_its_people_do_meanwhile(tmp_path: Path, database: str) -> None:
    async def live() -> None:
        async with crowd(tmp_path, database) as (house, (ann, bob, cid)):
            seated = [one for one in await house.rows(PersonRow.__table__) if one.kind == "account"]
            first, last = sorted(one.id for one in seated)[:2]
            by_id = {await me(client): client for client in (ann, bob, cid)}
            names = {one.id: one.name for one in seated}

            async def played(table: str) -> Played:
                """A match that is over, and not settled yet."""
                identities = [await house.server.sessions.of_person(one) for one in (first, last)]
                match = Played(table, [one for one in identities if one], target=1)
                await house.receive(match, match.start())
                match.play_on()
                return match

            async def ended(match: Played) -> None:
                await house.receive(match, match.last)

            # One of them likes the other, who comes first.
            match = await played("a1")
            answers = await one_after_the_other(
                house,
                select(PersonRow.id).where(PersonRow.id == first),
                lambda: ended(match),
                lambda: by_id[last].put(f"/api/me/buddies/{first}"),
            )
            assert answers[1].is_success
            (row,) = await house.rows(MatchRow.__table__, MatchRow.id == "a1-1")
            assert row.ended_at is not None and await house.rows(BuddyRow.__table__)

            # One of them goes.
            match = await played("a2")
            seat = PlayerRow.match_id == "a2-1", PlayerRow.person_id == first
            answers = await one_after_the_other(
                house,
                select(PlayerRow.seat).where(*seat),
                lambda: ended(match),
                lambda: gone(by_id[first], names[first]),
            )
            assert answers[1].status_code == 204
            (row,) = await house.rows(MatchRow.__table__, MatchRow.id == "a2-1")
            assert row.ended_at is not None

    asyncio.run(live())


def test_what_is_packed_as_somebody_goes_is_neither_lost_nor_kept(
    tmp_path: Path, database: str
) -> None:
    async def live() -> None:
        async with crowd(tmp_path, database) as (house, (ann, bob, _)):
            seated = [await house.server.sessions.of_person(await me(one)) for one in (ann, bob)]
            played = Played("t1", [one for one in seated if one is not None], target=1)
            played.start()
            played.play_on()
            await house.store(played)
            assert await pack(house.database, START + 1) == 1
            played.do(c.Say("well played"), played.people[0])
            await house.store(played)
            answers = await one_after_the_other(
                house,
                select(TableRow.id).where(TableRow.id == "t1"),
                lambda: pack(house.database, START + 1),
                lambda: gone(ann, "Ann"),
            )
            assert answers[0] == 1 and answers[1].status_code == 204
            numbers = [one.seq for one in await house.server.events.read("t1")]
            assert numbers == list(range(1, played.stored + 1))
            assert played.people[0].id not in await house.everything()

    asyncio.run(live())
