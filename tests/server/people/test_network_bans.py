"""A banned guest stays out: without the cookie too, if the host so chose, and nobody else does."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import httpx
import pytest

from gangoffour.server.people.moderation import POLL_S
from gangoffour.server.storage.database import Database
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT
from tests.server.house import House, in_a_house, open_house
from tests.server.people.test_admin import run
from tests.support.live import live

HOME, NEXT_DOOR = "2001:db8:1:2::1", "2001:db8:1:2::99"
ELSEWHERE = "2001:db8:1:3::1"
DAY_MS = 86_400_000


async def entered(client: httpx.AsyncClient, name: str) -> str:
    answer = await client.post("/api/guest", json={"name": name})
    return "in" if answer.is_success else str(answer.json()["error"]["code"])


async def banned_with_network(house: House, days: int = 3) -> str:
    person = await house.server.moderation.ban("Rude", "rude words", days)
    await house.server.network_bans.add(person, house.clock.at + days * DAY_MS)
    await house.server.moderation.poll()
    return person


@in_a_house
async def test_a_ban_of_the_network_keeps_new_guests_out_and_accounts_in(house: House) -> None:
    async with (
        house.client(HOME) as rude,
        house.client(NEXT_DOOR) as near,
        house.client(NEXT_DOOR) as member,
        house.client(ELSEWHERE) as far,
    ):
        assert await entered(rude, "Rude") == "in"
        assert await entered(near, "Neighbour") == "in"
        account = {"name": "Member", "password": "a good password"}
        await member.post("/api/register", json=account)
        await house.server.moderation.ban("Rude", "rude words")
        rude.cookies.clear()
        assert await entered(rude, "Rude Again") == "in", "the host did not choose more"
        await banned_with_network(house)
        rude.cookies.clear()
        assert await entered(rude, "Rude Thrice") == "network_banned"
        registered = await rude.post("/api/register", json={**account, "name": "Rude Four"})
        assert registered.json()["error"]["params"] == {"date": "2027-01-18"}
        assert (await near.get("/api/me/matches")).json()["error"]["code"] == "network_banned"
        assert (await near.get("/api/me/export")).status_code == 200
        assert (await member.get("/api/me/matches")).status_code == 200
        assert (await member.post("/api/login", json=account)).status_code == 200
        assert await entered(far, "Far") == "in"
        house.clock.at += 3 * DAY_MS + 1
        await house.server.moderation.poll()
        assert await entered(rude, "Rude Five") == "in", "it ends by itself"
        (found,) = await house.server.moderation.everybody("Rude Again")
        assert found.ban_reason is None


@in_a_house
async def test_bans_end_by_themselves_or_by_the_host(house: House) -> None:
    async with house.client(HOME) as rude:
        await entered(rude, "Rude")
        await banned_with_network(house)
        assert (await rude.get("/api/me")).json()["banned"] == "rude words"
        await house.server.moderation.unban("Rude")
        assert (await rude.get("/api/me")).json()["banned"] is None
        assert (await rude.get("/api/me/matches")).status_code == 200
        await banned_with_network(house, days=1)
        house.clock.at += DAY_MS + 1
        await house.server.moderation.poll()
        assert (await rude.get("/api/me")).json()["banned"] is None


def test_the_host_is_told_who_else_comes_from_there(tmp_path: Path) -> None:
    async def come() -> None:
        async with open_house(tmp_path) as house:
            for number, address in enumerate((HOME, NEXT_DOOR, ELSEWHERE)):
                async with house.client(address) as one:
                    await entered(one, f"Guest {'ABC'[number]}")

    asyncio.run(come())
    words = ("ban", "Guest A", "--reason", "rude", "--days", "2", "--network")
    asked = run(tmp_path, *words)
    assert "0 account(s), 1 guest(s)" in asked.output and asked.exit_code == 1
    assert "banned" not in run(tmp_path, "people").output, "nothing happens without a yes"
    done = run(tmp_path, *words, "--yes")
    assert "No guests from 1 network(s) for 2 days." in done.output
    assert "banned: rude" in run(tmp_path, "people").output


@pytest.mark.anyio
async def test_guests_of_a_banned_network_lose_their_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.server.people.moderation.POLL_S", 0.02)
    assert POLL_S > 1
    async with live(tmp_path / "one.db") as server:
        one = server.server
        made = await server.http.post("/api/guest", json={"name": "Rude"})
        guest = await server.client(made.cookies["gof_session"])
        account, token = await one.people.register("Member", "a good password")
        member = await server.client(token)
        await one.network_bans.add(guest.me["id"], one.clock.now() + DAY_MS)
        assert await guest.gone() == CLOSE_SIGNED_OUT
        server.http.cookies.clear()
        refused = await server.http.post("/api/guest", json={"name": "Again"})
        assert refused.json()["error"]["code"] == "network_banned"
        assert (await member.ask({"type": "ping"}))["type"] == "pong"
        assert account.kind == "account"


@pytest.mark.anyio
async def test_the_database_file_is_its_owners_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for name, made in (("new.db", False), ("old.db", True)):
            path = tmp_path / name
            if made:
                path.touch(0o644)
            database = Database(f"sqlite+aiosqlite:///{path}")
            await database.migrate()
            async with database.writing():
                modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
            await database.close()
            assert modes[name] == 0o600
            assert {*modes.values()} == {0o600}, modes
    finally:
        os.umask(before)
