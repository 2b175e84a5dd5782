"""The log of events: appended in groups, one transaction for all that wait (group commit).

Nothing is acknowledged before its transaction is on disk. ``(table, seq)`` is unique: of two
writers that append the same number, one gets ``Conflict`` and must read again. So whoever appends
the next number has seen every event before it, with the ids of the commands that caused them: that
is what makes a command sent again apply once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from operator import itemgetter
from time import monotonic
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, text, update

from gangoffour.server.runtime.tasks import end_all
from gangoffour.server.storage.archive import archived
from gangoffour.server.storage.database import (
    CLASHES,
    Database,
    OutcomeUnknown,
    StorageUnavailable,
    plain,
)
from gangoffour.server.storage.models import EventRow, TableRow
from gangoffour.server.storage.processes import RUNNING, Fence, Stale, require_current
from gangoffour.server.storage.stored_event import Entry

MAX_GROUP = 256
PATIENCE_S = 5.0
"""How long parts of a group that failed are tried again, and an unknown outcome is looked up."""
SETTLE_STEP_S = 0.05
READ_MANY = text(
    "SELECT e.table_id, e.seq, e.at, e.command_id, e.body FROM events e JOIN "
    "unnest(CAST(:tables AS text[]), CAST(:afters AS bigint[])) AS wanted(id, after) "
    "ON e.table_id = wanted.id AND e.seq > wanted.after ORDER BY e.table_id, e.seq"
)
"""Only PostgreSQL has several processes, and so rooms that follow."""
READ = (
    select(EventRow.table_id, EventRow.seq, EventRow.at, EventRow.command_id, EventRow.body)
    .where(EventRow.table_id == bindparam("table"), EventRow.seq > bindparam("after"))
    .order_by(EventRow.seq)
)
NEW_EVENT, NEW_TABLE = insert(EventRow), insert(TableRow)
CHANGED = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values(phase=bindparam("stage"), changed_at=bindparam("now"))
)
"""A statement that is asked all the time is made once: making it costs more than the answer."""
log = logging.getLogger("gangoffour.storage")


class Conflict(Exception):
    """Somebody else appended first."""


class Summary(NamedTuple):
    """What the list of tables shows of one; written when it changes."""

    table_id: str
    code: str
    phase: str
    new: bool = False
    owner: str | None = None
    """The process that owns the match which begins with this."""


class _Waiting(Struct, frozen=True):
    entries: Sequence[Entry]
    summary: Summary | None
    fence: Fence | None
    done: asyncio.Future[Fence | None]


class _Stored(NamedTuple):
    fence: Fence | None


class EventLog:
    """Appends and reads events. One background task writes for everybody who waits."""

    def __init__(self, database: Database, *, several: bool = False) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.several = several
        """Whether other processes write as well: then what they packed or own is looked up."""
        self.groups = 0
        self.appended = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._write_groups(), name="event log")

    async def close(self) -> None:
        """Stop writing; what waits is refused, so nothing is acknowledged that is not stored."""
        self._closed = True
        if self._task is not None:
            await end_all((self._task,))
        for one in self._waiting:
            _fail(one, StorageUnavailable("the server is going down"))
        self._waiting.clear()

    def append(
        self, entries: Sequence[Entry], summary: Summary | None = None, fence: Fence | None = None
    ) -> asyncio.Future[Fence | None]:
        """Store events; done once they are on disk, or raises and stored nothing, unless it says
        ``OutcomeUnknown``.

        With a ``fence`` they are stored only if it is still the table's (else ``Stale``). The new
        fence is returned if the summary names an owner.
        """
        if self._closed:
            raise StorageUnavailable("the server is going down")
        done: asyncio.Future[Fence | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(entries, summary, fence, done))
        self._wake.set()
        return done

    async def _write_groups(self) -> None:
        while True:
            await self._wake.wait()
            group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
            if not self._waiting:
                self._wake.clear()
            await self._write_all(group)

    async def _write_all(self, group: Sequence[_Waiting]) -> None:
        """Store a group; if that fails, each for itself: one person's trouble stays theirs."""
        try:
            await self._write(group)
            return
        except OutcomeUnknown:
            known = False
        except Exception as trouble:  # noqa: BLE001 - whatever it is, nobody may wait for ever
            known = True
            if len(group) == 1:
                _fail(group[0], _named(trouble, group[0]))
                return
        end = monotonic() + PATIENCE_S
        for one in group:
            if known and monotonic() < end:
                await self._write_alone(one, end)
            elif known:
                _fail(one, StorageUnavailable("there was too much trouble to store everything"))
            else:
                await self._settle(one, end)

    async def _write_alone(self, one: _Waiting, end: float) -> None:
        try:
            await self._write([one])
        except OutcomeUnknown:
            await self._settle(one, end)
        except Exception as trouble:  # noqa: BLE001 - as above
            _fail(one, _named(trouble, one))

    async def _settle(self, one: _Waiting, end: float) -> None:
        """COMMIT was sent, and the line broke: store it again.

        Either that succeeds, or the primary key says that it is stored already, by this or by
        somebody else; should PostgreSQL still be about to commit, the key makes it wait for that.
        """
        while monotonic() < end:
            try:
                await self._write([one])
                return
            except CLASHES:
                pass
            except Stale as late:
                _fail(one, late)
                return
            except Exception as trouble:  # noqa: BLE001 - whatever it is, it is not settled
                log.warning("storing again: %s", type(trouble).__name__)
                await asyncio.sleep(SETTLE_STEP_S)
                continue
            try:
                found = await self._find_stored(one)
            except StorageUnavailable:
                continue
            if found is None:
                _fail(one, Conflict(one.entries[0].table_id))
            else:
                self._count([one])
                _succeed(one, found.fence)
            return
        _fail(one, OutcomeUnknown("the line broke after COMMIT, and has not come back"))

    async def _find_stored(self, one: _Waiting) -> _Stored | None:
        """Whether exactly these events are stored, and the fence that came with them."""
        table_id, first, last = one.entries[0].table_id, one.entries[0].seq, one.entries[-1].seq
        entries = await self.read(table_id, first - 1)
        if entries[: last - first + 1] != list(one.entries):
            return None
        if one.summary is None or one.summary.owner is None:
            return _Stored(None)
        query = select(TableRow.owner, TableRow.fence).where(TableRow.id == table_id)
        async with self._database.reading() as connection:
            owner, number = (await connection.execute(query)).one()
        return _Stored(Fence(owner, number) if owner == one.summary.owner else None)

    async def _write(self, group: Sequence[_Waiting]) -> None:
        fences: dict[str, Fence] = {}
        summaries = [(one.summary, one.entries[-1].at) for one in group if one.summary is not None]
        if self.several or any(summary.new or summary.owner for summary, _ in summaries):
            await self._database.transact(
                lambda connection: _store(connection, group, fences, self.several)
            )
        else:
            dialect = self._database.dialect
            changed = plain(CHANGED, dialect).given
            then = [changed(_change(summary, at)) for summary, at in summaries]
            await self._database.store(plain(NEW_EVENT, dialect).text, _rows(group), *then)
        self._count(group)
        for one in group:
            _succeed(one, None if one.summary is None else fences.get(one.summary.table_id))

    def _count(self, group: Sequence[_Waiting]) -> None:
        self.groups += 1
        self.appended += sum(len(one.entries) for one in group)

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """The events of a table with a number above ``after``, in order."""
        asked = {"table": table_id, "after": after}
        async with self._database.reading() as connection:
            entries = [Entry(*row) for row in await connection.execute(READ, asked)]
            if entries and entries[0].seq == after + 1:
                return entries
            old = await archived(connection, table_id, after)
        return [Entry(table_id, seq, at, None, body) for seq, at, body in old] + entries

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The events of some tables above a number for each, in order; packed ones left out."""
        found: dict[str, list[Entry]] = {table_id: [] for table_id in after}
        async with self._database.reading() as connection:
            rows = await connection.execute(
                READ_MANY, {"tables": list(after), "afters": list(after.values())}
            )
            for row in rows:
                found[row.table_id].append(Entry(*row))
        return found

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last number of each table; one look into the index for each."""
        last = select(EventRow.seq).where(EventRow.table_id == TableRow.id)
        last = last.order_by(EventRow.seq.desc()).limit(1)
        query = select(TableRow.id, last.scalar_subquery(), TableRow.packed)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.where(TableRow.id.in_(tables)))
            return {row[0]: max(row[1] or 0, row[2]) for row in rows}

    async def code_of(self, table_id: str) -> str | None:
        """A table's short code."""
        query = select(TableRow.code).where(TableRow.id == table_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def find(self, code: str) -> str | None:
        """The table with a short code."""
        query = select(TableRow.id).where(TableRow.code == code)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def live(self, since: int) -> list[str]:
        """The tables in which something may still happen by itself: running, or used since and
        waiting for a match. One whose match is over is read when somebody comes back to it."""
        running = TableRow.phase.in_(RUNNING)
        recent = (TableRow.changed_at >= since) & TableRow.phase.not_in(("over", "closed"))
        query = select(TableRow.id).where(running | recent)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())


