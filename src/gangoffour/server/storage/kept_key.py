"""A secret of this database, made by the first process that asks for it and kept for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.models import KeyRow

TRIES: Final = 3
"""Processes ask for it as they start, when machines are busiest: PostgreSQL ends the transaction of
one that stood still for too long, which is no reason not to start."""


async def kept_key(database: Database, name: str, make: Callable[[], bytes]) -> bytes:
    """The secret of this name; ``make`` says what it is if there is none yet."""
    for left in reversed(range(TRIES)):
        if (kept := await _read(database, name)) is not None:
            return kept
        try:
            async with database.writing() as connection:
                await connection.execute(insert(KeyRow).values(name=name, value=make()))
        except IntegrityError:
            pass  # another process has just made it
        except StorageUnavailable:
            if not left:
                raise
    kept = await _read(database, name)
    assert kept is not None, "stored, or refused because it is there"
    return kept


async def _read(database: Database, name: str) -> bytes | None:
    query = select(KeyRow.value).where(KeyRow.name == name)
    async with database.reading() as connection:
        found: bytes | None = (await connection.execute(query)).scalar_one_or_none()
    return found
