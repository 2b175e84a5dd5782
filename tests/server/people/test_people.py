"""People: who comes in, who stays out, what is kept of them and what is not."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import threading
import unicodedata
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from gangoffour.rules.errors import Refusal
from gangoffour.server.people import privacy
from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.names import MAX_KEY, checked_name, name_key, name_look
from gangoffour.server.people.people import MAX_BOTS
from gangoffour.server.people.sessions import COOKIE_MS, DAY_MS, Sessions, digest_of
from gangoffour.server.people.signing_in.passwords import (
    AT_ONCE,
    MAX_OF_ADDRESS,
    MAX_WAITING,
    Passwords,
)
from gangoffour.server.process import Server
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.models import EventRow, PersonRow, PlayerRow, SessionRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from tests.server.house import House, Played, in_a_house
from tests.support.passwords import QUICK_HASHER

SECRET = "correct horse battery"
INVISIBLE = [
    *"\u3164\u115f\u1160\uffa0\u034f\ufe0f\u17b5\u180b\U000e0100\u00ad\u200b\u200d\u2060",
    *"\ufeff\u2800\u061c\u202e\U000e0061\U0001d173",
]
BLANK = [2 * INVISIBLE[0], "\u115f\u1160", "\uffa0" * 4, "a\u3164", "\u2800\u2800", "- _"]


def refusal_of(error: pytest.ExceptionInfo[Refusal]) -> dict[str, object]:
    return error.value.as_dict()


@pytest.mark.parametrize("raw", ["Ann", "  Zoë  ", "李雷", "Anna-Lena", "O'Neil", "x_y.z 12"])
def test_a_name_may_be(raw: str) -> None:
    assert checked_name(raw) == " ".join(raw.split())


@pytest.mark.parametrize(
    "raw",
    ["", "a", " a ", "x" * 21, "<b>bold</b>", "a\x00", "\u202ebad!", "..", "😀😀", "ﷺ" * 5, *BLANK],
)
def test_a_name_may_not_be(raw: str) -> None:
    with pytest.raises(Refusal) as error:
        checked_name(raw)
    assert error.value.code == "bad_name"


@pytest.mark.parametrize("letter", INVISIBLE)
def test_what_cannot_be_seen_is_taken_out_of_names(letter: str) -> None:
    assert checked_name(f"An{letter}na{letter}") == "Anna"
    assert name_key(f"An{letter}na") == name_key("Anna")
    assert name_look(f"An{letter}na") == name_look("Anna")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("modern", "modem"),
        ("Anna", "Аnnа"),
        ("dan", "ԁan"),
        ("Ann", "Anɴ"),
        ("Bob", "ᗷob"),
        ("scope", "ѕсоре"),
        ("Ivan", "lvan"),
        ("ABBA", "ΑΒΒΑ"),
        ("NINA", "ΝΙΝΑ"),
        ("Zoe", "Ζое"),
        ("hello", "հello"),
    ],
)
def test_names_that_look_alike_are_taken_for_one(name: str, other: str) -> None:
    assert name != other
    assert name_look(name) == name_look(other)


def test_twins_of_a_name_are_the_same_account() -> None:
    assert name_key("Bob") == name_key("В0b") == name_key("b-o-B")
    assert name_key("modern") != name_key("modem"), "that is a look only"


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anna"), ("Zoë", "Zoe"), ("Jan", "Jon"), ("李雷", "李磊")]
)
def test_names_that_differ_stay_apart(name: str, other: str) -> None:
    assert name_look(name) != name_look(other)


@pytest.mark.parametrize(
    "raw",
    ["Admin", "a d m i n", "TIGER", "Аdmin", "Typh00n", "Somebody", "ᴀdmin", "adrnin", "mоԁ"],
)
def test_reserved_names(raw: str) -> None:
    with pytest.raises(Refusal) as error:
        checked_name(raw)
    assert error.value.code == "name_reserved"


@given(st.text(max_size=60))
def test_any_text_is_a_clean_name_or_refused(raw: str) -> None:
    try:
        name = checked_name(raw)
    except ServerRefusal:
        return
    assert checked_name(name) == name
    assert 2 <= len(name) <= 20
    assert 1 <= len(name_key(name)) <= MAX_KEY
    assert not any(unicodedata.category(letter).startswith("C") for letter in name)


@in_a_house
async def test_names_from_before_keep_their_owners(house: House) -> None:
    """Of two old accounts that look alike, both come in; nobody new gets a name like theirs."""
    await house.accounts("modern", "Bob", "Ann")
    async with house.database.writing() as connection:
        older = update(PersonRow).values(name_look=None)
        await connection.execute(older)
        mine = PersonRow.name == "Bob"
        twin = {"name": "modem", "name_key": "modem", "created_at": house.clock.at + 1}
        await connection.execute(update(PersonRow).where(mine).values(**twin))
    assert await house.people.take_looks() == 2
    assert await house.people.take_looks() == 0, "the younger one has none"
    for name, password in (("modern", "password of modern"), ("modem", "password of Bob")):
        found, _ = await house.server.logins.login(name, password, Arrival("here"))
        assert found.name == name
    for name in ("Modern", "MODEM", "mоdern", "Αnn"):
        with pytest.raises(Refusal) as error:
            await house.people.register(name, SECRET)
        assert error.value.code == "name_taken"
    twin_id = await house.server.moderation.find("modem")
    twin_identity = await house.server.sessions.of_person(twin_id)
    assert twin_identity is not None
    with pytest.raises(Refusal, match="taken"):
        await house.people.rename(twin_identity, "moderп".replace("п", "n"))


@in_a_house
async def test_a_guest_comes_in_and_is_known_by_the_token(house: House) -> None:
    guest, token = await house.people.guest("Ann")
    assert (guest.name, guest.kind, guest.karma, guest.rating) == ("Ann", "guest", 50, 1500)
    assert await house.server.sessions.read(token) == (guest, digest_of(token))
    assert await house.server.sessions.read("nonsense") is None


@in_a_house
async def test_guests_share_names_but_not_with_accounts(house: House) -> None:
    await house.guests("Ann", "Ann")
    await house.accounts("Bob")
    for name in ("bob", "B-O-B", "В0b"):  # one of them with a Cyrillic letter
        with pytest.raises(Refusal) as error:
            await house.people.guest(name)
        assert error.value.code == "name_taken", name
        with pytest.raises(Refusal) as error:
            await house.people.register(name, SECRET)
        assert error.value.code == "name_taken", name


@in_a_house
async def test_a_guest_who_registers_stays_the_same_person(house: House) -> None:
    guest, old = await house.people.guest("Ann")
    account, token = await house.people.register("Anna", SECRET, guest)
    assert (account.id, account.kind, account.name) == (guest.id, "account", "Anna")
    assert await house.server.sessions.read(old) is None
    assert await house.server.sessions.read(token) == (account, digest_of(token))
    with pytest.raises(Refusal) as error:
        await house.people.register("Again", SECRET, account)
    assert error.value.code == "already_registered"
    with pytest.raises(Refusal) as error:
        await house.people.register("Again", SECRET, guest)
    assert error.value.code == "already_registered"


@pytest.mark.parametrize(
    "password",
    [
        "",
        "short",
        "x" * 201,
        "Ann Other",
        "ann-other",
        " " * 9,
        "\u3164" * 8,
        "abababab",
        "\u2800" * 9,
    ],
)
def test_bad_passwords(password: str, tmp_path: object) -> None:
    @in_a_house
    async def refused(house: House) -> None:
        with pytest.raises(Refusal) as error:
            await house.people.register("Ann Other", password)
        assert error.value.code == "bad_password"

    refused(tmp_path)  # type: ignore[arg-type]


@in_a_house
async def test_login_answers_alike_and_hashes_alike_for_unknown_and_wrong(house: House) -> None:
    await house.accounts("Ann")
    await house.guests("Guest One")
    hashed: list[str] = []

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(QUICK_HASHER, name)

        def verify(self, stored: str, password: str) -> bool:
            hashed.append(stored)
            return QUICK_HASHER.verify(stored, password)

    house.server.logins._passwords = Passwords(Counting())  # type: ignore[arg-type]
    answers = []
    for name in ("Ann", "Nobody There", "Guest One"):
        with pytest.raises(Refusal) as error:
            await house.server.logins.login(name, "wrong password", Arrival(name))
        answers.append(refusal_of(error))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["code"] == "wrong_password"
    assert len(hashed) == 3
    assert len({one.split("$")[3] for one in hashed}) == 1, "the same costs each time"
    identity, token = await house.server.logins.login("ANN", "password of Ann", Arrival("here"))
    assert identity.name == "Ann"
    assert (await house.server.sessions.read(token)) is not None


@in_a_house
async def test_login_is_throttled_by_name_and_by_address(house: House) -> None:
    await house.accounts("Ann")

    async def tries(name: str, address: str) -> str:
        try:
            await house.server.logins.login(name, "wrong password", Arrival(address))
        except Refusal as refusal:
            return refusal.code
        return "in"

    together = [await tries("Ann", "one address") for _ in range(7)]
    assert together == ["wrong_password"] * 5 + ["too_fast"] * 2
    by_address = [await tries(f"Name {number}", "one address") for number in range(30)]
    assert by_address.count("wrong_password") == 30 - len(together)
    assert by_address[-1] == "too_fast"
    assert [await tries("Ann", f"address {number}") for number in range(30)] == [
        "wrong_password"
    ] * 30
    found, _ = await house.server.logins.login("Ann", "password of Ann", Arrival("her own"))
    assert found.name == "Ann"


@in_a_house
async def test_the_delay_grows_and_ends_with_the_right_password(house: House) -> None:
    logins = house.server.logins
    await house.accounts("Ann")
    waits = []
    for _ in range(20):
        with pytest.raises(Refusal) as error:
            await logins.login("Ann", "wrong password", Arrival("here"))
        if error.value.code == "too_fast":
            waits.append(int(str(error.value.params["seconds"])))
            house.clock.at += waits[-1] * 1000
    assert waits[:4] == [2, 4, 8, 16]
    house.clock.at += 1_000_000
    await logins.login("Ann", "password of Ann", Arrival("here"))
    for _ in range(5):
        with pytest.raises(Refusal, match="wrong"):
            await logins.login("Ann", "wrong password", Arrival("here"))


def test_an_ipv6_household_is_one_address() -> None:
    assert Arrival("2001:db8::1").network == Arrival("2001:db8::ffff:1").network
    assert Arrival("2001:db8::1").network != Arrival("2001:db8:0:1::1").network
    assert Arrival("::ffff:10.0.0.1").network == Arrival("10.0.0.1").network == "10.0.0.1"


@in_a_house
async def test_many_tries_at_once_are_no_way_round(house: House) -> None:
    await house.accounts("Ann")
    tries = [house.server.logins.login("Ann", "wrong password", Arrival("here")) for _ in range(20)]
    codes = [str(one.code) for one in await asyncio.gather(*tries, return_exceptions=True)]  # type: ignore[union-attr]
    assert codes.count("wrong_password") == 5


class Slow(PasswordHasher):
    """Hashes nothing until its gate is open; in which order it was asked to."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.order = threading.Event(), list[str]()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.order.append(str(password))
        assert self.gate.wait(60)
        return ""


