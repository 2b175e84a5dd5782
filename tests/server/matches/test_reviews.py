"""Reviews on the server: made once, kept, refused while a match runs, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update

from gangoffour.bots import BotError
from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.bots.advice.reviewer import review
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.server.matches import reviews
from gangoffour.server.matches.review_claims import MAX_TRIES, ReviewClaims
from gangoffour.server.runtime.rate_limits import Budget, Limits
from gangoffour.server.storage.models import ReviewRow
from tests.server.house import House, Played, in_a_house
from tests.support.several import until

ASK = "/api/matches/a1-1/review"


async def play(house: House, name: str = "a1", turns: int | None = None, target: int = 1) -> Match:
    """A match of two people and two bots, perhaps not to its end; of one round as a rule."""
    people = await house.guests(f"Ann {name}", f"Bob {name}")
    played = Played(name, people, target=target)
    await house.receive(played, played.start())
    played.play_on(turns)
    await house.receive(played, played.last)
    assert played.table.match is not None
    return played.table.match


async def made(client: Any, path: str = ASK) -> dict[str, Any]:
    """A review, asked for until it is there, no faster than an address may ask."""
    for _ in range(240):
        answer = await client.get(path)
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        assert answer.status_code == 202, answer.text
        assert answer.headers["retry-after"] == "1"
        await asyncio.sleep(0.25)
    raise AssertionError("the review was never made")


@in_a_house
async def test_a_review_is_made_once_and_kept(house: House) -> None:
    match = await play(house, target=10)
    async with house.client() as client:
        first = await client.get(ASK)
        assert (first.status_code, first.json()) == (202, {"done": 0, "rounds": None})
        found = await made(client)
        expected = review(match).as_dict()
        assert found["rounds"] == expected["rounds"] == len(match.results)
        assert [one["seat"] for one in found["seats"]] == [0, 1, 2, 3]
        assert found["marked"] and len(found["turning_points"]) == min(3, found["rounds"])
        places = [(one["round"], one["move"], one["seat"]) for one in found["marked"]]
        wanted: Any = expected["marked"]
        assert places == [(one["round"], one["move"], one["seat"]) for one in wanted]
        assert await made(client) == found
    assert house.server.reviews.counted == {"made": 1}
    assert house.server.gauges()["reviews_made"] == 1
    (row,) = await house.rows(ReviewRow)
    assert len(row.body) < 20_000


@in_a_house
async def test_a_running_match_has_no_review(house: House) -> None:
    await play(house, turns=5)
    async with house.client() as client:
        running = await client.get(ASK)
        assert running.status_code == 409
        assert running.json()["error"]["code"] == "match_running"
        unknown = await client.get("/api/matches/nothing-1/review")
        assert unknown.status_code == 404
    assert house.server.reviews.waiting == 0 and not await house.rows(ReviewRow)


@in_a_house
async def test_progress_is_told_round_by_round(house: House) -> None:
    match = await play(house, target=10)
    gate, judge = asyncio.Event(), house.server.bots.judge
    asked: list[int] = []

    async def slow(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        asked.append(len(looks))
        if len(asked) == len(match.results):
            await gate.wait()
        return await judge(looks)

    house.server.bots.judge = slow  # type: ignore[method-assign]
    async with house.client() as client:
        await client.get(ASK)
        while len(asked) < len(match.results):
            await asyncio.sleep(0.01)
        told = (await client.get(ASK)).json()
        assert told == {"done": len(match.results) - 1, "rounds": len(match.results)}
        gate.set()
        await made(client)
    assert len(asked) == len(match.results)


@in_a_house
async def test_beginning_a_review_has_a_budget_asking_how_far_it_is_has_none(house: House) -> None:
    for name in ("a1", "a2"):
        await play(house, name)
    house.server.limits = Limits(review=Budget(0.001, 1))
    async with house.client() as client:
        assert (await client.get(ASK)).status_code == 202
        refused = await client.get("/api/matches/a2-1/review")
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 1
        await made(client)


@in_a_house
async def test_asked_twice_at_the_same_moment_it_is_begun_once(house: House) -> None:
    await play(house)
    begun: list[None] = []
    asked = [house.server.reviews.of("a1-1", lambda: begun.append(None)) for _ in range(3)]
    told = await asyncio.gather(*asked)
    assert len(begun) == 1 and len(told) == 3
    async with house.client() as client:
        await made(client)
    assert house.server.reviews.waiting == 0


@in_a_house
async def test_too_many_at_once_are_refused(house: House) -> None:
    for name in ("a1", "a2"):
        await play(house, name)
    async with house.client() as client, house.server.reviews._turns.of(""):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reviews, "MAX_WAITING", 1)
            assert (await client.get(ASK)).status_code == 202
            refused = await client.get("/api/matches/a2-1/review")
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "too_busy")


@in_a_house
async def test_many_addresses_of_one_customer_keep_nobody_from_a_review(house: House) -> None:
    """When too many wait, the last one goes of whoever has the most, and may be asked for again."""
    spent: list[None] = []
    names = ("a1", "a2", "a3", "a4")
    for name in names:
        await play(house, name)
    paths = [f"/api/matches/{name}-1/review" for name in names]
    async with (
        house.client("2001:db8:1:1::1") as one,
        house.client("2001:db8:1:2::1") as two,
        house.client("2001:db8:1:3::1") as three,
        house.client("10.0.0.2") as other,
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reviews, "MAX_WAITING", 2)
            async with house.server.reviews._turns.of(""):
                assert (await one.get(paths[0])).status_code == 202
                assert (await two.get(paths[1])).status_code == 202
                assert (await three.get(paths[2])).status_code == 503
                fourth = reviews.Asker("2001:db8:1:4::/64", "")
                with pytest.raises(Refusal):
                    await house.server.reviews.of("a3-1", lambda: spent.append(None), fourth)
                assert not spent, "who is refused has spent nothing"
                assert (await other.get(paths[3])).status_code == 202
                await until(lambda: house.server.reviews.waiting == 2)
                assert (await two.get(paths[1])).status_code == 503
            await made(other, paths[3])
            await made(one, paths[0])
        await made(two, paths[1])


@in_a_house
async def test_a_short_review_does_not_wait_for_the_long_ones_of_somebody_else(
    house: House,
) -> None:
    """By turns a round of each address, and behind one address of each person; and nobody has all
    the places for those that wait."""
    names = [f"long{number}" for number in range(reviews.MAX_OF_ONE + 1)]
    for name in names:
        assert len((await play(house, name, target=200)).results) > 2
    for name in ("short", "mine"):
        await play(house, name)
    judged: list[str] = []
    kept: dict[str, int] = {}
    claims, gate = house.server.reviews._claims, asyncio.Event()
    judge, keep = house.server.bots.judge, claims.keep

    async def slow(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        await gate.wait()
        judged.append(whose)
        return await judge(looks)

    async def counted(match_id: str, name: str, body: bytes) -> bool:
        kept[match_id] = len(judged)
        return await keep(match_id, name, body)

    house.server.bots.judge = slow  # type: ignore[method-assign]
    claims.keep = counted  # type: ignore[method-assign]
    async with house.client("10.0.0.1") as one, house.client("10.0.0.2") as two:
        asked = [one.get(f"/api/matches/{name}-1/review") for name in names]
        answers = await asyncio.gather(*asked)  # at the same moment
        assert sorted(answer.status_code for answer in answers) == [202] * 4 + [503]
        async with house.client("10.0.0.1") as neighbour:
            await neighbour.post("/api/guest", json={"name": "Neil"})
            answer = await neighbour.get("/api/matches/mine-1/review")
            assert answer.status_code == 202
        assert (await two.get("/api/matches/short-1/review")).status_code == 202
        gate.set()
        await made(two, "/api/matches/short-1/review")
        await made(two, "/api/matches/mine-1/review")
    assert kept["short-1"] <= 4, "of twelve rounds and more"
    assert kept["mine-1"] <= 8, "nor for those of a neighbour"


class Peers:
    """One of several processes."""

    def __init__(self, name: str, living: set[str]) -> None:
        self.name = name
        self.living = living

    async def others(self) -> frozenset[str]:
        return frozenset(self.living - {self.name})


@in_a_house
async def test_of_several_processes_one_makes_it_and_a_lost_one_is_replaced(house: House) -> None:
    await play(house)
    living = {"here", "there"}
    here, there = (
        ReviewClaims(house.database, house.clock, Peers(name, living)) for name in sorted(living)
    )
    assert await there.ask("a1-1") == "there" and await there.ask("a1-1") == "there"
    assert await here.ask("a1-1") is None and await here.elsewhere("a1-1")
    assert await here.left(9) == []
    living.remove("there")
    assert not await here.elsewhere("a1-1")
    for tries in range(1, MAX_TRIES + 1):
        assert await here.left(9) == ["a1-1"]
        one, other = await asyncio.gather(here.take("a1-1"), here.take("a1-1"))
        assert {one, other} <= {"here", None}
        await here.release("a1-1", "here")
        assert await here.take("a1-1") == "here", "who leaves in good order is no try"
        async with house.database.writing() as connection:
            await connection.execute(update(ReviewRow).values(claimed_by="dead", tries=tries))
    assert await here.left(9) == [], "perhaps it is why they died"
    assert await here.ask("a1-1") == "here", "unless somebody asks"
    assert not await there.keep("a1-1", "there", b"late")
    assert await here.keep("a1-1", "here", b"first")
    assert not await here.keep("a1-1", "here", b"second")
    assert await here.found("a1-1") == b"first" and await here.ask("a1-1") is None


@in_a_house
async def test_reviews_are_made_anew_when_the_way_of_making_them_changes(house: House) -> None:
    await play(house)
    async with house.client() as client:
        await made(client)
        async with house.database.writing() as connection:
            await connection.execute(update(ReviewRow).values(revision=0))
        assert (await client.get(ASK)).status_code == 202
        await made(client)
    assert house.server.reviews.counted == {"made": 2}


@in_a_house
async def test_what_fails_is_counted_and_may_be_tried_again(house: House) -> None:
    await play(house)
    here, judge = house.server.reviews, house.server.bots.judge

    async def failing(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        raise BotError("no_network")

    house.server.bots.judge = failing  # type: ignore[method-assign]
    async with house.client() as client:
        assert (await client.get(ASK)).status_code == 202
        while here.waiting:
            await asyncio.sleep(0.01)
        assert here.counted == {"failed": 1} and not await house.rows(ReviewRow)
        house.server.bots.judge = judge  # type: ignore[method-assign]
        await made(client)
    assert here.counted == {"failed": 1, "made": 1}


@in_a_house
async def test_a_server_that_stops_leaves_what_was_asked_for_to_the_next(house: House) -> None:
    for name in ("a1", "a2"):
        await play(house, name)
    begun, judge = asyncio.Event(), house.server.bots.judge

    async def endless(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        begun.set()
        await asyncio.Event().wait()
        return []

    house.server.bots.judge = endless  # type: ignore[method-assign]
    first = house.server.reviews
    async with house.client() as client:
        for name in ("a1", "a2"):
            assert (await client.get(f"/api/matches/{name}-1/review")).status_code == 202
        await begun.wait()
    await first.close()
    assert first.waiting == 0
    left = await house.rows(ReviewRow)
    assert [(one.claimed_by, one.tries, one.body) for one in left] == [(None, 0, None)] * 2
    house.server.bots.judge = judge  # type: ignore[method-assign]
    claims = ReviewClaims(house.database, house.clock)
    after = reviews.Reviews(claims, house.server.records, house.server.bots)
    after.start()
    async with asyncio.timeout(60):
        while after.counted["made"] < 2:
            await asyncio.sleep(0.01)
    await after.close()
    assert all(one.body is not None for one in await house.rows(ReviewRow))
