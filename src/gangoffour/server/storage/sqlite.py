"""SQLite: each connection has a thread of its own, to which work goes and from which rows come.

All of a statement is done there, SQLAlchemy's part and the reading of its rows as well: there and
back once. A driver made for asyncio goes four times, which costs most of the time of a small
question. A pool of threads and its futures would cost twice as much for one such change.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, CursorResult, Dialect, Engine, create_engine, event

Found = TypeVar("Found")
Row = tuple[object, ...]
"""Values in the order in which a statement wants them."""
Given = tuple[str, Row]
"""A statement in the database's own words, with its values."""
Do = Callable[[Callable[[Connection], Any]], asyncio.Future[Any]]
AUTOCOMMIT: Final = "AUTOCOMMIT"
"""Who only reads needs no transaction, and has nothing to take back."""
TOGETHER: Final = 16
"""How many rows are inserted by one statement: after each, this thread has to wait until the one
with the event loop lets it go on, which costs both of them more than the row does."""


class _Job(NamedTuple):
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class SqliteThread:
    """Does what it is given, in order, with one connection; who waits is told what came of it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    def do(self, work: Callable[[Connection], Found]) -> asyncio.Future[Found]:
        """Do something with the connection; there is another one after any trouble."""
        return self._give(lambda: self._do(work))

    def step(self, work: Callable[[Connection], Found]) -> asyncio.Future[Found]:
        """A part of a transaction: the connection is kept in any case, as it must be taken back."""
        return self._give(lambda: work(self._connection()))

    def _give(self, work: Callable[[], Found]) -> asyncio.Future[Found]:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="storage", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Found] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        return done

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            found: Any = None
            trouble: BaseException | None = None
            try:
                found = job.work()
            except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
                trouble = error
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                job.loop.call_soon_threadsafe(_settle, job.done, found, trouble)
            del job, found, trouble
        self._let_go()

    def _do(self, work: Callable[[Connection], Found]) -> Found:
        try:
            return work(self._connection())
        except BaseException:
            self._let_go()
            raise

    def _connection(self) -> Connection:
        if self._kept is None:
            self._kept = self._engine.connect()
        return self._kept

    def _let_go(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.invalidate()  # closed for good, which takes back whatever it had begun
            kept.close()

    def close(self) -> None:
        """Finish what was begun, and let go of the database."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None


class SqliteConnection:
    """A thread's connection as those use it who would use SQLAlchemy's for asyncio."""

    def __init__(self, do: Do) -> None:
        self._do = do

    async def execute(self, statement: Any, parameters: Any = None) -> CursorResult[Any]:
        found: CursorResult[Any] = await self._do(lambda one: one.execute(statement, parameters))
        return found

    async def run_sync(self, work: Callable[..., Found], *given: Any) -> Found:
        found: Found = await self._do(lambda one: work(one, *given))
        return found


def _engine(
    url: URL, set_up: Callable[[Any, object], None], size: int, isolation: str | None = None
) -> Engine:
    options: dict[str, Any] = {} if isolation is None else {"isolation_level": isolation}
    engine = create_engine(
        url.set(drivername="sqlite"),
        pool_size=size,
        hide_parameters=True,  # an error's text must not hold seeds or passwords
        connect_args={"factory": _Connection},
        **options,
    )
    event.listen(engine, "connect", set_up)
    return engine


class _Cursor(sqlite3.Cursor):
    """Has read all rows when a statement is done: they may be asked for in any thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._rows: deque[Any] = deque()

    def execute(self, statement: str, parameters: Any = ()) -> _Cursor:
        super().execute(statement, parameters)
        if self.description is not None:
            self._rows = deque(super().fetchall())
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        wanted = min(len(self._rows), size or self.arraysize)
        return [self._rows.popleft() for _ in range(wanted)]

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, deque()
        return list(rows)

    def close(self) -> None:
        """Nothing is left to be closed once the rows are read."""


class _Connection(sqlite3.Connection):
    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)


class Writer(SqliteThread):
    """Writes: whole transactions at once, or one in steps; who waits is told when it is on disk."""

    async def transact(self, work: Callable[[Connection], object]) -> None:
        """Do some work in a transaction of its own."""
        await self.do(lambda connection: _transact(connection, work))

    async def store(self, statement: str, rows: Sequence[Row], *then: Given) -> None:
        """Do a statement for each of some rows, and what else belongs to them, in a transaction of
        their own, without SQLAlchemy's own work for it."""
        await self.do(lambda connection: _store(connection, statement, rows, then))

    async def commit(self) -> None:
        """End the transaction that the first step began; if that fails, it is taken back."""
        await self.do(Connection.commit)

    async def rollback(self) -> None:
        """Take all steps back; that is done even if whoever waits is cut off."""
        await self.do(Connection.rollback)


class Sqlite:
    """A file with all its threads."""

    def __init__(self, url: URL, set_up: Callable[[Any, object], None], readers: int) -> None:
        self._engines = (_engine(url, set_up, 1), _engine(url, set_up, readers, AUTOCOMMIT))
        self.writer = Writer(self._engines[0])
        self._turn = asyncio.Lock()
        self._readers = [SqliteThread(self._engines[1]) for _ in range(readers)]
        self._free: asyncio.LifoQueue[SqliteThread] = asyncio.LifoQueue()
        for one in self._readers:
            self._free.put_nowait(one)

    @property
    def dialect(self) -> Dialect:
        return self._engines[0].dialect

    @asynccontextmanager
    async def turn(self, wait_s: float) -> AsyncIterator[None]:
        """Held for a transaction. If others before it take too long, such as for a lock of another
        program on the file, nobody waits for the sum of them."""
        async with asyncio.timeout(wait_s):
            await self._turn.acquire()
        try:
            yield
        finally:
            self._turn.release()

    @asynccontextmanager
    async def reader(self, wait_s: float) -> AsyncIterator[SqliteThread]:
        """One that nobody uses, as soon as there is one."""
        if self._free.empty():
            async with asyncio.timeout(wait_s):
                one = await self._free.get()
        else:
            one = self._free.get_nowait()
        try:
            yield one
        finally:
            self._free.put_nowait(one)

    def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        for one in (self.writer, *self._readers):
            one.close()
        for engine in self._engines:
            engine.dispose()


def _transact(connection: Connection, work: Callable[[Connection], object]) -> None:
    with connection.begin():
        work(connection)


def _store(
    connection: Connection, statement: str, rows: Sequence[Row], then: Sequence[Given]
) -> None:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    with driver:  # commits, or takes it all back
        for start in range(0, len(rows), TOGETHER):
            some = rows[start : start + TOGETHER]
            driver.execute(_for_several(statement, len(some)), [*chain.from_iterable(some)])
        for more, values in then:
            driver.execute(more, values)


@cache
def _for_several(statement: str, count: int) -> str:
    """A statement that inserts one row, for several of them."""
    head, bracket, values = statement.rpartition("(")
    return head + ", ".join([bracket + values] * count)


def _settle(done: asyncio.Future[Any], found: Any, trouble: BaseException | None) -> None:
    if done.done():  # nobody waits any more
        return
    if trouble is None:
        done.set_result(found)
    else:
        done.set_exception(trouble)


def set_up(connection: Any, _: object) -> None:
    """WAL, so that readers never wait; every commit is on disk before it is acknowledged. A move
    changes the page on which its table's last events are found: pages are small, where the file is
    new."""
    cursor = connection.cursor()
    for pragma in (
        "page_size=1024",
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=3000",
        "foreign_keys=ON",
        "wal_autocheckpoint=4000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
