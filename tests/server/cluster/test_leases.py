"""Whatever becomes of a lease, every running match has somebody who moves it, and soon."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic

import pytest
from sqlalchemy import text

from gangoffour.server.cluster.leases import SharedLeases
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.processes import Fence, Stale
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.cluster.test_several import match, play, room_of
from tests.support.live import Live
from tests.support.patience import LASTING
from tests.support.servers import Nats
from tests.support.several import servers, until

pytestmark = pytest.mark.anyio
SOON_S = 60.0
BRISK = replace(LASTING, renew_s=0.4, margin_s=0.3, moment_s=0.5, adopt_s=0.8)
"""Where nothing happens because of the time alone."""


def lease_of(live: Live) -> SharedLeases:
    assert live.server.leases is not None
    return live.server.leases


async def test_a_lease_that_lapsed_for_a_moment_loses_no_match(database: str, nats: Nats) -> None:
    patient = replace(BRISK, moment_s=SOON_S)
    async with servers(database, nats, pace=patient) as (here, there):
        table, ann, bob = await match(here, there)
        lease_of(here)._good_until = monotonic()  # as if the database had been slow
        with pytest.raises(Stale):
            await here.server.tables.do(table, c.Command(c.Recover()))
        await until(lambda: any(lease_of(one).may_act(table) for one in (here, there)), SOON_S)
        await play(table, ann, bob, turns=4)


async def test_a_refused_fence_is_not_the_one_that_was_gained_since(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats, pace=BRISK) as (here, there):
        table, _, _ = await match(here, there)
        lease = lease_of(here)
        now = lease.fence(table)
        assert now is not None
        lease.refused(table, Fence(lease.name, now.number - 1))
        assert lease.may_act(table)
        lease.refused(table, now)
        assert not lease.may_act(table)


async def test_a_match_is_taken_over_by_a_process_that_had_not_heard_of_it(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats, pace=BRISK) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        host = c.Person(ann.me["id"], "Ann", 50)
        room = await here.server.tables.open(host, Options(seats=3, clock="none", target=5))
        await ann.watch(room.id)
        await bob.watch(room.id)
        await bob.ask({"type": "unwatch", "table": room.id})
        await asyncio.sleep(1.5)  # compared for the last time in a while

        async def silence(subject: str, news: bytes) -> None:
            return None

        publish, here.server.bus.publish = here.server.bus.publish, silence  # type: ignore[method-assign]
        for place in (1, 2):
            await ann.do(room.id, c.SetBot(place, "dumpling"))
        await ann.do(room.id, c.Start())
        assert not room_of(there, room.id).table.running
        await lease_of(here).close()
        taken = room_of(there, room.id)
        await until(lambda: taken.table.running and lease_of(there).may_act(room.id), SOON_S)
        here.server.bus.publish = publish  # type: ignore[method-assign]
        await ann.watch(room.id)  # by herself she would be missed, and the match would wait for her
        await until(lambda: taken.table.turn == 0, SOON_S)  # the bots have played


async def test_a_match_of_a_process_that_nobody_knows_is_adopted_soon(
    database: str, nats: Nats
) -> None:
    """Whoever begins a match in the moment in which its lease is lost leaves one behind."""
    async with servers(database, nats, pace=BRISK) as (here, there):
        table, ann, bob = await match(here, there)
        async with here.server.database.writing() as connection:
            await connection.execute(text("update tables set owner = 'lost', fence = fence + 1"))
        lease_of(here)._fences.clear()
        await until(lambda: any(lease_of(one).may_act(table) for one in (here, there)), SOON_S)
        await play(table, ann, bob, turns=4)


async def test_a_match_that_its_owner_has_forgotten_is_remembered(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats, pace=BRISK) as (here, there):
        table, ann, bob = await match(here, there)
        lease_of(here)._fences.clear()
        await until(lambda: lease_of(here).may_act(table), SOON_S)
        await play(table, ann, bob, turns=4)


async def test_a_lease_is_renewed_however_much_else_waits_for_the_database(
    database: str, nats: Nats
) -> None:
    async with servers(database, nats, 1, pace=BRISK) as (here,):
        pools = (here.server.database.writer, here.server.database.reader)
        taken = [await pool.connect() for pool in pools for _ in range(pool.pool.size())]  # type: ignore[attr-defined]
        lease = lease_of(here)
        name, until_then = lease.name, lease._good_until
        await until(lambda: lease._good_until > until_then + 2 * BRISK.renew_s, SOON_S)
        assert lease.lives and lease.name == name
        for one in taken:
            await one.close()


@pytest.mark.parametrize("answers", [True, False])
async def test_a_process_cut_off_from_the_database_sends_its_people_elsewhere(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    """Whether the database says no at once, or says nothing at all."""
    async with servers(database, nats, pace=BRISK) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        shared, cut = lease_of(here), asyncio.Event()

        async def unreachable(_: str) -> None:
            cut.set()
            if answers:
                raise StorageUnavailable("cut off")
            await asyncio.sleep(3600)

        monkeypatch.setattr(shared._processes, "renew", unreachable)
        await cut.wait()  # so that no renewal is under way that makes it last
        shared._good_until = monotonic() + BRISK.renew_s  # as if it were old
        assert await ann.gone(SOON_S) == 1012
        assert not shared.lives
        assert (await bob.ask({"type": "ping"}))["type"] == "pong"
