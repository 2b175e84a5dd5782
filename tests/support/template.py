"""A new database that need not be migrated: a copy of one that was, once for all tests."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from gangoffour.server.storage.database import Database


def unpack(path: Path) -> None:
    """Put the copy there, unless there is a database already."""
    if not path.exists():
        path.write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    """What migrations make of nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        migrate(f"sqlite+aiosqlite:///{path}")
        return path.read_bytes()


def migrate(url: str) -> None:
    """Bring a database to the newest schema; nobody is connected to it afterwards."""
    making = Thread(target=lambda: asyncio.run(_migrate(url)))  # the caller's loop waits
    making.start()
    making.join()


async def _migrate(url: str) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()
