"""Who is what in a club: asked by everything that belongs to one."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage.talk_models import ClubMemberRow, ClubRow
from gangoffour.server.wire.refusals import ServerRefusal

Role = Literal["owner", "host", "member", "asked", "banned"]
MEMBERS: Final = ("owner", "host", "member")
"""Those who belong to it."""
HOSTS: Final = ("owner", "host")
"""Those who look after it."""


async def role_of(connection: AsyncConnection, club_id: str, person_id: str | None) -> Role | None:
    """Somebody's part in a club; None if they have none."""
    if person_id is None:
        return None
    mine = ClubMemberRow.club_id == club_id, ClubMemberRow.person_id == person_id
    query = select(ClubMemberRow.role).where(*mine)
    return cast(Role | None, (await connection.execute(query)).scalar_one_or_none())


async def club_row(connection: AsyncConnection, club_id: str, lock: bool = False) -> Any:
    """A club's row, or a refusal; with ``lock`` nobody else changes who is in it meanwhile."""
    query = select(ClubRow.__table__).where(ClubRow.id == club_id)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise ServerRefusal("unknown_club")
    return row


async def clubs_of(connection: AsyncConnection, person_id: str) -> dict[str, str]:
    """The names of the clubs somebody belongs to, by id."""
    query = (
        select(ClubRow.id, ClubRow.name)
        .join(ClubMemberRow, ClubMemberRow.club_id == ClubRow.id)
        .where(ClubMemberRow.person_id == person_id, ClubMemberRow.role.in_(MEMBERS))
        .order_by(ClubRow.name, ClubRow.id)
    )
    return {row.id: row.name for row in await connection.execute(query)}
