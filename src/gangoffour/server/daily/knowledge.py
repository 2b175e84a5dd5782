"""Who may know the cards of a set before they play it, under whatever name we know of.

Cards are the same where the secret is: a challenge of a day has that day's cards, two challenges of
one match have that match's. And what one account of an owner has seen, all of them may know.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.daily.day import ROUNDS
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.server.people.owners import all_of, owner_of
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.models import MatchRow, PlayerRow

_SAME_CARDS: Final = exists().where(
    DealSetRow.id == AttemptRow.set_id, DealSetRow.secret == bindparam("secret")
)
_OF_OWNER: Final = AttemptRow.person_id.in_(all_of(bindparam("owner")))
_ELSEWHERE: Final = AttemptRow.set_id != bindparam("set")
_BY_ANOTHER: Final = (AttemptRow.set_id == bindparam("set")) & (
    AttemptRow.person_id != bindparam("person")
)
MARKED: Final = select(exists().where(AttemptRow.browser == bindparam("mark"), _SAME_CARDS))
BY_ANOTHER: Final = select(exists().where(_BY_ANOTHER, _OF_OWNER))
FROM_ELSEWHERE: Final = select(
    or_(
        exists().where(
            PlayerRow.match_id == bindparam("match"),
            PlayerRow.person_id.in_(all_of(bindparam("owner"))),
        ),
        exists().where(_ELSEWHERE, _OF_OWNER, _SAME_CARDS),
    )
)
"""They sat in the match whose cards these are, or have begun another set with them."""
_OVER: Final = select(func.count()).where(
    MatchRow.table_id == AttemptRow.table_id, MatchRow.ended_at.is_not(None)
)
OVERTAKEN: Final = (
    update(AttemptRow)
    .where(
        _OF_OWNER,
        or_(_ELSEWHERE, _BY_ANOTHER),
        _SAME_CARDS,
        AttemptRow.counts,
        _OVER.scalar_subquery() < ROUNDS,
    )
    .values(counts=False)
    .execution_options(synchronize_session=False)
)
"""Whoever has yet to play cards that they, their owner or a bot of theirs may now see."""


def asked(one: DealSet, person: str, owner: str) -> dict[str, Any]:
    """What these statements ask for."""
    of_set = {"set": one.id, "secret": one.secret, "match": one.match_id}
    return {**of_set, "person": person, "owner": owner}


async def from_before(connection: AsyncConnection, one: DealSet, person: str, owner: str) -> bool:
    """Whether somebody may have seen the cards elsewhere: they have made a challenge of cards that
    they knew, or sat in its match, or have begun another set of these cards."""
    if one.known_to(one.made_by) and owner == await owner_of(connection, one.made_by):
        return True
    found = await connection.execute(FROM_ELSEWHERE, asked(one, person, owner))
    return bool(found.scalar())


async def by_now(
    connection: AsyncConnection, one: DealSet, person: str, owner: str, browser: str | None
) -> bool:
    """The same, or they have begun this set, or another of its cards, under another name."""
    ask = {**asked(one, person, owner), "mark": browser}
    if browser and (await connection.execute(MARKED, ask)).scalar():
        return True
    if (await connection.execute(BY_ANOTHER, ask)).scalar():
        return True
    return await from_before(connection, one, person, owner)
