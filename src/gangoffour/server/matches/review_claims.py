"""Reviews that were asked for and are not made yet: who is at them, so that none is forgotten.

A row without a body is a promise: somebody asked. It names the process that is at it. If that
process is gone, another takes the review up; a server alone does so when it starts again. Whoever
is done stores the review only while the promise still names it: there is one result.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from sqlalchemy import case, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.bots.advice.review import REVISION
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import ReviewRow

MAX_TRIES: Final = 3
"""How often a review is taken up by itself after a process that was at it died: it may be why."""


class Claimant(Protocol):
    """This process among those that may be at a review."""

    @property
    def name(self) -> str: ...

    async def others(self) -> frozenset[str]:
        """The other processes that live."""
        ...


class OnlyClaimant:
    """A process alone: whoever else has claimed something is dead."""

    def __init__(self) -> None:
        self.name = new_id()

    async def others(self) -> frozenset[str]:
        return frozenset()


class ReviewClaims:
    """Reads and writes who is at which review."""

    def __init__(self, database: Database, clock: Clock, claimant: Claimant | None = None) -> None:
        self._database = database
        self._clock = clock
        self._claimant = claimant or OnlyClaimant()

    async def found(self, match_id: str) -> bytes | None:
        """The review of a match as it is stored, unless reviews are made otherwise by now."""
        row = await self._row(match_id)
        return row.body if row is not None and row.revision == REVISION else None

    async def elsewhere(self, match_id: str) -> bool:
        """Whether another process is at it."""
        row = await self._row(match_id)
        if row is None or row.body is not None or row.claimed_by is None:
            return False
        return row.claimed_by in await self._claimant.others()

    async def _row(self, match_id: str) -> Any:
        columns = (ReviewRow.claimed_by, ReviewRow.revision, ReviewRow.body)
        query = select(*columns).where(ReviewRow.match_id == match_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).one_or_none()

    async def ask(self, match_id: str) -> str | None:
        """Somebody asks for a review: the name under which this process makes it, or None if
        another process is at it."""
        name = self._claimant.name
        this = ReviewRow.match_id == match_id
        outdated = ReviewRow.body.is_not(None) & (ReviewRow.revision != REVISION)
        async with self._database.writing() as connection:
            await connection.execute(delete(ReviewRow).where(this, outdated))
        row = {"match_id": match_id, "claimed_at": self._clock.now(), "claimed_by": name}
        try:
            async with self._database.writing() as connection:
                new = insert(ReviewRow).values(**row, revision=REVISION, body=None, tries=0)
                await connection.execute(new)
        except IntegrityError:  # it was asked for before
            return await self.take(match_id, 0)
        return name

    async def left(self, limit: int) -> list[str]:
        """Matches whose reviews were asked for, and nobody else is at them."""
        query = select(ReviewRow.match_id).where(await self._nobodys(), ReviewRow.tries < MAX_TRIES)
        query = query.order_by(ReviewRow.claimed_at).limit(limit)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def take(self, match_id: str, tries: int | None = None) -> str | None:
        """Take a review up; of several processes that try one succeeds. One whose process died at
        it counts as a try."""
        name = self._claimant.name
        counted = ReviewRow.tries + case((ReviewRow.claimed_by.is_(None), 0), else_=1)
        taken = (
            update(ReviewRow)
            .where(ReviewRow.match_id == match_id, await self._nobodys())
            .values(
                claimed_by=name,
                claimed_at=self._clock.now(),
                revision=REVISION,
                tries=counted if tries is None else tries,
            )
        )
        async with self._database.writing() as connection:
            return name if (await connection.execute(taken)).rowcount == 1 else None

    async def _nobodys(self) -> Any:
        free = or_(
            ReviewRow.claimed_by.is_(None),
            ReviewRow.claimed_by.not_in(await self._claimant.others()),
        )
        return ReviewRow.body.is_(None) & free

    async def keep(self, match_id: str, name: str, body: bytes) -> bool:
        """Store a review, if it is still this process's to make; whether it was."""
        kept = update(ReviewRow).where(_mine(match_id, name)).values(body=body)
        async with self._database.writing() as connection:
            return bool((await connection.execute(kept)).rowcount)

    async def release(self, match_id: str, name: str) -> None:
        """Leave a review to whoever comes next."""
        async with self._database.writing() as connection:
            mine = update(ReviewRow).where(_mine(match_id, name))
            await connection.execute(mine.values(claimed_by=None))

    async def give_up(self, match_id: str, name: str) -> None:
        """It cannot be made; whoever asks may try again."""
        async with self._database.writing() as connection:
            await connection.execute(delete(ReviewRow).where(_mine(match_id, name)))


def _mine(match_id: str, name: str) -> Any:
    mine = (ReviewRow.match_id == match_id) & (ReviewRow.claimed_by == name)
    return mine & ReviewRow.body.is_(None)
