"""Writing on boards: begin a thread, answer, change one's words for some minutes, take them back.

Every piece has an id that its writer may choose: sent again after a lost answer it is stored once.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.boards.access import (
    BOARDS,
    lock_board,
    post_at,
    require_board,
    require_writer,
    thread_at,
)
from gangoffour.server.boards.search_words import folded
from gangoffour.server.boards.text import checked_post, checked_title
from gangoffour.server.people.sessions import DAY_MS, Identity
from gangoffour.server.people.talk_privacy import NO_TITLE, delete_threads
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.talk_models import FollowRow, PostRow, ThreadRow
from gangoffour.server.wire.refusals import ServerRefusal

EDIT_MS: Final = 600_000
"""So long one may change one's words; who answers later answers what stands there."""
POSTS_PER_DAY: Final = 60
THREADS_PER_DAY: Final = 10
MAX_POSTS: Final = 500
"""Of one thread; then a new one is better to read, too."""
MAX_FOLLOWS: Final = 200


class PostPlace(Struct, frozen=True):
    """Where a post stands."""

    thread: str
    post: str
    number: int


class BoardWriter:
    """Stores what people write."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def begin(
        self, me: Identity, board: str, title: str, text: str, language: str, key: str | None = None
    ) -> PostPlace:
        """A new thread, with its first post."""
        title, text = checked_title(title), checked_post(text)
        thread_id, now = _name(me, board, key), self._clock.now()
        where = {"thread_id": thread_id, "board": board, "title": title, "language": language}
        try:
            async with self._database.writing() as connection:
                await lock_person(connection, me.id)
                await lock_board(connection, board)
                require_writer(await require_board(connection, board, me), me)
                stored = await self._stored(connection, me, thread_id, text, where)
                if stored is not None:
                    return stored
                await self._require_room(connection, me, threads=True)
                await connection.execute(
                    insert(ThreadRow).values(
                        id=thread_id,
                        board=board,
                        language=language,
                        title=title,
                        author_id=me.id,
                        created_at=now,
                        bumped_at=now,
                        posts=1,
                    )
                )
                words = f"{folded(title)}\n{folded(text)}"
                post = await self._insert(connection, me, (thread_id, 1), text, words, thread_id)
                await _follow(connection, me.id, thread_id, 1)
        except IntegrityError:  # the same, at the same moment, by way of another process
            return await self._again(me, thread_id, text, where)
        return post

    async def answer(
        self, me: Identity, thread_id: str, text: str, key: str | None = None
    ) -> PostPlace:
        """A post after all others of a thread."""
        text, post_id = checked_post(text), ""
        where = {"thread_id": thread_id}
        try:
            async with self._database.writing() as connection:
                await lock_person(connection, me.id)
                thread, place = await thread_at(connection, thread_id, me, lock=True)
                require_writer(place, me)
                post_id = _name(me, thread.board, key)
                stored = await self._stored(connection, me, post_id, text, where)
                if stored is not None:
                    return stored
                if thread.closed:
                    raise ServerRefusal("thread_closed")
                if thread.posts >= MAX_POSTS:
                    raise ServerRefusal("thread_full", limit=MAX_POSTS)
                await self._require_room(connection, me)
                number, now = thread.posts + 1, self._clock.now()
                mine = ThreadRow.id == thread_id
                await connection.execute(
                    update(ThreadRow).where(mine).values(posts=number, bumped_at=now)
                )
                last = (thread_id, number)
                post = await self._insert(connection, me, last, text, folded(text), post_id)
                await _follow(connection, me.id, thread_id, number)
        except IntegrityError:
            return await self._again(me, post_id, text, where)
        return post

    async def edit(self, me: Identity, post_id: str, text: str, title: str | None) -> None:
        """Other words in place of one's own; of a first post also another title."""
        text = checked_post(text)
        async with self._database.writing() as connection:
            await lock_person(connection, me.id)
            post, thread, place = await post_at(connection, post_id, me)
            _require_own(post, me)
            require_writer(place, me)
            if thread.closed:
                raise ServerRefusal("thread_closed")
            if post.hidden_at is not None or not post.text:
                raise ServerRefusal("unknown_post")
            if self._clock.now() - post.created_at > EDIT_MS:
                raise ServerRefusal("edit_too_late", minutes=EDIT_MS // 60_000)
            words = folded(text)
            if post.number == 1:
                named = thread.title if title is None else checked_title(title)
                words = f"{folded(named)}\n{words}"
                mine = ThreadRow.id == thread.id
                await connection.execute(update(ThreadRow).where(mine).values(title=named))
            new = {"text": text, "folded": words, "edited_at": self._clock.now()}
            await connection.execute(update(PostRow).where(PostRow.id == post_id).values(**new))

    async def take_back(self, me: Identity, post_id: str) -> None:
        """Nobody reads one's words any more; a thread that nobody has answered goes as a whole."""
        async with self._database.writing() as connection:
            await lock_person(connection, me.id)
            post, thread, _ = await post_at(connection, post_id, me)
            _require_own(post, me)
            if post.number == 1 and thread.posts == 1:
                await delete_threads(connection, [thread.id])
                return
            gone = {"text": "", "folded": ""}
            await connection.execute(update(PostRow).where(PostRow.id == post_id).values(**gone))
            if post.number == 1:
                mine = ThreadRow.id == thread.id
                await connection.execute(update(ThreadRow).where(mine).values(title=NO_TITLE))

    async def follow(self, me: Identity, thread_id: str, read: int) -> None:
        """Be told of answers after a post that was read."""
        async with self._database.writing() as connection:
            await lock_person(connection, me.id)
            thread, _ = await thread_at(connection, thread_id, me)
            if not await _follow(connection, me.id, thread_id, min(read, thread.posts)):
                raise ServerRefusal("list_full", limit=MAX_FOLLOWS)

    async def unfollow(self, me: Identity, thread_id: str) -> None:
        mine = FollowRow.person_id == me.id, FollowRow.thread_id == thread_id
        async with self._database.writing() as connection:
            await connection.execute(delete(FollowRow).where(*mine))

    async def _require_room(
        self, connection: AsyncConnection, me: Identity, threads: bool = False
    ) -> None:
        """Refuse who has written enough for a day, whichever process asks."""
        since = self._clock.now() - DAY_MS
        for row, limit in ((PostRow, POSTS_PER_DAY), (ThreadRow, THREADS_PER_DAY)):
            if row is PostRow or threads:
                mine = row.author_id == me.id, row.created_at > since
                count = select(func.count()).select_from(row).where(*mine)
                if (await connection.execute(count)).scalar_one() >= limit:
                    raise ServerRefusal("posts_spent", limit=limit)

    async def _insert(
        self,
        connection: AsyncConnection,
        me: Identity,
        where: tuple[str, int],
        text: str,
        words: str,
        post_id: str,
    ) -> PostPlace:
        thread_id, number = where
        await connection.execute(
            insert(PostRow).values(
                id=post_id,
                thread_id=thread_id,
                number=number,
                author_id=me.id,
                text=text,
                folded=words,
                created_at=self._clock.now(),
            )
        )
        return PostPlace(thread_id, post_id, number)

    async def _stored(
        self,
        connection: AsyncConnection,
        me: Identity,
        post_id: str,
        text: str,
        where: dict[str, str],
    ) -> PostPlace | None:
        """What this id was stored as before, if it was; refused if it is something else, or stands
        somewhere else."""
        query = select(PostRow.__table__, ThreadRow.board, ThreadRow.title, ThreadRow.language)
        query = query.join(ThreadRow, ThreadRow.id == PostRow.thread_id)
        row = (await connection.execute(query.where(PostRow.id == post_id))).one_or_none()
        if row is None:
            return None
        same = all(getattr(row, name) == value for name, value in where.items())
        if row.author_id != me.id or row.text != text or not same:
            raise ServerRefusal("id_reused")
        return PostPlace(row.thread_id, row.id, row.number)

    async def _again(
        self, me: Identity, post_id: str, text: str, where: dict[str, str]
    ) -> PostPlace:
        async with self._database.reading() as connection:
            stored = await self._stored(connection, me, post_id, text, where)
        if stored is None:
            raise ServerRefusal("too_busy")
        return stored


def _name(me: Identity, board: str, key: str | None) -> str:
    """The id of what somebody writes: the one they chose, but not on the board of a club. There it
    is made of theirs and could not be chosen: nobody outside can try whether one is taken."""
    key = key or new_id()
    if board in BOARDS:
        return key
    return f"k{sha256(f'{me.id}/{key}'.encode()).hexdigest()[:24]}"


def _require_own(post: Any, me: Identity) -> None:
    if post.author_id != me.id:
        raise ServerRefusal("not_your_post")


async def _follow(connection: AsyncConnection, person_id: str, thread_id: str, read: int) -> bool:
    """Follow a thread if there is room; whether there was."""
    mine = FollowRow.person_id == person_id
    here = FollowRow.thread_id == thread_id
    known = (await connection.execute(select(FollowRow.read).where(mine, here))).scalar()
    if known is not None:
        later = update(FollowRow).where(mine, here).values(read=max(known, read))
        await connection.execute(later)
        return True
    count = select(func.count()).select_from(FollowRow).where(mine)
    if (await connection.execute(count)).scalar_one() >= MAX_FOLLOWS:
        return False
    new = {"person_id": person_id, "thread_id": thread_id, "read": read}
    await connection.execute(insert(FollowRow).values(**new))
    return True
