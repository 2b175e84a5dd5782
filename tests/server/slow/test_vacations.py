"""Days on which somebody is away: their slow clocks stand still, and no other."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

from gangoffour.server.slow.vacations import year_ms
from gangoffour.server.storage.models import MatchRow
from gangoffour.table import commands as c
from gangoffour.table.clock import turn_clock, turn_deadline
from gangoffour.table.options import Options
from tests.server.nudges.test_nudges import open_office
from tests.server.slow.test_plans import slow

DAY = 86_400_000


def test_clocks_stand_still_and_the_others_see_why(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, vacation_days=10) as office:
            table = await slow(office)
            seat = table.match.turn
            client = table.clients[table.person(seat)]
            begun, until = office.clock.at, office.clock.at + 5 * DAY
            quick = await office.server.tables.open(table._who(seat), Options(clock="normal"))
            seq = quick.table.seq
            office.clock.at += DAY
            told = (await client.put("/api/me/away", json={"until": until})).json()
            assert told == {"until": until, "days_a_year": 10, "days_left": 6}
            seats = table.room.table.seats
            assert [one.away_until for one in seats].count(until) == 1
            assert seats[seat].away_until == until and quick.table.seq == seq
            office.clock.at += 2 * DAY
            clock = turn_clock(table.room.table, office.clock.at)
            assert clock is not None and clock.move_ms == 2 * DAY, "one day of three had passed"
            assert turn_deadline(table.room.table) == until + 2 * DAY
            (match,) = await office.rows(MatchRow.__table__, MatchRow.table_id == table.room.id)
            assert match.due_at == until + 2 * DAY, "lists of what waits say so, too"
            # Back early: what is left runs on from now.
            back = (await client.delete("/api/me/away")).json()
            assert back == {"until": None, "days_a_year": 10, "days_left": 8}
            assert turn_deadline(table.room.table) == office.clock.at + 2 * DAY
            assert table.room.table.seats[seat].away_until == 0
            office.clock.at += DAY
            await table.play()
            assert turn_deadline(table.room.table) == office.clock.at + 3 * DAY
            assert office.clock.at == begun + 4 * DAY

    asyncio.run(live())


def test_a_year_has_so_many_days_and_who_sits_down_later_is_away_as_well(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, vacation_days=10) as office:
            _, ends = year_ms(office.clock.at)
            office.clock.at = ends - 8 * DAY
            table = await slow(office)
            person = table.person(0)
            client = table.clients[person]

            async def go(until: int) -> dict[str, Any]:
                answer = (await client.put("/api/me/away", json={"until": until})).json()
                assert isinstance(answer, dict)
                return answer

            assert (await go(office.clock.at))["error"]["code"] == "away_in_the_past"
            too_long = (await go(ends + 11 * DAY))["error"]
            assert too_long["code"] == "away_too_long" and too_long["params"]["days"] == 10
            for never in (2**53, 253_402_300_799_999, ends + 367 * DAY, ends + 20_000 * DAY):
                assert (await go(never))["error"]["code"] == "away_too_long"
            assert (await go(ends + 9 * DAY))["days_left"] == 2  # of each year its own days
            assert (await go(ends))["days_left"] == 2  # another choice, in place of the first
            other = await office.server.tables.open(table._who(0), Options(clock="days", seats=3))
            await office.server.tables.do(other.id, c.Command(c.Sit(), table._who(1)))
            assert other.table.seats[0].away_until == ends
            assert other.table.seats[1].away_until == 0
            office.clock.at = ends + 1
            assert (await client.get("/api/me/away")).json()["days_left"] == 10
            data = (await client.get("/api/me/export")).json()
            assert len(data["vacations"]) == 1
            await office.people.delete(person)
            async with asyncio.timeout(60):  # whose turn it is is noted after the table has gone on
                while person in await office.everything():
                    await asyncio.sleep(0.01)

    asyncio.run(live())


def test_who_asks_twice_at_once_is_away_once(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, vacation_days=10) as office:
            client, _ = await office.someone("Ann")
            until, ticks = office.clock.at + 4 * DAY, itertools.count(office.clock.at)
            office.clock.now = lambda: next(ticks)  # type: ignore[method-assign]
            asks = (client.put("/api/me/away", json={"until": until + more}) for more in range(6))
            assert {one.status_code for one in await asyncio.gather(*asks)} == {200}
            assert (await client.get("/api/me/away")).json()["days_left"] == 5, "of a begun day all"
            assert len((await client.get("/api/me/export")).json()["vacations"]) == 1

    asyncio.run(live())
