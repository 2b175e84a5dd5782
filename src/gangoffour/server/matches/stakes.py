"""What is at stake at a table: who can be rated and why not, and what it costs to leave.

Decided here once: the settlement of a match asks the same functions as who wants to know before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import select

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PersonRow
from gangoffour.table.karma import finishing, leaving, within
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Seat, Table

RATED_PEOPLE: Final = 2

NotRated = Literal["casual", "same_address", "few_accounts"]
NobodyRated = Literal["empty", "bot", "guest"]


def rateable(kind: str) -> bool:
    """Guests cost nothing to make, so to win against them must not pay."""
    return kind == "account"


def enough(accounts: int) -> bool:
    """Whether so many people who can be rated make a match that counts."""
    return accounts >= RATED_PEOPLE


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
        within(karma + finishing(table, mine)),
    )


def _seat(seat: Seat, row: object) -> SeatStake:
    if seat.person is None:
        return SeatStake("empty" if seat.bot is None else "bot", None)
    kind, rating = getattr(row, "kind", "guest"), getattr(row, "rating", None)
    return SeatStake(None, rating) if rateable(kind) else SeatStake("guest", None)