def _store(
    connection: Connection, group: Sequence[_Waiting], fences: dict[str, Fence], several: bool
) -> None:
    """Write a group in the transaction of a connection; always in the same order of tables.

    Two processes that write the same tables then wait for each other, but never in a circle.
    """
    if rows := _rows(group):
        connection.exec_driver_sql(plain(NEW_EVENT, connection.dialect).text, rows)
    summaries = [(one.summary, one.entries[-1].at) for one in group if one.summary is not None]
    for summary, at in sorted(summaries):
        if summary.new:
            row = {"id": summary.table_id, "code": summary.code, "phase": summary.phase}
            connection.execute(NEW_TABLE, {**row, "created_at": at, "changed_at": at})
        elif summary.owner is None:
            connection.execute(CHANGED, _change(summary, at))
        else:
            changed = update(TableRow).where(TableRow.id == summary.table_id)
            changed = changed.values(phase=summary.phase, changed_at=at)
            owned = changed.values(owner=summary.owner, fence=TableRow.fence + 1)
            number = connection.execute(owned.returning(TableRow.fence)).scalar_one()
            fences[summary.table_id] = Fence(summary.owner, number)
    if several:
        firsts = [one.entries[0] for one in group]
        require_current(
            connection,
            {entry.table_id: entry.seq for entry in firsts},
            {one.entries[0].table_id: one.fence for one in group if one.fence is not None},
        )


def _change(summary: Summary, at: int) -> dict[str, object]:
    return {"table": summary.table_id, "stage": summary.phase, "now": at}


def _rows(group: Sequence[_Waiting]) -> list[tuple[object, ...]]:
    """The events of a group, by table and number."""
    rows: list[tuple[object, ...]] = [entry for one in group for entry in one.entries]
    rows.sort(key=itemgetter(0, 1))
    return rows


def _named(trouble: Exception, one: _Waiting) -> Exception:
    """Trouble in the words that whoever waits understands; nothing of theirs is stored."""
    if isinstance(trouble, CLASHES):
        return Conflict(one.entries[0].table_id)
    if isinstance(trouble, StorageUnavailable | Stale):
        return trouble
    log.error("events could not be stored", exc_info=trouble)
    return StorageUnavailable("events could not be stored")


def _succeed(one: _Waiting, fence: Fence | None) -> None:
    if not one.done.done():
        one.done.set_result(fence)


def _fail(one: _Waiting, error: Exception) -> None:
    if not one.done.done():
        one.done.set_exception(error)
