"""The connection to the database: set up, migrated, and told apart when it is in trouble."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import Connection, Dialect, Insert, Update, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncEngine,
    AsyncTransaction,
    create_async_engine,
)
from sqlalchemy.pool import AsyncAdaptedQueuePool

from gangoffour.server.storage.private_file import make_private
from gangoffour.server.storage.sqlite import (
    Do,
    Given,
    Row,
    Sqlite,
    SqliteConnection,
    Writer,
    set_up,
)

MIGRATIONS = Path(__file__).parent / "migrations"
WAIT_S: Final = 5
"""How long anything may take before the database counts as unavailable."""
READERS: Final = 2
"""Threads that read SQLite."""
POSTGRES: Final[dict[str, Any]] = {
    "timeout": WAIT_S,
    "command_timeout": WAIT_S,
    "server_settings": {
        "application_name": "gangoffour",
        "statement_timeout": "4000",
        "lock_timeout": "3000",
        "idle_in_transaction_session_timeout": "2000",
    },
}
"""A process that stands still or is cut off must not hold others up: PostgreSQL ends its
transactions well before its tables are taken over."""
MIGRATION_LOCK: Final = 0x60F4


CLASHES: Final = (IntegrityError, sqlite3.IntegrityError)
"""What the database says if somebody else was first."""


TROUBLE: Final = (DBAPIError, NoConnectionFree, OSError, sqlite3.Error)
UNSURE: Final = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
"""SQLite's words for what is written, but perhaps not for good; else it takes back what fails."""


class StorageUnavailable(Exception):
    """The database cannot be written or read now: full disk, lock, lost connection.

    Nothing was stored, unless it is ``OutcomeUnknown``.
    """


class OutcomeUnknown(StorageUnavailable):
    """The line broke after COMMIT was sent: it may be stored or not."""


