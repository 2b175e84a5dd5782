"""Who has a club once its owner's account is gone."""

from __future__ import annotations

from sqlalchemy import case, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.talk_models import ClubMemberRow


async def inherit(connection: AsyncConnection, club_id: str) -> bool:
    """A club without an owner: the oldest host has it now, or the oldest member; False if nobody is
    left in it."""
    order = case((ClubMemberRow.role == "host", 0), else_=1)
    heirs = (
        select(ClubMemberRow.person_id)
        .where(ClubMemberRow.club_id == club_id, ClubMemberRow.role.in_(("host", "member")))
        .order_by(order, ClubMemberRow.since, ClubMemberRow.person_id)
    )
    heir = (await connection.execute(heirs)).scalars().first()
    if heir is None:
        return False
    new = ClubMemberRow.club_id == club_id, ClubMemberRow.person_id == heir
    await connection.execute(update(ClubMemberRow).where(*new).values(role="owner"))
    return True