@pytest.mark.anyio
async def test_one_address_keeps_nobody_else_from_coming_in() -> None:
    """Few hashes of an address wait at once, and addresses take turns."""
    slow = Slow()
    passwords = Passwords(slow)
    many = [passwords.hash("many", "10.0.0.1") for _ in range(MAX_OF_ADDRESS)]
    asked = [asyncio.create_task(one) for one in many]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as error:
        await passwords.hash("too many", "10.0.0.1")
    assert error.value.code == "too_busy"
    asked.append(asyncio.create_task(passwords.hash("one", "10.0.0.2")))
    await asyncio.sleep(0)
    slow.gate.set()
    await asyncio.gather(*asked)
    assert slow.order.index("one") <= 2 * AT_ONCE and len(slow.order) == MAX_OF_ADDRESS + 1
    await passwords.hash("again", "10.0.0.1")
    passwords.close()


@pytest.mark.anyio
async def test_many_addresses_of_one_customer_keep_nobody_else_from_coming_in() -> None:
    """They have turns like one address; when too many wait, it is the last of theirs that goes."""
    slow = Slow()
    passwords = Passwords(slow)
    networks = [f"2001:db8:1:{number:x}::/64" for number in range(MAX_WAITING)]
    asked = [asyncio.create_task(passwords.hash("many", one)) for one in networks]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as error:
        await passwords.hash("one too many", "2001:db8:1:ffff::/64")
    assert error.value.code == "too_busy"
    others = [asyncio.create_task(passwords.hash("other", f"10.0.0.{at}")) for at in range(20)]
    await asyncio.sleep(0)
    slow.gate.set()
    await asyncio.gather(*others)
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(getattr(one, "code", "")) for one in found].count("too_busy") == len(others)
    places = [at for at, one in enumerate(slow.order) if one == "other"]
    assert len(places) == 20 and places[-1] <= 20 + 2 * AT_ONCE
    assert await passwords.hash("again", "10.0.0.1") == ""
    passwords.close()


