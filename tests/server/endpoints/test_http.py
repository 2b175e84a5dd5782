"""The HTTP interface: who may do what, and one shape for every refusal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangoffour.rules.editions import EDITIONS
from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.endpoints.http.dispatch import MAX_BODY
from gangoffour.server.people.sessions import Identity
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.models import EventRow
from gangoffour.table import commands as c
from tests.server.house import House, Played, in_a_house, open_house
from tests.support.length import slice_of
from tests.support.limits import standing_limits, without_limits


def code_of(response: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which has the one shape."""
    body = response.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["code", "message", "rule", "params"]
    assert response.headers["content-type"] == "application/json"
    return response.status_code, body["error"]["code"]


async def come_in(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    response = await client.post("/api/guest", json={"name": name})
    assert response.status_code == 200, response.text
    me: dict[str, Any] = response.json()["me"]
    return me


@in_a_house
async def test_a_guest_becomes_an_account_and_comes_back(house: House) -> None:
    async with house.client() as client:
        assert (await client.get("/api/me")).json() == {"me": None, "settings": {}, "banned": None}
        guest = await come_in(client, "Ann")
        assert guest == {"id": guest["id"], "name": "Ann", "kind": "guest"} | {
            "karma": 50,
            "rating": 1500,
            "avatar": "",
        }
        account = {"name": "Anna", "password": "a good password"}
        registered = (await client.post("/api/register", json=account)).json()["me"]
        assert (registered["id"], registered["kind"]) == (guest["id"], "account")
        assert (await client.get("/api/me")).json()["me"] == registered
        assert (await client.post("/api/logout")).status_code == 204
        assert (await client.get("/api/me")).json()["me"] is None
        assert (await client.post("/api/login", json=account)).json()["me"] == registered
        wrong = await client.post("/api/login", json=account | {"password": "wrong password"})
        assert code_of(wrong) == (401, "wrong_password")


@in_a_house
async def test_the_cookie_is_out_of_reach(house: House) -> None:
    async with house.client() as client:
        response = await client.post("/api/guest", json={"name": "Ann"})
        parts = response.headers["set-cookie"].split("; ")
        token = parts[0].removeprefix("gof_session=")
        assert len(token) == 43
        assert set(parts[1:]) == {"HttpOnly", "Max-Age=15552000", "Path=/", "SameSite=lax"}
        assert token not in response.text
        logout = await client.post("/api/logout")
        assert "Max-Age=0" in logout.headers["set-cookie"]
    async with house.client(headers={"origin": "https://house"}) as client:
        response = await client.post("https://house/api/guest", json={"name": "Ann"})
        assert "Secure" in response.headers["set-cookie"].split("; ")


@in_a_house
async def test_other_pages_cannot_use_the_cookie(house: House) -> None:
    async with house.client(headers={}) as client:
        await come_in(client, "Ann")  # a program that names no origin may come in
        body = {"settings": {"sound": False}}
        for headers, status in (
            ({}, 403),
            ({"origin": "https://evil.example"}, 403),
            ({"origin": "null"}, 403),
            ({"origin": "http://["}, 403),
            ({"origin": "http://house.evil.example"}, 403),
            ({"sec-fetch-site": "cross-site"}, 403),
            ({"sec-fetch-site": "same-site"}, 403),
            ({"origin": "https://evil.example", "sec-fetch-site": "same-origin"}, 403),
            ({"origin": "http://house"}, 200),
            ({"sec-fetch-site": "same-origin"}, 200),
        ):
            response = await client.patch("/api/me", json=body, headers=headers)
            assert response.status_code == status, headers
            if status == 403:
                assert code_of(response) == (403, "foreign_origin")
        foreign = {"origin": "https://evil.example"}
        for path in ("guest", "login", "register", "logout"):
            response = await client.post(f"/api/{path}", json={"name": "Eve"}, headers=foreign)
            assert code_of(response) == (403, "foreign_origin"), path
        assert (await client.get("/api/me")).json()["settings"] == {"sound": False}


@in_a_house
async def test_programs_use_a_token(house: House) -> None:
    async with house.client() as client:
        account = {"name": "Owner", "password": "a good password"}
        await client.post("/api/register", json=account)
        answer = (await client.post("/api/me/tokens", json={"name": "Robby"})).json()
        bots = (await client.get("/api/me/tokens")).json()["people"]
        assert [one["name"] for one in bots] == ["Robby"]
    bearer = {"authorization": f"Bearer {answer['token']}"}
    async with house.client(headers=bearer) as program:
        assert (await program.get("/api/me")).json()["me"] == answer["me"]
        opened = await program.post("/api/tables", json={})
        assert opened.status_code == 200
    async with house.client() as client:
        await client.post("/api/login", json=account)
        gone = await client.delete(f"/api/me/tokens/{answer['me']['id']}")
        assert gone.status_code == 204
        again = await client.delete(f"/api/me/tokens/{answer['me']['id']}")
        assert code_of(again) == (404, "unknown_person")
    async with house.client(headers=bearer) as program:
        assert (await program.get("/api/me")).json()["me"] is None
        assert code_of(await program.get("/api/me/matches")) == (401, "not_signed_in")


@in_a_house
async def test_every_endpoint_that_needs_somebody_says_so(house: House) -> None:
    async with house.client() as client:
        for number, one in enumerate(ENDPOINTS):
            path = one.path.replace("{id}", "x1").replace("{code}", "X1").replace("{who}", "x1")
            path = path.replace("{lesson}", "x1").replace("{day}", "x1").replace("{board}", "x1")
            path = path.replace("{person}", "x1")
            headers = {"authorization": "Bearer nonsense"} if number % 2 else {}
            response = await client.request(one.method, path, content=b"{", headers=headers)
            if one.signed_in:
                assert code_of(response) == (401, "not_signed_in"), path
            elif one.body is not None:
                assert code_of(response) == (400, "bad_message"), path
            elif response.status_code >= 400:
                assert code_of(response)[0] == 404, path


@in_a_house
async def test_the_banned_may_only_take_their_data_and_go(house: House) -> None:
    async with house.client() as client:
        me = await come_in(client, "Ann")
        await house.server.moderation.ban(me["id"], "rude")
        assert code_of(await client.post("/api/tables", json={})) == (403, "banned")
        assert code_of(await client.get("/api/leaderboard")) == (403, "banned")
        assert (await client.get("/api/me")).json()["banned"] == "rude"
        assert (await client.get("/api/me/export")).json()["person"]["id"] == me["id"]
        assert (await client.delete("/api/me")).status_code == 204
        assert (await client.get("/api/me")).json()["me"] is None


@in_a_house
async def test_every_failure_has_the_one_shape(house: House) -> None:
    async with house.client() as client:
        await come_in(client, "Ann")
        for method, path, content, expected in (
            ("GET", "/api", b"", (404, "not_found")),
            ("GET", "/api/", b"", (404, "not_found")),
            ("GET", "/api/nothing/here", b"", (404, "not_found")),
            ("POST", "/api/nothing", b"{}", (404, "not_found")),
            ("GET", "/api/guest", b"", (405, "method_not_allowed")),
            ("OPTIONS", "/api/me", b"", (405, "method_not_allowed")),
            ("BREW", "/api/me", b"", (405, "method_not_allowed")),
            ("POST", "/openapi.json", b"", (405, "method_not_allowed")),
            ("POST", "/api/guest", b"", (400, "bad_message")),
            ("POST", "/api/guest", b"{", (400, "bad_message")),
            ("POST", "/api/guest", b"[]", (400, "bad_message")),
            ("POST", "/api/guest", b'{"name": 7}', (400, "bad_message")),
            ("POST", "/api/guest", b'{"name": "\xff\xfe"}', (400, "bad_message")),
            ("POST", "/api/guest", b'{"name": "\\ud800"}', (400, "bad_message")),
            ("POST", "/api/guest", b'{"name": "Ann", "x": 1}', (400, "bad_message")),
            ("POST", "/api/guest", b'{"name": "<script>"}', (400, "bad_name")),
            ("POST", "/api/guest", b'{"name": "admin"}', (409, "name_reserved")),
            ("PATCH", "/api/me", b'{"settings":' + b"[" * 5000, (400, "bad_message")),
            ("PATCH", "/api/me", b'{"settings": {"a": {}}}', (400, "bad_message")),
            ("PATCH", "/api/me", b'{"settings": {"a": 1e999}}', (400, "bad_message")),
            ("POST", "/api/guest", b'"' + b"x" * MAX_BODY + b'"', (413, "body_too_large")),
            ("GET", "/api/leaderboard?limit=0", b"", (400, "bad_message")),
            ("GET", "/api/leaderboard?limit=1e9", b"", (400, "bad_message")),
            ("GET", "/api/leaderboard?offset=-1", b"", (400, "bad_message")),
            ("GET", "/api/leaderboard?offset=99999999999999999999", b"", (400, "bad_message")),
            ("GET", "/api/leaderboard?page=2", b"", (400, "bad_message")),
            ("GET", "/api/people/no%00body", b"", (400, "bad_message")),
            ("GET", "/api/people/%ff%fe", b"", (404, "unknown_person")),
            ("GET", "/api/matches/x%00", b"", (400, "bad_message")),
            ("GET", "/api/matches/x-1", b"", (404, "unknown_match")),
            ("GET", "/api/matches/x-1/record", b"", (404, "unknown_match")),
            ("GET", "/api/matches/x-1/replay", b"", (404, "unknown_match")),
            ("GET", "/api/tables/code/ABCDEF", b"", (404, "unknown_table")),
            ("POST", "/api/tables", b'{"options": {"target": 0}}', (400, "bad_rule_value")),
            ("POST", "/api/tables", b'{"options": {"edition": "x"}}', (400, "unknown_edition")),
            ("POST", "/api/tables", b'{"options": {"seats": 5}}', (400, "bad_message")),
            ("PUT", "/api/me/buddies/nobody", b"", (404, "unknown_person")),
            ("POST", "/api/me/tokens", b'{"name": "Robby"}', (403, "account_needed")),
            ("POST", "/api/reports", b'{"about": "\\u0000", "reason": ""}', (400, "bad_message")),
            ("POST", "/api/reports", b'{"about": "x1", "reason": ""}', (400, "empty_text")),
        ):
            response = await client.request(method, path, content=content)
            assert code_of(response) == expected, (method, path, content[:40])
            if expected[0] == 405:
                assert response.headers["allow"]
        assert code_of(await client.put("/api/me/mutes/x1")) == (404, "unknown_person")


@in_a_house
async def test_a_body_in_many_pieces_is_too_large_as_a_whole(house: House) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(5):
            yield b" " * (MAX_BODY // 4)

    async with house.client() as client:
        answer = await client.post("/api/guest", content=pieces())
        assert code_of(answer) == (413, "body_too_large")


@in_a_house
async def test_who_is_out_before_the_last_byte_is_refused(house: House) -> None:
    """What was allowed when the request began is asked again when all of it is there."""
    for how in ("banned", "signed out", "deleted"):
        account = {"name": f"Ann {how}", "password": "a good password"}
        async with house.client() as client, house.client() as other:
            me = (await client.post("/api/register", json=account)).json()["me"]
            await other.post("/api/login", json=account)

            async def out(how: str, person: str, page: httpx.AsyncClient) -> None:
                if how == "banned":
                    await house.server.moderation.ban(person, "rude")
                elif how == "signed out":
                    assert (await page.delete("/api/me/sessions")).status_code == 204
                else:
                    body = {"password": "a good password"}
                    assert (await page.request("DELETE", "/api/me", json=body)).status_code == 204

            async def pieces(going: Awaitable[None]) -> AsyncIterator[bytes]:
                yield b'{"options": '
                await going
                yield b"{}}"

            answer = await client.post("/api/tables", content=pieces(out(how, me["id"], other)))
            expected = (403, "banned") if how == "banned" else (401, "not_signed_in")
            assert code_of(answer) == expected, how
    assert await house.rows(EventRow) == []


@in_a_house
async def test_too_much_at_once_is_told_when_to_come_back(house: House) -> None:
    standing_limits(house.server)
    async with house.client("10.0.0.1") as client:
        answers = [await client.post("/api/guest", json={"name": "Ann"}) for _ in range(13)]
        assert code_of(answers[-1]) == (429, "too_fast")
        assert int(answers[-1].headers["retry-after"]) > 0
        assert [one.status_code for one in answers[:12]] == [200] * 12
    async with house.client("10.0.0.2") as client:
        assert (await client.post("/api/guest", json={"name": "Ann"})).status_code == 200
        codes = [(await client.get("/api/bots")).status_code for _ in range(130)]
        assert codes[0] == 200
        assert codes[-1] == 429


@in_a_house
async def test_trouble_with_the_storage_is_said_clearly(house: House) -> None:
    async with house.client() as client:
        await come_in(client, "Ann")

        def broken() -> None:
            raise StorageUnavailable("disk full at /secret/path")

        house.database.writing = house.database.reading = broken  # type: ignore[method-assign, assignment]
        for method, path in (("POST", "/api/guest"), ("GET", "/api/leaderboard")):
            response = await client.request(method, path, json={"name": "Bob"})
            assert code_of(response) == (503, "storage_unavailable")
            assert "secret" not in response.text
        del house.database.writing, house.database.reading
        assert (await client.get("/api/leaderboard")).status_code == 200


@in_a_house
async def test_tables_are_opened_found_and_limited(house: House) -> None:
    async with house.client() as client:
        me = await come_in(client, "Ann")
        options = {"seats": 3, "name": "Tea house"}
        place = (await client.post("/api/tables", json={"options": options})).json()
        found = await client.get(f"/api/tables/code/{place['code'].lower()}")
        assert found.json().items() >= {**place, "running": False, "seat": True}.items()
        room = await house.server.tables.get(place["table"])
        assert room.table.seats[0].person == me["id"]
        assert (room.table.options.seats, room.table.options.name) == (3, "Tea house")
        assert (await client.get("/api/tables")).json() == {"tables": []}  # nobody is there
        for _ in range(2):
            assert (await client.post("/api/tables", json={})).status_code == 200
        assert code_of(await client.post("/api/tables", json={})) == (409, "too_many_tables")


@in_a_house
async def test_matches_over_http(house: House) -> None:
    async with house.client() as client:
        me = await come_in(client, "Ann")
        found = await house.server.sessions.read(client.cookies["gof_session"])
        assert found is not None
        (bob,) = await house.guests("Bob")
        played = Played("a1", [found[0], bob], target=5)
        await house.receive(played, played.start())
        assert code_of(await client.get("/api/matches/a1-1/record")) == (409, "match_running")
        assert code_of(await client.get("/api/matches/a1-1/replay")) == (409, "match_running")
        seed = played.table.match.seed if played.table.match else ""
        assert seed not in (await client.get("/api/matches/a1-1")).text
        assert seed not in (await client.get("/api/me/export")).text
        played.play_on()
        await house.receive(played, played.last)
        mine = (await client.get("/api/me/matches")).json()["matches"]
        assert [(one["id"], one["state"]) for one in mine] == [("a1-1", "over")]
        assert (await client.get("/api/matches/a1-1")).json() == mine[0]
        record = await client.get("/api/matches/a1-1/record")
        assert record.headers["content-type"].startswith("text/plain")
        assert 'filename="gangoffour-a1-1.gof"' in record.headers["content-disposition"]
        assert '[Player0 "Ann"]' in record.text
        replay = (await client.get("/api/matches/a1-1/replay")).json()
        assert replay["match"] == mine[0]
        assert replay["seed"] == seed
        profile = (await client.get(f"/api/people/{me['id']}")).json()
        assert profile["matches"] == 1
        assert profile["rivals"][0]["name"] == "Bob"


@in_a_house
async def test_lists_and_reports_over_http(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    played = Played("a1", [ann, bob])
    played.do(c.Say("you fools"), played.people[1])
    await house.store(played)
    async with house.client() as client:
        await come_in(client, "Cy")
        for noun in ("buddies", "mutes"):
            assert (await client.put(f"/api/me/{noun}/{bob.id}")).status_code == 204
            people = (await client.get(f"/api/me/{noun}")).json()["people"]
            shown = {"id": bob.id, "name": "Bob", "kind": "guest", "rating": 1500, "avatar": ""}
            assert people == [shown]
            assert (await client.delete(f"/api/me/{noun}/{bob.id}")).status_code == 204
            assert (await client.get(f"/api/me/{noun}")).json() == {"people": []}
        body = {"about": bob.id, "table": "a1", "reason": "insults"}
        report = (await client.post("/api/reports", json=body)).json()["id"]
        (stored,) = await house.server.moderation.reports()
        assert (stored.id, stored.evidence) == (report, "you fools")


@in_a_house
async def test_live_connections_follow_changes(house: House) -> None:
    class Line:
        person_id = ""
        identity: Any = None
        muted: frozenset[str] = frozenset()

        def become(self, identity: Identity) -> None:
            self.identity = identity

    (bob,) = await house.guests("Bob")
    async with house.client() as client:
        me = await come_in(client, "Ann")
        line = Line()
        house.server.connections.by_person[me["id"]].add(line)  # type: ignore[arg-type]
        await client.put(f"/api/me/mutes/{bob.id}")
        assert line.muted == frozenset({bob.id})
        await client.patch("/api/me", json={"name": "Anna"})
        assert line.identity.name == "Anna"


@in_a_house
async def test_what_there_is_to_choose_from(house: House) -> None:
    async with house.client() as client:
        bots = (await client.get("/api/bots")).json()["bots"]
        assert [one["level"] for one in bots] == [1, 2, 3, 4, 5, 6]
        editions = (await client.get("/api/editions")).json()["editions"]
        assert [one["name"] for one in editions] == list(EDITIONS)
        assert editions[-1]["rules"]["seats"] == [4]
        head = await client.head("/api/bots")
        assert head.status_code == 200
        assert head.headers["cache-control"] == "no-store"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.proof
@pytest.mark.parametrize("path", ["guest", "login", "tables", "reports", "me/tokens"])
def test_any_json_is_answered_without_a_500(path: str, tmp_path: Any) -> None:
    names = ["name", "password", "options", "about", "reason", "table", "rules", "settings"]
    bodies = JSON | st.fixed_dictionaries({}, optional=dict.fromkeys(names, JSON))

    with asyncio.Runner() as runner:
        context = open_house(tmp_path)
        house = runner.run(context.__aenter__())
        without_limits(house.server)
        client = house.client()
        runner.run(come_in(client, "Ann"))

        @settings(max_examples=slice_of(200, 10))
        @given(bodies | st.binary())
        def answered(body: Any) -> None:
            sent = body if isinstance(body, bytes) else _lax(body)
            response = runner.run(client.post(f"/api/{path}", content=sent))
            if response.status_code != 200:
                status, _ = code_of(response)
                assert status < 500

        try:
            answered()
        finally:
            runner.run(client.aclose())
            runner.run(context.__aexit__(None, None, None))


def _lax(body: Any) -> bytes:
    """JSON as a careless program writes it: with NaN, and half characters as escapes."""
    import json

    return json.dumps(body).encode()
