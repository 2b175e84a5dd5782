"""Who lives and who owns what, on PostgreSQL: expiry by its clock, take-over, fences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.database import (
    POSTGRES,
    Database,
    StorageUnavailable,
    newest_version,
)
from gangoffour.server.storage.event_log import Conflict, EventLog, Summary
from gangoffour.server.storage.processes import Fence, Peers, Processes, Stale
from gangoffour.server.storage.stored_event import Entry
from tests.support.patience import SHIPPED_POSTGRES

pytestmark = pytest.mark.anyio
LEASE_MS = 60_000
SHORT_MS = 1_000


@asynccontextmanager
async def storage(
    url: str, lease_ms: int = LEASE_MS
) -> AsyncIterator[tuple[Database, EventLog, Processes]]:
    database = Database(url)
    await database.migrate()
    events = EventLog(database, several=True)
    events.start()
    try:
        yield database, events, Processes(database, lease_ms)
    finally:
        await events.close()
        await database.close()


def entry(table: str, seq: int, command: str | None = None) -> Entry:
    return Entry(table, seq, 1_000 + seq, command, b"{}")


async def start(events: EventLog, table: str, owner: str | None) -> Fence | None:
    """A new table whose match begins at once."""
    await events.append([entry(table, 1)], Summary(table, table.upper(), "waiting", new=True))
    return await events.append([entry(table, 2)], Summary(table, "", "playing", owner=owner))


async def test_who_is_late_is_dead_and_stays_dead(database: str) -> None:
    async with storage(database, SHORT_MS) as (_, _, processes):
        first = await processes.register("one")
        await processes.register("two")
        renewed = await processes.renew("one")
        assert renewed is not None and renewed >= first
        assert (await processes.peers()).living == {"one", "two"}
        await processes.expire("two")
        assert await processes.peers() == Peers(frozenset({"one"}), frozenset({"two"}))
        await asyncio.sleep(SHORT_MS / 1000 + 0.1)
        assert await processes.renew("one") is None
        assert (await processes.peers()).dead == {"one", "two"}


async def test_tables_of_the_dead_are_taken_over_once_each(database: str) -> None:
    async with storage(database) as (_, events, processes):
        for name in ("dead", "one", "two"):
            await processes.register(name)
        for number in range(12):
            fence = await start(events, f"t{number:02}", "dead")
            assert fence == Fence("dead", 1)
        await events.append([entry("t00", 3)], Summary("t00", "", "over"))
        await processes.expire("dead")
        assert not await processes.mark_absent("dead")
        taken = await asyncio.gather(
            *(processes.claim(name, "dead", 4) for name in ("one", "two", "one", "two"))
        )
        tables = [table for some in taken for table in some]
        assert sorted(tables) == [f"t{number:02}" for number in range(1, 12)]
        assert all(fence.number == 2 for some in taken for fence in some.values())
        assert await processes.mark_absent("dead")
        assert await processes.adopt("one", 50) == {}


async def test_tables_of_nobody_are_adopted(database: str) -> None:
    async with storage(database) as (_, events, processes):
        await processes.register("one")
        await start(events, "alone", None)
        await start(events, "forgotten", "somebody of old")
        assert await processes.adopt("one", 50) == {
            "alone": Fence("one", 1),
            "forgotten": Fence("one", 2),
        }


async def test_who_is_dead_takes_nothing_over(database: str) -> None:
    async with storage(database) as (_, events, processes):
        for name in ("gone", "late"):
            await processes.register(name)
            await processes.expire(name)
        await start(events, "t", "gone")
        assert await processes.claim("late", "gone", 4) == {}
        assert await processes.adopt("late", 4) == {}
        assert await processes.owned("gone") == {"t": Fence("gone", 1)}
        await processes.register("new")
        assert await processes.claim("new", "gone", 4) == {"t": Fence("new", 2)}


async def test_a_stale_fence_is_refused_and_nothing_stored(database: str) -> None:
    async with storage(database) as (_, events, processes):
        await processes.register("old")
        old, other = await start(events, "t", "old"), await start(events, "u", "old")
        assert old is not None and other is not None
        await events.append([entry("t", 3)], None, old)
        await processes.expire("old")
        await processes.register("new")
        fresh = (await processes.claim("new", "old", 1)) | (await processes.claim("new", "old", 1))
        written = await asyncio.gather(
            events.append([entry("t", 4)], None, old),
            events.append([entry("u", 3)], None, fresh["u"]),
            events.append([entry("u", 3)], None, fresh["u"]),
            return_exceptions=True,
        )
        assert [type(one) for one in written] == [Stale, type(None), Conflict]
        assert await events.heads(["t", "u", "none"]) == {"t": 3, "u": 3}
        await events.append([entry("t", 4)], None, fresh["t"])


async def test_processes_that_start_together_migrate_once(empty_database: str) -> None:
    several = [Database(empty_database) for _ in range(4)]
    await asyncio.gather(*(one.migrate() for one in several))
    async with several[0].reading() as connection:
        found = await connection.execute(text("select version_num from alembic_version"))
        assert found.scalar_one() == newest_version()
    for one in several:
        await one.close()


async def test_a_transaction_that_stands_still_is_ended_by_the_database(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(POSTGRES, "server_settings", {**SHIPPED_POSTGRES})
    async with storage(database) as (stopped, events, _):
        await start(events, "t", None)
        other = Database(database)

        async def stand_still() -> None:
            async with stopped.writing() as connection:
                await connection.execute(text("update tables set phase = 'over' where id = 't'"))
                async with other.writing() as meanwhile:  # waits for the first, but not for long
                    await meanwhile.execute(text("update tables set phase = 'paused'"))

        async with asyncio.timeout(120):
            phase = ""
            while phase != "paused":  # on a busy machine the other may give up first
                with pytest.raises(StorageUnavailable):
                    await stand_still()
                async with other.reading() as connection:
                    found = await connection.execute(text("select phase from tables"))
                    phase = found.scalar_one()
        await other.close()


async def test_what_was_packed_away_cannot_be_written_anew(database: str) -> None:
    async with storage(database) as (stored, events, _):
        await start(events, "t", None)
        await events.append([entry("t", 3)], Summary("t", "", "over"))
        assert await pack(stored, 10_000) == 1
        with pytest.raises(Stale):
            await events.append([entry("t", 2, "from an old state")])
        await events.append([entry("t", 4)])
        assert [one.seq for one in await events.read("t")] == [1, 2, 3, 4]
        assert await events.heads(["t"]) == {"t": 4}
        assert await pack(stored, 10_000) == 1
        assert [one.seq for one in await events.read("t", 2)] == [3, 4]
        assert await events.heads(["t"]) == {"t": 4}
        assert await pack(stored, 10_000) == 0
