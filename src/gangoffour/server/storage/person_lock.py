"""One thing at a time for one person, whichever processes they ask.

Whoever locks a person and a club or a thread, too, locks the person first: so no two wait for each
other.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.models import PersonRow
from gangoffour.server.wire.refusals import ServerRefusal


async def lock_person(connection: AsyncConnection, person_id: str) -> None:
    """Until this transaction ends no other one is at this person's lists, before anything of them
    is counted; refused if they are gone this very moment. Rows that only name them do not wait."""
    query = select(PersonRow.id).where(PersonRow.id == person_id)
    found = await connection.execute(query.with_for_update(key_share=True))
    if found.first() is None:
        raise ServerRefusal("not_signed_in")