@in_a_house
async def test_passwords_and_tokens_are_nowhere_to_be_found(house: House) -> None:
    records: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record.getMessage() + repr(record.__dict__))

    keep = Keep()
    logging.getLogger().addHandler(keep)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        account, token = await house.people.register("Ann", SECRET)
        _, second = await house.server.logins.login("Ann", SECRET, Arrival("here"))
        _, bot = await house.people.bot_token(account, "Robby")
        async with house.client() as client:
            await client.post("/api/login", json={"name": "Ann", "password": SECRET})
            await client.post("/api/login", json={"name": "Ann", "password": SECRET + "!"})
    finally:
        logging.getLogger().removeHandler(keep)
        logging.getLogger().setLevel(logging.WARNING)
    kept = await house.everything()
    exported = repr(await house.people.export(account.id))
    for secret in (SECRET, token, second, bot):
        assert secret not in kept
        assert secret not in exported
        assert not any(secret in one for one in records if "'name': 'asyncio'" not in one)
    assert digest_of(token) in kept
    assert "argon2id" not in exported


@in_a_house
async def test_logout_ends_one_session_and_says_so(house: House) -> None:
    told: list[tuple[str, str, str | None]] = []
    house.server.sessions.on_end(lambda *what: told.append(what))
    account, first = await house.people.register("Ann", SECRET)
    _, second = await house.server.logins.login("Ann", SECRET, Arrival("here"))
    assert await house.server.sessions.read(first) is not None
    assert await house.people.logout(first) == (account.id, digest_of(first))
    assert told == [(account.id, "logged_out", digest_of(first))]
    assert await house.server.sessions.read(first) is None
    assert await house.server.sessions.read(second) is not None
    assert await house.people.logout(first) is None
    assert len(told) == 1


