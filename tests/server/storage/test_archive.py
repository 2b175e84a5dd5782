"""Events of finished matches are packed: small, complete, and still what they were."""

from __future__ import annotations

from sqlalchemy import func, select

from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.models import ArchiveRow, EventRow
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from tests.server.house import START, House, Played, in_a_house
from tests.support.stored_tables import Ear


async def finished(house: House, table: str = "t1") -> Played:
    """A match that is over and settled, with words about it."""
    people = await house.guests("Ann", "Bob")
    played = Played(table, people, target=60)
    played.start()
    played.play_on()
    played.do(c.Say("well played"), played.people[1])
    await house.store(played)
    await house.receive(played, played.last)
    return played


async def entries(house: House, table: str = "t1") -> list[Entry]:
    return [one._replace(command_id=None) for one in await house.server.events.read(table)]


@in_a_house
async def test_packed_events_are_the_same_and_take_little_room(house: House) -> None:
    played = await finished(house)
    before = await entries(house)
    assert len(before) > 50
    assert await pack(house.database, START + 1) == 1
    assert await entries(house) == before
    assert await house.rows(EventRow.seq) == []
    async with house.database.reading() as connection:
        size = (await connection.execute(select(func.length(ArchiveRow.body)))).scalar_one()
    assert size < sum(len(one.body) for one in before) / 3
    room = Room("t1", "CODE")
    room.load(await house.server.events.read("t1"))
    assert room.table == played.table
    assert len(await house.server.events.read("t1", 40)) == len(before) - 40
    assert await pack(house.database, START + 1) == 0


@in_a_house
async def test_a_packed_table_is_played_on(house: House) -> None:
    played = await finished(house)
    await pack(house.database, START + 1)
    room = await house.server.tables.get("t1")
    for person in played.people:
        await house.server.tables.watch(room, Ear(person.id), person, 0)
    for person in played.people:
        await house.server.tables.do("t1", c.Command(c.Rematch(), person))
    assert room.table.match_number == 2 and room.table.running
    assert await pack(house.database, START + 1_000_000) == 0
    numbers = [one.seq for one in await entries(house)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > played.stored


@in_a_house
async def test_new_and_running_tables_are_left_alone(house: House) -> None:
    await finished(house, "old")
    running = Played("running", await house.guests("Cid", "Dan"))
    running.start()
    await house.store(running)
    assert await pack(house.database, START) == 0
    assert await pack(house.database, START + 1) == 1
    assert {row.table_id for row in await house.rows(EventRow.table_id)} == {"running"}


@in_a_house
async def test_who_is_deleted_is_taken_out_of_what_was_packed(house: House) -> None:
    played = await finished(house)
    bob = played.people[1].id
    await pack(house.database, START + 1)
    exported = await house.people.export(bob)
    assert any(one["text"] == "well played" for one in exported["said"])
    await house.people.delete(bob)
    texts = b"".join(one.body for one in await entries(house)).decode()
    assert bob not in texts and "well played" not in texts
    assert bob not in await house.everything()
    assert await pack(house.database, START + 1) == 1


@in_a_house
async def test_a_room_far_behind_tells_all_facts_of_an_event_or_none(house: House) -> None:
    played = Played("t1", await house.guests("Ann", "Bob"), target=400)
    played.start()
    played.play_on(3)
    await house.store(played)
    room = await house.server.tables.get("t1")
    told: list[list[object]] = []
    room.publish = lambda facts, now: told.append(list(facts))  # type: ignore[method-assign]
    for more in (20, None):
        played.play_on(more)
        await house.store(played)
        await house.server.tables.follow(room, await house.server.events.read("t1", room.table.seq))
    assert room.table == played.table
    few, many = told
    assert few and many == []
