"""Whatever table there is, it is known what is exported of it, and that deletion leaves nobody."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import Column, Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.nudges.nudge import Nudge
from gangoffour.server.nudges.outbox import Outbox
from gangoffour.server.people import privacy
from gangoffour.server.storage.archive import Packed, archived
from gangoffour.server.storage.base_model import Model
from gangoffour.server.storage.models import SeatingRow
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.house import House, in_a_house

OF_PEOPLE: Final = {
    *("person_id", "author_id", "made_by", "by_id", "about_id", "owner_id", "waiting_for"),
    *("buddy_id", "muted_id", "avoided_id"),
}
"""Columns that name somebody."""
EXPORTED: Final = {
    "addresses": "addresses",
    "avoids": "avoids",
    "buddies": "buddies",
    "club_members": "clubs",
    "deal_attempts": "deals_played",
    "deal_sets": "challenges",
    "follows": "follows",
    "held_back": "held_back",
    "matches": "matches",
    "mutes": "mutes",
    "nudge_choices": "nudge_choices",
    "nudges": "nudges",
    "people": "bots",
    "plans": "plans",
    "players": "seats",
    "posts": "posts",
    "push_devices": "push_devices",
    "recovery_codes": "recovery_codes",
    "reports": "reports",
    "seatings": "tables",
    "sessions": "sessions",
    "threads": "threads",
    "vacations": "vacations",
}
"""Where a table's rows are in somebody's export."""
POINTED_AT: Final = ("clubs",)
"""What rows about people cannot be without."""
MANY: Final = 100
"""More tables of one person than there are kinds of things to export."""
NOT_EXPORTED: Final = {
    "seekers": "who looks for a match this minute",
    "network_bans": "why a network is kept out; the host's, not theirs",
}


def value_of(column: Column[Any], table: Table, me: str) -> Any:
    """Something for a column: whoever it is about, a row that there is, or anything."""
    if column.name in OF_PEOPLE:
        return f"{me}-bot" if (table.name, column.name) == ("people", "owner_id") else me
    if column.foreign_keys:
        return "x"
    kinds: dict[type, Any] = {str: "x", int: 1, bool: False, float: 1.0, bytes: b"x", dict: {}}
    return kinds.get(column.type.python_type, "x")


async def is_everywhere(house: House, me: str, other: str) -> set[str]:
    """A row about somebody in every table that has such; the tables."""
    found = set()
    async with house.database.writing() as connection:
        for table in Model.metadata.sorted_tables:
            if not OF_PEOPLE & set(table.columns.keys()) and table.name not in POINTED_AT:
                continue
            row = {
                one.name: value_of(one, table, me)
                for one in table.columns
                if one.name in OF_PEOPLE or not (one.nullable or one.default or one.server_default)
            }
            about = OF_PEOPLE & row.keys()
            if table.name == "people":
                row |= {"id": "their-bot", "owner_id": me, "kind": "bot"}
            elif len(about) == 2:  # between two people, in both directions
                first, second = sorted(about)
                await connection.execute(
                    insert(table).values(
                        row | {first: other} | ({"id": "y"} if "id" in row else {})
                    )
                )
                row[second] = other
            await connection.execute(insert(table).values(row))
            found |= {table.name} if about else set()
    return found


@in_a_house
async def test_every_table_about_people_is_exported_and_forgotten(house: House) -> None:
    (ann,) = await house.accounts("Ann Lovelace")
    (bob,) = await house.guests("Bob")
    about = await is_everywhere(house, ann.id, bob.id)
    assert about == EXPORTED.keys() | NOT_EXPORTED.keys(), "say of a new table where it goes"
    told = await house.people.export(ann.id)
    assert {key for key in EXPORTED.values() if not told[key]} == set()
    nudge = Nudge(bob.id, "challenge", f"c1/{ann.id}", "/challenge/c1", {"name": ann.name})
    assert await Outbox(house.database, house.clock).put(nudge)
    await house.people.delete(ann.id)
    kept = await house.rows(Model.metadata.tables["network_bans"])
    assert len(kept) == 1, "a ban holds"
    async with house.database.writing() as connection:
        await connection.execute(Model.metadata.tables["network_bans"].delete())
    everything = await house.everything()
    assert ann.id not in everything and ann.name not in everything


@in_a_house
async def test_exports_hold_up_nobody_else(house: House) -> None:
    """They read one table at a time, one of them after the other: readers are free for others."""
    people = [await house.people.guest(name) for name in ("Ann", "Bob", "Cid")]
    async with house.database.writing() as connection:
        for one, _ in people:
            tables = [f"{one.name}{number}" for number in range(MANY)]
            rows = [{"person_id": one.id, "table_id": table} for table in tables]
            await connection.execute(insert(SeatingRow), rows)
    gate, reading = asyncio.Event(), list[str]()

    async def slow(connection: AsyncConnection, table_id: str, after: int) -> list[Packed]:
        reading.append(table_id[:3])
        await gate.wait()
        return await archived(connection, table_id, after)

    async def export(number: int) -> httpx.Response:
        headers = {"Authorization": f"Bearer {people[number][1]}"}
        async with house.client(f"10.0.0.{number}", headers=headers) as client:
            return await client.get("/api/me/export")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy, "archived", slow)
        asked = [asyncio.create_task(export(number)) for number in range(3)]
        async with asyncio.timeout(60):
            while house.people._exports._turns.waiting < 2 or not reading:
                await asyncio.sleep(0.01)
        async with house.client("10.0.0.9") as stranger:
            assert (await stranger.get("/api/matches")).status_code == 200
        again = await export(0)
        assert (again.status_code, again.json()["error"]["code"]) == (503, "too_busy")
        assert again.headers["retry-after"]
        assert len(reading) == 1
        gate.set()
        answers = await asyncio.gather(*asked)
    assert [one.status_code for one in answers] == [200] * 3
    assert all(len(one.json()["tables"]) == MANY for one in answers)
    begun = [reading.index(one.name[:3]) for one, _ in people]
    ended = [len(reading) - reading[::-1].index(one.name[:3]) for one, _ in people]
    assert max(begun) < min(ended), "by turns"


@in_a_house
async def test_who_sits_down_while_they_are_deleted_is_nobody_at_the_table_either(
    house: House,
) -> None:
    """Their command was on its way: neither storage nor those who watch know them afterwards."""
    ann, bob = await house.accounts("Ann", "Bob Lovelace")
    tables = house.server.tables
    room = await tables.open(c.Person(ann.id, ann.name), Options(clock="none"))
    await house.people.delete(bob.id)
    await tables.do(room.id, c.Command(c.Sit(), c.Person(bob.id, bob.name)))
    async with asyncio.timeout(10):
        while room.table.seats[1].taken or "Lovelace" in str(room.table):
            await asyncio.sleep(0.005)
    everything = await house.everything()
    assert bob.id not in everything and bob.name not in everything


class Looking:
    """Somebody's screen, on which nobody looks."""

    muted: frozenset[str] = frozenset()

    def __init__(self, person_id: str) -> None:
        self.person_id = person_id

    def send(self, message: bytes) -> None: ...


@in_a_house
async def test_a_deal_that_is_being_made_keeps_nobody_from_being_forgotten(house: House) -> None:
    """A match alone is given up between its start and its deal; the other tables forget as ever."""
    ann, bob = await house.accounts("Ann", "Bob Lovelace")
    tables = house.server.tables
    me = c.Person(bob.id, bob.name)
    alone = await tables.open(me, Options(seats=3, clock="none"))
    alone.admit(Looking(bob.id))
    for ask in (c.SetBot(1, "tiger"), c.SetBot(2, "tiger"), c.Promise("0" * 64), c.Start()):
        await tables.do(alone.id, c.Command(ask, me))
    assert alone.table.phase == "dealing"
    other = await tables.open(c.Person(ann.id, ann.name), Options(clock="none"))
    await tables.do(other.id, c.Command(c.Sit(), me))
    await tables.do(other.id, c.Command(c.Say("I live in X street"), me))
    await house.people.delete(bob.id)
    async with asyncio.timeout(10):
        while "Lovelace" in str(other.table) or any(
            "street" in (one.text or "") for one in other.sayings
        ):
            await asyncio.sleep(0.005)
    assert alone.table.phase == "waiting"