@in_a_house
async def test_a_ban_takes_effect_at_once(house: House) -> None:
    told: list[tuple[str, str, str | None]] = []
    house.server.sessions.on_end(lambda *what: told.append(what))
    account, token = await house.people.register("Ann", SECRET)
    assert await house.server.sessions.read(token) is not None  # remembered from now on
    assert await house.server.moderation.ban("ann", "rude") == account.id
    assert told == [(account.id, "banned", None)]
    found = await house.server.sessions.read(token)
    assert found is not None
    assert found[0].banned == "rude"
    with pytest.raises(Refusal) as error:
        await house.server.logins.login("Ann", SECRET, Arrival("here"))
    assert refusal_of(error)["params"] == {"reason": "rude"}
    with pytest.raises(Refusal) as error:
        await house.server.logins.login("Ann", "wrong password", Arrival("here"))
    assert error.value.code == "wrong_password", "only the owner learns of the ban"
    await house.server.moderation.unban("Ann")
    assert (await house.server.logins.login("Ann", SECRET, Arrival("here")))[0].banned is None


@in_a_house
async def test_a_ban_from_another_process_is_heard_of(house: House) -> None:
    told: list[tuple[str, str, str | None]] = []
    house.server.sessions.on_end(lambda *what: told.append(what))
    guest, token = await house.people.guest("Ann")
    assert await house.server.sessions.read(token) is not None
    await house.server.moderation.poll()
    assert told == []
    other = Moderation(house.database, house.clock, Sessions(house.database, house.clock))
    await other.ban(guest.id, "rude")
    await house.server.moderation.poll()
    assert told == [(guest.id, "banned", None)]
    assert (await house.server.sessions.read(token))[0].banned == "rude"  # type: ignore[index]


