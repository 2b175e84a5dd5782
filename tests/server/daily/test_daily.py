"""The daily over real sockets: the same for everybody, the first time counts, nothing leaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.daily.day import DAY_MS, ROUNDS
from gangoffour.daily.seeds import faults
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import print_record
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.wire.refusals import STATUS
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.pocket.day import played_alike
from tests.support.client import Client, Refused
from tests.support.live import Live, live
from tests.support.process import ServerProcess, admit
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio

Answer = dict[str, Any]


class MovedClock(SystemClock):
    """The system's clock, moved on by days."""

    days = 0

    def now(self) -> int:
        return super().now() + self.days * DAY_MS


def bearer(client: Client | None) -> dict[str, str]:
    return {} if client is None else {"authorization": f"Bearer {client.token}"}


async def get(server: Live, path: str, who: Client | None = None) -> Answer:
    answer = await server.http.get(path, headers=bearer(who))
    return {"status": answer.status_code, **answer.json()}


async def begin(url: str, who: Client, path: str = "/api/daily/today/play") -> str:
    mark = {"gof_browser": f"the browser of {who.me['id']}"}
    async with visitor(url, headers=bearer(who), cookies=mark) as http:
        answer = await http.post(path)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


async def play_round(who: Client, table: str) -> None:
    """Play the round to its end, always the first that is possible."""
    while who.state(table)["phase"] != "over":
        await who.until(lambda: who.may_act(table) or who.state(table)["phase"] == "over")
        if who.may_act(table):
            await who.do(table, who.choice(table))


async def play_all(who: Client, table: str) -> None:
    await who.watch(table)
    while True:
        await play_round(who, table)
        if who.state(table)["match"]["number"] == ROUNDS:
            return
        await who.do(table, c.Rematch())
        await who.until(lambda: who.state(table)["phase"] != "over")


async def refused(who: Client, table: str, *asks: c.PersonAsk) -> set[str]:
    codes = set()
    for ask in asks:
        with pytest.raises(Refused) as no:
            await who.do(table, ask)
        codes.add(no.value.code)
    return codes


async def cards_of(server: Live, match: str, who: Client | None) -> list[int]:
    """The answers to whoever asks for what shows the cards of a match."""
    paths = (f"/api/matches/{match}/{what}" for what in ("record", "replay", "review"))
    return [(await server.http.get(one, headers=bearer(who))).status_code for one in paths]


def told(client: Client, table: str) -> list[Answer]:
    """What happened in the game, as this client was told."""
    facts = [fact for seq in sorted(client.facts[table]) for fact in client.facts[table][seq]]
    return [one for one in facts if one["type"] in ("dealt", "played", "passed", "round_ended")]


