"""Answers on boards and challenges that were taken up: looked for in the database, so that nothing
is missed whoever stored it and whatever died since. The daily deal is settled by playing it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import exists, or_, select

from gangoffour.server.nudges.nudge import Nudge
from gangoffour.server.nudges.nudges import Nudges
from gangoffour.server.nudges.outbox import Held
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.models import AvoidRow, MuteRow, PersonRow
from gangoffour.server.storage.nudge_models import NudgeChoiceRow
from gangoffour.server.storage.talk_models import (
    ClubMemberRow,
    ClubRow,
    FollowRow,
    PostRow,
    ThreadRow,
)

LOOK_S: Final = 20.0
RECENT_MS: Final = 3_600_000
"""How far back is looked: a server that was away for longer has other things to say."""
AT_ONCE: Final = 500
MEMBERS: Final = ("owner", "host", "member")
log = logging.getLogger("gangoffour.nudges")


class Occasions:
    """Posts what happened to somebody's words and challenges."""

    def __init__(self, database: Database, nudges: Nudges, clock: Clock) -> None:
        self._database = database
        self._nudges = nudges
        self._clock = clock
        self._tasks = Tasks()
        nudges.offer("challenge")
        nudges.offer("answer", self._has_read)
        nudges.offer("daily", self._has_played)

    def start(self) -> None:
        self._tasks.keep(self._run, "occasions")

    async def close(self) -> None:
        await self._tasks.close()

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except StorageUnavailable:
                log.warning("what happened could not be read")
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Post what is new; what was posted before is not again."""
        since = self._clock.now() - RECENT_MS
        for row in await self._rows(_answers(since)):
            await self._nudges.post(
                Nudge(
                    row.person_id,
                    "answer",
                    f"{row.id}/{row.read + 1}",  # one until they have read it
                    f"/thread/{row.id}",
                    {"name": row.name, "topic": row.title},
                )
            )
        for row in await self._rows(_taken_up(since)):
            about, link = f"{row.set_id}/{row.person_id}", f"/challenge/{row.set_id}"
            words = {"name": row.name}
            await self._nudges.post(Nudge(row.made_by, "challenge", about, link, words))

    async def _rows(self, query: Any) -> Iterable[Any]:
        async with self._database.reading() as connection:
            return list(await connection.execute(query.limit(AT_ONCE)))

    async def _has_read(self, held: Held) -> bool:
        """Whether they have read it, or may not any more: they left the club, it was hidden."""
        thread, _, number = held.id.split("/", 2)[2].partition("/")
        theirs = FollowRow.person_id == held.person, ThreadRow.id == thread
        return not await self._rows(_answers(0).where(*theirs, FollowRow.read < int(number)))

    async def _has_played(self, held: Held) -> bool:
        today = datetime.fromtimestamp(self._clock.now() / 1000, UTC).date().isoformat()
        mine = AttemptRow.person_id == held.person
        query = select(AttemptRow.set_id).where(mine, AttemptRow.set_id == today)
        return bool(await self._rows(query))


def _answers(since: int) -> Any:
    """Threads with something that a follower has not read: who follows, and whose word is last."""
    club = exists().where(ClubRow.id == ThreadRow.board, ~ClubRow.open_board)
    member = exists().where(
        ClubMemberRow.club_id == ThreadRow.board,
        ClubMemberRow.person_id == FollowRow.person_id,
        ClubMemberRow.role.in_(MEMBERS),
    )
    muted = exists().where(
        MuteRow.person_id == FollowRow.person_id, MuteRow.muted_id == PostRow.author_id
    )
    return (
        select(ThreadRow.id, ThreadRow.title, FollowRow.person_id, FollowRow.read, PersonRow.name)
        .join(FollowRow, FollowRow.thread_id == ThreadRow.id)
        .join(NudgeChoiceRow, NudgeChoiceRow.person_id == FollowRow.person_id)
        .join(PostRow, (PostRow.thread_id == ThreadRow.id) & (PostRow.number == ThreadRow.posts))
        .join(PersonRow, PersonRow.id == PostRow.author_id)
        .where(
            ThreadRow.bumped_at > since,
            FollowRow.read < ThreadRow.posts,
            NudgeChoiceRow.kinds.contains("answer"),
            PostRow.author_id != FollowRow.person_id,
            or_(~club, member),
        )
        .where(
            PostRow.hidden_at.is_(None),
            PostRow.text != "",
            ~ThreadRow.hidden,
            ~muted,
        )
        .order_by(ThreadRow.bumped_at)
    )


def _taken_up(since: int) -> Any:
    """Challenges that somebody has begun to play for the first time."""
    maker, taker = DealSetRow.made_by, AttemptRow.person_id
    muted = exists().where(MuteRow.person_id == maker, MuteRow.muted_id == taker)
    avoided = exists().where(AvoidRow.person_id == maker, AvoidRow.avoided_id == taker)
    return (
        select(AttemptRow.set_id, AttemptRow.person_id, DealSetRow.made_by, PersonRow.name)
        .join(DealSetRow, DealSetRow.id == AttemptRow.set_id)
        .join(NudgeChoiceRow, NudgeChoiceRow.person_id == DealSetRow.made_by)
        .join(PersonRow, PersonRow.id == AttemptRow.person_id)
        .where(
            AttemptRow.begun_at > since,
            AttemptRow.number == 1,
            DealSetRow.kind == "challenge",
            DealSetRow.made_by != AttemptRow.person_id,
            NudgeChoiceRow.kinds.contains("challenge"),
            ~muted,
            ~avoided,
        )
        .order_by(AttemptRow.begun_at)
    )
