"""From which seeds the open sets are dealt, so that a seed that somebody brings is held against
those sets alone that it can mean, however many are open.

Kept is the SHA-256 of each seed, from when a set is made until it is closed: nobody can play by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import bindparam, delete, exists, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.daily.day import ROUNDS
from gangoffour.daily.seeds import seeds_of
from gangoffour.rules.deal import commitment, names_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSeedRow, DealSetRow
from gangoffour.server.storage.models import MatchRow
from gangoffour.server.wire.refusals import ServerRefusal

AT_ONCE: Final = 500
"""So many sets in one transaction: others write in between."""
PLAYED: Final = (
    select(func.count())
    .select_from(AttemptRow)
    .join(MatchRow, MatchRow.table_id == AttemptRow.table_id)
    .where(
        AttemptRow.set_id == DealSeedRow.set_id,
        AttemptRow.person_id == bindparam("person"),
        AttemptRow.number == 1,
        MatchRow.ended_at.is_not(None),
    )
)
"""How many rounds of a set somebody has played."""
_OPEN: Final = (DealSetRow.id == DealSeedRow.set_id) & (DealSetRow.closes_at > bindparam("now"))
CLOSED: Final = select(DealSeedRow.set_id).distinct().where(~exists().where(_OPEN)).limit(AT_ONCE)
UNNOTED: Final = (
    select(DealSetRow.id, DealSetRow.secret, DealSetRow.label)
    .where(
        DealSetRow.closes_at > bindparam("now"),
        ~exists().where(DealSeedRow.set_id == DealSetRow.id),
    )
    .limit(AT_ONCE)
)


async def note(connection: AsyncConnection, sets: Iterable[Any]) -> None:
    """Keep by which seeds some sets are found: of each its id, secret and label."""
    rows = [
        {"mark": commitment(seed), "set_id": one.id}
        for one in sets
        for seed in seeds_of(one.secret, one.label)
    ]
    await connection.execute(insert(DealSeedRow), rows)


class DealSeeds:
    """Finds open sets by a seed, and forgets those that are closed."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def require_free(self, seed: str, person_id: str) -> None:
        """Refuse a seed from which a set is dealt that somebody may still have to play."""
        marks = [commitment(name) for name in names_of(seed)]
        meant = DealSeedRow.mark.in_(marks)
        held = select(exists().where(meant, _OPEN, PLAYED.scalar_subquery() < ROUNDS))
        asked = {"person": person_id, "now": self._clock.now()}
        async with self._database.reading() as connection:
            if (await connection.execute(held, asked)).scalar():
                raise ServerRefusal("deals_still_open")

    async def purge(self) -> None:
        """Forget the seeds of sets that are closed; note those of sets that a process of an older
        version has made, which knew of none."""
        now = {"now": self._clock.now()}
        while closed := await self._some_closed(now):
            gone = DealSeedRow.set_id.in_(closed)
            async with self._database.writing() as connection:
                await connection.execute(delete(DealSeedRow).where(gone))
        async with self._database.reading() as connection:
            unnoted = (await connection.execute(UNNOTED, now)).all()
        if unnoted:
            with suppress(IntegrityError):  # another process was first
                async with self._database.writing() as connection:
                    await note(connection, unnoted)

    async def _some_closed(self, now: dict[str, int]) -> list[str]:
        async with self._database.reading() as connection:
            return list((await connection.execute(CLOSED, now)).scalars())
