"""However many challenges are open, nobody waits for them, and nobody can open them without end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from httpx import AsyncClient, Response
from sqlalchemy import delete, event, insert, select
from sqlalchemy.engine import Engine

from gangoffour.daily.day import DAY_MS
from gangoffour.daily.seeds import seeds_of
from gangoffour.rules.deal import named_deal
from gangoffour.server.bots.local import EXACT
from gangoffour.server.daily.deal_seeds import AT_ONCE
from gangoffour.server.daily.deal_sets import KEPT_MS, MAX_OPEN
from gangoffour.server.storage.deal_models import DealSeedRow, DealSetRow
from gangoffour.server.wire.refusals import ServerRefusal
from tests.server.boards.talking import people
from tests.server.daily.test_challenges import known
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, in_a_house

OPEN_MS = 3 * DAY_MS


async def carry(client: AsyncClient, seed: str) -> Response:
    bots = [None, EXACT, EXACT, EXACT]
    body = {"options": {"target": 1}, "bots": bots, "seed": seed, "actions": []}
    return await client.post("/api/me/carried", json=body)


async def seeded(house: House) -> set[str]:
    """The sets that are found by their seeds."""
    return {row.set_id for row in await house.rows(DealSeedRow)}


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """What the database is asked meanwhile, with the values."""
    asked: list[tuple[str, Any]] = []

    def hear(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
        asked.append((statement, values))

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


async def scans(house: House, statement: str, values: Any) -> list[str]:
    """The tables of deals that SQLite reads from end to end for a statement."""
    if "deal_" not in statement or not house.database.is_sqlite:
        return []
    async with house.database.reading() as connection:
        plan = await connection.run_sync(
            lambda one: one.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
        )
    return [step.detail for step in plan if step.detail.startswith("SCAN deal_")]


@in_a_house
async def test_somebody_has_so_many_challenges_open_and_no_more(house: House) -> None:
    """With those of their bots, wherever they ask at the same moment; until one is over."""
    async with people(house, "Ann", "Bob") as (ann, bob):
        owner = await known(house, "Ann")
        robby, token = await house.people.bot_token(owner, "Robby")
        sets = house.server.daily.sets
        for number in range(MAX_OPEN - 1):
            await sets.new_challenge((owner, robby)[number % 2].id, None)
        both = (sets.new_challenge(one.id, None) for one in (owner, robby))
        made = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(one, ServerRefusal) for one in made) == 1, made
        left = house.server.limits.left("challenge_address", "10.0.0.1")
        async with house.client("10.0.0.1", headers={"authorization": f"Bearer {token}"}) as bot:
            for client in (ann, bot):
                answer = await client.post("/api/challenges", json={})
                assert code_of(answer) == (409, "too_many_challenges")
                assert answer.json()["error"]["params"] == {"limit": MAX_OPEN}
        assert house.server.limits.left("challenge_address", "10.0.0.1") == left, "others' budget"
        assert (await bob.post("/api/challenges", json={})).is_success
        house.clock.at += OPEN_MS
        assert (await ann.post("/api/challenges", json={})).is_success


@in_a_house
async def test_one_address_opens_so_many_challenges_whoever_asks(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        house.server.limits.charge("challenge_address", "10.0.0.1", 59)
        assert (await ann.post("/api/challenges", json={})).is_success
        header = {"authorization": ann.headers["authorization"]}
        async with house.client("10.0.0.1", headers=header) as again:
            refused = await again.post("/api/challenges", json={})
        assert code_of(refused) == (429, "too_fast")
        assert (await bob.post("/api/challenges", json={})).is_success


@in_a_house
async def test_a_seed_is_held_against_no_more_sets_than_it_can_mean(house: House) -> None:
    """Over all those that are open nobody reads, whoever carries a match in."""
    async with people(house, "Ann", "Bob") as (ann, bob):
        made = (await ann.post("/api/challenges", json={})).json()["challenge"]
        for name in ("Ann", "Bob"):
            await house.server.daily.sets.new_challenge((await known(house, name)).id, None)
        one = await house.server.daily.sets.challenge(made)
        seed = seeds_of(one.secret, one.label)[3]
        with statements() as asked:
            for guise in (seed, named_deal(named_deal(seed, 1, 2), 1, 1)):
                assert code_of(await carry(bob, guise)) == (403, "deals_still_open")
            assert (await carry(bob, "tea")).is_success
        assert [found for one in asked for found in await scans(house, *one)] == []
        assert any("deal_" in statement for statement, _ in asked)
        stored = [row.mark for row in await house.rows(DealSeedRow)]
        assert seed not in stored and one.secret not in stored, "a row tells nothing to play by"
        house.clock.at += OPEN_MS
        assert (await carry(bob, seed)).is_success


@in_a_house
async def test_challenges_that_nobody_took_up_are_deleted(house: House) -> None:
    """And of closed sets nothing is left to be found by a seed."""
    async with people(house, "Ann") as (ann,):
        taken, left = [
            (await ann.post("/api/challenges", json={})).json()["challenge"] for _ in range(2)
        ]
        await ann.post(f"/api/challenges/{taken}/play")
        day = (await ann.get("/api/daily/today")).json()["id"]
        assert await seeded(house) == {taken, left, day}
        house.clock.at += OPEN_MS
        await house.server.upkeep.tidy_up()
        assert not await seeded(house) & {taken, left, day}
        assert (await ann.get(f"/api/challenges/{left}")).is_success, "who has the link sees it"
        house.clock.at += KEPT_MS
        await house.server.upkeep.tidy_up()
        assert code_of(await ann.get(f"/api/challenges/{left}")) == (404, "unknown_challenge")
        for path in (f"/api/challenges/{taken}", f"/api/daily/{day}"):
            assert (await ann.get(path)).is_success
        kept = {row[0] for row in await house.rows(DealSetRow.id)}
        assert left not in kept and {taken, day} <= kept


@in_a_house
async def test_many_sets_are_forgotten_in_one_go(house: House) -> None:
    now = house.clock.now()
    rows = [{"mark": f"{number}", "set_id": f"c{number}"} for number in range(2 * AT_ONCE + 1)]
    old = {"kind": "challenge", "secret": "s", "label": "l", "weights": "", "opens_at": 0}
    old |= {"closes_at": now - KEPT_MS, "made_by": None}
    async with house.database.writing() as connection:
        await connection.execute(insert(DealSeedRow), rows)
        sets = [{**old, "id": row["set_id"]} for row in rows]
        await connection.execute(insert(DealSetRow), sets)
    await house.server.daily.purge()
    assert not [key for key in await seeded(house) if key.startswith("c")]
    assert not await house.rows(DealSetRow, DealSetRow.kind == "challenge")


@in_a_house
async def test_a_set_that_an_older_version_made_is_found_after_the_next_purge(house: House) -> None:
    """Two versions run side by side for a while: the older one notes no seeds."""
    async with people(house, "Ann", "Bob") as (ann, bob):
        made = (await ann.post("/api/challenges", json={})).json()["challenge"]
        async with house.database.writing() as connection:
            await connection.execute(delete(DealSeedRow))
        await house.server.daily.purge()
        async with house.database.reading() as connection:
            query = select(DealSetRow.secret, DealSetRow.label).where(DealSetRow.id == made)
            secret, label = (await connection.execute(query)).one()
        for seed in seeds_of(secret, label):
            assert code_of(await carry(bob, seed)) == (403, "deals_still_open")
