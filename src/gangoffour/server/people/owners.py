"""Whose an account is. A bot account belongs to an account and stands for it: what one of them has
seen the other may know, and what one gains the other gains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.models import PersonRow

OWNER: Final[ColumnElement[Any]] = func.coalesce(PersonRow.owner_id, PersonRow.id)
"""Whose somebody is: their owner's, or their own."""


async def owners_of(connection: AsyncConnection, people: Iterable[str]) -> dict[str, str]:
    """By each of some people who are there, whose they are."""
    query = select(PersonRow.id, OWNER).where(PersonRow.id.in_(list(people)))
    return {row[0]: row[1] for row in await connection.execute(query)}
