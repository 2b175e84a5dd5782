"""Whose an account is. A bot account belongs to an account and stands for it: what one of them has
seen the other may know, and what one gains the other gains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.models import PersonRow

OWNER: Final[ColumnElement[Any]] = func.coalesce(PersonRow.owner_id, PersonRow.id)
"""Whose somebody is: their owner's, or their own."""


def all_of(owner: Any) -> Select[str]:
    """The ids of somebody and of their bot accounts."""
    return select(PersonRow.id).where(or_(PersonRow.id == owner, PersonRow.owner_id == owner))


async def owner_of(connection: AsyncConnection, person: str | None) -> str | None:
    """Whose somebody is; nobody's once they are deleted."""
    return None if person is None else (await owners_of(connection, [person])).get(person)


async def owners_of(connection: AsyncConnection, people: Iterable[str]) -> dict[str, str]:
    """By each of some people who are there, whose they are."""
    query = select(PersonRow.id, OWNER).where(PersonRow.id.in_(list(people)))
    return {row[0]: row[1] for row in await connection.execute(query)}
