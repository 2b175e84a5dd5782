"""Processes start on a busy machine, where PostgreSQL ends transactions that stood still."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.util import await_only

from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.kept_key import TRIES, kept_key
from tests.support.servers import Nats
from tests.support.several import servers

pytestmark = pytest.mark.anyio


@contextmanager
def cut(times: int, *tables: str) -> Iterator[Counter[str]]:
    """PostgreSQL ends so many transactions that insert there before COMMIT; how many so far."""
    done: Counter[str] = Counter()

    def after(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        table = next((one for one in tables if statement.startswith(f"INSERT INTO {one} ")), None)
        if table and done[table] < times:
            done[table] += 1
            driver = connection.connection.driver_connection
            ended = asyncio.Event()
            driver.add_termination_listener(lambda _: ended.set())
            await_only(driver.execute("SET idle_in_transaction_session_timeout = 1"))
            await_only(ended.wait())

    event.listen(Engine, "after_cursor_execute", after)
    try:
        yield done
    finally:
        event.remove(Engine, "after_cursor_execute", after)


async def test_what_stood_still_at_its_start_starts_all_the_same(database: str, nats: Nats) -> None:
    with cut(2, "keys", "processes") as done:
        async with servers(database, nats, 1) as (server,):
            assert done == {"keys": 2, "processes": 2}
            assert server.server.leases is not None and server.server.leases.lives
            assert (await server.http.get("/readyz")).status_code == 200


async def test_a_key_is_made_once_and_what_goes_on_failing_is_told(database: str) -> None:
    one, other = Database(database), Database(database)
    try:
        await one.migrate()
        made = iter(b"%d" % number for number in range(9))
        both = (kept_key(each, "shared", lambda: next(made)) for each in (one, other))
        assert len(set(await asyncio.gather(*both))) == 1
        with cut(TRIES, "keys"), pytest.raises(StorageUnavailable):
            await kept_key(one, "never", lambda: b"lost")
        assert await kept_key(other, "never", lambda: b"kept") == b"kept"
        assert await kept_key(one, "never", lambda: b"not made") == b"kept"
    finally:
        await one.close()
        await other.close()
