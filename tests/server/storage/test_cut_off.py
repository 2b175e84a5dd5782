"""A task cut off while it uses the database leaves no connection behind."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gangoffour.server.storage.database import Database

pytestmark = pytest.mark.anyio


class Door:
    """Files are opened only when it is let go; what was opened is remembered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.free = threading.Event()
        self.opened: list[sqlite3.Connection] = []
        self._open = sqlite3.connect
        monkeypatch.setattr(sqlite3.dbapi2, "connect", self._opening)

    def _opening(self, *place: Any, **options: Any) -> sqlite3.Connection:
        self.reached.set()
        assert self.free.wait(20)
        connection: sqlite3.Connection = self._open(
            *place, **{**options, "check_same_thread": False}
        )
        self.opened.append(connection)
        return connection

    async def wait(self) -> None:
        while not self.reached.is_set():
            await asyncio.sleep(0.001)

    def still_open(self) -> int:
        return sum(_is_open(one) for one in self.opened)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("select 1")
    except sqlite3.ProgrammingError:
        return False
    return True


async def _use(database: Database, way: str) -> None:
    async with getattr(database, way)() as connection:
        await connection.execute(text("select 1"))


@pytest.mark.parametrize("way", ["reading", "writing"])
async def test_no_connection_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Cut off in the middle of opening: the file is open a moment later, and nobody asked."""
    door = Door(monkeypatch)
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'one.db'}")
    task = asyncio.create_task(_use(database, way))
    await door.wait()
    task.cancel()
    await asyncio.sleep(0.01)
    door.free.set()
    ended = await asyncio.gather(task, return_exceptions=True)
    assert isinstance(ended[0], asyncio.CancelledError)
    await database.close()
    assert len(door.opened) == 1
    assert door.still_open() == 0
