"""Who hears of a move: whoever asked for moves; with days for each move, everybody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from gangoffour.server.tables.listeners import Listeners
from gangoffour.server.tables.room import Room
from gangoffour.table import events as e
from gangoffour.table.options import Options
from gangoffour.table.state import Table

MOVE = e.Acted(0, {"pass": True})


def _heard(table: Table, *caused: e.Event) -> list[str]:
    heard: list[str] = []

    def hear(name: str) -> Any:
        return lambda room, caused: heard.append(name)

    listeners, room = Listeners(), Room("t", "CODE")
    room.table = table
    listeners.add(hear("lobby"), hear("lobby"))
    listeners.add(hear("vacations"))
    asyncio.run(listeners.tell(room, caused))
    return heard


@pytest.mark.parametrize(
    ("changed", "caused", "all_hear"),
    [
        ({}, (MOVE,), False),
        ({}, (), True),
        ({}, (MOVE, e.Readied(0)), True),
        ({}, (e.Readied(0),), True),
        ({"phase": "over"}, (MOVE,), True),
        ({"phase": "between"}, (MOVE,), True),
        ({"options": Options(clock="days")}, (MOVE,), True),
    ],
)
def test_only_a_move_in_the_middle_of_a_match_is_not_told_to_all(
    changed: dict[str, Any], caused: tuple[e.Event, ...], all_hear: bool
) -> None:
    table = replace(Table(), **{"phase": "playing", **changed})
    assert _heard(table, *caused) == ["lobby", "vacations"][: 2 if all_hear else 1]
