"""What nobody comes back to is deleted: guests of old, tables where no match ever began, and
matches that everybody has left.

Finished matches stay; those of a deleted guest were played by "somebody".
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from sqlalchemy import delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.people import People
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.storage.archive import archived
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import (
    ArchiveRow,
    EventRow,
    MatchRow,
    PersonRow,
    PlayerRow,
    SeatingRow,
    TableRow,
)
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.state import Table

DAY_MS: Final = 86_400_000
AT_ONCE: Final = 500
"""So many guests and tables at most in one go: the rest has time."""
SEEMING_HERE: Final = 4
"""So many times as long a table is kept whose people were never seen to go."""
log = logging.getLogger("gangoffour.purge")


class Purge:
    """Looks for what is old, and deletes it."""

    def __init__(
        self, database: Database, clock: Clock, people: People, settings: Settings
    ) -> None:
        self._database = database
        self._clock = clock
        self._people = people
        self._settings = settings

    def _ago(self, days: int) -> int:
        return self._clock.now() - days * DAY_MS

    async def guests(self) -> int:
        """Delete guests who were not seen for long; who never played, sooner. How many."""
        mine = PlayerRow.person_id == PersonRow.id
        played = exists().where(mine)
        plays = exists().where(mine, MatchRow.id == PlayerRow.match_id, MatchRow.ended_at.is_(None))
        query = (
            select(PersonRow.id)
            .where(
                PersonRow.kind == "guest",
                PersonRow.banned_at.is_(None),  # or they would be welcome again
                ~plays,
                or_(
                    PersonRow.seen_at < self._ago(self._settings.guests_kept_days),
                    (PersonRow.seen_at < self._ago(self._settings.visitors_kept_days)) & ~played,
                ),
            )
            .order_by(PersonRow.seen_at)
            .limit(AT_ONCE)
        )
        async with self._database.reading() as connection:
            gone = list((await connection.execute(query)).scalars())
        for person_id in gone:
            await self._people.delete(person_id)
        if gone:
            log.info("old guests are deleted", extra={"count": len(gone)})
        return len(gone)

    async def deserted(self) -> list[str]:
        """Tables with a match that nobody has come back to: of several people, or of one alone."""
        query = (
            select(TableRow.id)
            .where(
                or_(
                    (TableRow.phase == "asleep") & (TableRow.changed_at < self._ago(1)),
                    (TableRow.phase == "alone")
                    & (TableRow.changed_at < self._ago(self._settings.solo_kept_days)),
                )
            )
            .order_by(TableRow.changed_at)
            .limit(AT_ONCE)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables(self, live: Iterable[str]) -> int:
        """Delete tables where no match began and nobody is, except those in memory. How many."""
        kept = set(live)
        before = self._ago(self._settings.tables_kept_days)
        query = (
            select(TableRow.id)
            .where(
                TableRow.phase == "waiting",
                TableRow.changed_at < before,
                ~exists().where(MatchRow.table_id == TableRow.id),
            )
            .order_by(TableRow.changed_at)
            .limit(AT_ONCE)
        )
        async with self._database.reading() as connection:
            found = list((await connection.execute(query)).scalars())
        gone = 0
        for table_id in found:
            if table_id not in kept:
                async with self._database.writing() as connection:
                    gone += await self._delete(connection, table_id)
        if gone:
            log.info("old tables are deleted", extra={"count": gone})
        return gone

    async def _delete(self, connection: AsyncConnection, table_id: str) -> int:
        """Delete a table unless somebody came, or may still be there by way of another process."""
        query = select(EventRow.seq, EventRow.at, EventRow.body).where(
            EventRow.table_id == table_id
        )
        rows = await connection.execute(query.order_by(EventRow.seq))
        table = Table()
        for _, at, body in (*await archived(connection, table_id, 0), *rows):
            table = apply(table, e.decode_event(body), at)
        here = any(seat.person is not None and seat.dropped_at is None for seat in table.seats)
        days = self._settings.tables_kept_days * (SEEMING_HERE if here else 1)
        if table.changed_at >= self._ago(days) or table.phase != "waiting":
            return 0
        for model, column in (
            (EventRow, EventRow.table_id),
            (ArchiveRow, ArchiveRow.table_id),
            (SeatingRow, SeatingRow.table_id),
            (TableRow, TableRow.id),
        ):
            await connection.execute(delete(model).where(column == table_id))
        return 1
