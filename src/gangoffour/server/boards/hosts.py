"""Keeping the peace on boards: hide and show posts, close and pin threads, complain.

A club's hosts look after its board; the host of the server after all of them, by command line.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.boards.access import place_at, post_at, require_host, thread_at
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.sessions import Identity
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_threads
from gangoffour.server.storage.models import PersonRow, ReportRow
from gangoffour.server.storage.talk_models import PostRow, ThreadRow
from gangoffour.server.wire.refusals import ServerRefusal

MAX_REPORTS: Final = 50


class ClubReport(Struct, frozen=True):
    """A complaint about a post of a club's board, as its hosts read it."""

    id: str
    post: str
    thread: str
    number: int
    about: str
    """Who wrote the post."""
    reason: str
    evidence: str
    """The words as they stood."""
    at: int


class BoardHosts:
    """What those do who look after boards, and what they are asked to look at."""

    def __init__(self, database: Database, clock: Clock, moderation: Moderation) -> None:
        self._database = database
        self._clock = clock
        self._moderation = moderation

    async def hide(self, post_id: str, hidden: bool, by: Identity | None = None) -> None:
        """Keep a post from being read, or no longer; with a first post goes its whole thread.

        Without ``by`` it is the host of the server.
        """
        async with self._database.writing() as connection:
            if by is None:
                post: Any = await _any_post(connection, post_id)
            else:
                post, _, place = await post_at(connection, post_id, by)
                require_host(place)
            at = self._clock.now() if hidden else None
            await connection.execute(
                update(PostRow).where(PostRow.id == post_id).values(hidden_at=at)
            )
            if post.number == 1:
                thread = ThreadRow.id == post.thread_id
                await connection.execute(update(ThreadRow).where(thread).values(hidden=hidden))

    async def arrange(
        self,
        thread_id: str,
        closed: bool | None,
        pinned: bool | None,
        by: Identity | None = None,
    ) -> None:
        """Close a thread or open it again; keep it on top or no longer."""
        asked = {"closed": closed, "pinned": pinned}
        changes = {name: value for name, value in asked.items() if value is not None}
        async with self._database.writing() as connection:
            if by is not None:
                require_host((await thread_at(connection, thread_id, by))[1])
            here = ThreadRow.id == thread_id
            if changes:
                done = await connection.execute(update(ThreadRow).where(here).values(**changes))
                if done.rowcount != 1:
                    raise ServerRefusal("unknown_thread")

    async def report(self, me: Identity, post_id: str, reason: str) -> str:
        """Complain about a post; its words as they stand now go with it. Once is enough."""
        async with self._database.reading() as connection:
            post, thread, _ = await post_at(connection, post_id, me, lock=False)
            again = ReportRow.by_id == me.id, ReportRow.post_id == post_id
            query = select(ReportRow.id).where(*again, ReportRow.closed_at.is_(None))
            told = (await connection.execute(query)).scalars().first()
        if told is not None:
            return told
        if post.author_id is None or not post.text or post.hidden_at is not None:
            raise ServerRefusal("unknown_post")
        said = f"{thread.title}\n{post.text}" if post.number == 1 else post.text
        return await self._moderation.complain(
            me.id, post.author_id, reason, post_id=post_id, evidence=said
        )

    async def reports(self, me: Identity, club_id: str) -> list[ClubReport]:
        """What is complained about on a club's board and still to be read there; for its hosts. By
        whom, nobody is told, and nobody reads what is about themselves."""
        query = (
            select(ReportRow.__table__, PostRow.thread_id, PostRow.number, PersonRow.name)
            .join(PostRow, PostRow.id == ReportRow.post_id)
            .join(ThreadRow, ThreadRow.id == PostRow.thread_id)
            .join(PersonRow, PersonRow.id == ReportRow.about_id)
            .where(
                *(ThreadRow.board == club_id, ReportRow.closed_at.is_(None)),
                *(ReportRow.about_id != me.id, PostRow.hidden_at.is_(None), PostRow.text != ""),
            )
            .order_by(ReportRow.created_at, ReportRow.id)
            .limit(MAX_REPORTS)
        )
        async with self._database.reading() as connection:
            require_host(await place_at(connection, club_id, me))
            return [
                ClubReport(
                    *(row.id, row.post_id, row.thread_id, row.number, row.name),
                    *(row.reason, row.evidence, row.created_at),
                )
                for row in await connection.execute(query)
            ]


async def _any_post(connection: AsyncConnection, post_id: str) -> Any:
    """A post whose thread nobody else changes meanwhile."""
    query = select(PostRow.number, PostRow.thread_id).where(PostRow.id == post_id)
    post = (await connection.execute(query)).one_or_none()
    if post is None:
        raise ServerRefusal("unknown_post")
    await lock_threads(connection, ThreadRow.id == post.thread_id)
    return post
