"""What somebody could do to the daily and the ladder besides playing, and cannot: over real
sockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from gangoffour.daily.seeds import seed_of
from gangoffour.rules.deal import named_deal
from gangoffour.server.bots.local import EXACT
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.server.storage.deal_models import AttemptRow
from gangoffour.table import commands as c
from tests.server.daily.test_daily import (
    MovedClock,
    bearer,
    begin,
    get,
    play_all,
    play_round,
)
from tests.support.client import Client, Refused
from tests.support.live import Live, live
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio


async def carried(server: Live, who: Client, seed: str) -> Any:
    """The answer to whoever wants to play alone what is dealt from a seed."""
    body = {"options": {"target": 1}, "bots": [None, EXACT, EXACT, EXACT], "seed": seed}
    body |= {"actions": []}
    answer = await server.http.post("/api/me/carried", json=body, headers=bearer(who))
    return answer.json()["error"]["code"] if answer.is_error else answer.status_code


async def records(server: Live, who: Client) -> list[tuple[bool, str | None]]:
    """Of each match in somebody's own data: whether its record is there, and the word why not."""
    found = (await get(server, "/api/me/export", who))["matches"]
    found.sort(key=lambda one: one["number"])
    return [(one["record"] is not None, one.get("record_withheld")) for one in found]


async def test_no_view_export_or_match_of_ones_own_has_the_deals_of_an_open_day(
    tmp_path: Path,
) -> None:
    clock = MovedClock()
    async with live(tmp_path / "one.db", clock=clock, messages_per_second=100_000) as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        table = await begin(server.url, ann)
        await ann.watch(table)
        await play_round(ann, table)
        sets = server.server.daily.sets
        one = await sets.day(sets.today)
        seed = seed_of(one.secret, one.label, 1)

        await ann.vanish()
        await ann.connect()
        await ann.watch(table)
        seen = ann.state(table)
        assert seen["phase"] == "over" and seen["match"]["seed"] is None and seen["deal"] is None
        assert not any(seed.encode() in frame for frame in ann.frames)
        withheld = [(False, "deals_still_open")]
        assert await records(server, ann) == withheld
        exported = await server.http.get("/api/me/export", headers=bearer(ann))
        assert seed not in exported.text
        for who in (ann, bob):
            for guise in (seed, named_deal(seed, 1, 0), named_deal(named_deal(seed, 1, 2), 1, 1)):
                assert await carried(server, who, guise) == "deals_still_open"
        log = await server.http.get(f"/api/tables/{table}/log", headers=bearer(ann))
        assert log.json()["error"]["code"] == "deals_given"

        # She is through, he is not.
        await ann.do(table, c.Rematch())
        await ann.until(lambda: ann.state(table)["phase"] != "over")
        await play_all(ann, table)
        await get(server, "/api/daily/today", ann)  # so that the last round is settled
        assert await records(server, ann) == [(True, None)] * 5
        assert await carried(server, ann, seed) == 200
        assert await carried(server, bob, seed) == "deals_still_open"
        clock.days = 1
        assert await carried(server, bob, seed) == 200


