"""Double accounts and collusion: a shared address makes a match casual; hosts see the signs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from sqlalchemy import delete, insert
from typer.testing import CliRunner

from gangoffour.server.people.admin import app
from gangoffour.server.people.collusion import ABANDONED, TOGETHER, Flag, flags
from gangoffour.server.people.sessions import Identity
from gangoffour.server.people.shared_addresses import RECENT_MS
from gangoffour.server.storage.models import AddressRow, MatchRow, PlayerRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.result import rated
from gangoffour.table.views.facts import MadeCasualFact
from tests.server.house import START, House, in_a_house, open_house
from tests.support.live import live
from tests.support.stored_tables import Ear, listen, waiting_at

DAY_MS = 86_400_000
HOME, AWAY = "203.0.113.5", "198.51.100.7"


async def seated(house: House, people: list[Identity], **options: Any) -> Room:
    """A table with these people and bots, ready to begin."""
    tables = house.server.tables
    asking = [c.Person(one.id, one.name, one.karma) for one in people]
    room = await tables.open(asking[0], Options(**{"rated": True, "clock": "none", **options}))
    for person in asking[1:]:
        await tables.do(room.id, c.Command(c.Sit(), person))
    for seat in range(len(people), 4):
        await tables.do(room.id, c.Command(c.SetBot(seat, "dumpling"), asking[0]))
    for one in asking:
        listen(room, Ear(one.id))
        if room.table.options.rated:
            await tables.do(room.id, c.Command(c.Ready(), one))
    await tables.do(room.id, c.Command(c.Start(), asking[0]))
    return room


def told_why(room: Room) -> list[object]:
    return [to_builtins(one.what) for one in room.facts if isinstance(one.what, MadeCasualFact)]


@in_a_house
async def test_a_rated_match_from_one_address_is_casual_and_says_so(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    for one in (ann, bob):
        await house.server.addresses.note(one.id, HOME)
    room = await seated(house, [ann, bob])
    assert not rated(room.table) and not room.table.options.rated
    assert told_why(room) == [{"type": "made_casual", "reason": "same_address"}]
    line = await house.server.history.match(f"{room.id}-1")
    assert line.rated is False


@in_a_house
async def test_who_sits_down_while_the_start_waits_is_looked_at_too(house: House) -> None:
    """What a match may be is decided for those who play it, however busy their table is."""
    ann, bob = await house.accounts("Ann", "Bob")
    for one in (ann, bob):
        await house.server.addresses.note(one.id, HOME)
    tables, options = house.server.tables, Options(rated=True, clock="none", seats=3)
    asking = [c.Person(one.id, one.name, one.karma) for one in (ann, bob)]
    room = await tables.open(asking[0], options)
    for one in (ann, bob):
        listen(room, Ear(one.id))
    await tables.do(room.id, c.Command(c.SetBot(2, "dumpling"), asking[0]))
    waiting = []
    async with room.lock:
        for ask, who in ((c.Sit(1), 1), (c.Ready(), 1), (c.Start(), 0)):
            command = c.Command(ask, asking[who], agreed=True)
            waiting.append(asyncio.create_task(tables.do(room.id, command)))
            await waiting_at(room, len(waiting))
    await asyncio.gather(*waiting)
    assert told_why(room) == [{"type": "made_casual", "reason": "same_address"}]
    assert room.table.running and not rated(room.table)


@pytest.mark.parametrize(
    ("first", "second", "later_ms", "shared"),
    [
        (HOME, HOME, 0, True),
        (HOME, AWAY, 0, False),
        (HOME, HOME, RECENT_MS + 1, False),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", 0, True),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", 0, False),
        (HOME, f"::ffff:{HOME}", 0, True),
        ("unknown", "unknown", 0, False),
    ],
)
def test_who_shares_an_address(
    tmp_path: Path, first: str, second: str, later_ms: int, shared: bool
) -> None:
    async def check() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await house.accounts("Ann", "Bob")
            await house.server.addresses.note(ann.id, first)
            house.clock.at += later_ms
            await house.server.addresses.note(bob.id, second)
            assert await house.server.addresses.shared([ann.id, bob.id]) is shared
            assert not await house.server.addresses.shared([ann.id, "nobody"])
            room = await seated(house, [ann, bob])
            assert rated(room.table) is not shared
            assert bool(told_why(room)) is shared

    asyncio.run(check())


@in_a_house
async def test_a_rated_match_with_ones_own_bot_account_is_casual(house: House) -> None:
    """Nor do a bot account and another account of its owner's household rate each other."""
    ann, bob, cid = await house.accounts("Ann", "Bob", "Cid")
    robby, _ = await house.people.bot_token(ann, "Robby")
    room = await seated(house, [ann, robby, bob])
    assert told_why(room) == [{"type": "made_casual", "reason": "same_address"}]
    room = await seated(house, [bob, cid, robby])
    assert rated(room.table), "somebody else's program is one of several"
    for one in (ann, cid):
        await house.server.addresses.note(one.id, HOME)
    room = await seated(house, [bob, cid, robby])
    assert not rated(room.table)