@in_a_house
async def test_bans_find_people_by_id_or_name(house: House) -> None:
    first, second = await house.guests("Ann", "Ann")
    with pytest.raises(Refusal) as error:
        await house.server.moderation.ban("Ann", "rude")
    assert error.value.code == "ambiguous_name"
    assert first.id in error.value.message and second.id in error.value.message
    (bob,) = await house.guests("Bob")
    assert await house.server.moderation.ban("Bob", "rude") == bob.id
    with pytest.raises(Refusal) as error:
        await house.server.moderation.ban("Nobody Here", "rude")
    assert error.value.code == "unknown_person"


@in_a_house
async def test_sessions_end_by_themselves_but_not_for_those_who_come_back(house: House) -> None:
    _, stays = await house.people.guest("Ann")
    _, goes = await house.people.guest("Bob")
    house.clock.at += COOKIE_MS - DAY_MS
    assert await house.server.sessions.read(stays) is not None
    house.clock.at += 2 * DAY_MS
    assert await house.server.sessions.read(goes) is None
    assert await house.server.sessions.read(stays) is not None


@in_a_house
async def test_bots_belong_to_accounts(house: House) -> None:
    (guest,) = await house.guests("Ann")
    with pytest.raises(Refusal) as error:
        await house.people.bot_token(guest, "Robby")
    assert error.value.code == "account_needed"
    (owner,) = await house.accounts("Owner")
    bot, token = await house.people.bot_token(owner, "Robby")
    assert (bot.kind, bot.name) == ("bot", "Robby")
    again, new = await house.people.bot_token(owner, "robby")
    assert again.id == bot.id
    assert await house.server.sessions.read(token) is None
    assert (await house.server.sessions.read(new))[0].kind == "bot"  # type: ignore[index]
    with pytest.raises(Refusal) as error:
        await house.people.bot_token(bot, "Robby Two")
    assert error.value.code == "account_needed"
    for number in range(1, MAX_BOTS):
        await house.people.bot_token(owner, f"Robby {number + 1:02}")
    with pytest.raises(Refusal) as error:
        await house.people.bot_token(owner, "One more")
    assert error.value.code == "too_many_bots"
    assert len(await house.people.bots_of(owner.id)) == MAX_BOTS
    with pytest.raises(Refusal) as error:
        await house.people.guest("ROBBY")
    assert error.value.code == "name_taken"


