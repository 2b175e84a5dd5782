"""The way back for whoever has forgotten their password: recovery codes, and the host's reset."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from gangoffour.server.people.signing_in.recovery import CODES, HANDED_MS, code_digest
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.models import RecoveryRow
from tests.server.house import House, in_a_house, open_house
from tests.server.people.test_admin import run

ANN = {"name": "Ann", "password": "a good password"}
NEW = "a better password"


async def registered(client: httpx.AsyncClient) -> list[str]:
    answer = await client.post("/api/register", json=ANN)
    codes: list[str] = answer.json()["recovery_codes"]
    return codes


async def recovered(client: httpx.AsyncClient, code: str, **more: Any) -> str:
    body = {"name": "Ann", "code": code, "password": NEW, **more}
    answer = await client.post("/api/recover", json=body)
    return "in" if answer.is_success else str(answer.json()["error"]["code"])


@in_a_house
async def test_a_recovery_code_works_once_and_everybody_else_is_out(house: House) -> None:
    async with house.client() as here, house.client("10.0.0.2") as lost:
        codes = await registered(here)
        assert len(set(codes)) == CODES
        assert await recovered(lost, codes[0].lower().replace("-", " ")) == "in"
        assert (await lost.get("/api/me")).json()["me"]["name"] == "Ann"
        assert (await here.get("/api/me")).json()["me"] is None
        assert (await here.post("/api/login", json=ANN)).status_code == 401
        assert (await here.post("/api/login", json=ANN | {"password": NEW})).status_code == 200
        assert await recovered(lost, codes[0]) == "wrong_recovery_code"
        assert (await here.get("/api/me/recovery")).json() == {"left": CODES - 1}


@in_a_house
async def test_codes_are_made_anew_with_the_password_and_kept_as_hashes(house: House) -> None:
    async with house.client() as here:
        old = await registered(here)
        wrong = await here.post("/api/me/recovery", json={"password": "not mine"})
        assert wrong.json()["error"]["code"] == "wrong_password"
        answer = await here.post("/api/me/recovery", json={"password": ANN["password"]})
        fresh = answer.json()["codes"]
        assert not {*old} & {*fresh}
        everything = await house.everything()
        assert not any(one in everything for one in (*old, *fresh))
        assert code_digest(fresh[0]) in everything
        me = (await here.get("/api/me")).json()["me"]
        exported = await house.people.export(me["id"])
        assert len(exported["recovery_codes"]) == CODES
        assert "digest" not in exported["recovery_codes"][0]
        assert await recovered(here, old[0]) == "wrong_recovery_code"
        assert await recovered(here, fresh[0]) == "in"
        await house.people.delete(me["id"])
        assert await house.rows(RecoveryRow) == []


@in_a_house
async def test_unknown_names_and_wrong_codes_are_answered_alike_and_slowly(house: House) -> None:
    async with house.client("10.0.0.1") as thief, house.client("10.0.0.2") as owner:
        (code, *_) = await registered(owner)
        other = await house.people.register("Bob", "another password")
        answers = [
            (await thief.post("/api/recover", json={"name": name, "code": tried, "password": NEW}))
            for name, tried in (("Ann", "wrong"), ("Nobody There", "wrong"), ("Bob", code))
        ]
        assert len({one.text for one in answers}) == 1
        assert answers[0].json()["error"]["code"] == "wrong_recovery_code"
        codes = [await recovered(thief, "wrong") for _ in range(6)]
        assert codes == ["wrong_recovery_code"] * 4 + ["too_fast"] * 2
        assert other[0].name == "Bob"
        for _ in range(6):  # wrong passwords do not close the way back
            await owner.post("/api/login", json=ANN | {"password": "wrong password"})
        assert (await owner.post("/api/login", json=ANN)).status_code == 429
        assert await recovered(owner, code, password="short") == "bad_password"
        assert await recovered(owner, code) == "in"


@in_a_house
async def test_the_banned_do_not_use_up_their_codes(house: House) -> None:
    async with house.client() as here:
        (code, *_) = await registered(here)
        await house.server.moderation.ban("Ann", "rude")
        assert await recovered(here, code) == "banned"
        await house.server.moderation.unban("Ann")
        assert await recovered(here, code) == "in"


def test_the_host_hands_out_a_code(tmp_path: Path) -> None:
    async def live(code: str = "", later: int = 0) -> str:
        async with open_house(tmp_path) as house, house.client() as here:
            house.clock.at = SystemClock().now() + later
            if not code:
                await house.people.register(ANN["name"], ANN["password"])
                await house.people.guest("Gus")
            return await recovered(here, code)

    asyncio.run(live())
    made = run(tmp_path, "reset", "Ann")
    assert made.exit_code == 0, made.output
    code = made.output.split()[-1]
    assert asyncio.run(live(code)) == "in"
    locked = run(tmp_path, "reset", "Ann", "--lock").output
    assert "have ended" in locked
    code = next(line.strip() for line in locked.splitlines() if line.startswith("    "))

    async def old_password() -> int:
        async with open_house(tmp_path) as house, house.client() as here:
            return (await here.post("/api/login", json=ANN | {"password": NEW})).status_code

    assert asyncio.run(old_password()) == 401
    assert asyncio.run(live(code, 20 * HANDED_MS)) == "wrong_recovery_code", "too late"
    guest = run(tmp_path, "reset", "Gus")
    assert (guest.exit_code, guest.output) == (
        1,
        "gangoffour: Gus is a guest: only accounts have a password.\n",
    )