@in_a_house
async def test_a_casual_table_is_not_told_anything(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    for one in (ann, bob):
        await house.server.addresses.note(one.id, HOME)
    room = await seated(house, [ann, bob], rated=False)
    assert told_why(room) == []


@in_a_house
async def test_addresses_are_kept_as_keyed_hashes_and_not_for_long(house: House) -> None:
    (ann,) = await house.accounts("Ann")
    addresses = house.server.addresses
    await addresses.note(ann.id, HOME)
    assert HOME not in await house.everything()
    mark = addresses.mark(HOME)
    addresses._key = b"another"
    assert addresses.mark(HOME) != mark
    await addresses.start()
    assert addresses.mark(HOME) == mark, "the key outlives a restart"
    assert len((await house.people.export(ann.id))["addresses"]) == 1
    days = house.server.settings.addresses_kept_days
    house.clock.at += days * DAY_MS
    assert await addresses.purge(days) == 0
    house.clock.at += 1
    await house.server.upkeep.tidy_up()
    assert await house.rows(AddressRow) == []
    await addresses.note(ann.id, AWAY)
    await house.people.delete(ann.id)
    assert await house.rows(AddressRow) == []


def test_a_connection_of_an_account_is_noted_and_one_of_a_guest_is_not(tmp_path: Path) -> None:
    async def check() -> None:
        async with live(tmp_path / "live.db") as server:
            people = server.server.people
            ann, token = await people.register("Ann", "password of Ann")
            _, guest = await people.guest("Bob")
            for one in (token, guest):
                await server.client(one)
            async with server.server.database.reading() as connection:
                rows = (await connection.execute(AddressRow.__table__.select())).all()
            assert [row.person_id for row in rows] == [ann.id]
            assert rows[0].mark == server.server.addresses.mark("127.0.0.1")

    asyncio.run(check())


async def results(house: House, *matches: dict[str, tuple[int, bool]]) -> None:
    """Finished rated matches: for each person the change of rating, and whether they stayed."""
    async with house.database.writing() as connection:
        for number, seats in enumerate(matches):
            match = f"m{number}-{len(seats)}"
            row = {"id": match, "table_id": match, "number": 1, "rated": True, "seats": 4}
            times = {"started_at": START, "ended_at": START + number}
            await connection.execute(
                insert(MatchRow).values(**row, **times, edition="official", clock="none")
            )
            for seat, (person, (change, stayed)) in enumerate(seats.items()):
                await connection.execute(
                    insert(PlayerRow).values(
                        match_id=match,
                        seat=seat,
                        person_id=person,
                        name=person,
                        finished=stayed,
                        rating_before=1500,
                        rating_after=1500 + change,
                    )
                )


async def found(house: House, kind: str) -> list[Flag]:
    return [one for one in await flags(house.database, START - DAY_MS) if one.kind == kind]


@in_a_house
async def test_accounts_that_share_addresses_are_flagged(house: House) -> None:
    ann, bob, cleo = await house.accounts("Ann", "Bob", "Cleo")
    for one, address in ((ann, HOME), (bob, HOME), (cleo, AWAY), (ann, AWAY), (bob, AWAY)):
        await house.server.addresses.note(one.id, address)
    pairs = {
        frozenset(name for _, name in one.people): one.count
        for one in await found(house, "address")
    }
    assert pairs == {
        frozenset({"Ann", "Bob"}): 2,
        frozenset({"Ann", "Cleo"}): 1,
        frozenset({"Bob", "Cleo"}): 1,
    }
    assert await flags(house.database, START + 1) == []


@in_a_house
async def test_rating_that_goes_one_way_is_flagged(house: House) -> None:
    ann, bob, cleo, dan = (one.id for one in await house.accounts("Ann", "Bob", "Cleo", "Dan"))
    to_ann = {ann: (20, True), bob: (-20, True)}
    fair = ({cleo: (9, True), dan: (-9, True)}, {cleo: (-9, True), dan: (9, True)})
    await results(house, *[to_ann] * (TOGETHER - 1), *fair * TOGETHER)
    assert await found(house, "transfer") == []
    async with house.database.writing() as connection:
        await connection.execute(delete(PlayerRow))
        await connection.execute(delete(MatchRow))
    await results(house, *[to_ann] * TOGETHER, *fair * TOGETHER)
    (flag,) = await found(house, "transfer")
    assert [name for _, name in flag.people] == ["Ann", "Bob"]
    assert (flag.count, flag.of) == (TOGETHER, TOGETHER)


@in_a_house
async def test_who_plays_with_many_others_is_not_flagged(house: House) -> None:
    ann, bob, cleo = (one.id for one in await house.accounts("Ann", "Bob", "Cleo"))
    lost = [{ann: (20, True), bob: (-20, True)}] * TOGETHER
    others = [{cleo: (5, True), bob: (-5, True)}, {cleo: (-5, True), bob: (5, True)}] * TOGETHER
    await results(house, *lost, *others)
    assert await found(house, "transfer") == []


@in_a_house
async def test_who_abandons_many_matches_is_flagged(house: House) -> None:
    ann, bob = (one.id for one in await house.accounts("Ann", "Bob"))
    left = {ann: (0, False), bob: (0, True)}
    stayed = {ann: (0, True), bob: (0, True)}
    await results(house, *[left] * ABANDONED, *[stayed] * 3)
    (flag,) = await found(house, "abandoned")
    assert [name for _, name in flag.people] == ["Ann"]
    assert (flag.count, flag.of) == (ABANDONED, ABANDONED + 3)


def test_the_host_reads_the_flags(tmp_path: Path) -> None:
    async def set_up() -> None:
        async with open_house(tmp_path) as house:
            for one in await house.accounts("Ann", "Bob"):
                await house.server.addresses.note(one.id, HOME)

    def shown(*more: str) -> str:
        url = f"sqlite+aiosqlite:///{tmp_path}/house.db"
        done = CliRunner().invoke(app, ["flags", "--database", url, *more])
        assert done.exit_code == 0
        return done.output

    asyncio.run(set_up())
    output = shown()
    assert "same address" in output and "Ann" in output and "Bob" in output and HOME not in output
