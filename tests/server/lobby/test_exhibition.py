"""The bots that play in the lobby: on, while somebody looks; nobody sits there, nothing is kept."""

from __future__ import annotations

import asyncio

import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.server.lobby.exhibition import EXHIBITION, PLAYERS
from gangoffour.table import commands as c
from tests.server.house import House, in_a_house
from tests.support.stored_tables import Ear


async def moves(house: House, more: int) -> None:
    """Until so many things more have happened at the exhibition."""
    room = house.server.lobby.exhibition.room
    until = room.table.seq + more
    async with asyncio.timeout(60):
        while room.table.seq < until:
            await asyncio.sleep(0.01)


@in_a_house
async def test_bots_play_while_somebody_looks_and_nothing_is_kept(house: House) -> None:
    tables = house.server.tables
    (ann,) = await house.guests("Ann")
    person, ear = c.Person(ann.id, ann.name), Ear(ann.id)
    room = await tables.get(EXHIBITION)
    assert [seat.bot for seat in room.table.seats] == list(PLAYERS)
    at_rest = room.table
    await asyncio.sleep(0)
    assert room.table is at_rest, "nobody looks"
    await tables.watch(room, ear, person, 0)
    await moves(house, 8)
    assert room.table.phase == "playing"
    for ask in (c.Sit(), c.Say("hello"), c.Leave(), c.GiveUp(), c.Start()):
        with pytest.raises(Refusal):
            await tables.do(EXHIBITION, c.Command(ask, person))
    await tables.unwatch(room, ear, person)
    await moves_no_more(house)
    assert room not in tables.rooms
    house.clock.at += 86_400_000
    tables.sweep()
    assert await tables.get(EXHIBITION) is room
    assert EXHIBITION not in await house.everything()


async def moves_no_more(house: House) -> None:
    """Until two looks, a move's time apart, see the same."""
    exhibition = house.server.lobby.exhibition
    seen = -1
    async with asyncio.timeout(60):
        while seen != exhibition.room.table.seq:
            seen = exhibition.room.table.seq
            await asyncio.sleep(4 * exhibition.pause_s)
