"""Who kept back what they had promised for a deal: counted for the person, wherever they sat.

It chooses no cards, but makes everybody wait; at rated tables it counts as an absence, and the
third one in some days as leaving, though each be at another table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import HeldBackRow
from gangoffour.table.state import Table

KEPT_MS: Final = 7 * 86_400_000
"""So long it is remembered: a slow line now and then is nothing."""


class HeldBack:
    """Counts what was held back lately."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def counts(self, seats: Sequence[str | None]) -> tuple[int, ...]:
        """How often each did so lately, seat by seat."""
        people = [one for one in seats if one is not None]
        query = (
            select(HeldBackRow.person_id, func.count())
            .where(HeldBackRow.person_id.in_(people))
            .where(HeldBackRow.at > self._clock.now() - KEPT_MS)
            .group_by(HeldBackRow.person_id)
        )
        async with self._database.reading() as connection:
            rows = await connection.execute(query)
            found: dict[str, int] = {row[0]: row[1] for row in rows}
        return tuple(0 if one is None else found.get(one, 0) for one in seats)

    async def purge(self) -> None:
        """Forget what is long ago."""
        old = HeldBackRow.at < self._clock.now() - KEPT_MS
        async with self._database.writing() as connection:
            await connection.execute(delete(HeldBackRow).where(old))


def who_held_back(table: Table) -> list[str]:
    """Who did so at the deal that has just been made."""
    replaced = () if table.sources is None else table.sources.replaced
    seats = [table.seats[index] for index in replaced]
    return [one.person for one in seats if one.person and one.absences == one.withheld > 0]


async def note_held_back(connection: AsyncConnection, table: Table, match_id: str) -> None:
    """Store it with the match that begins, where it is rated."""
    people = who_held_back(table) if table.options.rated else []
    if people:
        rows = [{"person_id": one, "match_id": match_id, "at": table.since} for one in people]
        await connection.execute(insert(HeldBackRow), rows)
