"""Changing one's password: only with the old one, slowly, and everybody else is out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT
from tests.server.house import House, in_a_house
from tests.support.live import live

OLD, NEW = "a good password", "a better password"
ANN = {"name": "Ann", "password": OLD}


async def changed(client: httpx.AsyncClient, old: str, new: str) -> tuple[int, str | None]:
    answer = await client.post("/api/me/password", json={"old": old, "new": new})
    return answer.status_code, answer.json()["error"]["code"] if answer.content else None


async def logged_in(client: httpx.AsyncClient, password: str) -> int:
    return (await client.post("/api/login", json=ANN | {"password": password})).status_code


@in_a_house
async def test_the_new_password_counts_and_other_sessions_end(house: House) -> None:
    async with house.client() as here, house.client() as there, house.client() as later:
        me: dict[str, Any] = (await here.post("/api/register", json=ANN)).json()["me"]
        assert await logged_in(there, OLD) == 200
        assert await changed(here, OLD, NEW) == (204, None)
        assert (await here.get("/api/me")).json()["me"] == me
        assert (await there.get("/api/me")).json()["me"] is None
        assert await logged_in(later, OLD) == 401
        assert await logged_in(later, NEW) == 200


@in_a_house
async def test_what_is_refused_changes_nothing(house: House) -> None:
    async with house.client() as here, house.client() as there:
        assert await changed(here, OLD, NEW) == (401, "not_signed_in")
        await there.post("/api/guest", json={"name": "Gus"})
        assert (await changed(there, OLD, NEW))[1] == "account_needed"
        await here.post("/api/register", json=ANN)
        assert await changed(here, "not the old one", NEW) == (401, "wrong_password")
        for bad in ("short", "x" * 201):
            assert (await changed(here, OLD, bad))[1] == "bad_password"
        assert await logged_in(there, OLD) == 200
        assert (await here.get("/api/me")).json()["me"]["name"] == "Ann"


@in_a_house
async def test_tries_are_counted_with_those_to_log_in(house: House) -> None:
    async with house.client("10.0.0.1") as here, house.client("10.0.0.2") as there:
        await here.post("/api/register", json=ANN)
        codes = [(await changed(here, f"guess {number}", NEW))[1] for number in range(7)]
        assert codes == ["wrong_password"] * 5 + ["too_fast"] * 2
        assert (await changed(here, OLD, NEW))[1] == "too_fast"
        assert await logged_in(here, OLD) == 429
        assert await logged_in(there, OLD) == 200
        house.clock.at += 60_000
        assert await changed(here, OLD, NEW) == (204, None)


@in_a_house
async def test_passwords_are_in_no_log_and_no_row(house: House) -> None:
    async with house.client() as here:
        await here.post("/api/register", json=ANN)
        assert await changed(here, OLD, NEW) == (204, None)
    everything = await house.everything()
    assert OLD not in everything and NEW not in everything


@pytest.mark.anyio
async def test_sockets_of_other_sessions_close(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = server.server.people
        ann, token = await people.register("Ann", OLD)
        _, other = await server.server.logins.login("Ann", OLD, Arrival("elsewhere"))
        _, bot = await people.bot_token(ann, "Annbot")
        mine, theirs, program = [await server.client(one) for one in (token, other, bot)]
        header = {"Authorization": f"Bearer {token}"}
        body = {"old": OLD, "new": NEW}
        answer = await server.http.post("/api/me/password", json=body, headers=header)
        assert answer.status_code == 204
        assert await theirs.gone() == CLOSE_SIGNED_OUT
        for one in (mine, program):
            await one.ask({"type": "ping"})
