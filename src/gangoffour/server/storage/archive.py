"""Finished matches take little room: a table's old events become one compressed record.

Nothing is lost but the ids of commands, which nobody will send again: reading a table's events
gives the same ones, so it can be replayed, looked into and even played on.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import ArchiveRow, EventRow, TableRow
from gangoffour.server.storage.processes import RUNNING

AT_ONCE: Final = 100
PACKED: Final = (
    select(ArchiveRow.body)
    .where(ArchiveRow.table_id == bindparam("table"), ArchiveRow.upto > bindparam("after"))
    .order_by(ArchiveRow.upto)
)
Packed = tuple[int, int, bytes]
"""Number, time and body of an event."""
_decode = msgspec.msgpack.Decoder(list[Packed]).decode


async def pack(database: Database, before: int) -> int:
    """Pack tables without a running match that have not changed since a time; how many."""
    next_row = (EventRow.table_id == TableRow.id) & (EventRow.seq == TableRow.packed + 1)
    query = (
        select(TableRow.id)
        .where(
            TableRow.phase.not_in(RUNNING),
            TableRow.changed_at < before,
            select(EventRow.seq).where(next_row, EventRow.at < before).exists(),
        )
        .limit(AT_ONCE)
    )
    async with database.reading() as connection:
        tables = list((await connection.execute(query)).scalars())
    done = 0
    for table_id in tables:
        async with database.writing() as connection:
            done += await _pack(connection, table_id, before)
    return done


async def pack_all(database: Database, before: int) -> None:
    """Pack all of them, some at a time: others want the database, too."""
    while await pack(database, before):
        await asyncio.sleep(1)


async def _pack(connection: AsyncConnection, table_id: str, before: int) -> bool:
    here = TableRow.id == table_id
    idle = here & TableRow.phase.not_in(RUNNING) & (TableRow.changed_at < before)
    table = await connection.execute(select(TableRow.id).where(idle).with_for_update())
    if table.first() is None:  # somebody plays there again
        return False
    query = select(EventRow.seq, EventRow.at, EventRow.body).where(EventRow.table_id == table_id)
    rows = [tuple(row) for row in await connection.execute(query.order_by(EventRow.seq))]
    if not rows:
        return False
    last = rows[-1][0]
    body = zlib.compress(msgspec.msgpack.encode(rows), 9)
    await connection.execute(insert(ArchiveRow).values(table_id=table_id, upto=last, body=body))
    old = (EventRow.table_id == table_id) & (EventRow.seq <= last)
    await connection.execute(delete(EventRow).where(old))
    await connection.execute(update(TableRow).where(here).values(packed=last))
    return True


async def archived(connection: AsyncConnection, table_id: str, after: int) -> list[Packed]:
    """The packed events of a table with a number above ``after``, in order."""
    asked = {"table": table_id, "after": after}
    rows = (await connection.execute(PACKED, asked)).scalars()
    return [one for body in rows for one in _decode(zlib.decompress(body)) if one[0] > after]


async def unpack(connection: AsyncConnection, table_id: str) -> None:
    """Make rows of a table's packed events again, so that they can be changed; nobody packs them
    before this transaction has ended."""
    here = TableRow.id == table_id
    await connection.execute(select(TableRow.id).where(here).with_for_update())
    packed = await archived(connection, table_id, 0)
    if packed:
        rows = [
            {"table_id": table_id, "seq": seq, "at": at, "command_id": None, "body": body}
            for seq, at, body in packed
        ]
        await connection.execute(insert(EventRow), rows)
        await connection.execute(delete(ArchiveRow).where(ArchiveRow.table_id == table_id))
        await connection.execute(update(TableRow).where(here).values(packed=0))