@in_a_house
async def test_rename_and_settings(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    with pytest.raises(Refusal) as error:
        await house.people.rename(ann, "bob")
    assert error.value.code == "name_taken"
    assert (await house.people.rename(ann, "Anna")).name == "Anna"
    assert (await house.people.rename(bob, "BOB")).name == "BOB"
    assert await house.people.change_settings(ann.id, {"sound": True, "volume": 3}) == {
        "sound": True,
        "volume": 3,
    }
    assert await house.people.change_settings(ann.id, {"volume": None}) == {"sound": True}
    assert await house.people.settings(ann.id) == {"sound": True}
    for bad in ({"x" * 41: 1}, {"x": "y" * 300}, {f"n{i}": i for i in range(65)}):
        with pytest.raises(Refusal) as error:
            await house.people.change_settings(ann.id, bad)
        assert error.value.code == "bad_settings"
    assert await house.people.settings(ann.id) == {"sound": True}


@in_a_house
async def test_buddies_and_mutes(house: House) -> None:
    ann, bob, cy = await house.guests("Ann", "Bob", "Cy")
    for _ in range(2):
        await house.server.relations.add_buddy(ann.id, bob.id)
        await house.server.relations.add_mute(ann.id, cy.id)
    assert [one.name for one in await house.server.relations.buddies(ann.id)] == ["Bob"]
    assert [one.name for one in await house.server.relations.mutes(ann.id)] == ["Cy"]
    assert await house.server.relations.muted_by(ann.id) == frozenset({cy.id})
    assert await house.server.relations.muted_by(cy.id) == frozenset()
    with pytest.raises(Refusal) as error:
        await house.server.relations.add_buddy(ann.id, ann.id)
    assert error.value.code == "not_yourself"
    with pytest.raises(Refusal) as error:
        await house.server.relations.add_mute(ann.id, "nobody")
    assert error.value.code == "unknown_person"
    await house.server.relations.remove_buddy(ann.id, bob.id)
    await house.server.relations.remove_mute(ann.id, cy.id)
    assert await house.server.relations.buddies(ann.id) == []
    assert await house.server.relations.mutes(ann.id) == []


@in_a_house
async def test_a_report_holds_the_words_it_is_about(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    played = Played("a1", [ann, bob])
    played.do(c.Say("you are all fools"), played.people[1])
    played.do(c.Say("please be kind"), played.people[0])
    await house.store(played)
    report = await house.server.moderation.report(ann.id, bob.id, "insults", "a1")
    (one,) = await house.server.moderation.reports()
    assert (one.id, one.by, one.about, one.about_name) == (report, ann.id, bob.id, "Bob")
    assert one.evidence == "you are all fools"
    await house.server.moderation.close_report(report)
    assert await house.server.moderation.reports() == []
    with pytest.raises(Refusal) as error:
        await house.server.moderation.close_report(report)
    assert error.value.code == "unknown_report"
    for about, table, code in (
        (ann.id, None, "not_yourself"),
        ("nobody", None, "unknown_person"),
        (bob.id, "nowhere", "unknown_table"),
    ):
        with pytest.raises(Refusal) as error:
            await house.server.moderation.report(ann.id, about, "insults", table)
        assert error.value.code == code


async def a_past(house: House) -> tuple[str, Played]:
    """Somebody with an account who has done everything there is to do."""
    (ann,) = await house.accounts("Ann Lovelace")
    (bob,) = await house.guests("Bob")
    await house.people.bot_token(ann, "Annbot")
    await house.server.relations.add_buddy(ann.id, bob.id)
    await house.server.relations.add_buddy(bob.id, ann.id)
    await house.server.relations.add_mute(ann.id, bob.id)
    await house.server.relations.add_mute(bob.id, ann.id)
    await house.people.change_settings(ann.id, {"colour": "blue"})
    played = Played("a1", [ann, bob], target=5)
    await house.receive(played, tuple(event for _, event in played.events))
    played.do(c.Say("my secret sentence"), played.people[0])
    played.do(c.Phrase("hello"), played.people[0])
    played.start()
    played.play_on()
    await house.store(played)
    await house.receive(played, played.last)
    await house.server.moderation.report(bob.id, ann.id, "too good", "a1")
    await house.server.moderation.report(ann.id, bob.id, "too bad", "a1")
    return ann.id, played


@in_a_house
async def test_export_holds_everything(house: House) -> None:
    ann, _ = await a_past(house)
    data = await house.people.export(ann)
    assert data["person"]["name"] == "Ann Lovelace"
    assert data["person"]["settings"] == {"colour": "blue"}
    assert data["has_password"] is True
    assert [one["name"] for one in data["bots"]] == ["Annbot"]
    assert len(data["sessions"]) == 1
    assert len(data["buddies"]) == len(data["mutes"]) == 1
    assert [one["reason"] for one in data["reports"]] == ["too bad"]
    assert [one["text"] for one in data["said"]] == ["my secret sentence", "hello"]
    assert data["tables"] == ["a1"]
    assert [one["match_id"] for one in data["seats"]] == ["a1-1"]
    assert data["matches"][0]["record"].startswith('[Format "gof 1"]')
    with pytest.raises(Refusal):
        await house.people.export("nobody")


@in_a_house
async def test_delete_leaves_nothing_but_somebody(house: House) -> None:
    ann, played = await a_past(house)
    told: list[tuple[str, str, str | None]] = []
    house.server.sessions.on_end(lambda *what: told.append(what))
    before = await house.server.records.record("a1-1")
    assert "Ann Lovelace" in before
    await house.people.delete(ann)
    kept = await house.everything()
    for trace in ("Lovelace", "my secret sentence", ann, "Annbot", "too good", "too bad"):
        assert trace not in kept, trace
    assert (ann, "deleted", None) in told
    assert len(told) == 2, "the bot has to go as well"
    after = await house.server.records.record("a1-1")
    assert after == before.replace("Ann Lovelace", "somebody")
    line = await house.server.history.match("a1-1")
    assert (line.players[0].name, line.players[0].person) == ("somebody", None)
    # the table's events still tell the same match
    room = await house.server.tables.get("a1")
    assert room.table.match == played.table.match
    assert [one.text for one in room.sayings if one.text] == ["…"]
    await house.people.delete(ann)  # again, or never there: nothing happens


@in_a_house
async def test_who_sits_down_while_they_are_deleted_is_forgotten_there_too(house: House) -> None:
    ann, bob = await house.guests("Ann Lovelace", "Bob")
    first, *later = [Played(key, [bob, ann]) for key in ("a1", "a2", "a3")]

    async def sits(played: Played) -> None:
        await house.store(played)
        await house.receive(played, tuple(event for _, event in played.events))

    async def meanwhile(*scrubbed: Any) -> int:
        patch.undo()
        await sits(later[0])
        return await scrub(*scrubbed)

    scrub = privacy._scrub
    await sits(first)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy, "_scrub", meanwhile)
        await house.people.delete(ann.id)
    await sits(later[1])  # what was on its way when they went
    kept = await house.everything()
    assert "Lovelace" not in kept and ann.id not in kept
    assert kept.count("somebody") == 3 and bob.id in kept


@in_a_house
async def test_a_deleted_person_is_somebody_in_matches_that_begin_later(house: House) -> None:
    ann, bob = await house.guests("Ann Lovelace", "Bob")
    played = Played("a1", [ann, bob], target=5)
    await house.people.delete(ann.id)
    await house.receive(played, played.start())
    played.play_on()
    await house.receive(played, played.last)
    rows = sorted(await house.rows(PlayerRow), key=lambda row: row.seat)
    assert [(row.name, row.person_id) for row in rows][:2] == [
        ("somebody", None),
        ("Bob", bob.id),
    ]
    assert (await house.server.profiles.profile(bob.id)).matches == 1


@in_a_house
async def test_foreign_keys_are_on(house: House) -> None:
    orphan = {"digest": "x", "person_id": "nobody", "kind": "cookie"}
    with pytest.raises(IntegrityError):
        async with house.database.writing() as connection:
            await connection.execute(
                insert(SessionRow).values(created_at=0, expires_at=0, **orphan)
            )
    assert await house.rows(SessionRow) == []
    assert await house.rows(PersonRow) == []
    assert await house.rows(EventRow) == []


@pytest.mark.long
def test_real_hashes_are_made_with_argon2id() -> None:
    import asyncio

    async def live() -> None:
        passwords = Passwords()
        hashed = await passwords.hash(SECRET)
        assert hashed.startswith("$argon2id$v=19$m=65536,")
        assert await passwords.verify(hashed, SECRET)
        assert not await passwords.verify(hashed, SECRET + "x")
        assert not await passwords.verify(None, SECRET)
        assert not await passwords.verify(None, "nobody's password"), "as the source has it"
        assert not await passwords.verify(hashed, "x" * 1_000_000)
        assert not passwords.needs_new_hash(hashed)
        passwords.close()

    asyncio.run(live())
    assert SystemClock().now() > 0


@in_a_house
async def test_expired_sessions_are_deleted_and_no_others(house: House) -> None:
    await house.guests("Ann", "Bob")
    (ann, _) = await house.rows(SessionRow)
    async with house.database.writing() as connection:
        expired = update(SessionRow).where(SessionRow.digest == ann.digest)
        await connection.execute(expired.values(expires_at=house.server.clock.now()))
    await house.server.upkeep.tidy_up()
    assert len(await house.rows(SessionRow)) == 1
    assert await house.server.sessions.purge() == 0


@in_a_house
async def test_how_often_an_address_may_connect_is_a_setting(house: House) -> None:
    server = Server(dataclasses.replace(house.server.settings, connects_per_minute=120))
    assert server.limits._budgets["connect"].per_second == 2
    server.people.close()
    await server.database.close()
