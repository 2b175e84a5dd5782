"""Challenges while they are open: those that somebody has made, and those they took up."""

from __future__ import annotations

from typing import Final

from sqlalchemy import case, func, or_, select

from gangoffour.daily.day import ROUNDS
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.models import MatchRow, PersonRow
from gangoffour.server.wire.deals import MyChallenges, OpenChallenge

MAX_LISTED: Final = 50
OVER: Final = (MatchRow.table_id == AttemptRow.table_id) & MatchRow.ended_at.is_not(None)


class OpenChallenges:
    """Reads which challenges are somebody's, and how far they and others are with them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, me: str) -> MyChallenges:
        """Those that somebody has made or taken up and that are still open, the latest first."""
        now = self._clock.now()
        taken_up = select(AttemptRow.set_id).where(AttemptRow.person_id == me)
        mine = or_(DealSetRow.made_by == me, DealSetRow.id.in_(taken_up))
        sets = (
            select(DealSetRow.id, DealSetRow.made_by, DealSetRow.closes_at, PersonRow.name)
            .outerjoin(PersonRow, PersonRow.id == DealSetRow.made_by)
            .where(DealSetRow.kind == "challenge", DealSetRow.closes_at > now, mine)
            .order_by(DealSetRow.closes_at.desc(), DealSetRow.id)
            .limit(MAX_LISTED)
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(sets)).all()
            rounds = (
                select(AttemptRow.set_id, AttemptRow.person_id, func.count(MatchRow.id).label("n"))
                .outerjoin(MatchRow, OVER)
                .where(AttemptRow.set_id.in_([row.id for row in found]), AttemptRow.number == 1)
                .group_by(AttemptRow.set_id, AttemptRow.person_id)
            ).subquery()
            played = select(
                rounds.c.set_id,
                func.sum(case((rounds.c.n >= ROUNDS, 1), else_=0)),
                func.max(case((rounds.c.person_id == me, rounds.c.n))),
            ).group_by(rounds.c.set_id)
            counted = (await connection.execute(played)).all()
        own = {key: mine for key, _, mine in counted}
        through = {key: count for key, count, _ in counted}
        lines = [
            OpenChallenge(
                row.id,
                row.name,
                row.made_by == me,
                row.closes_at,
                own.get(row.id),
                through.get(row.id, 0),
            )
            for row in found
        ]
        return MyChallenges(now, ROUNDS, lines)