async def test_a_day_from_its_commitment_to_its_secret(tmp_path: Path) -> None:
    clock = MovedClock()
    async with live(tmp_path / "one.db", clock=clock, messages_per_second=100_000) as server:
        ann, bob, eve = [await server.person(name) for name in ("Ann", "Bob", "Eve")]
        day = await get(server, "/api/daily/today", ann)
        assert day["mine"] is None and day["secret"] is None and day["seeds"] == []
        assert day["closes_at"] - day["opens_at"] == DAY_MS and len(day["weights"]) == 64

        table = await begin(server.url, ann)
        assert await begin(server.url, ann) == table
        his = await begin(server.url, bob)
        assert his != table
        await ann.watch(table)
        await bob.watch(his)
        assert ann.own(table)["hand"] == bob.own(his)["hand"]
        assert ann.state(table)["purpose"]["kind"] == "daily"

        # Nobody else is there, and nothing about it can be changed.
        with pytest.raises(Refused, match="no_spectators"):
            await eve.watch(table)
        assert await refused(ann, table, c.GiveUp()) == {"deals_given"}
        assert await refused(eve, table, c.Sit(1)) == {"match_running"}
        await ann.until(lambda: ann.may_act(table))
        hint = await ann.ask({"type": "hint", "table": table})
        assert hint["error"]["code"] == "hint_not_here"

        # Who plays alike meets the same replies.
        await play_round(ann, table)
        await play_round(bob, his)
        assert told(ann, table) == told(bob, his) != []

        # What it cost is judged, and told with the last round: before, it would be a hint.
        await server.server.daily.costs.judge(f"{table}-1")
        (only,) = (await get(server, "/api/daily/today", ann))["mine"]["rounds"]
        assert only["points"] >= 0 and only["cost"] is None

        # The round is over, the day is not: its cards are nobody's business, and the seat is hers.
        closed = [STATUS["deals_still_open"]] * 3
        for who in (ann, bob, eve, None):
            assert await cards_of(server, f"{table}-1", who) == closed
        with pytest.raises(Refused, match="no_spectators"):
            await eve.watch(table)
        changes = (
            c.Unseat(1),
            c.SetBot(1, "dumpling"),
            c.SetOptions(Options()),
            c.Promise("0" * 64),
        )
        assert await refused(ann, table, *changes) == {"deals_given"}
        await ann.do(table, c.Leave())
        assert await refused(eve, table, c.Sit()) == {"deals_given"}
        await ann.vanish()
        await ann.connect()
        assert await begin(server.url, ann) == table
        await ann.watch(table)
        await ann.do(table, c.Rematch())
        await ann.until(lambda: ann.state(table)["phase"] != "over")
        await play_all(ann, table)
        assert await refused(ann, table, c.Rematch(), c.Start()) == {"deals_played"}

        # She is through: she sees all of it, and the others still nothing.
        for number in range(1, ROUNDS + 1):
            await server.server.daily.costs.judge(f"{table}-{number}")
        mine = (await get(server, "/api/daily/today", ann))["mine"]
        assert mine["through"] and mine["counts"] and mine["cost"] >= 0
        assert mine["points"] == sum(one["points"] for one in mine["rounds"])
        assert (await cards_of(server, f"{table}-1", ann))[:2] == [200, 200]
        assert await cards_of(server, f"{table}-2", bob) == closed
        seen = await get(server, "/api/daily/today", bob)
        assert seen["ranking"] == seen["guests"] == [] and seen["played"] == 1
        assert "Ann" in str((await get(server, "/api/daily/today", ann))["guests"])

        # Once more for fun counts nowhere, nor do these matches in lists and figures.
        again = await begin(server.url, ann)
        assert again != table and await begin(server.url, ann) == again
        assert (await get(server, "/api/daily/today", ann))["mine"]["table"] == table
        days = await get(server, "/api/me/daily", ann)
        assert (days["streak"], days["played_today"], days["days"][0]["played"]) == (1, True, 5)
        assert (await get(server, "/api/me/matches", ann))["matches"] == []
        assert (await get(server, f"/api/people/{ann.me['id']}", ann))["matches"] == 0

        # The day is over: everybody can check it, and who comes late is not ranked.
        clock.days = 1
        old = await get(server, f"/api/daily/{day['id']}", bob)
        record = (await server.http.get(f"/api/matches/{table}-3/record")).text
        played = {3: parse_record(record).match.seed}
        assert faults(old["secret"], day["commitment"], day["label"], played) == []
        assert old["seeds"][2] == played[3]

        # Who plays alike on a phone without a server meets the same replies, to the last byte.
        ways = (f"/api/matches/{table}-{number}/record" for number in range(1, ROUNDS + 1))
        there = [parse_record((await server.http.get(one)).text).match for one in ways]
        here = played_alike(old, there)
        assert [print_record(one) for one in here] == [print_record(one) for one in there]

        assert (await get(server, "/api/daily/today"))["commitment"] != day["commitment"]
        await play_all(bob, await begin(server.url, bob, f"/api/daily/{day['id']}/play"))
        late = (await get(server, f"/api/daily/{day['id']}", bob))["mine"]
        assert late["through"] and not late["counts"] and late["rank"] is None
        assert (await get(server, "/api/daily/2031-01-01"))["status"] == 404

        exported = await get(server, "/api/me/export", ann)
        assert len(exported["deals_played"]) == 2
        await server.server.people.delete(ann.me["id"])
        assert (await get(server, f"/api/daily/{day['id']}"))["guests"] == []


