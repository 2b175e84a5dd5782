"""Signs of collusion and of double accounts, for the host of a server to look at.

Computed from what is stored when asked for. Nothing follows from a flag by itself: a family, a club
or a bad connection can look like this too.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import Integer, and_, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import AddressRow, MatchRow, PersonRow, PlayerRow

TOGETHER: Final = 5
"""So many rated matches with the same two people say something about who gains from whom."""
ONE_SIDED: Final = 0.8
MOSTLY_TOGETHER: Final = 0.5
ABANDONED: Final = 5
ABANDONED_SHARE: Final = 0.3


class Flag(Struct, frozen=True):
    """A sign: what it is, whom it is about, and ``count`` out of ``of`` (0: of nothing)."""

    kind: Literal["address", "transfer", "abandoned"]
    people: tuple[tuple[str, str], ...]
    """Ids and names; for a transfer who gains, then who loses."""
    count: int
    of: int = 0


async def flags(database: Database, since: int) -> list[Flag]:
    """All signs in what happened since then, the strongest of each kind first."""
    async with database.reading() as connection:
        return [
            *await _addresses(connection, since),
            *await _transfers(connection, since),
            *await _abandoned(connection, since),
        ]


async def _addresses(connection: AsyncConnection, since: int) -> list[Flag]:
    """Pairs of accounts that came from the same addresses."""
    one, other = aliased(AddressRow), aliased(AddressRow)
    first, second = aliased(PersonRow), aliased(PersonRow)
    count = func.count()
    query = (
        select(first.id, first.name, second.id, second.name, count)
        .select_from(one)
        .join(other, and_(other.mark == one.mark, other.person_id > one.person_id))
        .join(first, first.id == one.person_id)
        .join(second, second.id == other.person_id)
        .where(first.kind == "account", second.kind == "account")
        .where(one.seen_at >= since, other.seen_at >= since)
        .group_by(first.id, first.name, second.id, second.name)
        .order_by(count.desc(), first.name, second.name)
    )
    rows = await connection.execute(query)
    return [Flag("address", ((a, name), (b, named)), n) for a, name, b, named, n in rows]


async def _transfers(connection: AsyncConnection, since: int) -> list[Flag]:
    """Pairs of accounts where rating goes one way, again and again, and the loser plays on."""
    played = select(PlayerRow.person_id, func.count().label("rated")).join(
        MatchRow, MatchRow.id == PlayerRow.match_id
    )
    loser_plays = (
        played.where(PlayerRow.rating_after.is_not(None), MatchRow.ended_at >= since)
        .group_by(PlayerRow.person_id)
        .subquery()
    )
    up, down = aliased(PlayerRow), aliased(PlayerRow)
    gainer, loser = aliased(PersonRow), aliased(PersonRow)
    flows = and_(up.rating_after > up.rating_before, down.rating_after < down.rating_before)
    count, of = cast(func.sum(case((flows, 1), else_=0)), Integer), func.count()
    query = (
        select(gainer.id, gainer.name, loser.id, loser.name, count, of)
        .select_from(up)
        .join(down, and_(down.match_id == up.match_id, down.seat != up.seat))
        .join(MatchRow, MatchRow.id == up.match_id)
        .join(gainer, gainer.id == up.person_id)
        .join(loser, loser.id == down.person_id)
        .join(loser_plays, loser_plays.c.person_id == loser.id)
        .where(
            up.rating_after.is_not(None),
            down.rating_after.is_not(None),
            MatchRow.ended_at >= since,
        )
        .group_by(gainer.id, gainer.name, loser.id, loser.name, loser_plays.c.rated)
        .having(
            of >= TOGETHER, count >= of * ONE_SIDED, of >= loser_plays.c.rated * MOSTLY_TOGETHER
        )
        .order_by(count.desc(), gainer.name, loser.name)
    )
    rows = await connection.execute(query)
    return [Flag("transfer", ((a, name), (b, named)), n, of) for a, name, b, named, n, of in rows]


async def _abandoned(connection: AsyncConnection, since: int) -> list[Flag]:
    """People who often were not there at the end of a match."""
    gone = case((PlayerRow.finished.is_(False), 1), else_=0)
    count, of = cast(func.sum(gone), Integer), func.count()
    query = (
        select(PersonRow.id, PersonRow.name, count, of)
        .join(PlayerRow, PlayerRow.person_id == PersonRow.id)
        .join(MatchRow, MatchRow.id == PlayerRow.match_id)
        .where(MatchRow.ended_at >= since)
        .group_by(PersonRow.id, PersonRow.name)
        .having(count >= ABANDONED, count >= of * ABANDONED_SHARE)
        .order_by(count.desc(), PersonRow.name)
    )
    rows = await connection.execute(query)
    return [Flag("abandoned", ((who, name),), n, of) for who, name, n, of in rows]
