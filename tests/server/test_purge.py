"""What is old is deleted by itself: guests nobody saw again, tables where nothing began."""

from __future__ import annotations

from typing import Any

from gangoffour.server.purge import SEEMING_HERE
from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.models import (
    ArchiveRow,
    EventRow,
    MatchRow,
    PersonRow,
    PlayerRow,
    SeatingRow,
    TableRow,
)
from gangoffour.table import commands as c
from tests.server.house import House, Played, in_a_house

DAY_MS = 86_400_000


async def ids(house: House, column: Any) -> set[str]:
    return {row[0] for row in await house.rows(column)}


async def played(house: House, table_id: str, people: list[Any], over: bool) -> None:
    """A match that is over, or still goes on."""
    found = Played(table_id, people, target=1)
    await house.receive(found, tuple(event for _, event in found.events))
    await house.receive(found, found.start())
    if over:
        found.play_on()
    await house.store(found)
    await house.receive(found, found.last)


@in_a_house
async def test_guests_who_do_not_come_back_are_deleted(house: House) -> None:
    visitor, player, busy, banned = await house.guests("Visitor", "Player", "Busy", "Banned")
    (account,) = await house.accounts("Account")
    await played(house, "a1", [player, account], over=True)
    await played(house, "a2", [busy, account], over=False)
    await house.server.moderation.ban(banned.id, "rude")
    settings = house.server.settings
    house.clock.at += settings.visitors_kept_days * DAY_MS
    assert await house.server.purge.guests() == 0
    house.clock.at += 1
    await house.server.upkeep.tidy_up()
    kept = {player.id, busy.id, banned.id, account.id}
    assert await ids(house, PersonRow.id) == kept
    assert not await house.rows(PersonRow, PersonRow.id == visitor.id)
    house.clock.at += settings.guests_kept_days * DAY_MS
    assert await house.server.purge.guests() == 1
    assert await ids(house, PersonRow.id) == kept - {player.id}
    line = await house.server.history.match("a1-1")
    assert line.state == "over" and {one.name for one in line.players[:2]} >= {"Account"}
    assert "Player" not in await house.everything()
    assert "[Seed" in await house.server.records.record("a1-1")


@in_a_house
async def test_a_guest_who_comes_back_is_kept(house: House) -> None:
    (ann,) = await house.guests("Ann")
    _, token = await house.people.guest("Bob")
    house.clock.at += house.server.settings.visitors_kept_days * DAY_MS
    assert await house.server.sessions.read(token) is not None
    house.clock.at += DAY_MS
    assert await house.server.purge.guests() == 1
    assert not await house.rows(PersonRow, PersonRow.id == ann.id)


@in_a_house
async def test_tables_where_no_match_began_are_deleted(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    for name in ("left", "open", "live"):
        found = Played(name, [ann, bob])
        if name == "left":
            for person in found.people:
                found.do(c.Disconnect(), person)
        await house.store(found)
        await house.receive(found, tuple(one for _, one in found.events))
    await played(house, "over", [ann, bob], over=True)
    days = house.server.settings.tables_kept_days
    house.clock.at += days * DAY_MS
    assert await house.server.purge.tables(()) == 0
    house.clock.at += 1
    assert await pack(house.database, house.clock.at) == 4
    assert await house.server.purge.tables(()) == 1
    assert await ids(house, TableRow.id) == {"open", "live", "over"}
    for column in (EventRow.table_id, SeatingRow.table_id, ArchiveRow.table_id):
        assert "left" not in await ids(house, column)
    house.clock.at += (SEEMING_HERE - 1) * days * DAY_MS
    await house.server.tables.get("live")
    await house.server.upkeep.tidy_up()
    assert await ids(house, TableRow.id) == {"live", "over"}
    assert await ids(house, MatchRow.id) == {"over-1"}
    assert len(await house.rows(PlayerRow.seat, PlayerRow.match_id == "over-1")) == 4


@in_a_house
async def test_a_code_of_a_deleted_table_leads_nowhere(house: House) -> None:
    found = Played("a1", await house.accounts("Ann"))
    await house.store(found)
    code = found.room.code
    assert await house.server.events.find(code) == "a1"
    house.clock.at += SEEMING_HERE * house.server.settings.tables_kept_days * DAY_MS + 1
    assert await house.server.purge.tables(()) == 1
    assert await house.server.events.find(code) is None
