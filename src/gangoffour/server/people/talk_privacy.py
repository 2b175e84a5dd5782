"""What somebody wrote on boards and is in clubs: in their export, and gone with them.

Answers of others stay; a thread in which only they wrote goes as a whole. A club gets another
owner, or goes if nobody is left in it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.club_heirs import inherit
from gangoffour.server.storage.locks import lock_threads
from gangoffour.server.storage.models import PersonRow
from gangoffour.server.storage.talk_models import (
    ClubMemberRow,
    ClubRow,
    ClubTableRow,
    FollowRow,
    PostRow,
    ThreadRow,
)

NO_TITLE = "…"
OWNED = (
    ("threads", ThreadRow, ThreadRow.author_id),
    ("posts", PostRow, PostRow.author_id),
    ("follows", FollowRow, FollowRow.person_id),
    ("clubs", ClubMemberRow, ClubMemberRow.person_id),
)
"""What is kept of somebody, as an export names it."""


async def talked(connection: AsyncConnection, person_id: str) -> dict[str, list[dict[str, Any]]]:
    """All of it, as plain values."""
    found = {}
    for name, model, owner in OWNED:
        rows = await connection.execute(select(model.__table__).where(owner == person_id))
        found[name] = [dict(row) for row in rows.mappings()]
    return found


async def forget_talk(connection: AsyncConnection, person_id: str) -> None:
    """Take somebody out of boards and clubs, within the transaction that deletes them."""
    lock = select(PersonRow.id).where(PersonRow.id == person_id).with_for_update()
    await connection.execute(lock)  # whoever writes holds it, too: nothing comes in between
    mine = ClubMemberRow.person_id == person_id
    theirs = ClubRow.id.in_(select(ClubMemberRow.club_id).where(mine))
    lock = select(ClubRow.id).where(theirs).order_by(ClubRow.id).with_for_update()
    await connection.execute(lock)  # nobody hands a club over, or leaves it, meanwhile
    wrote = select(PostRow.thread_id).where(PostRow.author_id == person_id)
    await lock_threads(connection, ThreadRow.id.in_(wrote) | (ThreadRow.author_id == person_id))
    await connection.execute(delete(FollowRow).where(FollowRow.person_id == person_id))
    await _forget_words(connection, person_id)
    owned = select(ClubMemberRow.club_id).where(mine, ClubMemberRow.role == "owner")
    clubs = list((await connection.execute(owned)).scalars())
    await connection.execute(delete(ClubMemberRow).where(mine))
    for club_id in clubs:
        if not await inherit(connection, club_id):
            await delete_club(connection, club_id)


async def _forget_words(connection: AsyncConnection, person_id: str) -> None:
    mine = select(ThreadRow.id).where(ThreadRow.author_id == person_id)
    others = (PostRow.author_id != person_id) | PostRow.author_id.is_(None)
    answered = select(PostRow.thread_id).where(PostRow.thread_id.in_(mine), others)
    alone = select(ThreadRow.id).where(
        ThreadRow.author_id == person_id, ThreadRow.id.not_in(answered)
    )
    await delete_threads(connection, list((await connection.execute(alone)).scalars()))
    gone = {"author_id": None, "text": "", "folded": ""}
    await connection.execute(update(PostRow).where(PostRow.author_id == person_id).values(**gone))
    unnamed = {"author_id": None, "title": NO_TITLE}
    begun = ThreadRow.author_id == person_id
    await connection.execute(update(ThreadRow).where(begun).values(**unnamed))


async def delete_threads(connection: AsyncConnection, threads: list[str]) -> None:
    """Threads with all that hangs on them."""
    await lock_threads(connection, ThreadRow.id.in_(threads))
    await connection.execute(delete(FollowRow).where(FollowRow.thread_id.in_(threads)))
    await connection.execute(delete(PostRow).where(PostRow.thread_id.in_(threads)))
    await connection.execute(delete(ThreadRow).where(ThreadRow.id.in_(threads)))


async def delete_club(connection: AsyncConnection, club_id: str) -> None:
    """A club with its board; its tables are tables like others from now on."""
    threads = select(ThreadRow.id).where(ThreadRow.board == club_id)
    await delete_threads(connection, list((await connection.execute(threads)).scalars()))
    await connection.execute(delete(ClubTableRow).where(ClubTableRow.club_id == club_id))
    await connection.execute(delete(ClubMemberRow).where(ClubMemberRow.club_id == club_id))
    await connection.execute(delete(ClubRow).where(ClubRow.id == club_id))