async def test_without_a_browsers_mark_an_attempt_is_for_fun(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        origin = {"origin": server.url}
        for name in ("Ann", "Bea"):
            async with visitor(server.url, headers=origin) as browser:
                body = {"name": name, "password": "a long password"}
                assert (await browser.post("/api/register", json=body)).status_code == 200
                session = {"authorization": f"Bearer {browser.cookies['gof_session']}"}
                answer = await server.http.post("/api/daily/today/play", headers=session)
                assert answer.status_code == 200 and answer.json()["counts"] is False
                again = (await browser.post("/api/daily/today/play")).json()
                assert (again["table"], again["counts"]) == (answer.json()["table"], False)
                mine = (await browser.get("/api/daily/today")).json()["mine"]
                assert mine["counts"] is False


async def test_who_has_seen_the_cards_by_a_bot_of_theirs_is_not_ranked(tmp_path: Path) -> None:
    """Nor a bot whose owner has; programs of others are beside everybody in a challenge."""
    async with live(tmp_path / "one.db") as server, visitor(server.url) as browser:
        browser.headers["origin"] = server.url

        async def begins(path: str, token: dict[str, str] | None = None) -> bool:
            asking = browser if token is None else server.http
            answer = await asking.post(f"{path}/play", headers=token)
            assert answer.status_code == 200
            return bool(answer.json()["counts"])

        async def program(name: str) -> dict[str, str]:
            made = (await browser.post("/api/me/tokens", json={"name": name})).json()
            return {"authorization": f"Bearer {made['token']}"}

        async def challenge() -> str:
            made = (await browser.post("/api/challenges", json={})).json()
            return f"/api/challenges/{made['challenge']}"

        body = {"name": "Ann", "password": "a long password"}
        assert (await browser.post("/api/register", json=body)).status_code == 200
        first, second = await program("Robby"), await program("Ruby")
        assert not await begins("/api/daily/today", first), "programs play a day for fun"
        assert not await begins("/api/daily/today")
        looked, played = await challenge(), await challenge()
        assert await begins(looked, first)
        assert not await begins(looked) and not await begins(looked, second)
        assert await begins(played)
        assert not await begins(played, first)
        await browser.post("/api/logout")
        body["name"] = "Bea"
        assert (await browser.post("/api/register", json=body)).status_code == 200
        assert await begins(played, await program("Bits"))


async def test_who_is_deleted_has_no_second_first_attempt(tmp_path: Path) -> None:
    """Nor can anything be told of them from what stays until the day is over."""
    clock = MovedClock()
    async with live(tmp_path / "one.db", clock=clock) as server:
        secret = {"password": "a long password"}

        async def counted(browser: httpx.AsyncClient, name: str) -> bool:
            entered = await browser.post("/api/register", json={"name": name, **secret})
            assert entered.status_code == 200, entered.text
            return bool((await browser.post("/api/daily/today/play")).json()["counts"])

        async with visitor(server.url, headers={"origin": server.url}) as browser:
            assert await counted(browser, "Ann")
            me = (await browser.get("/api/me")).json()["me"]["id"]
            gone = await browser.request("DELETE", "/api/me", json=secret)
            assert gone.status_code == 204, gone.text
            assert not await counted(browser, "Bea"), "she may know the cards"
        async with server.server.database.reading() as connection:
            rows = list(await connection.execute(select(AttemptRow.person_id, AttemptRow.browser)))
        assert len(rows) == 2 and me not in {row.person_id for row in rows}
        clock.days = 1
        await server.server.daily.purge()
        async with server.server.database.reading() as connection:
            rows = list(await connection.execute(select(AttemptRow.browser)))
        assert [row.browser for row in rows] == [None], "hers is gone, and no browser is known"


async def test_a_match_given_up_after_a_move_is_lost_on_ladder_and_profile(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")

        async def first_rung() -> tuple[int, int]:
            rung = (await get(server, "/api/me/ladder", ann))["rungs"][0]
            return rung["matches"], rung["wins"]

        room = await server.table(ann)
        await ann.do(room.id, c.Start())
        await ann.do(room.id, c.GiveUp())
        assert await first_rung() == (0, 0), "she had not moved"
        profile = await get(server, f"/api/people/{ann.me['id']}", ann)
        assert profile["matches"] == 0

        room = await server.match(ann)
        await ann.do(room.id, ann.choice(room.id))
        await ann.do(room.id, c.GiveUp())
        assert await first_rung() == (1, 0)
        key = f"{room.id}-1"
        gone = [f"/api/matches/{key}", f"/api/matches/{key}/record", f"/api/matches/{key}/replay"]
        assert [(await get(server, one, ann))["status"] for one in gone] == [404] * 3
        for where in ("/api/me/matches", "/api/matches"):
            assert (await get(server, where, ann))["matches"] == []
        profile = await get(server, f"/api/people/{ann.me['id']}", ann)
        told = ("matches", "wins", "left", "rounds", "karma")
        assert [profile[name] for name in told] == [1, 0, 0, 0, 50]
        (kept,) = (await get(server, "/api/me/export", ann))["matches"]
        assert kept["purpose"] == "given_up" and kept["record"] is None


async def test_the_last_round_asked_for_twice_is_answered_twice(tmp_path: Path) -> None:
    """Of the cards of a match there are seeds for five rounds, and none for a sixth."""
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        sets, now = server.server.daily.sets, server.server.clock.now()
        label, over = "match:32000", now + 10**8
        one = DealSet("c" + "1" * 16, "challenge", "seed", label, "", now, over, ann.me["id"])
        one = await sets._made(one)
        person = c.Person(ann.me["id"], "Ann")
        begun = await server.server.daily.attempts.play(one, person, None, known=False)
        room = begun.room
        await ann.watch(room.id)
        room.table = replace(room.table, match_number=4, phase="over")
        done = await ann.do(room.id, c.Rematch(), "the last")
        assert (room.table.match_number, room.table.spent) == (5, True)
        again = await server.client(ann.token)
        assert await again.do(room.id, c.Rematch(), "the last") == done
        room.table = replace(room.table, phase="over")
        for ask, code in ((c.Rematch(), "deals_played"), (c.SetBot(1, "tiger"), "deals_given")):
            with pytest.raises(Refused, match=code):
                await again.do(room.id, ask)
