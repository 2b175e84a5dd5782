"""What people like to know about each other: profiles and the leaderboard."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from gangoffour.server.matches.leaderboard import PROVISIONAL, Leader, leaders
from gangoffour.server.people.names import name_key
from gangoffour.server.people.sessions import IDENTITY_COLUMNS
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import GIVEN_UP, MatchRow, PersonRow, PlayerRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.server.wire.refusals import ServerRefusal

MAX_RIVALS: Final = 20
MAX_HISTORY: Final = 200


class Rival(Struct, frozen=True):
    """Somebody's matches together with one other person."""

    id: str
    name: str
    matches: int
    ahead: int
    """In so many of them the owner of the profile had the lower total."""
    behind: int
    avatar: str = ""


class RatingPoint(Struct, frozen=True):
    """The rating after a match."""

    at: int
    rating: int


class Profile(Struct, frozen=True):
    """Somebody, with the figures of their finished matches."""

    id: str
    name: str
    kind: PersonKind
    karma: int
    rating: int
    provisional: bool
    """Not on the leaderboard yet: fewer than three rated matches."""
    since: int
    matches: int
    """With those given up alone against bots, which are not won."""
    wins: int
    left: int
    """Matches that a bot finished for them."""
    rounds: int
    rounds_won: int
    points: int
    points_per_round: float | None
    gangs: int
    worst_survived: int | None
    worst_hand: str | None
    """The weakest hand they won a round with."""
    rivals: list[Rival]
    ratings: list[RatingPoint]
    avatar: str = ""


class Profiles:
    """Reads what finished matches tell about people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(self, limit: int = 50, offset: int = 0) -> list[Leader]:
        """The best accounts."""
        return await leaders(self._database, limit, offset)

    async def profile(self, who: str) -> Profile:
        """Somebody by id, or an account or a bot by name."""
        key = name_key(who[:80])
        plain = who if who.isascii() and who.isalnum() else ""
        query = select(*IDENTITY_COLUMNS, PersonRow.rated_matches, PersonRow.created_at).where(
            or_(PersonRow.id == plain, PersonRow.name_key == key)
        )
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query))
            if not rows:
                raise ServerRefusal("unknown_person", name=who[:40])
            person = min(rows, key=lambda row: row.id != who)
            figures = await _figures(connection, person.id)
            worst_survived, worst_hand = await _worst(connection, person.id)
            return Profile(
                id=person.id,
                name=person.name,
                kind=person.kind,
                karma=person.karma,
                rating=person.rating,
                provisional=person.rated_matches < PROVISIONAL,
                since=person.created_at,
                matches=figures.matches,
                wins=figures.wins,
                left=figures.left,
                rounds=figures.rounds,
                rounds_won=figures.rounds_won,
                points=figures.points,
                points_per_round=(
                    round(figures.points / figures.rounds, 2) if figures.rounds else None
                ),
                gangs=figures.gangs,
                worst_survived=worst_survived,
                worst_hand=worst_hand,
                rivals=await _rivals(connection, person.id),
                ratings=await _ratings(connection, person.id),
                avatar=person.avatar,
            )


def _given() -> Any:
    """Whether a match was for something of its own: it counts there, and nowhere else."""
    return exists().where(MatchRow.id == PlayerRow.match_id, MatchRow.purpose.is_not(None))


def _given_up() -> Any:
    """Whether a match was given up: there is nothing to tell of it, but it was not won."""
    return exists().where(MatchRow.id == PlayerRow.match_id, MatchRow.purpose == GIVEN_UP)


async def _figures(connection: AsyncConnection, person_id: str) -> Any:
    """Of the matches that somebody played to their end, or gave up; what a bot played is not
    theirs."""

    def total(column: Any) -> Any:
        return func.coalesce(func.sum(column), 0)

    mine = PlayerRow.finished.is_(True)
    query = select(
        total(case((mine | _given_up(), 1), else_=0)).label("matches"),
        total(case((mine & PlayerRow.won.is_(True), 1), else_=0)).label("wins"),
        total(case((PlayerRow.finished.is_(False), 1), else_=0)).label("left"),
        total(case((mine, PlayerRow.rounds))).label("rounds"),
        total(case((mine, PlayerRow.rounds_won))).label("rounds_won"),
        total(case((mine, PlayerRow.total))).label("points"),
        total(case((mine, PlayerRow.gangs))).label("gangs"),
    ).where(
        PlayerRow.person_id == person_id,
        (PlayerRow.total.is_not(None) & ~_given()) | _given_up(),
    )
    return (await connection.execute(query)).one()


async def _worst(connection: AsyncConnection, person_id: str) -> tuple[int | None, str | None]:
    query = (
        select(PlayerRow.worst_survived, PlayerRow.worst_hand)
        .where(
            PlayerRow.person_id == person_id,
            PlayerRow.worst_survived.is_not(None),
            PlayerRow.finished.is_(True),
            ~_given(),
        )
        .order_by(PlayerRow.worst_survived)
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return (None, None) if row is None else (row[0], row[1])


async def _rivals(connection: AsyncConnection, person_id: str) -> list[Rival]:
    """Those somebody has played most matches with."""
    mine, other = aliased(PlayerRow), aliased(PlayerRow)
    count = func.count()
    query = (
        select(
            PersonRow.id,
            PersonRow.name,
            count,
            func.sum(case((mine.total < other.total, 1), else_=0)),
            func.sum(case((mine.total > other.total, 1), else_=0)),
            PersonRow.avatar,
        )
        .join(other, other.person_id == PersonRow.id)
        .join(mine, (mine.match_id == other.match_id) & (mine.seat != other.seat))
        .where(
            mine.person_id == person_id,
            mine.total.is_not(None),
            mine.finished.is_(True),
            other.finished.is_(True),
        )
        .group_by(PersonRow.id, PersonRow.name, PersonRow.avatar)
        .order_by(count.desc(), PersonRow.name, PersonRow.id)
        .limit(MAX_RIVALS)
    )
    return [Rival(*row) for row in await connection.execute(query)]


async def _ratings(connection: AsyncConnection, person_id: str) -> list[RatingPoint]:
    """The rating after each of the last rated matches, the oldest first."""
    query = (
        select(MatchRow.ended_at, PlayerRow.rating_after)
        .join(MatchRow, MatchRow.id == PlayerRow.match_id)
        .where(PlayerRow.person_id == person_id, PlayerRow.rating_after.is_not(None))
        .order_by(MatchRow.ended_at.desc(), MatchRow.id)
        .limit(MAX_HISTORY)
    )
    rows = (await connection.execute(query)).all()
    return [RatingPoint(at or 0, rating or 0) for at, rating in reversed(rows)]
