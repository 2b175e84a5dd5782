"""Whether what a database holds is whole: each table's events are all there, and fold."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import select

from gangoffour.rules.errors import Refusal
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.storage.models import TableRow
from gangoffour.table.events import decode_event
from gangoffour.table.fold import apply
from gangoffour.table.state import Table


class Soundness(NamedTuple):
    """What was looked at, and which tables are broken."""

    tables: int
    events: int
    broken: list[str]


async def examine(database: Database) -> Soundness:
    """Read and fold the events of every table."""
    events = EventLog(database)
    async with database.reading() as connection:
        tables = list((await connection.execute(select(TableRow.id))).scalars())
    count, broken = 0, []
    for table_id in tables:
        table, entries = Table(), await events.read(table_id)
        count += len(entries)
        try:
            for number, entry in enumerate(entries, 1):
                if entry.seq != number:
                    raise ValueError(f"event {number} is missing")
                table = apply(table, decode_event(entry.body), entry.at)
            if table.seq == 0:
                raise ValueError("it has no events")
        except (Refusal, ValueError, msgspec.DecodeError, IndexError, AssertionError) as error:
            broken.append(f"{table_id}: {error}")
    return Soundness(len(tables), count, broken)
