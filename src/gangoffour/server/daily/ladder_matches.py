"""The ladder of one person: their matches alone against three bots of one level, as they were
begun. Who gives one up after a move has lost it; one that is open is not won."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from gangoffour.daily.ladder import MIN_ROUNDS, ladder, next_step
from gangoffour.server.bots.local import BOT_NAMES
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import GIVEN_UP, MatchRow, PlayerRow
from gangoffour.server.wire.deals import LadderRung, LadderStep, MyLadder

MAX_MATCHES: Final = 1000
"""So many of the last matches are looked at."""


class Ladders:
    """Reads ladders: matches are the truth, nothing else is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person_id: str) -> MyLadder:
        """Somebody's rungs, the lowest first, and what to try next."""
        other = aliased(PlayerRow)
        lowest, highest = func.min(other.bot), func.max(other.bot)
        whole = (
            PlayerRow.finished.is_(True)
            & (PlayerRow.rounds >= MIN_ROUNDS)
            & MatchRow.purpose.is_(None)
        )
        running = MatchRow.ended_at.is_(None) & MatchRow.purpose.is_(None)
        query = (
            select(PlayerRow.match_id, PlayerRow.won, lowest, MatchRow.ended_at)
            .join(MatchRow, MatchRow.id == PlayerRow.match_id)
            .join(other, (other.match_id == PlayerRow.match_id) & (other.seat != PlayerRow.seat))
            .where(
                PlayerRow.person_id == person_id,
                MatchRow.seats == 4,
                whole | (MatchRow.purpose == GIVEN_UP) | running,
            )
            .group_by(PlayerRow.match_id, PlayerRow.won, MatchRow.ended_at, MatchRow.started_at)
            .having(func.count(other.bot) == 3, lowest == highest)
            .order_by(MatchRow.started_at.desc(), PlayerRow.match_id.desc())
            .limit(MAX_MATCHES)
        )
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query))
        played: dict[int, list[bool | None]] = {}
        for _, won, bot, ended in reversed(rows):
            if bot in BOT_NAMES:
                level = played.setdefault(BOT_NAMES.index(bot) + 1, [])
                level.append(None if ended is None else bool(won))
        rungs = ladder(range(1, len(BOT_NAMES) + 1), played)
        step = next_step(rungs)
        return MyLadder(
            [LadderRung(*one) for one in rungs], None if step is None else LadderStep(*step)
        )