class Database:
    """SQLite with one writer, as it allows no more, and some readers, each in a thread of its own;
    or two pools of connections to PostgreSQL."""

    def __init__(self, url: str, connections: int = 8) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._closing: set[asyncio.Task[None]] = set()
        if self.is_sqlite:
            self._sqlite = Sqlite(self.url, set_up, READERS)
            return
        self.writer = self._engine((connections + 1) // 2)
        # a look needs no transaction: one way there and back, not three
        self.reader = self._engine(max(1, connections // 2)).execution_options(
            isolation_level="AUTOCOMMIT"
        )

    @property
    def dialect(self) -> Dialect:
        return self._sqlite.dialect if self.is_sqlite else self.writer.dialect

    def _engine(self, size: int) -> AsyncEngine:
        return create_async_engine(
            self.url,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=size,
            max_overflow=0,
            pool_timeout=WAIT_S,
            hide_parameters=True,  # an error's text must not hold seeds or passwords
            connect_args=POSTGRES,
        )

    async def migrate(self) -> None:
        """Bring the schema up to date. Alembic is loaded only if there is something to do.

        A newer schema is left alone: the last version and the next one run side by side.
        """
        make_private(self.url)
        if (await self.schema_version() or "") >= newest_version():
            return
        async with self.writing() as connection:
            if not self.is_sqlite:
                await _wait_for_turn(connection)
            await connection.run_sync(_upgrade)

    async def schema_version(self) -> str | None:
        """The schema's version; None for a new database."""
        async with self.reading() as connection:
            if not await connection.run_sync(_has_version):
                return None
            query = text("SELECT version_num FROM alembic_version")
            return (await connection.execute(query)).scalar_one_or_none()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; committed at the end, rolled back on any error."""
        with _trouble_named():
            if self.is_sqlite:
                async with self._sqlite.turn(WAIT_S), _committed(self._sqlite.writer):
                    yield _as_asyncio(self._sqlite.writer.step)
                return
            async with (
                self._connected(self.writer) as connection,
                _committed(await connection.begin()),
            ):
                yield connection

    async def transact(self, work: Callable[[Connection], object]) -> None:
        """Do some work in a transaction of its own; it is on disk when this returns."""
        with _trouble_named():
            if self.is_sqlite:
                async with self._sqlite.turn(WAIT_S):
                    await self._sqlite.writer.transact(work)
                return
            async with (
                self.writer.connect() as connection,
                _committed(await connection.begin()),
            ):
                await connection.run_sync(work)

    async def store(self, statement: str, rows: list[Row], *then: Given) -> None:
        """Do a statement for each of some rows, and what else belongs to them, in a transaction of
        their own; all of it is on disk when this returns."""
        if not self.is_sqlite:
            await self.transact(lambda one: _store(one, statement, rows, then))
            return
        with _trouble_named():
            async with self._sqlite.turn(WAIT_S):
                await self._sqlite.writer.store(statement, rows, *then)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads."""
        with _trouble_named():
            if self.is_sqlite:
                async with self._sqlite.reader(WAIT_S) as reader:
                    yield _as_asyncio(reader.do)
                return
            async with self._connected(self.reader) as connection:
                yield connection

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection of an engine. A task cut off while it is opened leaves none behind."""
        opening = asyncio.ensure_future(_open(engine))
        try:
            connection = await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._finish(_close_once_open(opening))
            raise
        try:
            yield connection
        finally:
            await asyncio.shield(self._finish(connection.close()))

    def _finish(self, closing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Close a connection whatever becomes of the task that used it."""
        task = asyncio.create_task(closing)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        return task

    async def close(self) -> None:
        await asyncio.gather(*self._closing)
        if self.is_sqlite:
            self._sqlite.close()
        else:
            await asyncio.gather(self.writer.dispose(), self.reader.dispose())


class Plain(NamedTuple):
    """A statement in a database's own words, and the names of its values in their order."""

    text: str
    names: tuple[str, ...]

    def given(self, values: Mapping[str, object]) -> Given:
        return self.text, tuple([values[name] for name in self.names])


@cache
def plain(statement: Insert | Update, dialect: Dialect) -> Plain:
    """A statement as a database reads it: written once, as that costs more than to run it. For
    what is stored all the time; the rest is left to SQLAlchemy."""
    compiled = statement.compile(dialect=dialect)
    return Plain(str(compiled), tuple(compiled.positiontup or ()))


def _store(connection: Connection, statement: str, rows: list[Row], then: Sequence[Given]) -> None:
    connection.exec_driver_sql(statement, rows)
    for more, values in then:
        connection.exec_driver_sql(more, values)


@asynccontextmanager
async def _committed(transaction: AsyncTransaction | Writer) -> AsyncIterator[None]:
    """A transaction. Before COMMIT is sent any trouble means that nothing is stored; after that,
    only the database's own word does."""
    try:
        yield
    except BaseException:
        with suppress(DBAPIError, OSError):  # a line that is cut has nothing to take back
            await transaction.rollback()
        raise
    try:
        await transaction.commit()
    except CLASHES:
        raise
    except (DBAPIError, OSError) as error:
        if isinstance(transaction, Writer):  # SQLite says so itself
            raise
        raise OutcomeUnknown(_first_line(error)) from error


def _as_asyncio(do: Do) -> AsyncConnection:
    """A thread's connection has what is used here of SQLAlchemy's own: execute and run_sync."""
    return cast("AsyncConnection", SqliteConnection(do))


async def _open(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


async def _close_once_open(opening: asyncio.Future[AsyncConnection]) -> None:
    with suppress(DBAPIError, NoConnectionFree, OSError):
        await (await opening).close()


class _trouble_named:  # noqa: N801
    """Turn the database's own trouble into ``StorageUnavailable``; a conflict stays what it is."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, CLASHES):
            return
        if error is not None and (isinstance(error, TROUBLE) or _is_of_asyncpg(error)):
            unsure = getattr(getattr(error, "orig", error), "sqlite_errorname", "") in UNSURE
            raise (OutcomeUnknown if unsure else StorageUnavailable)(_first_line(error)) from error


def _is_of_asyncpg(error: BaseException) -> bool:
    """What PostgreSQL says while one connects is not put into SQLAlchemy's words."""
    return type(error).__module__.startswith("asyncpg.")


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]  # some say nothing at all


def _has_version(connection: Connection) -> bool:
    return inspect(connection).has_table("alembic_version")


def newest_version() -> str:
    """The last migration's version: their files are numbered."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


async def _wait_for_turn(connection: AsyncConnection) -> None:
    """One process at a time migrates PostgreSQL, and takes its time; the next finds it done."""
    for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
        await connection.execute(text(f"SET LOCAL {limit} = 0"))
    mine = text(f"SELECT pg_try_advisory_xact_lock({MIGRATION_LOCK})")
    while not (await connection.execute(mine)).scalar_one():
        await asyncio.sleep(0.1)


def _upgrade(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
