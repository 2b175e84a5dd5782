"""Who stands on the leaderboard."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import select

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PersonRow

PROVISIONAL: Final = 3
"""So many rated matches before somebody stands on the leaderboard."""


class Leader(Struct, frozen=True):
    """A line of the leaderboard."""

    rank: int
    id: str
    name: str
    rating: int
    rated_matches: int
    avatar: str = ""


async def leaders(database: Database, limit: int, offset: int) -> list[Leader]:
    """The best accounts with at least three rated matches; no guests, bots or banned."""
    query = (
        select(
            *(PersonRow.id, PersonRow.name, PersonRow.rating),
            *(PersonRow.rated_matches, PersonRow.avatar),
        )
        .where(
            PersonRow.kind == "account",
            PersonRow.rated_matches >= PROVISIONAL,
            PersonRow.banned_at.is_(None),
        )
        .order_by(PersonRow.rating.desc(), PersonRow.created_at, PersonRow.id)
        .limit(limit)
        .offset(offset)
    )
    async with database.reading() as connection:
        rows = await connection.execute(query)
        return [Leader(offset + rank, *row) for rank, row in enumerate(rows, 1)]
