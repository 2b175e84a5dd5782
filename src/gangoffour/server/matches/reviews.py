"""Reviews of matches that are over: made once, when somebody asks, and kept with the match.

A review is made round by round by bots (here or in workers), one match after the other, so
that bots at tables hardly notice. A row without a body is a claim: of several processes one makes
it, and if that one is gone, the next to be asked does.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.bots.advice.decision import Look
from gangoffour.bots.advice.review import REVISION, assembled, rounds_of
from gangoffour.bots.errors import BotError
from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from gangoffour.server.bots.local import Bots
from gangoffour.server.matches.records import Records
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.models import ReviewRow
from gangoffour.server.wire.refusals import ServerRefusal

MAX_WAITING: Final = 16
"""How many reviews may wait in this process."""
MAX_OF_ONE: Final = 4
"""How many of them one may have asked for."""
CLAIM_MS: Final = 60_000
"""After so long without an end a claim is another's to take."""
log = logging.getLogger("gangoffour.reviews")


class MarkedDecision(Struct, frozen=True):
    """A decision that was not good: what was done, what was better and why, what it cost."""

    round: int
    move: int | None
    """Which action of the round, from 0; null: the card given back."""
    seat: int
    played: dict[str, object]
    best: dict[str, object]
    best_kind: str | None
    cost: float
    """In points, or in hundredths of the chance to win the match if ``for_match``."""
    for_match: bool
    mark: Literal["doubtful", "mistake"]
    reasons: list[str]


class ReviewedSeat(Struct, frozen=True):
    """One seat in figures."""

    seat: int
    decisions: int
    same: int
    """In how many of them the network would have done the same."""
    doubtful: int
    mistakes: int
    cost: float
    """The mean cost a round."""
    outlook: list[tuple[int, int | None, float]]
    """Round, move, and how far ahead of the others' mean it could expect to be after the round."""


class TurningView(Struct, frozen=True):
    """Where a seat's outlook changed most."""

    round: int
    move: int | None
    seat: int
    before: float
    after: float


class MatchReview(Struct, frozen=True):
    """A match as the network sees it, every seat judged by what it could see."""

    rounds: int
    seats: list[ReviewedSeat]
    marked: list[MarkedDecision]
    turning_points: list[TurningView]


class ReviewProgress(Struct, frozen=True):
    """The review is being made: ask again in a second."""

    done: int
    rounds: int | None
    """Of how many rounds; null if that is not known here."""


class Work(NamedTuple):
    """A match taken apart: what there is to judge."""

    match: Match
    rounds: list[list[Look]]


class Reviews:
    """Finds reviews, and makes those that are missing."""

    def __init__(self, database: Database, clock: Clock, records: Records, bots: Bots) -> None:
        self._database = database
        self._clock = clock
        self._records = records
        self._bots = bots
        self._waiting: dict[str, ReviewProgress] = {}
        self._asked: Counter[str] = Counter()
        """How many of those that wait were asked for by whom."""
        self._turn = asyncio.Lock()
        self._tasks = Tasks()
        self.counted: Counter[str] = Counter()
        """How many were ``made``, and ``failed``."""

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def of(
        self, match_id: str, allow: Callable[[], None], whose: str = ""
    ) -> bytes | ReviewProgress:
        """The review of a match as JSON, or how far it is; refused while the match runs.

        ``allow`` is called before a new one is begun, and may refuse it. Each address or person has
        a share of those that wait.
        """
        row = await self._row(match_id)
        if row is not None and row.body is not None and row.revision == REVISION:
            return zlib.decompress(row.body)
        progress = self._waiting.get(match_id)
        if progress is not None:
            return progress
        claimed = row is not None and row.body is None
        if claimed and row.claimed_at > self._clock.now() - CLAIM_MS:
            return ReviewProgress(0, None)
        record = await self._records.bare_record(match_id)
        if match_id in self._waiting:  # somebody else asked meanwhile
            return self._waiting[match_id]
        if self.waiting >= MAX_WAITING or self._asked[whose] >= MAX_OF_ONE:
            raise ServerRefusal("too_busy")
        allow()
        progress = self._waiting[match_id] = ReviewProgress(0, None)
        self._asked[whose] += 1
        self._tasks.spawn(self._make(match_id, record, whose), f"the review of {match_id}")
        return progress

    async def _row(self, match_id: str) -> Any:
        columns = (ReviewRow.claimed_at, ReviewRow.revision, ReviewRow.body)
        query = select(*columns).where(ReviewRow.match_id == match_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).one_or_none()

    async def _make(self, match_id: str, record: str, whose: str) -> None:
        try:
            async with self._turn:
                if await self._claim(match_id):
                    await self._make_claimed(match_id, record, whose)
        except (StorageUnavailable, BotError) as trouble:
            self.counted["failed"] += 1
            log.warning("a review was not made: %s", trouble, extra={"match": match_id})
        finally:
            del self._waiting[match_id]
            self._asked -= Counter([whose])

    async def _make_claimed(self, match_id: str, record: str, whose: str) -> None:
        try:
            await self._keep(match_id, await self._judged(match_id, record, whose))
        except BaseException:  # whatever it was: the next to be asked may try
            await self._release(match_id)
            raise
        self.counted["made"] += 1

    async def _judged(self, match_id: str, record: str, whose: str) -> bytes:
        match, rounds = await asyncio.to_thread(_taken_apart, record)
        verdicts = []
        for done, looks in enumerate(rounds):
            self._waiting[match_id] = ReviewProgress(done, len(rounds))
            verdicts.append(await self._bots.judge(looks, whose))
        made = assembled(match, rounds, verdicts)
        return msgspec.json.encode(msgspec.convert(made.as_dict(), MatchReview))

    async def _claim(self, match_id: str) -> bool:
        """Whether this process makes the review now, and no other."""
        now = self._clock.now()
        mine = ReviewRow.match_id == match_id
        stale = (ReviewRow.claimed_at <= now - CLAIM_MS) & ReviewRow.body.is_(None)
        outdated = ReviewRow.body.is_not(None) & (ReviewRow.revision != REVISION)
        async with self._database.writing() as connection:
            await connection.execute(delete(ReviewRow).where(mine, or_(stale, outdated)))
        row = {"match_id": match_id, "claimed_at": now, "revision": REVISION, "body": None}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(ReviewRow).values(row))
        except IntegrityError:
            return False  # another process is at it
        return True

    async def _release(self, match_id: str) -> None:
        """Take a claim back; if that is not possible, it becomes another's in a minute."""
        with suppress(StorageUnavailable):
            async with self._database.writing() as connection:
                mine = (ReviewRow.match_id == match_id) & ReviewRow.body.is_(None)
                await connection.execute(delete(ReviewRow).where(mine))

    async def _keep(self, match_id: str, review: bytes) -> None:
        body = zlib.compress(review, 9)
        async with self._database.writing() as connection:
            await connection.execute(
                update(ReviewRow).where(ReviewRow.match_id == match_id).values(body=body)
            )

    async def close(self) -> None:
        """Stop; what is not done is begun again by the next to be asked."""
        await self._tasks.close()


def _taken_apart(record: str) -> Work:
    match = parse_record(record).match
    return Work(match, rounds_of(match))
