"""Clubs: who comes in and how, who may do what, what is seen from outside."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update

from gangoffour.daily.day import DAY_MS, ROUNDS
from gangoffour.rules.errors import Refusal
from gangoffour.server.clubs import members
from gangoffour.server.clubs.csv_export import cell
from gangoffour.server.clubs.members import MAX_CLUBS
from gangoffour.server.clubs.names import checked_club_name
from gangoffour.server.lobby.lobby import open_table_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.runtime.rate_limits import BUDGETS
from gangoffour.server.storage.deal_models import AttemptRow, CostRow
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow
from gangoffour.server.storage.talk_models import ClubMemberRow, ClubRow, ClubTableRow, ThreadRow
from tests.server.boards.talking import begin, people, say
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, Played, in_a_house
from tests.support.limits import standing_limits, without_limits


async def found(client: httpx.AsyncClient, name: str = "Tuesdays", **more: Any) -> str:
    answer = await client.post("/api/clubs", json={"name": name, **more})
    assert answer.is_success, answer.text
    return str(answer.json()["id"])


async def page(client: httpx.AsyncClient, club: str) -> dict[str, Any]:
    return dict((await client.get(f"/api/clubs/{club}")).json())


async def me(client: httpx.AsyncClient) -> str:
    return str((await client.get("/api/me")).json()["me"]["id"])


async def join(client: httpx.AsyncClient, club: str, link: str | None = None) -> httpx.Response:
    return await client.post(f"/api/clubs/{club}/join", json={"link": link} if link else {})


@in_a_house
async def test_a_club_that_is_full_says_so(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        club = await found(ann)
        link = (await page(ann, club))["link"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(members, "MAX_MEMBERS", 1)
            assert code_of(await join(bob, club, link)) == (409, "club_full")
        assert (await join(bob, club, link)).is_success


@in_a_house
async def test_people_come_in_by_link_or_approval_and_go(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy), house.client() as guest:
        club = await found(ann, about=" Every   week ")
        card = (await page(guest, club))["club"]
        assert (card["about"], card["members"], card["role"]) == ("Every week", 1, None)
        assert [one["name"] for one in (await guest.get("/api/clubs")).json()["clubs"]] == [
            "Tuesdays"
        ]
        assert (await join(bob, club)).json() == {"role": "asked"}
        seen = await page(bob, club)
        assert (seen["club"]["role"], seen["members"], seen["link"]) == ("asked", [], "")
        members = f"/api/clubs/{club}/members"
        assert (await ann.put(f"{members}/{await me(bob)}", json={"role": "member"})).is_success
        link = (await page(ann, club))["link"]
        assert (await join(cy, club, link)).json() == {"role": "member"}
        assert [one["name"] for one in (await page(bob, club))["members"]] == ["Ann", "Bob", "Cy"]
        assert (await page(bob, club))["link"] == ""
        assert (await bob.delete(f"{members}/{await me(bob)}")).is_success
        assert (await page(ann, club))["club"]["members"] == 2
        leaving = await ann.delete(f"{members}/{await me(ann)}")
        assert code_of(leaving) == (409, "owner_stays")
        assert (await ann.put(f"{members}/{await me(cy)}", json={"role": "owner"})).is_success
        assert (await page(ann, club))["club"]["role"] == "host"
        assert (await ann.delete(f"{members}/{await me(ann)}")).is_success
        assert (await cy.delete(f"{members}/{await me(cy)}")).is_success
        assert code_of(await guest.get(f"/api/clubs/{club}")) == (404, "unknown_club")


@in_a_house
async def test_a_link_cannot_be_guessed_and_an_old_one_leads_nowhere(house: House) -> None:
    standing_limits(house.server)
    async with people(house, "Ann", "Bob") as (ann, bob), house.client() as guest:
        club = await found(ann, entry="link")
        link = (await page(ann, club))["link"]
        assert len(link) == 12 and link not in (await bob.get(f"/api/clubs/{club}")).text
        assert (await bob.get("/api/clubs")).json()["clubs"] == []
        guesses = ("x", link[:-1], link.lower(), link + "2", "é", "", None)
        for guess in guesses:
            body = {} if guess is None else {"link": guess}
            refused = await bob.post(f"/api/clubs/{club}/join", json=body)
            assert code_of(refused) == (403, "wrong_club_link"), guess
        await guest.post("/api/guest", json={"name": "Gus"})
        assert code_of(await join(guest, club, link)) == (403, "account_needed")
        new = (await ann.post(f"/api/clubs/{club}/link")).json()["link"]
        assert code_of(await join(bob, club, link)) == (403, "wrong_club_link")
        for _ in range(int(BUDGETS["join"].burst) - len(guesses) - 1):
            await join(bob, club, "guess")
        assert code_of(await join(bob, club, new)) == (429, "too_fast")


@in_a_house
async def test_only_those_who_may_look_after_a_club(house: House) -> None:
    names = ("Ann", "Hal", "Bob", "Cy", "Dee")
    async with people(house, *names) as clients, house.client() as guest:
        without_limits(house.server)
        ann, hal, bob, cy, dee = clients
        club = await found(ann)
        link = (await page(ann, club))["link"]
        for one in (hal, bob, cy):
            await join(one, club, link)
        ids = {name: await me(one) for name, one in zip(names, clients, strict=True)}
        members = f"/api/clubs/{club}/members"
        assert (await ann.put(f"{members}/{ids['Hal']}", json={"role": "host"})).is_success
        before = await house.everything()
        for who, method, path, body in (
            (bob, "PUT", f"{members}/{ids['Cy']}", {"role": "banned"}),
            (bob, "PUT", f"{members}/{ids['Bob']}", {"role": "owner"}),
            (bob, "DELETE", f"{members}/{ids['Cy']}", None),
            (bob, "PUT", f"/api/clubs/{club}", {"name": "Mine"}),
            (bob, "POST", f"/api/clubs/{club}/link", None),
            (bob, "GET", f"/api/clubs/{club}/sheet", None),
            (hal, "PUT", f"{members}/{ids['Ann']}", {"role": "banned"}),
            (hal, "PUT", f"{members}/{ids['Bob']}", {"role": "host"}),
            (hal, "PUT", f"{members}/{ids['Hal']}", {"role": "owner"}),
            (hal, "DELETE", f"{members}/{ids['Ann']}", None),
            (hal, "DELETE", f"/api/clubs/{club}", None),
            (dee, "POST", f"/api/clubs/{club}/tables", {}),
            (dee, "DELETE", f"{members}/{ids['Cy']}", None),
        ):
            assert code_of(await who.request(method, path, json=body))[0] == 403, (path, body)
        assert await house.everything() == before
        assert code_of(await guest.put(f"/api/clubs/{club}", json={"name": "Mine"}))[0] == 401
        assert (await hal.put(f"{members}/{ids['Bob']}", json={"role": "banned"})).is_success
        assert code_of(await join(bob, club, link)) == (403, "wrong_club_link")
        assert code_of(await bob.delete(f"{members}/{ids['Bob']}")) == (403, "members_only")
        assert (await page(bob, club))["members"] == []
        assert code_of(await bob.get(f"/api/boards/{club}/threads")) == (403, "members_only")


@in_a_house
async def test_a_ban_that_is_lifted_makes_nobody_a_member(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        without_limits(house.server)
        club, who = await found(ann), await me(bob)
        link = (await page(ann, club))["link"]
        member = f"/api/clubs/{club}/members/{who}"
        await join(bob, club)
        assert (await ann.put(member, json={"role": "banned"})).is_success
        for number in range(MAX_CLUBS):
            await found(bob, f"Club {'abcdefghkmnopqrstuvxyz'[number]}")
        assert (await ann.put(member, json={"role": "member"})).is_success
        assert (await page(bob, club))["club"]["role"] is None
        assert [one["name"] for one in (await page(ann, club))["members"]] == ["Ann"]
        assert code_of(await join(bob, club, link))[1] == "list_full"
        one = (await bob.get("/api/me/export")).json()["clubs"][-1]["club_id"]
        assert (await bob.delete(f"/api/clubs/{one}")).is_success
        assert (await join(bob, club, link)).json() == {"role": "member"}


@pytest.mark.parametrize("spectators", [True, False])
def test_how_a_match_stands_is_listed_only_where_anybody_may_watch(spectators: bool) -> None:
    """A club lists tables that the lobby does not show, and nobody may look at some of them."""
    people = [Identity(name.lower(), name, "account") for name in ("Ann", "Bob")]
    played = Played("a1", people, spectators=spectators)
    played.start()
    played.play_on(3)
    listed = open_table_of(played.room)
    assert listed.phase == "playing"
    assert (listed.round, listed.totals) == ((1, [0] * 4) if spectators else (None, []))


@in_a_house
async def test_a_club_has_tables_a_ladder_and_a_sheet(house: House) -> None:
    async with people(house, "Ann", "-1Bob", "Cy") as (ann, bob, cy):
        club = await found(ann)
        await join(bob, club, (await page(ann, club))["link"])
        opened = (await bob.post(f"/api/clubs/{club}/tables", json={})).json()
        (table,) = (await page(ann, club))["tables"]
        assert (table["id"], table["names"][0]) == (opened["table"], "-1Bob")
        assert (await cy.get("/api/tables")).json()["tables"] == []  # the lobby does not show it
        assert (await page(cy, club))["tables"] == []
        answer = await ann.get(f"/api/clubs/{club}/sheet")
        assert answer.headers["content-type"].startswith("text/csv")
        head, first, second = csv.reader(io.StringIO(answer.text))
        assert head[:2] == ["name", "role"]
        assert {first[0], second[0]} == {"'-1Bob", "Ann"}
        assert (first[3], second[3]) == ("1500", "1500")


async def play_day(house: House, name: str, number: int, costs: float) -> None:
    """Somebody is through with today's deals, as storage knows it."""
    daily = house.server.daily
    one = await daily.sets.day(daily.sets.today)
    async with house.database.writing() as connection:
        query = select(PersonRow.id).where(PersonRow.name == name)
        person = (await connection.execute(query)).scalar_one()
        row = {"set_id": one.id, "person_id": person, "number": 1, "table_id": f"t{number}"}
        more = {"begun_at": house.clock.at, "counts": True, "browser": None}
        await connection.execute(insert(AttemptRow).values(**row, **more))
        for match in range(1, ROUNDS + 1):
            key = f"t{number}-{match}"
            about = {"id": key, "table_id": f"t{number}", "number": match, "rated": False}
            about |= {"purpose": "daily", "clock": "none", "seats": 4, "edition": "official"}
            times = {"started_at": house.clock.at, "ended_at": house.clock.at}
            await connection.execute(insert(MatchRow).values(**about, **times))
            player = {"match_id": key, "seat": 0, "person_id": person, "name": name}
            await connection.execute(insert(PlayerRow).values(**player, total=match))
            cost = {"match_id": key, "cost": costs, "decisions": 3}
            await connection.execute(insert(CostRow).values(cost))


