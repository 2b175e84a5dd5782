"""Copies of a whole database: made while it is played on, whole in themselves, and put back.

A copy is one SQLite file, whatever it was made of: of SQLite page by page in one step, which waits
for nobody and is not begun anew when somebody plays; of PostgreSQL row by row, all as they were at
one moment. So a copy can be put into either.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from gangoffour.server.storage.database import Database, newest_version
from gangoffour.server.storage.models import Model, ProcessRow, SeekerRow
from gangoffour.server.storage.private_file import give_to_owner_of_folder

AT_ONCE: Final = 2000
PASSING: Final = (ProcessRow.__tablename__, SeekerRow.__tablename__)
"""Who lives now and who seeks a match now is of no use later."""


class NotPossible(Exception):
    """Why a copy cannot be made or put back, in one sentence."""


async def back_up(database: Database, path: Path) -> None:
    """Copy a database into a new file; it is there whole, or not at all."""
    if path.exists():
        raise NotPossible(f"{path} is there already; a backup overwrites nothing.")
    if not path.parent.is_dir():  # perhaps a disk that is not mounted: nothing else takes its place
        raise NotPossible(f"There is no folder {path.parent}; a backup makes none.")
    if database.is_sqlite:
        source = _file_of(database)
        if source.is_file() and await database.schema_version() is None:
            raise NotPossible(f"{source} is no database of this game.")
        await asyncio.to_thread(_copy_file, source, path)
        return
    await _require_version(database, exactly=True)
    with TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        made = Path(folder) / "copy.db"
        copy = Database(f"sqlite+aiosqlite:///{made}")
        try:
            await copy.migrate()
            async with _at_one_moment(database) as connection:
                await _copy_rows(connection, copy)
        finally:
            await copy.close()
        await asyncio.to_thread(_copy_file, made, path)


async def restore(path: Path, database: Database) -> None:
    """Put a copy into a database in which nothing is; an older one is migrated on the way."""
    if not path.is_file():
        raise NotPossible(f"There is no file {path}.")
    if database.is_sqlite:
        target = _file_of(database)
        if target.exists():
            raise NotPossible(f"{target} is there already; restore into a new database.")
        left = target.with_name(target.name + "-wal")
        if left.exists():  # SQLite would write what is in it into the copy
            raise NotPossible(f"{left} is left from another database; move it away, too.")
        await asyncio.to_thread(_copy_file, path, target)
        give_to_owner_of_folder(target)
        try:
            await _require_version(database)
        except NotPossible:
            _remove(target)
            raise
        await database.migrate()
        return
    with TemporaryDirectory() as folder:
        local = Path(folder) / "copy.db"
        await asyncio.to_thread(_copy_file, path, local)
        copy = Database(f"sqlite+aiosqlite:///{local}")
        try:
            await _require_version(copy)
            await copy.migrate()
            await database.migrate()
            await _require_empty(database)
            async with _at_one_moment(copy) as connection:
                await _copy_rows(connection, database)
        finally:
            await copy.close()


def _file_of(database: Database) -> Path:
    name = database.url.database
    if name in (None, "", ":memory:"):
        raise NotPossible("A database in memory cannot be copied.")
    return Path(str(name))


def _copy_file(source: Path, target: Path) -> None:
    """All pages in one step: a reader in WAL mode sees one moment, and stops no writer."""
    if not source.is_file():
        raise NotPossible(f"There is no file {source}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    made = target.with_name(f".{target.name}.part")
    os.close(os.open(made, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True)) as old,
            closing(sqlite3.connect(made)) as new,
        ):
            old.backup(new, pages=-1)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it
            found = new.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise NotPossible(f"{source} is damaged: {found}.")
        with made.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(made, target)
    except sqlite3.DatabaseError as error:
        raise NotPossible(f"{source} cannot be copied: {error}.") from error
    finally:
        _remove(made)


def _remove(database: Path) -> None:
    """Remove what is left of a file, with those that SQLite may have begun beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)


@asynccontextmanager
async def _at_one_moment(database: Database) -> AsyncIterator[AsyncConnection]:
    """A database as it is now, for as long as it takes: without the limits that play has, row
    by row. A file in SQLite is a copy that nobody else has."""
    one = {} if database.is_sqlite else {"isolation_level": "REPEATABLE READ"}
    engine = create_async_engine(database.url, poolclass=NullPool, hide_parameters=True, **one)
    try:
        async with engine.connect() as connection:
            if not database.is_sqlite:
                await connection.execute(text("SET TRANSACTION READ ONLY"))
            yield connection
    finally:
        await engine.dispose()


async def _copy_rows(source: AsyncConnection, target: Database) -> None:
    """All rows of all tables, in one transaction; those that others point at come first."""
    async with target.writing() as connection:
        if not target.is_sqlite:
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                await connection.execute(text(f"SET LOCAL {limit} = 0"))
        for table in Model.metadata.sorted_tables:
            if table.name in PASSING:
                continue
            rows = await source.stream(select(table).order_by(*_order(table)))
            async for some in rows.mappings().partitions(AT_ONCE):
                await connection.execute(insert(table), [dict(row) for row in some])


def _order(table: Table) -> Sequence[Any]:
    """Rows that point into their own table come after those that point nowhere."""
    own = [one.parent for one in table.foreign_keys if one.column.table is table]
    return [*(column.is_not(None) for column in own), *table.primary_key.columns]


async def _require_version(database: Database, *, exactly: bool = False) -> None:
    found, newest = await database.schema_version(), newest_version()
    if found is None:
        raise NotPossible("That is no database of this game.")
    if found > newest:
        raise NotPossible(
            f"The database is of a newer version ({found}) than this program ({newest})."
        )
    if exactly and found != newest:
        raise NotPossible(f"The database is of an older version ({found}): run migrate first.")


async def _require_empty(database: Database) -> None:
    async with database.reading() as connection:
        for table in Model.metadata.sorted_tables:
            if table.name not in PASSING:
                query = select(func.count()).select_from(table)
                if (await connection.execute(query)).scalar_one():
                    raise NotPossible("The database is not empty; restore into a new one.")
