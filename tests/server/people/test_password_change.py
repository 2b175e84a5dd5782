"""Changing one's password: only with the old one, slowly, and everybody else is out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.signing_in.passwords import Passwords
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


@asynccontextmanager
async def changed_during_the_wait(owner: httpx.AsyncClient) -> AsyncIterator[None]:
    """What is verified for a stranger meanwhile has waited so long that the owner was first."""
    verify = Passwords.verify

    async def slow(self: Passwords, stored: str | None, password: str, address: str = "") -> bool:
        found = await verify(self, stored, password, address)
        if address == "10.0.0.66":
            assert await changed(owner, OLD, NEW) == (204, None)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Passwords, "verify", slow)
        yield


@in_a_house
async def test_an_old_password_that_has_waited_for_its_turn_opens_nothing(house: House) -> None:
    """However long somebody makes their own address wait."""
    async with house.client() as owner, house.client("10.0.0.66") as thief:
        await owner.post("/api/register", json=ANN)
        async with changed_during_the_wait(owner):
            assert await logged_in(thief, OLD) == 401
        assert (await thief.get("/api/me")).json()["me"] is None
        assert await logged_in(thief, NEW) == 200


@in_a_house
async def test_who_is_out_while_they_wait_makes_no_codes_and_deletes_nothing(house: House) -> None:
    async with house.client() as owner, house.client("10.0.0.66") as thief:
        await owner.post("/api/register", json=ANN)
        assert await logged_in(thief, OLD) == 200
        async with changed_during_the_wait(owner):
            made = await thief.post("/api/me/recovery", json={"password": OLD})
        assert made.status_code == 401, made.text
        assert (await owner.get("/api/me/recovery")).json() == {"left": 0}


@in_a_house
async def test_nobody_is_deleted_by_who_is_out_by_then(house: House) -> None:
    async with house.client() as owner, house.client("10.0.0.66") as thief:
        await owner.post("/api/register", json=ANN)
        assert await logged_in(thief, OLD) == 200
        async with changed_during_the_wait(owner):
            gone = await thief.request("DELETE", "/api/me", json={"password": OLD})
        assert gone.status_code == 401, gone.text
        assert (await owner.get("/api/me")).json()["me"]["name"] == "Ann"


@in_a_house
async def test_codes_made_with_the_old_password_are_void(house: House) -> None:
    """Whoever knew it could have made them."""
    async with house.client() as owner, house.client("10.0.0.66") as thief:
        await owner.post("/api/register", json=ANN)
        await logged_in(thief, OLD)
        made = (await thief.post("/api/me/recovery", json={"password": OLD})).json()["codes"]
        assert await changed(owner, OLD, NEW) == (204, None)
        body = {"name": "Ann", "code": made[0], "password": "mine now 1234"}
        assert (await thief.post("/api/recover", json=body)).status_code == 401
        handed = await house.server.recovery.hand_over(
            (await owner.get("/api/me")).json()["me"]["id"]
        )
        again = await owner.post("/api/me/recovery", json={"password": NEW})
        assert len(again.json()["codes"]) == 8
        body = {"name": "Ann", "code": handed, "password": OLD}
        assert (await owner.post("/api/recover", json=body)).status_code == 401, "replaced, too"


@in_a_house
async def test_whoever_comes_in_with_a_code_of_the_host_has_no_others(house: House) -> None:
    """Theirs may be in the hands of whoever made them."""
    async with house.client() as owner, house.client("10.0.0.66") as thief:
        codes = (await owner.post("/api/register", json=ANN)).json()["recovery_codes"]
        me = (await owner.get("/api/me")).json()["me"]["id"]
        handed = await house.server.recovery.hand_over(me)
        body = {"name": "Ann", "code": handed, "password": NEW}
        assert (await owner.post("/api/recover", json=body)).status_code == 200
        body = {"name": "Ann", "code": codes[0], "password": OLD}
        assert (await thief.post("/api/recover", json=body)).status_code == 401
        assert (await owner.get("/api/me/recovery")).json() == {"left": 0}
