"""Moves planned ahead where a move may take days, through a whole server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.storage.slow_models import PlanRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.nudges.test_nudges import Office, open_office


class Ear:
    """Somebody who watches a table, as far as its room sees them."""

    muted: frozenset[str] = frozenset()

    def __init__(self, person_id: str) -> None:
        self.person_id = person_id
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)


class Slow:
    """Three people at a table with days per move, and what the next ones can do."""

    def __init__(self, office: Office, clients: dict[str, httpx.AsyncClient], room: Room) -> None:
        self.office, self.clients, self.room = office, clients, room

    @property
    def match(self) -> Any:
        return self.room.table.match

    def person(self, seat: int) -> str:
        return self.room.table.seats[seat].person or ""

    @property
    def following(self) -> int:
        return int(self.match.round.after(self.match.turn))

    async def plan(self, seat: int, **body: Any) -> httpx.Response:
        client = self.clients[self.person(seat)]
        return await client.put(f"/api/tables/{self.room.id}/plan", json=body)

    async def planned(self, seat: int) -> Any:
        client = self.clients[self.person(seat)]
        return (await client.get(f"/api/tables/{self.room.id}/plan")).json()["plan"]

    async def play(self) -> None:
        """Whoever is to move lays what comes first to mind."""
        seat = self.match.turn
        cards = self.match.view(seat).plays[0]
        ask = c.Play(str(cards).split(), self.match.version)
        await self.office.server.tables.do(self.room.id, c.Command(ask, self._who(seat)))

    async def pass_(self) -> None:
        ask = c.Pass(self.match.version)
        who = self._who(self.match.turn)
        await self.office.server.tables.do(self.room.id, c.Command(ask, who))

    def _who(self, seat: int) -> c.Person:
        return c.Person(self.person(seat), self.room.table.seats[seat].name)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not true():
                await asyncio.sleep(0.01)


async def slow(office: Office, **choice: Any) -> Slow:
    found = [await office.someone(name, **choice) for name in ("Ann", "Bennie", "Cidonia")]
    room = await office.slow_match(*(person for _, person in found))
    return Slow(office, {person.id: client for client, person in found}, room)


def test_a_pass_until_the_trick_is_over_is_made_though_nobody_looks(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, plan_seconds=0) as office:
            table = await slow(office, kinds=["turn"])
            first, second = table.match.turn, table.following
            browser = await office.device(table.clients[table.person(second)], "second")
            late = await table.plan(first, until="trick")
            assert late.json()["error"]["code"] == "plan_too_late"
            ear = Ear(table.person(first))
            table.room.admit(ear)
            table.room.state_for(ear, 0, office.clock.at)
            seq = table.room.table.seq
            assert (await table.plan(second, until="trick")).json()["plan"]["until"] == "trick"
            assert not ear.heard and table.room.table.seq == seq, "nobody hears of it"
            third = 3 - first - second
            assert await table.planned(third) is None
            await table.play()
            await table.until(lambda: table.match.turn == third)
            assert table.match.round.passed == (second,)
            await table.play()  # the trick goes on, and so does the plan
            await table.pass_()
            await table.until(lambda: table.match.turn == third)
            assert table.match.round.table is None, "the trick is over"
            assert await table.planned(second) is None
            await table.play()
            await table.pass_()
            assert table.match.turn == second
            told = [one async for one in _nudges(office, browser, 1)]
            assert len(told) == 1, "told of the turn that was not planned, and of no other"
            await office.people.delete(table.person(second))
            assert not await office.rows(PlanRow.__table__)

    asyncio.run(live())


async def _nudges(office: Office, browser: Any, count: int) -> Any:
    office.server.nudges.look()
    await office.pushes.wait_for(count)
    for one in office.pushes.at(browser):
        yield one


def test_what_cannot_be_played_is_forgotten_and_takes_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[tuple[float, float]] = []

    def at_once(shortest: float, longest: float) -> float:
        waits.append((shortest, longest))
        return 0.0

    async def live() -> None:
        async with open_office(tmp_path, plan_seconds=60) as office:
            monkeypatch.setattr(random, "uniform", at_once)
            table = await slow(office, kinds=["turn"])
            second = table.following
            third = 3 - table.match.turn - second
            browser = await office.device(table.clients[table.person(second)], "second")
            hand = office.server.tables.rooms[0].table.match.view(second).hand.codes  # type: ignore[union-attr]
            refused = await table.plan(second, cards=["G1", "G1", "Y2", "RD"])
            assert refused.json()["error"]["code"] == "not_a_combination"
            absent = next(one for one in ("RD", "GP", "YP", "M1") if one not in hand)
            refused = await table.plan(second, cards=[absent])
            assert refused.json()["error"]["code"] == "cards_not_held"
            pair = next([a, b] for a in hand for b in hand if a is not b and a[1:] == b[1:])
            assert (await table.plan(second, cards=pair)).status_code == 200
            assert (await table.plan(third, until="turn")).status_code == 200
            single = next(
                play for play in table.match.view(table.match.turn).plays if play.size == 1
            )
            ask = c.Play([str(single)], table.match.version)
            who = table._who(table.match.turn)
            await office.server.tables.do(table.room.id, c.Command(ask, who))
            await table.until(lambda: len(waits) == 1)
            async with asyncio.timeout(60):
                while await table.planned(second) is not None:
                    await asyncio.sleep(0.01)
            assert table.match.turn == second
            await office.pushes.wait_for(1)  # so they are told after all
            assert len(office.pushes.at(browser)) == 1
            await table.pass_()
            await table.until(lambda: table.match.turn not in (second, third))
            assert waits == [(20.0, 60.0)] * 2, "whatever is planned, chance alone decides when"
            assert await table.planned(third) is None, "spent"

    asyncio.run(live())


def test_plans_are_for_those_who_sit_at_slow_tables_and_can_be_undone(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, plan_seconds=0) as office:
            table = await slow(office)
            second = table.following
            assert (await table.plan(second, until="turn")).status_code == 200
            client = table.clients[table.person(second)]
            path = f"/api/tables/{table.room.id}/plan"
            assert (await client.delete(path)).status_code == 204
            await table.play()
            await office.server.slow.plans._consider(table.room)
            assert table.match.turn == second and await table.planned(second) is None
            stranger, _ = await office.someone("Dora Dorae")
            assert (await stranger.put(path, json={})).json()["error"]["code"] == "not_seated"
            person = c.Person(table.person(second), "x")
            quick = await office.server.tables.open(person, Options(clock="none"))
            answer = await client.put(f"/api/tables/{quick.id}/plan", json={})
            assert answer.json()["error"]["code"] == "slow_tables_only"

    asyncio.run(live())


def test_a_plan_made_as_the_last_one_is_carried_out_stays(tmp_path: Path) -> None:
    async def live() -> None:
        async with open_office(tmp_path, plan_seconds=0) as office:
            table = await slow(office)
            second, answers = table.following, list[int]()

            async def plan_again(_: Room, __: object) -> None:
                if table.match.turn not in (second, first) and not answers:
                    answers.append((await table.plan(second, until="turn")).status_code)

            first = table.match.turn
            assert (await table.plan(second, until="turn")).status_code == 200
            office.server.tables.on_change(plan_again)
            await table.play()
            await table.until(lambda: bool(answers) and not office.server.slow.plans._waiting)
            assert answers == [200] and await table.planned(second) is not None

    asyncio.run(live())
