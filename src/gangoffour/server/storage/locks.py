"""One thing at a time for one person, one club, one thread, whichever processes are asked.

Whoever locks several things does so in one order, so that no two wait for each other: people by
their ids, clubs by theirs, threads by theirs, and then what hangs on them (sessions, recovery
codes, plans, matches, posts, follows).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.models import PersonRow
from gangoffour.server.storage.talk_models import ThreadRow
from gangoffour.server.wire.refusals import ServerRefusal


async def lock_person(connection: AsyncConnection, person_id: str) -> None:
    """Until this transaction ends no other one is at this person's lists, before anything of them
    is counted; refused if they are gone this very moment. Rows that only name them do not wait."""
    query = select(PersonRow.id).where(PersonRow.id == person_id)
    found = await connection.execute(query.with_for_update(key_share=True))
    if found.first() is None:
        raise ServerRefusal("not_signed_in")


async def lock_people(connection: AsyncConnection, people: Iterable[str]) -> None:
    """The same for several; those who are gone are left out."""
    query = select(PersonRow.id).where(PersonRow.id.in_(list(people))).order_by(PersonRow.id)
    await connection.execute(query.with_for_update(key_share=True))


async def lock_threads(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Nobody else changes these threads, nor what hangs on them."""
    lock = select(ThreadRow.id).where(which).order_by(ThreadRow.id).with_for_update()
    await connection.execute(lock)
