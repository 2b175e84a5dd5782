"""Searching boards, so that nobody else waits for it.

One search at a time for each process, a slice of posts at a time and not for long: between two
slices the connection is given back, and never more than one is used.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import func, or_, select

from gangoffour.server.boards.access import BOARDS, require_board
from gangoffour.server.boards.reader import ThreadLine, line_of, lines, unmuted
from gangoffour.server.boards.search_words import excerpt, words_of
from gangoffour.server.clubs.roles import clubs_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.runtime.rate_limits import require_no_wait
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.talk_models import PostRow, ThreadRow

FOUND: Final = 30
SEARCHED: Final = 20_000
"""So many of the latest posts are searched."""
SLICE: Final = 500
"""So many of them at a time."""
LASTS_S: Final = 2.0
"""What was found by then is the answer."""
MAX_SEARCHES: Final = 8
"""So many may wait for their turn, the one under way included."""


class Found(Struct, frozen=True):
    """A post that a search has found."""

    thread: ThreadLine
    number: int
    excerpt: str


class BoardSearch:
    """Finds posts by their words."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()
        self._here = 0

    async def find(
        self, me: Identity | None, asked: str, board: str | None, language: str | None
    ) -> list[Found]:
        """The latest posts that hold all words of a search, whatever signs are in it."""
        words = words_of(asked)
        if not words:
            return []
        if self._here >= MAX_SEARCHES:
            require_no_wait(LASTS_S)
        self._here += 1
        try:
            async with self._turn:
                query = self._query(me, words, await self._boards(me, board), language)
                rows = await self._through(query)
        finally:
            self._here -= 1
        return [Found(line_of(row), row.number, excerpt(row.text, words[0])) for row in rows]

    async def _boards(self, me: Identity | None, board: str | None) -> list[str]:
        """Where somebody searches: one board that they may read, or all of those."""
        async with self._database.reading() as connection:
            if board is not None:
                return [(await require_board(connection, board, me)).board]
            return [*BOARDS, *(() if me is None else await clubs_of(connection, me.id))]

    def _query(
        self, me: Identity | None, words: list[str], boards: list[str], language: str | None
    ) -> Any:
        # LIKE would compare letter by letter; these two skip
        place = func.instr if self._database.is_sqlite else func.strpos
        query = (
            lines(me, PostRow.number, PostRow.text)
            .join(PostRow, PostRow.thread_id == ThreadRow.id)
            .where(ThreadRow.board.in_(boards), ThreadRow.hidden.is_(False))
            .where(PostRow.hidden_at.is_(None), unmuted(me, PostRow.author_id))
            .where(*(place(PostRow.folded, word) > 0 for word in words))
            .order_by(PostRow.created_at.desc(), PostRow.id.desc())
        )
        return query if language is None else query.where(ThreadRow.language == language)

    async def _through(self, query: Any) -> list[Any]:
        """What is found, slice by slice from the latest post back."""
        rows: list[Any] = []
        until, latest = monotonic() + LASTS_S, select(PostRow.id, PostRow.created_at)
        latest = latest.order_by(PostRow.created_at.desc(), PostRow.id.desc()).limit(SLICE)
        rest = latest
        for _ in range(SEARCHED // SLICE):
            async with self._database.reading() as connection:
                posts = list(await connection.execute(rest))
                here = query.where(PostRow.id.in_([one.id for one in posts]))
                rows += await connection.execute(here.limit(FOUND - len(rows)))
            if len(posts) < SLICE or len(rows) >= FOUND or monotonic() > until:
                break
            last = posts[-1]
            before = or_(PostRow.created_at < last.created_at, PostRow.id < last.id)
            rest = latest.where(PostRow.created_at <= last.created_at, before)
        return rows
