"""Which server processes live, and which of them owns which running table. All by database time.

A process lives as long as it renews its row in time; once expired it never renews again, it must
come back under a new id. The tables of an expired process are taken over by the others, and every
change of owner raises the table's fence, so that what an owner of old decides is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, delete, insert, select, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import ProcessRow, SeekerRow, TableRow

RUNNING: Final = ("dealing", "playing", "between", "paused")
CURRENT: Final = "SELECT id, owner, fence, packed FROM tables WHERE id = ANY($1)"
"""As PostgreSQL itself wants it, for it is asked with every group of events: written anew each time
it would cost as much as storing them. Only there are several processes."""


class database_now(FunctionElement[int]):  # noqa: N801
    """The database's own clock, in milliseconds since 1970."""

    type = BigInteger()
    inherit_cache = True


@compiles(database_now, "postgresql")
def _postgresql_now(*_: Any, **__: Any) -> str:
    return "(extract(epoch from clock_timestamp()) * 1000)::bigint"


@compiles(database_now, "sqlite")
def _sqlite_now(*_: Any, **__: Any) -> str:
    return "cast((julianday('now') - 2440587.5) * 86400000 as integer)"


class Fence(NamedTuple):
    """The right of a process to move a table by itself: clocks and bots."""

    owner: str
    number: int


class Stale(Exception):
    """The fence is not the table's any more: another process owns it."""


class Peers(NamedTuple):
    """All processes by the database: those that live, and those whose time is over."""

    living: frozenset[str]
    dead: frozenset[str]


class Processes:
    """Reads and writes who lives and who owns what."""

    def __init__(self, database: Database, lease_ms: int) -> None:
        self._database = database
        self._lease_ms = lease_ms

    async def register(self, process: str) -> int:
        """A new process lives; the database's time."""
        async with self._database.writing() as connection:
            row = insert(ProcessRow).values(
                id=process, started_at=database_now(), expires_at=database_now() + self._lease_ms
            )
            added = await connection.execute(row.returning(ProcessRow.started_at))
            return int(added.scalar_one())

    async def renew(self, process: str) -> int | None:
        """Live on; the database's time, or None if it is too late."""
        mine = (ProcessRow.id == process) & (ProcessRow.expires_at > database_now())
        later = update(ProcessRow).where(mine).values(expires_at=database_now() + self._lease_ms)
        async with self._database.writing() as connection:
            renewed = await connection.execute(later.returning(database_now()))
            found = renewed.scalar_one_or_none()
        return None if found is None else int(found)

    async def peers(self) -> Peers:
        """Who lives, and whose time is over."""
        query = select(ProcessRow.id, (ProcessRow.expires_at > database_now()).label("lives"))
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query))
        return Peers(
            frozenset(row.id for row in rows if row.lives),
            frozenset(row.id for row in rows if not row.lives),
        )

    async def expire(self, process: str) -> None:
        """End a life before its time, in good order."""
        async with self._database.writing() as connection:
            mine = ProcessRow.id == process
            await connection.execute(update(ProcessRow).where(mine).values(expires_at=0))

    async def claim(self, process: str, dead: str, limit: int) -> dict[str, Fence]:
        """Take over some running tables of a process whose time is over."""
        return await self._take(process, TableRow.owner == dead, limit)

    async def adopt(self, process: str, limit: int) -> dict[str, Fence]:
        """Take over running tables of nobody, or of a process that is forgotten."""
        known = select(ProcessRow.id).where(ProcessRow.id == TableRow.owner).exists()
        return await self._take(process, TableRow.owner.is_(None) | ~known, limit)

    async def owned(self, process: str) -> dict[str, Fence]:
        """The running tables of a process, as the database knows it."""
        query = select(TableRow.id, TableRow.fence)
        query = query.where(TableRow.owner == process, TableRow.phase.in_(RUNNING))
        async with self._database.reading() as connection:
            return {row.id: Fence(process, row.fence) for row in await connection.execute(query)}

    async def _take(self, process: str, which: Any, limit: int) -> dict[str, Fence]:
        lives = (ProcessRow.id == process) & (ProcessRow.expires_at > database_now())
        some = (
            select(TableRow.id)
            .where(which, TableRow.phase.in_(RUNNING), select(ProcessRow.id).where(lives).exists())
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        taken = (
            update(TableRow)
            .where(TableRow.id.in_(some.scalar_subquery()))
            .values(owner=process, fence=TableRow.fence + 1)
            .returning(TableRow.id, TableRow.fence)
        )
        async with self._database.writing() as connection:
            rows = list(await connection.execute(taken))
        return {row.id: Fence(process, row.fence) for row in rows}

    async def mark_absent(self, dead: str) -> bool:
        """Forget a dead process that owns nothing any more; whether this did it."""
        owns = TableRow.owner == dead
        left = select(TableRow.id).where(owns, TableRow.phase.in_(RUNNING)).exists()
        over = (ProcessRow.id == dead) & (ProcessRow.expires_at <= database_now()) & ~left
        async with self._database.writing() as connection:
            await connection.execute(delete(SeekerRow).where(SeekerRow.process == dead))
            buried = await connection.execute(delete(ProcessRow).where(over))
            return bool(buried.rowcount)


def require_current(
    connection: Connection, firsts: Mapping[str, int], fences: Mapping[str, Fence]
) -> None:
    """The last word of a transaction: refuse with ``Stale`` what was decided on an old state.

    Every fence must be its table's, and no first number may be among those packed away: their rows
    are gone, so that the primary key cannot refuse them.
    """
    rows = connection.exec_driver_sql(CURRENT, (list(firsts),))
    found = {row.id: row for row in rows}
    for table, first in firsts.items():
        row, fence = found.get(table), fences.get(table)
        if row is not None and first <= row.packed:
            raise Stale(table)
        if fence is not None and (row is None or (row.owner, row.fence) != fence):
            raise Stale(table)
