"""What writes to SQLite: one connection in a thread of its own, one transaction after another.

All of a transaction runs in that thread: it changes threads once, not for each statement, which
costs a fifth. A pool of threads and its futures would cost twice as much for that one change.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, create_engine, event


class _Job(NamedTuple):
    work: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Writer:
    """Does what it is given, in order; who waits is told when it is on disk."""

    def __init__(self, url: URL, set_up: Callable[[Any, object], None]) -> None:
        self._engine = create_engine(
            url.set(drivername="sqlite"), pool_size=1, hide_parameters=True
        )
        event.listen(self._engine, "connect", set_up)
        self._kept: Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def transact(self, work: Callable[[Connection], object]) -> None:
        """Do some work in a transaction of its own."""
        await self._do(lambda: self._transact(work))

    async def insert(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        """Insert rows in a transaction of their own, without SQLAlchemy's own work for it."""
        await self._do(lambda: self._insert(statement, rows))

    def _do(self, work: Callable[[], object]) -> asyncio.Future[None]:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="storage", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        return done

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            trouble: BaseException | None = None
            try:
                job.work()
            except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
                trouble = error
            job.loop.call_soon_threadsafe(_settle, job.done, trouble)
        if self._kept is not None:
            self._kept.close()

    def _transact(self, work: Callable[[Connection], object]) -> None:
        with self._connection() as connection, connection.begin():
            work(connection)

    def _insert(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        with self._connection() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            with driver:  # commits, or takes it all back
                driver.executemany(statement, rows)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """The connection; another one after any trouble."""
        connection, self._kept = self._kept or self._engine.connect(), None
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._kept = connection

    def close(self) -> None:
        """Finish what was begun, and let go of the database."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        self._engine.dispose()


def _settle(done: asyncio.Future[None], trouble: BaseException | None) -> None:
    if done.done():  # nobody waits any more
        return
    if trouble is None:
        done.set_result(None)
    else:
        done.set_exception(trouble)
