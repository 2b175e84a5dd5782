"""What is at stake at a table: who can be rated and why not, and what it costs to leave.

Decided here once: the settlement of a match asks the same functions as who wants to know before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.owners import owners_of
from gangoffour.server.people.sessions import DAY_MS
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import AddressRow, MatchRow, PersonRow, PlayerRow
from gangoffour.table.karma import Leaving, finishing, judged, leaving, within
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Seat, Table

RATED_PEOPLE: Final = 2
KARMA_TARGET: Final = 40
"""A match that is played to fewer points brings no karma: it may take seconds."""
KARMA_A_DAY: Final = 5
"""How much karma somebody can gain within a day."""

NotRated = Literal["casual", "same_address", "few_accounts"]
NobodyRated = Literal["empty", "bot", "guest"]


def rateable(kind: str) -> bool:
    """Guests cost nothing to make, so to win against them must not pay."""
    return kind == "account"


def enough(accounts: int) -> bool:
    """Whether so many people who can be rated make a match that counts."""
    return accounts >= RATED_PEOPLE


async def gainers(connection: AsyncConnection, table: Table) -> set[str]:
    """Who may gain karma at a table: nobody in a short match, nor if all people there come from one
    address or belong to one of them, as they could be one person, and nobody who has gained enough
    within a day."""
    if table.options.target < KARMA_TARGET:
        return set()
    people = [seat.person for seat in table.seats if seat.person is not None]
    known = await owners_of(connection, people)
    owners = {known.get(one, one) for one in people}  # who is deleted was somebody, too
    marks = select(AddressRow.mark).where(AddressRow.person_id.in_(owners))
    marks = marks.group_by(AddressRow.mark).having(func.count() == len(owners)).limit(1)
    if len(people) > 1 and len(owners) < 2:
        return set()
    if len(people) > 1 and (await connection.execute(marks)).first() is not None:
        return set()
    lately = MatchRow.ended_at >= table.changed_at - DAY_MS
    query = (
        select(PlayerRow.person_id, func.sum(PlayerRow.karma))
        .join(MatchRow, MatchRow.id == PlayerRow.match_id)
        .where(PlayerRow.person_id.in_(people), PlayerRow.karma > 0, lately)
        .group_by(PlayerRow.person_id)
    )
    gained = {row[0]: row[1] or 0 for row in await connection.execute(query)}
    return {one for one in people if (gained.get(one) or 0) < KARMA_A_DAY}


class SeatStake(Struct, frozen=True):
    """Whether a seat would be rated, and if not, why not."""

    why_not: NobodyRated | None
    rating: int | None
    """The rating of who sits there, if they can be rated."""


class Stakes(Struct, frozen=True):
    """What is at stake at a table, for everybody and for who asks."""

    why_not: NotRated | None
    """Why nobody is rated, whoever they are; nothing if the match counts."""
    seats: list[SeatStake]
    karma: int
    """The karma of who asks: now, after leaving now for good, and after playing to the end."""
    karma_left: int
    karma_finished: int
    leaving: Leaving
    """How it would be judged if who asks left now: why that costs something, or does not."""


ShareAddress = Callable[[Sequence[str]], Awaitable[bool]]


async def stakes_at(
    table: Table, person: str, database: Database, share_address: ShareAddress
) -> Stakes:
    """The stakes, for somebody who sits there: only they may know who shares an address."""
    mine = table.seat_of(person)
    if mine is None:
        raise TableRefusal("not_seated")
    people = [seat.person for seat in table.seats if seat.person is not None]
    query = select(PersonRow.id, PersonRow.kind, PersonRow.rating, PersonRow.karma)
    async with database.reading() as connection:
        rows = await connection.execute(query.where(PersonRow.id.in_(people)))
        known = {row.id: row for row in rows}
        gains = person in await gainers(connection, table)
    seats = [_seat(seat, known.get(seat.person)) for seat in table.seats]
    if not table.options.rated:
        why_not: NotRated | None = "casual"
    elif not table.running and await share_address(people):
        why_not = "same_address"
    else:
        accounts = sum(one.why_not is None for one in seats)
        why_not = None if enough(accounts) else "few_accounts"
    karma = known[person].karma if person in known else 0
    return Stakes(
        why_not,
        seats,
        karma,
        within(karma + leaving(table, mine)),
        within(karma + limited(finishing(table, mine), gains)),
        judged(table, mine),
    )


def limited(change: int, gains: bool) -> int:
    """A change of karma, for somebody who may gain some or not."""
    return change if gains else min(0, change)


def _seat(seat: Seat, row: object) -> SeatStake:
    if seat.person is None:
        return SeatStake("empty" if seat.bot is None else "bot", None)
    kind, rating = getattr(row, "kind", "guest"), getattr(row, "rating", None)
    return SeatStake(None, rating) if rateable(kind) else SeatStake("guest", None)
