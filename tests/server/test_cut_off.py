"""A task cut off while it uses the database leaves no connection behind."""

from __future__ import annotations

import asyncio
import gc
import warnings
from pathlib import Path

import pytest
from sqlalchemy import text

from gangoffour.server.storage.database import Database

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("way", ["reading", "writing"])
async def test_no_connection_is_left_behind(tmp_path: Path, way: str) -> None:
    """Cut off at many moments: while it opens, asks, or closes."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for turns in range(60):
            database = Database(f"sqlite+aiosqlite:///{tmp_path / 'one.db'}")
            task = asyncio.create_task(_use(database, way))
            for _ in range(turns):
                await asyncio.sleep(0 if turns % 3 else 0.0003)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await database.close()
            del task, database
            gc.collect()
    assert [str(one.message) for one in warned if "Connection" in str(one.message)] == []


async def _use(database: Database, way: str) -> None:
    while True:
        async with getattr(database, way)() as connection:
            await connection.execute(text("select 1"))
