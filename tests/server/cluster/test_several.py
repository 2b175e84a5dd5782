"""Several server processes, one match: each here is a whole server with sockets of its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, delete, event, select
from sqlalchemy.util import await_only

from gangoffour.server.cluster.nats_bus import NatsBus
from gangoffour.server.storage.models import MatchRow, PlayerRow
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import WAIT_S, Client
from tests.support.live import Live, live
from tests.support.servers import Nats
from tests.support.several import NOWHERE, begin, servers, until

pytestmark = pytest.mark.anyio
OPTIONS = Options(seats=3, clock="none", target=5)


async def match(here: Live, there: Live, options: Options = OPTIONS) -> tuple[str, Client, Client]:
    """Ann here, Bob there, and a bot."""
    ann = await here.person("Ann")
    bob = await there.person("Bob")
    host = c.Person(ann.me["id"], "Ann", 50)
    room = await here.server.tables.open(host, options)
    await ann.watch(room.id)
    await bob.watch(room.id)
    await bob.do(room.id, c.Sit())
    await ann.do(room.id, c.SetBot(2, "dumpling"))
    await begin(ann, room.id)
    return room.id, ann, bob


def room_of(live: Live, table: str) -> Room:
    return next(room for room in live.server.tables.rooms if room.id == table)


async def play(table: str, *people: Client, turns: int = 10_000) -> None:
    """Play until the match is over, or so many turns."""
    for _ in range(turns):
        await until(
            lambda: any(one.may_act(table) or one.state(table)["phase"] == "over" for one in people)
        )
        mover = next((one for one in people if one.may_act(table)), None)
        if mover is None:
            await until(lambda: all(one.state(table)["phase"] == "over" for one in people))
            return
        await mover.do(table, mover.choice(table))
        seq = mover.seqs[table]
        for one in people:
            await one.until(lambda one=one, seq=seq: one.seqs[table] >= seq)  # type: ignore[misc]


async def test_people_at_different_processes_play_a_whole_match(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        table, ann, bob = await match(here, there)
        await play(table, ann, bob)
        assert ann.state(table)["phase"] == bob.state(table)["phase"] == "over"
        told = [
            {seq: facts for seq, facts in one.facts[table].items() if seq > 6} for one in (ann, bob)
        ]
        assert told[0] == told[1]
        assert room_of(here, table).table == room_of(there, table).table
        assert here.server.leases is not None and there.server.leases is not None
        assert not any(one.server.gauges()["tables_owned"] for one in (here, there))
        async with asyncio.timeout(60):  # a bot may have had the last move: nobody waited for it
            while True:
                (kept,) = await there.server.history.my_matches(bob.me["id"])
                if kept.ended_at is not None:
                    break
                await asyncio.sleep(0.05)


async def test_lost_news_heals_from_the_database(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        table, ann, bob = await match(here, there)

        async def silence(subject: str, news: bytes) -> None:
            return None

        for one in (here, there):
            one.server.bus.publish = silence  # type: ignore[method-assign]
        await play(table, ann, bob, turns=3)
        assert room_of(here, table).table == room_of(there, table).table


async def test_who_comes_from_another_process_is_never_shown_an_older_state(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats) as (here, there):
        table, ann, bob = await match(here, there)

        async def silence(subject: str, news: bytes) -> None:
            return None

        here.server.bus.publish = silence  # type: ignore[method-assign]
        for _ in range(5):
            await ann.do(table, c.Say("hello"))
            if room_of(there, table).table.seq < ann.seqs[table]:
                break  # else it has looked into the database just now
        assert room_of(there, table).table.seq < ann.seqs[table]
        again = await there.client(ann.token)
        again.seqs[table] = known = ann.seqs[table]
        shown = await again.watch(table)
        assert shown["public"]["seq"] >= known
        await bob.close()


async def test_nobody_is_refused_for_what_their_process_has_missed(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        room = await here.server.tables.open(c.Person(ann.me["id"], "Ann", 50), OPTIONS)
        await ann.watch(room.id)
        await ann.do(room.id, c.SetBot(2, "dumpling"))
        await bob.watch(room.id)

        async def silence(subject: str, news: bytes) -> None:
            return None

        there.server.bus.publish = silence  # type: ignore[method-assign]
        await bob.do(room.id, c.Sit())
        assert not room.table.seats[1].taken
        await begin(ann, room.id)
        assert room.table.running


async def test_one_process_moves_the_bots_and_the_other_follows(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        table, _, _ = await match(here, there)
        owners = [one.server.leases for one in (here, there)]
        assert owners[0] is not None and owners[1] is not None
        assert [one.may_act(table) for one in owners if one] == [True, False]
        assert room_of(there, table).bot_task is None


async def test_who_is_at_another_process_is_not_gone(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        table, ann, bob = await match(here, there)
        await asyncio.sleep(0.8)  # the roll after the start
        seats = room_of(here, table).table.seats
        assert [seat.dropped_at for seat in seats] == [None, None, None]
        again = await here.client(bob.token)
        await again.watch(table)
        await bob.close()
        await asyncio.sleep(0.8)
        assert room_of(here, table).table.seats[1].dropped_at is None
        await again.vanish()
        await until(lambda: room_of(here, table).table.seats[1].dropped_at is not None)
        await ann.until(lambda: not ann.state(table)["seats"][1]["connected"])


def heard_of(live: Live, room: Room) -> set[str]:
    """What a process hears about a table."""
    assert isinstance(live.server.bus, NatsBus)
    subjects = (one.subject for one in live.server.bus._heard)
    return {one.partition(".")[0] for one in subjects if one.endswith(room.id)}


async def test_what_is_asked_or_told_of_a_table_goes_only_where_it_is(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats, 3) as (here, there, elsewhere):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        room = await here.match(ann)
        assert heard_of(here, room) == {"table", "roll", "screens", "audience"}
        await bob.watch(room.id)
        assert heard_of(there, room) == {"table", "roll", "screens", "audience"}
        assert heard_of(elsewhere, room) == set()
        found: list[list[str]] = []
        async with asyncio.timeout(WAIT_S):  # what is to be heard reaches NATS a moment later
            while len(found) < 2:
                asked = elsewhere.server.bus.ask_all(f"roll.{room.id}", b"", 1.0, 2)
                found = [msgspec.json.decode(one) for one in await asked]
        assert sorted(found) == sorted([[ann.me["id"]], [bob.me["id"]]])
        await bob.close()
        await until(lambda: not there.server.tables.rooms[0].watchers)
        there.server.tables.sweep()
        assert heard_of(there, room) == set()


async def test_who_was_told_gone_but_is_here_says_so(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        table, ann, bob = await match(here, there)
        person = c.Person(bob.me["id"], "Bob")
        await here.server.tables.do(table, c.Command(c.Disconnect(), person))
        await ann.until(
            lambda: any(
                fact["type"] == "back" for facts in ann.facts[table].values() for fact in facts
            )
        )
        assert room_of(here, table).table.seats[1].dropped_at is None


async def test_a_process_that_stops_hands_its_matches_over(database: str, nats: Nats) -> None:
    async with servers(database, nats, 1) as (there,):
        async with live(NOWHERE, database=database, bus=nats.url) as here:
            table, ann, bob = await match(here, there)
            await play(table, ann, bob, turns=2)
            here.clients.clear()  # they do not go first
        assert await ann.gone() == 1012
        ann.url = there.url
        await ann.connect()
        await ann.watch(table)
        there.clients.append(ann)
        await play(table, ann, bob, turns=4)
        assert there.server.leases is not None
        assert there.server.leases.may_act(table)
        assert any(
            fact["type"] == "recovered" for facts in bob.facts[table].values() for fact in facts
        )


async def test_results_are_taken_over_though_the_database_goes_away_meanwhile(
    database: str, nats: Nats
) -> None:
    """What the process that is gone had not stored of a match, the one that follows stores."""
    times = 0

    def cut(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        nonlocal times
        if statement.startswith("SELECT matches.number, matches.ended_at") and not times:
            times += 1
            with suppress(Exception):  # it ends the very line on which it is asked
                driver = connection.connection.driver_connection
                await_only(driver.execute("SELECT pg_terminate_backend(pg_backend_pid())"))

    async def stored() -> bool:
        async with there.server.database.reading() as connection:
            query = select(MatchRow.number).where(MatchRow.table_id == table)
            return (await connection.execute(query)).first() is not None

    async with servers(database, nats, 1) as (there,):
        async with live(NOWHERE, database=database, bus=nats.url) as here:
            table, ann, bob = await match(here, there)
            await play(table, ann, bob, turns=2)
            lost = select(MatchRow.id).where(MatchRow.table_id == table)
            async with there.server.database.writing() as connection:
                await connection.execute(delete(PlayerRow).where(PlayerRow.match_id.in_(lost)))
                await connection.execute(delete(MatchRow).where(MatchRow.table_id == table))
            here.clients.clear()
            event.listen(Engine, "before_cursor_execute", cut)
        try:
            async with asyncio.timeout(WAIT_S):
                while not await stored():
                    await asyncio.sleep(0.05)
            assert times == 1
        finally:
            event.remove(Engine, "before_cursor_execute", cut)
