"""A nudge that was put on its way, and nobody said that it arrived."""

from __future__ import annotations

import asyncio
import socket
from asyncio.selector_events import BaseSelectorEventLoop
from pathlib import Path
from typing import Any

import pytest

from gangoffour.server.nudges import places
from gangoffour.server.nudges.nudge import Nudge
from gangoffour.server.nudges.outbox import MAX_TIMES, Outbox
from gangoffour.server.people.sessions import digest_of
from gangoffour.server.storage.nudge_models import DeliveryRow, NudgeRow
from tests.server.nudges.test_nudges import Office, open_office
from tests.support.post_office import DRIPS


def test_a_claim_is_taken_up_again_until_it_is_answered(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            outbox = Outbox(office.server.database, office.clock)
            assert await outbox.claim("n", "phone") and await outbox.claim("n", "laptop")
            started_again = Outbox(office.server.database, office.clock)
            assert await started_again.claims("n") == {"phone": False, "laptop": False}
            assert await started_again.claim("n", "phone")
            await started_again.taken("n", "phone")
            assert not await started_again.claim("n", "phone")
            await outbox.refused("n", "laptop")
            assert await outbox.claims("n") == {"phone": True}
            tries = [await outbox.claim("n", "laptop") for _ in range(MAX_TIMES + 1)]
            assert tries == [True] * MAX_TIMES + [False]
            await outbox.refused("n", "laptop")  # this time; before, it may have arrived
            assert await outbox.claims("n") == {"phone": True, "laptop": True}

    asyncio.run(live())


async def tried_again(office: Office) -> None:
    """The next try is due."""
    async with asyncio.timeout(60):
        while not [row for row in await office.rows(NudgeRow.__table__) if row.tries]:
            await asyncio.sleep(0.01)
    office.clock.at += 3_000


def test_what_may_have_arrived_is_sent_again_under_the_same_name(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            ann, ann_is = await office.someone("Ann")
            browser = await office.device(ann, "ann")
            office.pushes.answers["/ann"] = 0
            await ann.put("/api/me/nudges/email", json={"email": "ann@mail.example"})
            (asked,) = await office.mails.wait_for(1)
            code = asked.get_content().split("http://house/nudge/yes/")[1].split()[0]
            await office.client().post(f"/api/nudges/yes/{code}")
            office.server.nudges.offer("turn")  # of a turn that is never settled
            await office.server.nudges.post(Nudge(ann_is.id, "turn", "x/1.1.0", "/table/x"))
            await tried_again(office)
            office.pushes.answers["/ann"] = 201
            assert await office.outcomes(1) == ["sent"]
            assert len({told["tag"] for told in office.pushes.at(browser)}) == 1
            assert len({headers["topic"] for _, headers, _ in office.pushes.taken}) == 1
            assert len(office.pushes.taken) == 2 and len(office.mails.mails) == 1
            (claim,) = await office.rows(DeliveryRow.__table__)
            assert claim.times == 2 and claim.sent_at is not None

    asyncio.run(live())


def test_a_mail_that_may_have_arrived_has_the_same_id_again(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            ann, ann_is = await office.someone("Ann")
            await ann.put("/api/me/nudges/email", json={"email": "ann@mail.example"})
            (asked,) = await office.mails.wait_for(1)
            code = asked.get_content().split("http://house/nudge/yes/")[1].split()[0]
            await office.client().post(f"/api/nudges/yes/{code}")
            office.server.nudges.offer("turn")
            office.mails.answers = False
            await office.server.nudges.post(Nudge(ann_is.id, "turn", "x/1.1.0", "/table/x"))
            await tried_again(office)
            office.mails.answers = True
            assert await office.outcomes(1) == ["sent"]
            first, again = office.mails.mails[1:]
            assert first["Message-ID"] == again["Message-ID"] != asked["Message-ID"]

    asyncio.run(live())


def test_services_that_never_answer_hold_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One with ten such browsers and many nudges, more people than there are places with one each,
    and a mail server that says nothing."""
    monkeypatch.setattr(places, "MOMENT_S", 0.05)

    async def live() -> None:
        async with open_office(tmp_path) as office:
            nudges, wanted = office.server.nudges, {"kinds": ["turn"], "quiet_from": None}
            nudges.offer("turn")  # of turns that are never settled
            office.mails.silent = True

            async def person(name: str, devices: int = 1, **more: Any) -> str:
                someone, token = await office.people.guest(name)
                await nudges.choices.change(someone.id, **wanted, **more)
                for number in range(devices):
                    body = office.pushes.browser(f"{name}{number}").body
                    office.pushes.answers[f"/{name}{number}"] = -1
                    await nudges.devices.add(someone.id, digest_of(token), *body.values())
                return someone.id

            async def post(who: str, number: int = 0) -> None:
                await nudges.post(Nudge(who, "turn", f"x/1.1.{number}", "/table/x"))

            eve = await person("eve", 10)
            for number in range(2 * places.AT_ONCE):
                await post(eve, number)
            for number in range(places.AT_ONCE):
                await post(await person(f"many{number}"))
                where = {"email": f"m{number}@mail.example", "confirmed_at": 1}
                await post(await person(f"mail{number}", 0, **where))
            ann, ann_is = await office.someone("Ann")
            browser = await office.device(ann, "ann")
            await post(ann_is.id)
            async with asyncio.timeout(60):
                while not office.pushes.at(browser):
                    await asyncio.sleep(0.01)
            asked = [path for path, _, _ in office.pushes.taken if "eve" in path]
            assert len(asked) == len({*asked}), "one nudge of hers, to one browser after the other"

    asyncio.run(live())


def test_an_answer_that_never_ends_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter now and then keeps every single wait short: the whole has its end as well."""
    monkeypatch.setattr("gangoffour.server.nudges.delivery.TOTAL_S", 3.0)
    monkeypatch.setattr("gangoffour.server.nudges.mail.TOTAL_S", 3.0)

    async def live() -> None:
        async with open_office(tmp_path) as office:
            nudges, wanted = office.server.nudges, {"kinds": ["turn"], "quiet_from": None}
            nudges.offer("turn")
            office.mails.drips_at = "CONNECT"
            office.pushes.answers["/ann"] = DRIPS
            ann, token = await office.people.guest("Ann")
            await nudges.choices.change(ann.id, **wanted)
            body = office.pushes.browser("ann").body
            await nudges.devices.add(ann.id, digest_of(token), *body.values())
            bob, _ = await office.people.guest("Bob")
            where = {"email": "bob@mail.example", "confirmed_at": 1}
            await nudges.choices.change(bob.id, **wanted, **where)
            for who in (ann, bob):
                await nudges.post(Nudge(who.id, "turn", "x/1.1.0", "/table/x"))
            async with asyncio.timeout(60):
                await office.pushes.left.wait()
                await office.mails.left.wait()
                while not all(row.tries for row in await office.rows(NudgeRow.__table__)):
                    await asyncio.sleep(0.01)

    asyncio.run(live())


def test_a_name_that_changes_its_mind_leads_nobody_into_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a name leads to is looked up once for each connection, judged, and connected to: it
    cannot be one address for the judge and another for the connection."""
    outside, inside = "93.184.216.34", "127.0.0.1"
    looked_up: list[str] = []
    connected: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        looked_up.append(outside if len(looked_up) % 2 == 0 else inside)
        return [(2, 1, 6, "", (looked_up[-1], port))]

    async def connect(_: Any, __: Any, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    async def live() -> None:
        async with open_office(tmp_path, push_local=False) as office:
            ann, ann_is = await office.someone("Ann")
            office.pushes.url = "https://push.example.org"
            await office.device(ann, "ann")
            office.server.nudges.offer("turn")
            monkeypatch.setattr(socket, "getaddrinfo", look_up)
            monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", connect)
            await office.server.nudges.post(Nudge(ann_is.id, "turn", "x/1.1.0", "/table/x"))
            for tries in range(1, 5):
                async with asyncio.timeout(60):
                    while [row.tries for row in await office.rows(NudgeRow.__table__)] != [tries]:
                        await asyncio.sleep(0.01)
                if tries < 4:
                    office.clock.at += 30_000
                    office.server.nudges.look()

    asyncio.run(live())
    assert inside in looked_up and set(connected) == {outside}
    assert len(connected) == looked_up.count(outside)
