"""Reading boards: the list of them, threads, posts, and what one follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.boards.access import BOARDS, Place, require_board, thread_at
from gangoffour.server.boards.writer import EDIT_MS
from gangoffour.server.clubs.roles import clubs_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import MuteRow, PersonRow
from gangoffour.server.storage.talk_models import FollowRow, PostRow, ThreadRow
from gangoffour.server.wire.refusals import ServerRefusal

PAGE: Final = 30
POSTS: Final = 50


class Author(Struct, frozen=True):
    """Who wrote it."""

    id: str
    name: str
    avatar: str


class BoardLine(Struct, frozen=True):
    """A board in the list."""

    id: str
    name: str
    """A club's; nothing for the server's own."""
    threads: int
    bumped_at: int | None


class ThreadLine(Struct, frozen=True):
    """A thread in a list."""

    id: str
    board: str
    language: str
    title: str
    author: Author | None
    """Nobody if they have deleted their data."""
    created_at: int
    bumped_at: int
    answers: int
    closed: bool
    pinned: bool
    hidden: bool
    unread: int | None = None
    """Answers since one last looked, of a thread that one follows."""


class Post(Struct, frozen=True):
    """What somebody wrote: plain text, never markup."""

    id: str
    number: int
    author: Author | None
    text: str
    """Empty if it is not for the reader: hidden, taken back, or by somebody they have muted."""
    state: Literal["shown", "hidden", "gone", "muted"]
    created_at: int
    edited_at: int | None
    editable: bool


class Thread(Struct, frozen=True):
    """A thread with some of its posts, and what the reader may do there."""

    thread: ThreadLine
    place: Place
    posts: list[Post]
    more: bool


class BoardReader:
    """Answers what readers ask."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def boards(self, me: Identity | None) -> list[BoardLine]:
        """The server's boards, and those of one's clubs."""
        async with self._database.reading() as connection:
            clubs = {} if me is None else await clubs_of(connection, me.id)
            names = {**dict.fromkeys(BOARDS, ""), **clubs}
            query = (
                select(ThreadRow.board, func.count(), func.max(ThreadRow.bumped_at))
                .where(ThreadRow.board.in_(names), ThreadRow.hidden.is_(False))
                .group_by(ThreadRow.board)
            )
            counts = {board: rest for board, *rest in await connection.execute(query)}
        return [BoardLine(one, name, *counts.get(one, (0, None))) for one, name in names.items()]

    async def threads(
        self, me: Identity | None, board: str, language: str | None, offset: int
    ) -> tuple[Place, list[ThreadLine], bool]:
        """A page: pinned threads first, then the last answered; whether there is more."""
        async with self._database.reading() as connection:
            place = await require_board(connection, board, me)
            query = lines(me).where(ThreadRow.board == board, unmuted(me, ThreadRow.author_id))
            if language is not None:
                query = query.where(ThreadRow.language == language)
            if not place.hosts:
                query = query.where(ThreadRow.hidden.is_(False))
            order = (ThreadRow.pinned.desc(), ThreadRow.bumped_at.desc(), ThreadRow.id)
            page = query.order_by(*order).offset(offset).limit(PAGE + 1)
            found = [line_of(row) for row in await connection.execute(page)]
        return place, found[:PAGE], len(found) > PAGE

    async def thread(self, me: Identity | None, thread_id: str, after: int) -> Thread:
        """A thread's posts after a number."""
        async with self._database.reading() as connection:
            _, place = await thread_at(connection, thread_id, me)
            query = lines(me).where(ThreadRow.id == thread_id)
            line = (await connection.execute(query)).one_or_none()
            if line is None:  # taken back at this very moment
                raise ServerRefusal("unknown_thread")
            muted = await _muted(connection, me)
            page = (
                select(PostRow.__table__, PersonRow.name, PersonRow.avatar)
                .outerjoin(PersonRow, PersonRow.id == PostRow.author_id)
                .where(PostRow.thread_id == thread_id, PostRow.number > after)
                .order_by(PostRow.number)
                .limit(POSTS + 1)
            )
            rows = list(await connection.execute(page))
        posts = [self._post(row, me, place, muted) for row in rows[:POSTS]]
        return Thread(line_of(line), place, posts, len(rows) > POSTS)

    def _post(self, row: Any, me: Identity | None, place: Place, muted: Iterable[str]) -> Post:
        mine = me is not None and row.author_id == me.id
        state: Literal["shown", "hidden", "gone", "muted"] = "shown"
        if not row.text:
            state = "gone"
        elif row.hidden_at is not None:
            state = "hidden"
        elif row.author_id in muted:
            state = "muted"
        readable = state == "shown" or (state == "hidden" and place.hosts)
        young = self._clock.now() - row.created_at <= EDIT_MS
        return Post(
            id=row.id,
            number=row.number,
            author=_author(row.author_id, row.name, row.avatar),
            text=row.text if readable else "",
            state=state,
            created_at=row.created_at,
            edited_at=row.edited_at,
            editable=mine and young and state == "shown" and place.writes,
        )

    async def followed(self, me: Identity) -> list[ThreadLine]:
        """What somebody follows and may still read, what is new in it first."""
        async with self._database.reading() as connection:
            boards = (*BOARDS, *await clubs_of(connection, me.id))
            query = (
                lines(me)
                .where(FollowRow.read.is_not(None), ThreadRow.hidden.is_(False))
                .where(ThreadRow.board.in_(boards))
                .order_by((ThreadRow.posts > FollowRow.read).desc(), ThreadRow.bumped_at.desc())
            )
            return [line_of(row) for row in await connection.execute(query)]


def lines(me: Identity | None, *more: Any) -> Any:
    """Threads with who began them and, for who follows them, what they have read."""
    follows = (FollowRow.thread_id == ThreadRow.id) & (
        FollowRow.person_id == ("" if me is None else me.id)
    )
    return (
        select(ThreadRow.__table__, PersonRow.name, PersonRow.avatar, FollowRow.read, *more)
        .outerjoin(PersonRow, PersonRow.id == ThreadRow.author_id)
        .outerjoin(FollowRow, follows)
    )


def line_of(row: Any) -> ThreadLine:
    """A thread of such a row."""
    return ThreadLine(
        id=row.id,
        board=row.board,
        language=row.language,
        title=row.title,
        author=_author(row.author_id, row.name, row.avatar),
        created_at=row.created_at,
        bumped_at=row.bumped_at,
        answers=row.posts - 1,
        closed=row.closed,
        pinned=row.pinned,
        hidden=row.hidden,
        unread=None if row.read is None else max(0, row.posts - row.read),
    )


def _author(person_id: str | None, name: str | None, avatar: str | None) -> Author | None:
    if person_id is None or name is None:
        return None
    return Author(person_id, name, avatar or "")


def unmuted(me: Identity | None, author: Any) -> Any:
    """Not by somebody whom the reader does not want to hear."""
    muted = select(MuteRow.muted_id).where(MuteRow.person_id == ("" if me is None else me.id))
    return or_(author.is_(None), author.not_in(muted))


async def _muted(connection: AsyncConnection, me: Identity | None) -> frozenset[str]:
    if me is None:
        return frozenset()
    query = select(MuteRow.muted_id).where(MuteRow.person_id == me.id)
    return frozenset((await connection.execute(query)).scalars())