async def test_a_challenge_is_side_by_side_for_who_is_through(tmp_path: Path) -> None:
    clock = MovedClock()
    async with live(tmp_path / "one.db", clock=clock, messages_per_second=100_000) as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")

        async def challenge(**body: str) -> httpx.Response:
            return await server.http.post("/api/challenges", json=body, headers=bearer(ann))

        today = await get(server, "/api/daily/today")
        assert (await challenge(day=today["id"])).status_code == STATUS["deals_still_open"]
        key = (await challenge()).json()["challenge"]
        path = f"/api/challenges/{key}"
        table = await begin(server.url, ann, f"{path}/play")
        await play_all(ann, table)
        await server.server.daily.costs.judge(f"{table}-5")
        seen = await get(server, path, bob)
        assert (seen["ranking"], seen["made_by"], seen["by_me"]) == ([], "Ann", False)
        assert await cards_of(server, f"{table}-1", bob) == [STATUS["deals_still_open"]] * 3
        his = await begin(server.url, bob, f"{path}/play")
        await play_all(bob, his)
        for number in range(1, ROUNDS + 1):
            for one in (table, his):
                await server.server.daily.costs.judge(f"{one}-{number}")
        both = (await get(server, path, bob))["ranking"]
        assert [one["rank"] for one in both] == [1, 1], "they played alike"
        assert {one["rounds"][0]["match"] for one in both} == {f"{table}-1", f"{his}-1"}
        assert (await cards_of(server, f"{table}-1", bob))[:2] == [200, 200]
        clock.days = 4
        old = (await challenge(day=today["id"])).json()["challenge"]
        again = await get(server, f"/api/challenges/{old}")
        assert (again["label"], again["commitment"]) == (today["id"], today["commitment"])
        eve = await server.person("Eve")
        answer = await server.http.post(f"{path}/play", headers=bearer(eve))
        assert answer.json()["error"]["code"] == "challenge_over"
        assert (await get(server, "/api/challenges/c0", eve))["error"][
            "code"
        ] == "unknown_challenge"
        assert (await get(server, "/api/daily/x", eve))["error"]["code"] == "unknown_day"


async def test_a_second_name_in_the_same_browser_is_no_first_attempt(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        origin = {"origin": server.url}
        async with visitor(server.url, headers=origin) as browser:
            for name, counts in (("Ann", True), ("Bea", False)):
                browser.cookies.delete("gof_session")
                body = {"name": name, "password": "a long password"}
                answer = await browser.post("/api/register", json=body)
                assert answer.status_code == 200, answer.text
                assert (await browser.post("/api/daily/today/play")).status_code == 200
                mine = (await browser.get("/api/daily/today")).json()["mine"]
                assert mine["counts"] is counts


async def test_an_attempt_survives_kills_and_is_judged_all_the_same(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--messages-per-second", "100000")
    (_, token) = (await admit(server.database, ["Ann"]))["Ann"]
    await server.start()
    ann = await Client(server.url, token).connect()
    try:
        table = await begin(server.url, ann)
        await ann.watch(table)
        await ann.until(lambda: ann.may_act(table))
        await ann.do(table, ann.choice(table))
        await ann.until(lambda: ann.may_act(table))
        version, hand = ann.state(table)["match"]["version"], ann.own(table)["hand"]
        await server.kill()
        await ann.close()
        await server.start()
        ann.url = server.url
        await ann.connect()
        assert await begin(server.url, ann) == table
        await ann.watch(table)
        assert ann.own(table)["hand"] == hand and ann.may_act(table)
        assert ann.state(table)["match"]["version"] == version
        await play_round(ann, table)
    finally:
        await ann.leave()
        await server.kill()
