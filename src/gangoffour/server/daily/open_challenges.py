"""Challenges while they are open: those that somebody has made, and those they took up."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from sqlalchemy import func, or_, select

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
            rounds: Any = (
                select(AttemptRow.set_id, AttemptRow.person_id, func.count(MatchRow.id))
                .outerjoin(MatchRow, OVER)
                .where(AttemptRow.set_id.in_([row.id for row in found]), AttemptRow.number == 1)
                .group_by(AttemptRow.set_id, AttemptRow.person_id)
            )
            played = (await connection.execute(rounds)).all()
        own = {key: count for key, person, count in played if person == me}
        through = Counter(key for key, _, count in played if count >= ROUNDS)
        lines = [
            OpenChallenge(
                row.id, row.name, row.made_by == me, row.closes_at, own.get(row.id), through[row.id]
            )
            for row in found
        ]
        return MyChallenges(now, ROUNDS, lines)
