"""A new SQLite database that need not be migrated: a copy of one that was, once for all tests."""

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
        making = Thread(target=lambda: asyncio.run(_migrate(path)))  # the caller's loop waits
        making.start()
        making.join()
        return path.read_bytes()


async def _migrate(path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.migrate()
    await database.close()
