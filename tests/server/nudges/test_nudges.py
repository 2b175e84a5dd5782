"""Nudges through a whole server: to a real push service and a real mail server on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from gangoffour.rules.actions import action_dict
from gangoffour.server.app import app_of
from gangoffour.server.people.signing_in.passwords import Passwords
from gangoffour.server.process import Server
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.storage.nudge_models import NudgeRow, PushRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.house import START, House, StandingClock
from tests.support.passwords import QUICK_HASHER
from tests.support.post_office import Browser, MailServer, PushService, mail_server, push_service
from tests.support.template import unpack

SLOW = Options(clock="days", seats=3)
NIGHT = START - START % 86_400_000 + 23 * 3_600_000
"""23:00 in Greenwich."""


class Office(House):
    """A house with a push service and a mail server next door."""

    pushes: PushService
    mails: MailServer

    async def someone(self, name: str, **choice: Any) -> tuple[httpx.AsyncClient, c.Person]:
        """A browser with an account, and what it chose."""
        client = self.client(address=f"10.0.0.{len(name)}")
        body = {"name": name, "password": f"password of {name}"}
        me = (await client.post("/api/register", json=body)).json()["me"]
        wanted = {"kinds": ["turn"], "quiet_from": None, "quiet_to": None, **choice}
        assert (await client.patch("/api/me/nudges", json=wanted)).status_code == 200
        return client, c.Person(me["id"], me["name"])

    async def device(self, client: httpx.AsyncClient, path: str) -> Browser:
        browser = self.pushes.browser(path)
        assert (await client.put("/api/me/nudges/device", json=browser.body)).status_code == 204
        return browser

    async def slow_match(self, *people: c.Person) -> Room:
        room = await self.server.tables.open(people[0], SLOW)
        for one in people[1:]:
            await self.server.tables.do(room.id, c.Command(c.Sit(), one))
        for seat in range(len(people), 3):
            await self.server.tables.do(room.id, c.Command(c.SetBot(seat, "dumpling"), people[0]))
        await self.server.tables.do(room.id, c.Command(c.Start(), people[0]))
        return room

    async def move(self, room: Room) -> None:
        """Whoever is to act does what comes first to mind."""
        await self.person_to_move(room)
        match, seat = room.table.match, room.table.turn
        assert match is not None and seat is not None
        at = room.table.seats[seat]
        plain: dict[str, Any] = dict(action_dict(match.view(seat).actions[0]))
        ask: Any = c.Pass(match.version)
        if "play" in plain:
            ask = c.Play(plain["play"], match.version, "call" in plain)
        person = c.Person(at.person or "", at.name)
        await self.server.tables.do(room.id, c.Command(ask, person))

    async def person_to_move(self, room: Room) -> str:
        """Who is to act, when bots have done so."""
        async with asyncio.timeout(60):
            while room.table.turn is None or not (
                person := room.table.seats[room.table.turn].person
            ):
                await asyncio.sleep(0.01)
        return person

    async def outcomes(self, count: int) -> list[str]:
        """What became of nudges, once so many are done."""
        async with asyncio.timeout(60):
            while True:
                done = await self.rows(NudgeRow.__table__, NudgeRow.done_at.is_not(None))
                if len(done) >= count:
                    return [row.outcome for row in sorted(done, key=lambda row: row.created_at)]
                self.server.nudges.look()
                await asyncio.sleep(0.01)


@asynccontextmanager
async def open_office(folder: Path, **more: Any) -> AsyncIterator[Office]:
    unpack(folder / "house.db")
    async with push_service() as pushes, mail_server() as mails:
        usual: dict[str, Any] = {
            "database": f"sqlite+aiosqlite:///{folder}/house.db",
            "bot_pause_ms": 0,
            "push_local": True,
            "nudge_seconds": 0,
            "public_url": "http://house",
            "smtp_host": "127.0.0.1",
            "smtp_port": mails.port,
            "smtp_security": "none",
            "smtp_from": "Gang of Four <game@house.example>",
        }
        settings = Settings(**{**usual, **more})
        clock = StandingClock()
        server = Server(settings, clock, Passwords(QUICK_HASHER))
        await server.start()
        office = Office(server, app_of(server), clock)
        office.pushes, office.mails = pushes, mails
        try:
            yield office
        finally:
            await server.close()


def test_your_turn_is_told_once_to_who_is_not_looking(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            ann, ann_is = await office.someone("Ann", language="de")
            ben, ben_is = await office.someone("Bennie", language="fi")
            browsers = {
                ann_is.id: await office.device(ann, "ann"),
                ben_is.id: await office.device(ben, "ben"),
            }
            room = await office.slow_match(ann_is, ben_is)
            first = await office.person_to_move(room)
            await office.pushes.wait_for(1)
            other = {ann_is.id: "Bennie", ben_is.id: "Ann"}[first]
            title = {ann_is.id: "Du bist dran", ben_is.id: "Sinun vuorosi"}[first]
            (told,) = office.pushes.at(browsers[first])
            assert told["title"] == title and other in told["body"]
            assert told["link"] == f"/table/{room.id}" and told["kind"] == "turn"
            _, headers, _ = office.pushes.taken[0]
            assert headers["content-encoding"] == "aes128gcm" and len(headers["topic"]) <= 32
            assert headers["authorization"].startswith("vapid t=")
            key = (await ann.get("/api/me/nudges")).json()["push_key"]
            assert headers["authorization"].endswith(f"k={key}")
            # What happens besides is the same turn; the next one is another.
            await office.server.tables.do(room.id, c.Command(c.Phrase("thanks"), ann_is))
            await office.move(room)
            while await office.person_to_move(room) == first:
                await office.move(room)
            sent = len(await office.outcomes(2))
            await office.pushes.wait_for(2)
            assert [len(office.pushes.at(one)) for one in browsers.values()] == [1, 1]
            # One tap on the nudge, without a session, ends them.
            stop = office.pushes.at(browsers[await office.person_to_move(room)])[-1]["stop"]
            stranger = office.client()
            assert (await stranger.post(stop, data={"List-Unsubscribe": "One-Click"})).is_success
            assert (await stranger.post(stop[:-3] + "abc")).status_code == 404
            chosen = {ann_is.id: ann, ben_is.id: ben}[await office.person_to_move(room)]
            assert (await chosen.get("/api/me/nudges")).json()["kinds"] == []
            assert sent == 2

    asyncio.run(live())


def test_at_night_it_waits_and_what_is_settled_by_then_is_not_told(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            office.clock.at = NIGHT
            quiet = {"quiet_from": 22, "quiet_to": 7, "zone": "Europe/London"}
            ann, ann_is = await office.someone("Ann", **quiet)
            ben, ben_is = await office.someone("Bennie", **quiet)
            for client, path in ((ann, "ann"), (ben, "ben")):
                await office.device(client, path)
            room = await office.slow_match(ann_is, ben_is)
            first = await office.person_to_move(room)
            while (second := await office.person_to_move(room)) == first:
                await office.move(room)
            morning = NIGHT + 8 * 3_600_000
            async with asyncio.timeout(60):
                while (
                    second not in {row.person_id for row in await office.rows(NudgeRow.__table__)}
                ) or any(
                    row.done_at is None and row.due_at < morning
                    for row in await office.rows(NudgeRow.__table__)
                ):
                    office.server.nudges.look()
                    await asyncio.sleep(0.01)
            assert not office.pushes.taken
            office.clock.at = morning
            rows = await office.rows(NudgeRow.__table__)
            assert sorted(await office.outcomes(len(rows)), reverse=True)[:2] == ["settled", "sent"]
            assert len(office.pushes.taken) == 1

    asyncio.run(live())


def test_devices_that_are_gone_are_forgotten_and_then_a_mail_is_sent(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            ann, ann_is = await office.someone("Ann", language="nl")
            _, ben_is = await office.someone("Bennie", kinds=[])
            await office.device(ann, "gone")
            office.pushes.answers["/gone"] = 410
            wrong = await ann.put("/api/me/nudges/email", json={"email": "no address"})
            assert wrong.json()["error"]["code"] == "bad_email"
            body = {"email": "ann@mail.example"}
            assert not (await ann.put("/api/me/nudges/email", json=body)).json()["confirmed"]
            (asked,) = await office.mails.wait_for(1)
            link = asked.get_content().split("http://house/nudge/yes/")[1].split()[0]
            assert asked["To"] == "ann@mail.example" and asked["Subject"] == "Bevestig je adres"
            stranger = office.client()
            assert (await stranger.post(f"/api/nudges/yes/{link}")).status_code == 204
            assert (await stranger.post(f"/api/nudges/yes/{link}")).status_code == 404
            room = await office.slow_match(ann_is, ben_is)
            while await office.person_to_move(room) != ann_is.id:
                await office.move(room)
            mail = (await office.mails.wait_for(2))[1]
            assert mail["Subject"] == "Jouw beurt"
            assert f"http://house/table/{room.id}" in mail.get_content()
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            (line,) = (one for one in office.mails.raw[1].split(b"\r\n") if b"cribe:" in one)
            assert line.startswith(b"List-Unsubscribe: <http://house/") and line.endswith(b">")
            stop = line.decode().partition("<http://house")[2].strip(">")
            assert await office.outcomes(1) == ["sent"]
            assert not await office.rows(PushRow.__table__)
            assert (await stranger.post(stop)).is_success
            assert (await ann.get("/api/me/nudges")).json()["kinds"] == []

    asyncio.run(live())


TRICKS = (
    "=?utf-8?q?v=40evil.org=2C_b?=@example.org",
    "=?utf-8?q?x=0D=0ABcc=3Aa=40b.co?=@example.org",
    "a..b@example.org",
    ".a@example.org",
    "a.@example.org",
    "a@-example.org",
    "a@example-.org",
    "ann@example.org\n",
    "änn@example.org",
)


def test_a_mail_goes_to_one_address_and_not_often(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            people = [(await office.someone(name))[0] for name in ("Ann", "Bennie", "Cyd-Ann")]

            async def ask(client: httpx.AsyncClient, email: str) -> httpx.Response:
                return await client.put("/api/me/nudges/email", json={"email": email})

            for trick in TRICKS:  # refused before it counts
                assert (await ask(people[0], trick)).json()["error"]["code"] == "bad_email", trick
            same = ("v@mail.example", "V@Mail.example", "v+1@mail.example")
            for email, client in zip(same, people, strict=True):
                assert (await ask(client, email)).status_code == 200
            for client in people:
                assert (await ask(client, "v+2@mail.example")).status_code == 429
            assert (await ask(people[0], "other@mail.example")).status_code == 200
            told = {one["To"] for one in await office.mails.wait_for(4)}
            assert told == {*same, "other@mail.example"}
            # What was stored before addresses were judged is not sent to.
            ids = [(await one.get("/api/me")).json()["me"]["id"] for one in people]
            await office.server.nudges.choices.change(ids[0], email=TRICKS[0], confirmed_at=START)
            await people[1].patch("/api/me/nudges", json={"kinds": []})
            room = await office.slow_match(c.Person(ids[0], "Ann"), c.Person(ids[1], "Bennie"))
            while await office.person_to_move(room) != ids[0]:
                await office.move(room)
            assert await office.outcomes(1) == ["nowhere"]
            assert len(office.mails.mails) == 4
            assert (await people[0].get("/api/me/nudges")).json()["email"] is None

    asyncio.run(live())


def test_a_service_in_trouble_is_tried_again_and_a_signed_out_browser_gets_nothing(
    tmp_path: Path,
) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            ann, ann_is = await office.someone("Ann")
            _, ben_is = await office.someone("Bennie", kinds=[])
            browser = await office.device(ann, "ann")
            office.pushes.answers["/ann"] = 503
            room = await office.slow_match(ann_is, ben_is)
            while await office.person_to_move(room) != ann_is.id:
                await office.move(room)
            await office.pushes.wait_for(1)
            async with asyncio.timeout(60):
                while not [row for row in await office.rows(NudgeRow.__table__) if row.tries]:
                    await asyncio.sleep(0.01)
            office.pushes.answers["/ann"] = 201
            office.clock.at += 3_000
            assert await office.outcomes(1) == ["sent"]
            assert len(office.pushes.at(browser)) == 2  # refused once, taken once
            await ann.post("/api/logout")
            assert await office.server.nudges.devices.of(ann_is.id) == []

    asyncio.run(live())


def test_guests_have_devices_and_no_mail_and_lists_are_bounded(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            guest = office.client()
            assert (await guest.get("/api/me/nudges")).status_code == 401
            await guest.post("/api/guest", json={"name": "Gus"})
            first = (await guest.get("/api/me/nudges")).json()
            assert first["kinds"] == [] and "turn" in first["offered"] and first["mail"]
            asked = await guest.put("/api/me/nudges/email", json={"email": "gus@mail.example"})
            assert asked.json()["error"]["code"] == "account_needed"
            bad = await guest.patch("/api/me/nudges", json={"zone": "Europe/Atlantis"})
            assert bad.json()["error"]["code"] == "bad_settings"
            broken = office.pushes.browser("x").body | {"key": "AAAA"}
            refused = await guest.put("/api/me/nudges/device", json=broken)
            assert refused.json()["error"]["code"] == "bad_push_address"
            for number in range(10):
                await office.device(guest, str(number))
            full = await guest.put(
                "/api/me/nudges/device", json=office.pushes.browser("eleven").body
            )
            assert full.json()["error"]["code"] == "list_full"
            left = office.pushes.browser("0").body["endpoint"]
            gone = await guest.request("DELETE", "/api/me/nudges/device", json={"endpoint": left})
            assert gone.status_code == 204
            assert (await guest.get("/api/me/nudges")).json()["devices"] == 9
            data = (await guest.get("/api/me/export")).json()
            assert len(data["push_devices"]) == 9 and "auth" not in str(data["push_devices"][0])
            me = (await guest.get("/api/me")).json()["me"]["id"]
            await office.people.delete(me)
            assert me not in await office.everything()

    asyncio.run(live())


def test_answers_challenges_and_the_daily_deal_are_told(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            every = {"kinds": ["answer", "challenge", "daily"], "daily_hour": 9, "zone": "UTC"}
            ann, ann_is = await office.someone("Ann", **every)
            ben, _ = await office.someone("Bennie", kinds=[])
            browser = await office.device(ann, "ann")
            body = {"title": "Phoenix first?", "text": "What do you think?", "language": "en"}
            thread = (await ann.post("/api/boards/rules/threads", json=body)).json()["thread"]
            for text in ("Yes.", "Always."):
                said = {"text": text}
                answered = await ben.post(f"/api/threads/{thread}/posts", json=said)
                assert answered.is_success
            made = (await ann.post("/api/challenges", json={})).json()["challenge"]
            for list_of in ("mutes", "avoided"):  # of whom she wants to hear nothing
                one, one_is = await office.someone(f"Some {list_of}", kinds=[])
                assert (await ann.put(f"/api/me/{list_of}/{one_is.id}")).is_success
                assert (await one.post(f"/api/challenges/{made}/play", json={})).is_success
            begun = await ben.post(f"/api/challenges/{made}/play", json={})
            assert begun.is_success
            nine = START - START % 86_400_000 + 9 * 3_600_000
            occasions, daily = office.server.nudge_parts.occasions, office.server.nudge_parts.daily
            for _ in range(2):
                await occasions.look()
            office.clock.at = nine
            for _ in range(2):
                await daily.look()
            assert sorted(await office.outcomes(3)) == ["sent", "sent", "sent"]
            told = {one["kind"]: one for one in office.pushes.at(browser)}
            assert told.keys() == {"answer", "challenge", "daily"} and len(office.pushes.taken) == 3
            assert told["answer"]["link"] == f"/thread/{thread}"
            assert "Bennie" in told["answer"]["body"] and "Phoenix" in told["answer"]["body"]
            assert told["challenge"]["link"] == f"/challenge/{made}"
            assert ann_is.name not in told["challenge"]["body"]

    asyncio.run(live())


def test_who_is_out_of_a_club_in_the_morning_is_told_nothing_of_its_night(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path) as office:
            office.clock.at = NIGHT
            quiet = {"kinds": ["answer"], "quiet_from": 22, "quiet_to": 7, "zone": "UTC"}
            ann, ann_is = await office.someone("Ann", **quiet)
            bob, bob_is = await office.someone("Bobby", **quiet)
            cid, _ = await office.someone("Cid", kinds=[])
            browsers = [await office.device(ann, "ann"), await office.device(bob, "bob")]
            club = (await cid.post("/api/clubs", json={"name": "Night owls"})).json()["id"]
            link = (await cid.get(f"/api/clubs/{club}")).json()["link"]
            body = {"title": "Between us", "text": "Who plays?", "language": "en"}
            thread = (await cid.post(f"/api/boards/{club}/threads", json=body)).json()["thread"]
            for one in (ann, bob):
                await one.post(f"/api/clubs/{club}/join", json={"link": link})
                followed = await one.put(f"/api/threads/{thread}/follow", json={"read": 1})
                assert followed.is_success
            await cid.post(f"/api/threads/{thread}/posts", json={"text": "Nobody?"})
            await office.server.nudge_parts.occasions.look()
            async with asyncio.timeout(60):
                while not all(row.due_at > NIGHT for row in await office.rows(NudgeRow.__table__)):
                    office.server.nudges.look()
                    await asyncio.sleep(0.01)
            assert (await cid.delete(f"/api/clubs/{club}/members/{ann_is.id}")).is_success
            office.clock.at = NIGHT + 9 * 3_600_000
            assert sorted(await office.outcomes(2)) == ["sent", "settled"]
            assert [len(office.pushes.at(one)) for one in browsers] == [0, 1]
            rows = await office.rows(NudgeRow.__table__)
            assert {row.person_id: row.outcome for row in rows}[bob_is.id] == "sent"

    asyncio.run(live())
