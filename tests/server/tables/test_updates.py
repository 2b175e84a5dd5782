"""Updates hold what has changed; put together they are the whole state, for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.support.client import merged
from tests.support.length import slice_of
from tests.support.stored_tables import Ear, StoredTables, listen, person, stored_tables

pytestmark = pytest.mark.anyio
FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.db"


class Follower(Ear):
    """Believes what it is told, as a client does."""

    state: Any = None

    def send(self, message: bytes) -> None:
        super().send(message)
        told = msgspec.json.decode(message)
        if told["type"] == "table":
            self.state = told
        elif self.state is not None:
            public = merged(self.state["public"], told["public"])
            self.state = {**self.state, **told, "public": public}


async def follow(one: StoredTables, room: Room, who: str) -> Follower:
    ear = Follower(who)
    ear.send(await one.tables.watch(room, ear, person(who), 0))
    return ear


def whole(room: Room, who: str, now: int) -> Any:
    """The state as a newcomer gets it."""
    return msgspec.json.decode(room.state_for(Ear(who), 0, now))


async def go_on(one: StoredTables, room: Room) -> None:
    if room.table.phase == "between":
        for who in FOUR:
            if room.table.phase == "between":
                await one.do(room, who, c.Ready())
    else:
        await one.move(room)


@pytest.mark.parametrize("look_back", [True, False])
async def test_updates_add_up_to_the_state(path: Path, look_back: bool) -> None:
    """Over a match with a clock, absences, another host and a spectator."""
    options = Options(clock="blitz", target=slice_of(20, 5), look_back=look_back)
    async with stored_tables(path) as one:
        room = await one.seated(*FOUR, options=options)
        followers = [await follow(one, room, who) for who in (*FOUR, "eve")]
        await one.do(room, "ann", c.Start())
        step = 0
        while room.table.phase != "over":
            step += 1
            one.clock.at += 3_000
            await go_on(one, room)
            if step % 10 == 0:
                await one.do(room, "bob", c.Disconnect())
                await one.do(room, "bob", c.Connect())
            for ear in followers:
                now = whole(room, ear.person_id, one.clock.at)
                assert ear.state["public"] == now["public"]
                assert ear.state["own"] == now["own"]
        assert step > 20
        await one.do(room, "bob", c.Leave())
        assert followers[1].state["own"] is None, "who has left has no hand"
        late = await follow(one, room, "fay")
        await one.do(room, "fay", c.Sit())
        assert late.state["own"] == whole(room, "fay", one.clock.at)["own"]


async def test_what_did_not_change_is_not_sent_again(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        ear = listen(room, Ear("ann"))
        for _ in range(6):
            await one.move(room)
        last = ear.heard[-1]
        assert not {"options", "seats", "id"} & last["public"].keys()
        assert not {"results", "commitment", "seed"} & last["public"]["match"].keys()
        waits = room.table.turn != 0 and room.table.match is not None
        assert ("own" in last) is not (waits and ear.heard[-1]["events"][0]["what"]["seat"] != 0)


async def test_who_was_left_out_gets_the_whole_state(path: Path) -> None:
    """A spectator hears nothing while spectators are not wanted, and everything afterwards."""
    options = Options(clock="none", target=1, spectators=False)
    async with stored_tables(path) as one:
        room = await one.seated(*FOUR, options=options)
        eve = await follow(one, room, "eve")
        await one.do(room, "ann", c.Start())
        heard = len(eve.raw)
        while room.table.phase != "over":
            assert len(eve.raw) == heard
            await go_on(one, room)
        assert eve.heard[-1]["type"] == "table"
        assert eve.state["public"] == whole(room, "eve", one.clock.at)["public"]


def plays_in(value: object) -> list[list[str]]:
    """All plays anywhere in a message, as lists of codes."""
    if isinstance(value, list):
        return [found for one in value for found in plays_in(one)]
    if isinstance(value, dict):
        own = [value[key] for key in ("play", "cards") if isinstance(value.get(key), list)]
        return own + [found for one in value.values() for found in plays_in(one)]
    return []


async def test_earlier_tricks_are_seen_only_where_people_may_look_back(path: Path) -> None:
    """R4.7: only the current trick is open; a casual table may allow more."""
    async with stored_tables(path) as one:
        for allowed in (False, True):
            room = await one.playing(*FOUR, options=Options(clock="none", look_back=allowed))
            ear = listen(room, Ear("eve"))
            earlier: list[list[str]] = []
            while len(earlier) < 3 and room.table.phase == "playing":
                await one.move(room)
                history = _round(room.table)
                leads = [index for index, move in enumerate(history) if move.lead]
                trick = leads[-1] if leads else 0
                earlier = [move.play.codes for move in history[:trick] if move.play is not None]
            current = [move.play.codes for move in history[trick:] if move.play is not None]
            assert len(earlier) >= 3
            states = [msgspec.json.decode(room.state_for(ear, seq, 0)) for seq in (0, 1, 8)]
            found = plays_in(states)
            assert all((play in found) is allowed for play in earlier if play not in current)
            shown = states[0]["public"]["match"]["earlier"]
            assert [play for trick in shown for play in plays_in(trick)] == (
                earlier if allowed else []
            )
            updates = [
                one["public"]["match"]["earlier"]
                for one in ear.heard
                if "earlier" in (one["public"].get("match") or {})
            ]
            assert bool(updates) is allowed


def _round(table: Table) -> Any:
    assert table.match is not None
    return table.match.round.history
