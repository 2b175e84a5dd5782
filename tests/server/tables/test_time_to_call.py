"""Whoever has to call their last card by hand is left a moment to do so (R5.1), by everybody."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from gangoffour.rules.actions import Action, Play
from gangoffour.server.tables import time_to_call
from gangoffour.server.tables.time_to_call import CALL_MS, left_to_call
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.support.live import live
from tests.table.scene import playing


def without_a_word(actions: tuple[Action, ...]) -> Action:
    first = actions[0]
    return Play(first.combination, False) if isinstance(first, Play) else first


@pytest.mark.parametrize(("person", "left"), [(True, CALL_MS), (False, 0)])
def test_a_person_is_left_time_and_no_bot(person: bool, left: int) -> None:
    def silent(table: Table) -> bool:
        seat = None if table.match is None else table.match.round.silent
        return seat is not None and (table.seats[seat].person is not None) == person

    scene = playing("bob", options=Options(last_card="call", clock="none"))
    assert left_to_call(scene.table, scene.now) == 0
    scene.play_until(silent, without_a_word)
    assert left_to_call(scene.table, scene.now) == left
    assert left_to_call(scene.table, scene.now + CALL_MS) == 0
    if person:
        assert scene.table.match is not None and scene.table.match.round.silent is not None
        scene.do(scene.person(scene.table.match.round.silent), c.Call())
        assert left_to_call(scene.table, scene.now) == 0


@pytest.mark.anyio
async def test_neither_a_bot_nor_a_quick_hand_bars_whoever_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody here calls with their play, and the moment has no end: only the call lets the game go
    on, for a bot as for a person who has chosen long since."""
    monkeypatch.setattr(time_to_call, "CALL_MS", 10**9)
    options = Options(seats=3, clock="none", target=1000, last_card="call")
    async with live(tmp_path / "one.db") as server:
        people = [await server.person("Ann"), await server.person("Bob")]
        room = await server.match(*people, options=options)
        waited: set[bool] = set()
        while waited != {True, False}:
            match = room.table.match
            assert match is not None
            silent = match.round.silent
            if silent is None or silent == match.turn or silent >= len(people):
                mover = await server.settled(room, *people)
                await mover.do(room.id, mover.choice(room.id))
                continue
            hasty: asyncio.Task[int | None] | None = None
            if match.turn is not None and match.turn < len(people):
                other = people[match.turn]
                await other.until(partial(other.may_act, room.id))
                hasty = asyncio.create_task(other.do(room.id, other.choice(room.id)))
                await other.ask({"type": "ping"})  # sent after the move, and answered before it
            waited.add(hasty is not None)
            await people[silent].do(room.id, c.Call())
            if hasty is not None:
                await hasty
        barred = [
            fact["seat"]
            for facts in people[0].facts[room.id].values()
            for fact in facts
            if fact["type"] == "barred"
        ]
        assert not set(barred) & {0, 1}
