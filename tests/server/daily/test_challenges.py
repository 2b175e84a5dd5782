"""A challenge with the cards of a match: of those who played it, once it is over."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import insert, select, update

from gangoffour.daily.day import DAY_MS, ROUNDS
from gangoffour.rules.cards import Cards
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record
from gangoffour.server.endpoints.http import daily
from gangoffour.server.people.sessions import Identity
from gangoffour.server.storage.deal_models import AttemptRow, CostRow
from gangoffour.server.storage.models import MatchRow, PlayerRow
from tests.server.boards.talking import people
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, Played, in_a_house


async def known(house: House, name: str) -> Identity:
    found = await house.server.sessions.of_person(await house.server.moderation.find(name))
    assert found is not None
    return found


async def be_through(house: House, person_id: str, cost: float) -> None:
    """Somebody's rounds of a challenge as they are stored once all are over and judged."""
    table = select(AttemptRow.table_id).where(AttemptRow.person_id == person_id)
    now = house.server.clock.now()
    async with house.server.database.writing() as connection:
        key = (await connection.execute(table)).scalar_one()
        first = select(MatchRow).where(MatchRow.id == f"{key}-1")
        row = dict((await connection.execute(first)).mappings().one())
        await connection.execute(
            update(MatchRow).values(ended_at=now).where(MatchRow.id == row["id"])
        )
        for number in range(1, ROUNDS + 1):
            match = f"{key}-{number}"
            if number > 1:
                again = {**row, "id": match, "number": number, "ended_at": now}
                await connection.execute(insert(MatchRow).values(again))
                player = {"match_id": match, "seat": 0, "person_id": person_id, "name": "x"}
                await connection.execute(insert(PlayerRow).values(player))
            judged = {"match_id": match, "cost": cost, "decisions": 10}
            await connection.execute(insert(CostRow).values(judged))


@in_a_house
async def test_who_makes_a_challenge_of_cards_they_know_is_not_ranked_in_it(house: House) -> None:
    """Their row stands apart; a fresh one is for them as for everybody."""
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        identities = {name: await known(house, name) for name in ("Ann", "Bob", "Cy")}
        for name, client in (("Ann", ann), ("Bob", bob), ("Cy", cy)):
            client.cookies.set("gof_browser", f"the browser of {name}")
        played = Played("7" * 16, [identities["Ann"], identities["Bob"]])
        await house.receive(played, played.start())
        await house.receive(played, played.play_on())
        await house.store(played)
        body = {"match": f"{played.table.id}-1"}
        made = (await bob.post("/api/challenges", json=body)).json()["challenge"]
        path = f"/api/challenges/{made}"
        assert (await bob.get(path)).json()["known_to_me"]
        assert not (await cy.get(path)).json()["known_to_me"]
        assert not (await bob.post(f"{path}/play")).json()["counts"]
        assert (await cy.post(f"{path}/play")).json()["counts"]
        await be_through(house, identities["Bob"].id, cost=0)
        await be_through(house, identities["Cy"].id, cost=2)
        house.server.daily.standings.forget()  # what was kept for some seconds
        seen = (await cy.get(path)).json()
        assert [one["name"] for one in seen["ranking"]] == ["Cy"]
        assert seen["maker"]["name"] == "Bob" and seen["maker"]["cost"] == 0
        assert seen["mine"]["rank"] == 1
        his = (await bob.get(path)).json()["mine"]
        assert (his["counts"], his["rank"], his["percentile"]) == (False, None, None)

        fresh = (await ann.post("/api/challenges", json={})).json()["challenge"]
        assert (await ann.post(f"/api/challenges/{fresh}/play")).json()["counts"]


