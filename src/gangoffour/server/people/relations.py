"""Whom somebody likes to play with, does not want to hear, and never wants to sit with: buddies,
mutes, and those they avoid."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, union_all
from sqlalchemy.exc import IntegrityError

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import AvoidRow, BuddyRow, MuteRow, PersonRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.server.wire.refusals import ServerRefusal

MAX_RELATIONS: Final = 200


class Brief(Struct, frozen=True):
    """Somebody, in a list."""

    id: str
    name: str
    kind: PersonKind
    rating: int
    avatar: str = ""


BRIEF_COLUMNS: Final = (
    PersonRow.id,
    PersonRow.name,
    PersonRow.kind,
    PersonRow.rating,
    PersonRow.avatar,
)


def brief_of(row: Any) -> Brief:
    """Somebody from a row with these columns."""
    return Brief(row.id, row.name, row.kind, row.rating, row.avatar)


class _Relation(Struct, frozen=True):
    """One of the three tables: whose list it is, and who stands on it."""

    row: type[Any]
    other: Any
    column: str


BUDDIES: Final = _Relation(BuddyRow, BuddyRow.buddy_id, "buddy_id")
MUTES: Final = _Relation(MuteRow, MuteRow.muted_id, "muted_id")
AVOIDED: Final = _Relation(AvoidRow, AvoidRow.avoided_id, "avoided_id")
MUTED_BY: Final = select(MuteRow.muted_id).where(MuteRow.person_id == bindparam("person"))


class Relations:
    """Everybody's lists of others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def buddies(self, person_id: str) -> list[Brief]:
        return await self._listed(BUDDIES, person_id)

    async def add_buddy(self, person_id: str, other_id: str) -> None:
        await self._add(BUDDIES, person_id, other_id)

    async def remove_buddy(self, person_id: str, other_id: str) -> None:
        await self._remove(BUDDIES, person_id, other_id)

    async def mutes(self, person_id: str) -> list[Brief]:
        return await self._listed(MUTES, person_id)

    async def add_mute(self, person_id: str, other_id: str) -> None:
        await self._add(MUTES, person_id, other_id)

    async def remove_mute(self, person_id: str, other_id: str) -> None:
        await self._remove(MUTES, person_id, other_id)

    async def avoided(self, person_id: str) -> list[Brief]:
        return await self._listed(AVOIDED, person_id)

    async def add_avoided(self, person_id: str, other_id: str) -> None:
        """Never sit with somebody; nor hear them where others have brought both together."""
        await self._add(AVOIDED, person_id, other_id)
        await self._add(MUTES, person_id, other_id)

    async def remove_avoided(self, person_id: str, other_id: str) -> None:
        """They may sit together again; the mute stays until it is taken off."""
        await self._remove(AVOIDED, person_id, other_id)

    async def avoided_by(self, person_id: str) -> frozenset[str]:
        """Whom this person never wants to sit with."""
        query = select(AvoidRow.avoided_id).where(AvoidRow.person_id == person_id)
        async with self._database.reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def apart_from(self, person_id: str) -> frozenset[str]:
        """Whom this person avoids, and who avoids them."""
        theirs = select(AvoidRow.person_id).where(AvoidRow.avoided_id == person_id)
        mine = select(AvoidRow.avoided_id).where(AvoidRow.person_id == person_id)
        async with self._database.reading() as connection:
            return frozenset((await connection.execute(union_all(mine, theirs))).scalars())

    async def muted_by(self, person_id: str) -> frozenset[str]:
        """Whom this person does not want to hear."""
        async with self._database.reading() as connection:
            return frozenset((await connection.execute(MUTED_BY, {"person": person_id})).scalars())

    async def _listed(self, relation: _Relation, person_id: str) -> list[Brief]:
        query = (
            select(*BRIEF_COLUMNS)
            .join(relation.row, relation.other == PersonRow.id)
            .where(relation.row.person_id == person_id)
            .order_by(PersonRow.name, PersonRow.id)
        )
        async with self._database.reading() as connection:
            return [brief_of(row) for row in await connection.execute(query)]

    async def _add(self, relation: _Relation, person_id: str, other_id: str) -> None:
        """Put somebody on a list; once is enough."""
        if person_id == other_id:
            raise ServerRefusal("not_yourself")
        count = select(func.count()).where(relation.row.person_id == person_id)
        there = select(PersonRow.id).where(PersonRow.id == other_id)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(there)).first() is None:
                    raise ServerRefusal("unknown_person", name=other_id[:40])
                await lock_person(connection, person_id)
                if (await connection.execute(count)).scalar_one() >= MAX_RELATIONS:
                    raise ServerRefusal("list_full", limit=MAX_RELATIONS)
                await connection.execute(
                    insert(relation.row).values({"person_id": person_id, relation.column: other_id})
                )
        except IntegrityError:
            return  # on the list already, or gone this very moment

    async def _remove(self, relation: _Relation, person_id: str, other_id: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(
                delete(relation.row).where(
                    relation.row.person_id == person_id, relation.other == other_id
                )
            )
