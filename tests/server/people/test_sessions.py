"""Sessions: every socket belongs to one and ends with it; their list; the end of an account."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.sessions import DAY_MS, SEEN_AGAIN_MS, Sessions
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT
from tests.server.house import House, in_a_house
from tests.support.client import Client
from tests.support.live import Live, live
from tests.support.servers import Nats
from tests.support.several import servers
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
ANN = {"name": "Ann", "password": "a good password"}
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"


@asynccontextmanager
async def browser(server: Live, agent: str = LAPTOP) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of its own at a real server, on its own page."""
    headers = {"origin": server.url, "user-agent": agent}
    async with visitor(server.url, headers=headers) as client:
        yield client


async def socket_of(server: Live, client: httpx.AsyncClient) -> Client:
    """The page's socket: with its cookie."""
    cookie = f"gof_session={client.cookies['gof_session']}"
    return await server.client("", Cookie=cookie, Origin=server.url)


async def posted(client: httpx.AsyncClient, path: str, body: Any = None) -> httpx.Response:
    answer = await client.post(path, json=body)
    assert answer.is_success, answer.text
    return answer


async def test_who_registers_leaves_no_guests_socket_behind(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server, browser(server) as page:
        await posted(page, "/api/guest", {"name": "Ann"})
        guest, tab = await socket_of(server, page), await socket_of(server, page)
        await posted(page, "/api/register", ANN)
        assert await guest.gone() == CLOSE_SIGNED_OUT
        assert await tab.gone() == CLOSE_SIGNED_OUT
        again = await socket_of(server, page)
        assert (again.me["kind"], again.me["id"]) == ("account", guest.me["id"])
        await posted(page, "/api/logout")
        assert await again.gone() == CLOSE_SIGNED_OUT


async def test_who_comes_in_as_somebody_else_leaves_the_session_before(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server, browser(server) as page:
        await server.server.people.register(ANN["name"], ANN["password"])
        await posted(page, "/api/guest", {"name": "Gus"})
        guest = await socket_of(server, page)
        await posted(page, "/api/login", ANN)
        assert await guest.gone() == CLOSE_SIGNED_OUT
        ann = await socket_of(server, page)
        await posted(page, "/api/login", ANN)
        assert await ann.gone() == CLOSE_SIGNED_OUT
        listed = (await page.get("/api/me/sessions")).json()["sessions"]
        assert [one["this"] for one in listed] == [True, False], "and the one of the test itself"


async def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async with (
        live(tmp_path / "one.db") as server,
        browser(server) as here,
        browser(server, PHONE) as phone,
        browser(server) as other,
    ):
        await posted(here, "/api/register", ANN)
        await posted(phone, "/api/login", ANN)
        await posted(other, "/api/login", ANN)
        sockets = [await socket_of(server, one) for one in (here, phone, other)]
        first, *more = (await here.get("/api/me/sessions")).json()["sessions"]
        assert (first["this"], first["device"]) == (True, "Firefox/Linux")
        assert sorted(one["device"] for one in more) == ["Firefox/Linux", "Safari/iPhone"]
        assert not any(one["this"] for one in more)
        (chosen,) = [one["id"] for one in more if "iPhone" in one["device"]]
        for missing in ("0" * 24, chosen[:-1], chosen[:1], "%"):
            assert (await here.delete(f"/api/me/sessions/{missing}")).status_code == 404
        assert (await here.delete(f"/api/me/sessions/{chosen}")).status_code == 204
        assert await sockets[1].gone() == CLOSE_SIGNED_OUT
        assert (await phone.get("/api/me")).json()["me"] is None
        assert (await here.delete("/api/me/sessions")).status_code == 204
        assert await sockets[2].gone() == CLOSE_SIGNED_OUT
        assert len((await here.get("/api/me/sessions")).json()["sessions"]) == 1
        await sockets[0].ask({"type": "ping"})


async def test_nobody_ends_sessions_of_others(tmp_path: Path) -> None:
    async with (
        live(tmp_path / "one.db") as server,
        browser(server) as here,
        browser(server) as there,
    ):
        await posted(here, "/api/register", ANN)
        await posted(there, "/api/guest", {"name": "Bob"})
        (mine,) = (await here.get("/api/me/sessions")).json()["sessions"]
        assert (await there.delete(f"/api/me/sessions/{mine['id']}")).status_code == 404
        assert (await there.delete("/api/me/sessions")).status_code == 204
        assert (await here.get("/api/me")).json()["me"]["name"] == "Ann"


async def test_a_session_that_ends_during_the_handshake_has_no_socket(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        token = await server.token("Ann")
        relations = server.server.relations
        known = relations.muted_by

        async def slow(person_id: str) -> frozenset[str]:
            await server.server.people.logout(token)
            return await known(person_id)

        relations.muted_by = slow  # type: ignore[method-assign]
        late = Client(server.url, token)
        connecting = asyncio.create_task(late.connect())
        assert await late.gone() == CLOSE_SIGNED_OUT
        connecting.cancel()
        assert late.frames == []


async def test_sessions_end_at_every_process(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there), browser(here) as page:
        await posted(page, "/api/guest", {"name": "Ann"})
        guest = await socket_of(there, page)
        await posted(page, "/api/register", ANN)
        assert await guest.gone() == CLOSE_SIGNED_OUT
        async with browser(here) as second:
            await posted(second, "/api/login", ANN)
            far = await socket_of(there, second)
            assert (await page.delete("/api/me/sessions")).status_code == 204
            assert await far.gone() == CLOSE_SIGNED_OUT
        # Nobody tells: the news is lost, or it was the command line.
        lonely = Sessions(here.server.database, here.server.clock)
        mine = await socket_of(there, page)
        await Moderation(here.server.database, here.server.clock, lonely).end_sessions(
            mine.me["id"]
        )
        assert await mine.gone() == CLOSE_SIGNED_OUT


@in_a_house
async def test_deleting_an_account_needs_its_password(house: House) -> None:
    async with house.client() as page, house.client() as other:
        await page.post("/api/register", json=ANN)
        for body in (None, {}, {"password": "wrong"}):
            refused = await page.request("DELETE", "/api/me", json=body)
            assert refused.json()["error"]["code"] == "wrong_password"
        assert (await page.get("/api/me")).json()["me"]["name"] == "Ann"
        right = {"password": ANN["password"]}
        assert (await page.request("DELETE", "/api/me", json=right)).status_code == 204
        assert (await page.get("/api/me")).json()["me"] is None
        assert "Ann" not in await house.everything()
        await other.post("/api/guest", json={"name": "Gus"})
        assert (await other.delete("/api/me")).status_code == 204


@in_a_house
async def test_when_a_session_was_used_is_known_to_some_minutes(house: House) -> None:
    ann, token = await house.people.register(ANN["name"], ANN["password"])
    _, other = await house.server.logins.login(ANN["name"], ANN["password"], Arrival())
    house.clock.at += SEEN_AGAIN_MS + 1
    await house.server.sessions.read(other)
    listed = await house.server.sessions.listed(ann.id, "")
    assert [house.clock.at - one.seen_at for one in listed] == [0, SEEN_AGAIN_MS + 1]
    house.clock.at += DAY_MS
    exported = (await house.people.export(ann.id))["sessions"]
    assert all({"device", "seen_at"} <= one.keys() and "digest" not in one for one in exported)
    assert token not in str(exported)
