"""Nudges of several processes: sent by one of them, and not to who looks by way of another."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select

from gangoffour.rules.actions import action_dict
from gangoffour.server.nudges import lookers
from gangoffour.server.nudges.devices import MAX_DEVICES
from gangoffour.server.process import Server
from gangoffour.server.storage.nudge_models import NudgeRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.live import Live
from tests.support.post_office import Browser, PushService, push_service
from tests.support.servers import Nats
from tests.support.several import joined, servers

pytestmark = pytest.mark.anyio


async def nudged(server: Live, pushes: PushService, token: str, path: str) -> Browser:
    """Somebody asks for nudges about their turn, by one of the processes."""
    headers = {"Authorization": f"Bearer {token}"}
    wanted = {"kinds": ["turn"], "quiet_from": None, "quiet_to": None}
    assert (await server.http.patch("/api/me/nudges", json=wanted, headers=headers)).is_success
    browser = pushes.browser(path)
    body = browser.body
    assert (await server.http.put("/api/me/nudges/device", json=body, headers=headers)).is_success
    return browser


async def move(server: Server, room: Room) -> None:
    """Whoever is to act does so."""
    match, seat = room.table.match, room.table.turn
    assert match is not None and seat is not None
    at = room.table.seats[seat]
    plain: dict[str, Any] = dict(action_dict(match.view(seat).actions[0]))
    ask: Any = c.Pass(match.version)
    if "play" in plain:
        ask = c.Play(plain["play"], match.version, "call" in plain)
    await server.tables.do(room.id, c.Command(ask, c.Person(at.person or "", at.name)))


async def outcomes(server: Server) -> list[tuple[str, str]]:
    """What became of nudges, with whose they were."""
    query = select(NudgeRow.person_id, NudgeRow.outcome).where(NudgeRow.done_at.is_not(None))
    async with server.database.reading() as connection:
        return [(person, outcome or "") for person, outcome in await connection.execute(query)]


async def test_one_process_sends_and_who_looks_elsewhere_is_left_alone(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookers, "WAIT_S", 2.0)  # though the machine stands still
    settings: dict[str, Any] = {"push_local": True, "nudge_seconds": 0}
    async with (
        push_service() as pushes,
        servers(database, nats, **settings) as (here, there),
    ):
        await joined(here.server.bus, there.server.bus)
        await joined(there.server.bus, here.server.bus)
        tokens = [await here.token(name) for name in ("Ann", "Ben", "Cid")]
        browsers = [
            await nudged(here, pushes, token, str(number)) for number, token in enumerate(tokens)
        ]
        looking = await there.client(tokens[0])
        found = [await here.server.sessions.read(token) for token in tokens]
        people = [c.Person(one[0].id, one[0].name) for one in found if one is not None]
        room = await here.server.tables.open(people[0], Options(clock="days", seats=3))
        for one in people[1:]:
            await here.server.tables.do(room.id, c.Command(c.Sit(), one))
        await here.server.tables.do(room.id, c.Command(c.Start(), people[0]))
        async with asyncio.timeout(60):
            for turns in range(1, 5):
                while len(await outcomes(here.server)) < turns:
                    for server in (here.server, there.server):
                        server.nudges.look()
                    await asyncio.sleep(0.02)
                await move(here.server, room)
        became = await outcomes(here.server)
        assert {one for person, one in became if person == people[0].id} == {"looking"}
        assert {one for person, one in became if person != people[0].id} == {"sent"}
        assert not pushes.at(browsers[0])
        tags = [told["tag"] for one in browsers[1:] for told in pushes.at(one)]
        assert tags and len(tags) == len(set(tags))
        await looking.close()

        async def ask(server: Live, number: int) -> int:
            body, session = pushes.browser(f"more{number}").body, f"Bearer {tokens[0]}"
            path, headers = "/api/me/nudges/device", {"Authorization": session}
            return (await server.http.put(path, json=body, headers=headers)).status_code

        many = (
            ask(one, 2 * each + at) for each in range(8) for at, one in enumerate((here, there))
        )
        assert Counter(await asyncio.gather(*many)) == {204: MAX_DEVICES - 1, 409: 7}