@in_a_house
async def test_members_compare_on_the_day_once_they_are_through(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        club = await found(ann)
        link = (await page(ann, club))["link"]
        await join(bob, club, link)
        await play_day(house, "Bob", 1, 0.5)
        await play_day(house, "Cy", 2, 0.1)  # better, and no member
        assert (await page(ann, club))["daily"] is None, "she has not played, and may be hinted at"
        (only,) = (await page(bob, club))["daily"]["ranking"]
        assert (only["name"], only["rank"], only["cost"], only["points"]) == ("Bob", 1, 2.5, 15)
        assert (await page(cy, club))["daily"] is None
        await play_day(house, "Ann", 3, 0.2)
        ranking = (await page(ann, club))["daily"]["ranking"]
        assert [(one["rank"], one["name"]) for one in ranking] == [(1, "Ann"), (2, "Bob")]
        lines = list(csv.reader(io.StringIO((await ann.get(f"/api/clubs/{club}/sheet")).text)))
        assert lines[0][-4:] == ["day", "rank of the day", "cost", "points"]
        today = house.server.daily.sets.today
        of_day = [[today, "1", "1.0", "15"], [today, "2", "2.5", "15"]]
        assert [line[-4:] for line in lines[1:]] == of_day
        house.clock.at += DAY_MS  # and on the day after, everybody of yesterday's
        assert (await page(bob, club))["daily"]["day"] == today
        one = await house.server.daily.sets.day(today)
        last = update(MatchRow).where(MatchRow.id == f"t1-{ROUNDS}")
        async with house.database.writing() as connection:
            await connection.execute(last.values(ended_at=one.closes_at))
        house.server.daily.standings.forget()
        (only,) = (await page(bob, club))["daily"]["ranking"]
        assert only["name"] == "Ann", "with the stroke of midnight the cards are known to all"


def test_no_cell_is_a_formula() -> None:
    for text in ("=1", "+1", "-1", "@x", " =1", "\t=1"):
        assert cell(text) == f"'{text}"
    assert cell("Ann") == "Ann"


@in_a_house
async def test_names_of_clubs_are_theirs_alone(house: House) -> None:
    async with people(house, "Ann") as (ann,):
        await found(ann, "Modern Café")
        for name in ("modern café", "MODERN CAFÉ", "m o d e r n cafe\u0301", "modem café"):
            taken = await ann.post("/api/clubs", json={"name": name})
            assert code_of(taken)[1] in ("club_name_taken", "too_fast"), name
            without_limits(house.server)
        for number in range(MAX_CLUBS - 1):
            await found(ann, f"Club {'abcdefghkmnopqrstuvxyz'[number]}")
        assert code_of(await ann.post("/api/clubs", json={"name": "One more"}))[1] == "list_full"
    for bad in ("ab", "x" * 41, "<b>club</b>", "a\u202eb", "...", "\u200b\u200b\u200b\u200b"):
        with pytest.raises(Refusal) as refused:
            checked_club_name(bad)
        assert refused.value.code == "bad_club_name", bad
    assert checked_club_name("Tue\u200bsday\u202e") == "Tuesday"


@in_a_house
async def test_an_owner_who_goes_leaves_the_club_to_the_next(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        club, alone = await found(ann), await found(ann, "Alone")
        await join(bob, club, (await page(ann, club))["link"])
        await say(bob, (await begin(ann, club))["thread"], "yes")
        await begin(ann, alone)
        await ann.post(f"/api/clubs/{alone}/tables", json={})
        kept = (await ann.get("/api/me/export")).json()
        assert {one["role"] for one in kept["clubs"]} == {"owner"} and len(kept["clubs"]) == 2
        gone = await ann.request("DELETE", "/api/me", json={"password": "password of Ann"})
        assert gone.status_code == 204
        assert (await page(bob, club))["club"]["role"] == "owner"
        assert [one.id for one in await house.rows(ClubRow)] == [club]
        assert [one.club_id for one in await house.rows(ClubMemberRow)] == [club]
        assert await house.rows(ClubTableRow) == []
        assert {one.board for one in await house.rows(ThreadRow)} == {club}
        assert (await bob.delete(f"/api/clubs/{club}")).status_code == 204
        assert await house.rows(ThreadRow) == []