@in_a_house
async def test_open_challenges_are_found_again_by_who_made_or_took_them_up(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        made = (await ann.post("/api/challenges", json={})).json()["challenge"]

        async def listed(client: AsyncClient) -> list[dict[str, Any]]:
            answer = (await client.get("/api/me/challenges")).json()
            assert answer["rounds"] == ROUNDS
            found: list[dict[str, Any]] = answer["challenges"]
            return found

        (hers,) = await listed(ann)
        assert (hers["id"], hers["by_me"], hers["mine"], hers["played"]) == (made, True, None, 0)
        assert await listed(bob) == []
        await bob.post(f"/api/challenges/{made}/play")
        (his,) = await listed(bob)
        assert (his["made_by"], his["by_me"], his["mine"]) == ("Ann", False, 0)
        await be_through(house, (await known(house, "Bob")).id, cost=0)
        assert [(one["mine"], one["played"]) for one in await listed(bob)] == [(ROUNDS, 1)]
        assert [(one["mine"], one["played"]) for one in await listed(ann)] == [(None, 1)]
        assert await listed(cy) == []
        await ann.post("/api/daily/today/play")
        assert len(await listed(ann)) == 1, "a day is no challenge"
        house.clock.at = hers["closes_at"]
        assert await listed(ann) == await listed(bob) == [], "it is over"


@in_a_house
async def test_the_cards_of_a_match_are_played_by_others_once_it_is_over(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        identities = [await known(house, name) for name in ("Ann", "Bob")]
        played = Played("5" * 16, identities)
        await house.receive(played, played.start())
        await house.store(played)
        key = f"{played.table.id}-1"
        early = await bob.post("/api/challenges", json={"match": key})
        assert code_of(early) == (409, "match_running"), "the deals of a match that is played"
        await house.receive(played, played.play_on())
        unknown = await bob.post("/api/challenges", json={"match": "nowhere-1"})
        assert code_of(unknown) == (404, "unknown_match")
        read_by = list[threading.Thread]()

        def read(record: str) -> Record:
            read_by.append(threading.current_thread())
            return parse_record(record)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(daily, "parse_record", read)
            stranger = await cy.post("/api/challenges", json={"match": key})
            assert code_of(stranger) == (403, "not_your_match")
            assert not read_by, "for a stranger a record is not even read"
            made = (await bob.post("/api/challenges", json={"match": key})).json()["challenge"]
        assert threading.main_thread() not in read_by, "others go on meanwhile"
        assert (await cy.post(f"/api/challenges/{made}/play")).is_success
        match = played.table.match
        assert match is not None
        (room,) = [room for room in house.server.tables.rooms if room.table.purpose is not None]
        hers = room.table.match
        assert hers is not None
        first = match.past[0].deal.hands
        assert Cards(hers.deal.hands[0]) == Cards(first[1]), "Bob sat in seat 1"
        assert hers.deal.hands == first[1:] + first[:1]

        three = Played("3" * 16, identities, seats=3)
        await house.receive(three, three.start())
        await house.receive(three, three.play_on())
        unfit = await ann.post("/api/challenges", json={"match": f"{three.table.id}-1"})
        assert code_of(unfit) == (400, "unfit_match")


@in_a_house
async def test_whose_bot_made_the_challenge_or_plays_it_is_not_ranked_in_it(house: House) -> None:
    """Whatever the bot has seen, its owner may know; and the other way round."""
    async with people(house, "Ann", "Bob") as (ann, _):
        ann.cookies.set("gof_browser", "the browser of Ann")
        owner, bob = await known(house, "Ann"), await known(house, "Bob")
        robby, token = await house.people.bot_token(owner, "Robby")
        bearer = {"authorization": f"Bearer {token}"}
        async with house.client("10.0.0.9", headers=bearer) as bot:
            played = Played("7" * 16, [robby, bob])
            await house.receive(played, played.start())
            await house.receive(played, played.play_on())
            await house.store(played)
            body = {"match": f"{played.table.id}-1"}
            made = (await bot.post("/api/challenges", json=body)).json()["challenge"]
            path = f"/api/challenges/{made}"
            assert (await bot.get(path)).json()["known_to_me"]
            assert (await ann.get(path)).json()["known_to_me"]
            assert not (await bot.post(f"{path}/play")).json()["counts"]
            fresh = (await ann.post("/api/challenges", json={})).json()["challenge"]
            path = f"/api/challenges/{fresh}"
            assert not (await ann.get(path)).json()["known_to_me"]
            assert (await ann.post(f"{path}/play")).json()["counts"]
            assert not (await bot.post(f"{path}/play")).json()["counts"]
            again = (await ann.post(f"{path}/play")).json()
            assert not again["counts"], "her bot could tell her the cards she has yet to play"
            path = f"/api/challenges/{made}"
            assert not (await ann.post(f"{path}/play")).json()["counts"], "her bot played the match"


@in_a_house
async def test_who_was_through_before_their_bot_began_stays_ranked(house: House) -> None:
    async with people(house, "Ann") as (ann,):
        ann.cookies.set("gof_browser", "the browser of Ann")
        owner = await known(house, "Ann")
        _, token = await house.people.bot_token(owner, "Robby")
        path = (await ann.post("/api/challenges", json={})).json()["challenge"]
        path = f"/api/challenges/{path}"
        assert (await ann.post(f"{path}/play")).json()["counts"]
        await be_through(house, owner.id, cost=1)
        async with house.client("10.0.0.9", headers={"authorization": f"Bearer {token}"}) as bot:
            assert not (await bot.post(f"{path}/play")).json()["counts"]
        house.server.daily.standings.forget()
        mine = (await ann.get(path)).json()["mine"]
        assert mine["counts"] and mine["rank"] == 1


@in_a_house
async def test_who_sat_in_the_match_of_a_challenge_is_not_ranked_in_it(house: House) -> None:
    """They know a part of the cards; and so may their owners and their bots."""
    async with people(house, "Ann", "Bob", "Cy", "Di") as clients:
        ann, bob, cy, di = clients
        for name, client in zip(("Ann", "Bob", "Cy", "Di"), clients, strict=True):
            client.cookies.set("gof_browser", f"the browser of {name}")
        robby, _ = await house.people.bot_token(await known(house, "Cy"), "Robby")
        there = [await known(house, "Ann"), await known(house, "Bob"), robby]
        played = Played("7" * 16, there)
        await house.receive(played, played.start())
        await house.receive(played, played.play_on())
        await house.store(played)
        _, token = await house.people.bot_token(await known(house, "Ann"), "Ruby")
        body = {"match": f"{played.table.id}-1"}
        made = (await bob.post("/api/challenges", json=body)).json()["challenge"]
        path = f"/api/challenges/{made}"
        async with house.client("10.0.0.9", headers={"authorization": f"Bearer {token}"}) as ruby:
            for who in (ann, ruby, cy):
                assert (await who.get(path)).json()["known_to_me"]
                assert not (await who.post(f"{path}/play")).json()["counts"]
        assert not (await di.get(path)).json()["known_to_me"]
        assert (await di.post(f"{path}/play")).json()["counts"]
        ann_id = (await known(house, "Ann")).id
        (told,) = (await bob.get("/api/me/export")).json()["challenges"]
        assert told["match_id"] == body["match"] and ann_id not in str(told)


@in_a_house
async def test_the_same_cards_under_another_challenge_count_once(house: House) -> None:
    """Whoever has begun them elsewhere is not ranked; nor who was yet to finish them there."""
    async with people(house, "Ann", "Bob", "Cy") as clients:
        for name, client in zip(("Ann", "Bob", "Cy"), clients, strict=True):
            client.cookies.set("gof_browser", f"the browser of {name}")
        ann, bob, cy = clients
        played = Played("7" * 16, [await known(house, "Ann"), await known(house, "Bob")])
        await house.receive(played, played.start())
        await house.receive(played, played.play_on())
        await house.store(played)
        body = {"match": f"{played.table.id}-1"}
        first, second = [
            f"/api/challenges/{(await who.post('/api/challenges', json=body)).json()['challenge']}"
            for who in (ann, bob)
        ]
        assert (await cy.post(f"{first}/play")).json()["counts"]
        assert (await cy.get(second)).json()["known_to_me"]
        assert not (await cy.get(first)).json()["known_to_me"]
        assert not (await cy.post(f"{second}/play")).json()["counts"]
        assert not (await cy.post(f"{first}/play")).json()["counts"], "played meanwhile elsewhere"


@in_a_house
async def test_who_has_begun_a_day_is_not_ranked_in_a_challenge_of_it(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        for name, client in (("Ann", ann), ("Bob", bob), ("Cy", cy)):
            client.cookies.set("gof_browser", f"the browser of {name}")
        day = (await bob.get("/api/daily/today")).json()["id"]
        assert (await bob.post("/api/daily/today/play")).json()["counts"]
        house.clock.at += DAY_MS
        made = (await ann.post("/api/challenges", json={"day": day})).json()["challenge"]
        path = f"/api/challenges/{made}"
        for who, knew in ((ann, True), (bob, True), (cy, False)):
            assert (await who.get(path)).json()["known_to_me"] is knew
            assert (await who.post(f"{path}/play")).json()["counts"] is not knew
