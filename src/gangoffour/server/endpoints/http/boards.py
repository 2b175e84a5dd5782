"""Boards: read them, write on them, follow threads, search, complain, look after them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gangoffour.server.boards.access import Place
from gangoffour.server.boards.reader import BoardLine, Thread, ThreadLine
from gangoffour.server.boards.search import Found
from gangoffour.server.boards.writer import PostPlace
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.endpoints.http.people import Reported

Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{16,32}$")]
"""An id that the writer makes, at random: sent again, it is the same post."""
TEXTS = ("empty_text", "text_too_long")
WRITING = (*("account_needed", "members_only", "posts_spent", "id_reused", "too_busy"),)


class BoardList(Struct, frozen=True):
    boards: list[BoardLine]


class ThreadPage(Struct, frozen=True, forbid_unknown_fields=True):
    """Which threads of a board."""

    language: Language | None = None
    offset: Annotated[int, Meta(ge=0, le=100_000)] = 0


class ThreadList(Struct, frozen=True):
    """A page of threads, and what the reader may do at their board."""

    place: Place
    threads: list[ThreadLine]
    more: bool


class FollowedList(Struct, frozen=True):
    threads: list[ThreadLine]


class ThreadBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A new thread and its first post, in one language; plain text."""

    title: str
    text: str
    language: Language
    id: Key | None = None


class PostBody(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer in plain text."""

    text: str
    id: Key | None = None


class EditBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Other words; a title only with a thread's first post."""

    text: str
    title: str | None = None


class PostPage(Struct, frozen=True, forbid_unknown_fields=True):
    """Posts after a number."""

    after: Annotated[int, Meta(ge=0, le=100_000)] = 0


class FollowBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of the last post that was read."""

    read: Annotated[int, Meta(ge=0, le=100_000)] = 0


class ArrangeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What shall be different about a thread."""

    closed: bool | None = None
    pinned: bool | None = None


class HideBody(Struct, frozen=True, forbid_unknown_fields=True):
    hidden: bool


class ReasonBody(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that all have to be in a post; of one board or language, or of all."""

    words: Annotated[str, Meta(max_length=100)] = ""
    board: Annotated[str, Meta(pattern="^[A-Za-z0-9-]{1,48}$")] | None = None
    language: Language | None = None


class SearchResult(Struct, frozen=True):
    found: list[Found]


async def boards(call: Call) -> BoardList:
    return BoardList(await call.server.boards.reader.boards(call.identity))


async def threads(call: Call) -> ThreadList:
    page, reader = call.query, call.server.boards.reader
    found = await reader.threads(call.identity, call.path("board"), page.language, page.offset)
    return ThreadList(*found)


async def begin_thread(call: Call) -> PostPlace:
    call.server.limits.require("post_address", call.address)
    body: ThreadBody = call.body
    return await call.server.boards.writer.begin(
        call.me, call.path("board"), body.title, body.text, body.language, body.id
    )


async def thread(call: Call) -> Thread:
    reader = call.server.boards.reader
    return await reader.thread(call.identity, call.path("id"), call.query.after)


async def answer(call: Call) -> PostPlace:
    call.server.limits.require("post_address", call.address)
    body: PostBody = call.body
    return await call.server.boards.writer.answer(call.me, call.path("id"), body.text, body.id)


async def arrange_thread(call: Call) -> None:
    body: ArrangeBody = call.body
    await call.server.boards.hosts.arrange(call.path("id"), body.closed, body.pinned, call.me)


async def follow(call: Call) -> None:
    await call.server.boards.writer.follow(call.me, call.path("id"), call.body.read)


async def unfollow(call: Call) -> None:
    await call.server.boards.writer.unfollow(call.me, call.path("id"))


async def followed(call: Call) -> FollowedList:
    return FollowedList(await call.server.boards.reader.followed(call.me))


async def edit_post(call: Call) -> None:
    body: EditBody = call.body
    await call.server.boards.writer.edit(call.me, call.path("id"), body.text, body.title)


async def take_back(call: Call) -> None:
    await call.server.boards.writer.take_back(call.me, call.path("id"))


async def hide_post(call: Call) -> None:
    await call.server.boards.hosts.hide(call.path("id"), call.body.hidden, call.me)


async def report_post(call: Call) -> Reported:
    hosts = call.server.boards.hosts
    return Reported(await hosts.report(call.me, call.path("id"), call.body.reason))


async def search(call: Call) -> SearchResult:
    asked: Search = call.query
    search = call.server.boards.search
    return SearchResult(await search.find(call.identity, asked.words, asked.board, asked.language))


READING = (
    Endpoint(
        "GET", "/api/boards", boards, "The boards of the server and of one's clubs", BoardList
    ),
    Endpoint(
        "GET",
        "/api/boards/{board}/threads",
        threads,
        "A page of a board's threads",
        ThreadList,
        query=ThreadPage,
        refusals=("unknown_board", "members_only"),
    ),
    Endpoint(
        "GET",
        "/api/threads/{id}",
        thread,
        "A thread and its posts",
        Thread,
        query=PostPage,
        refusals=("unknown_thread",),
    ),
    Endpoint(
        "GET",
        "/api/search",
        search,
        "Posts with all of some words",
        SearchResult,
        query=Search,
        limit="search",
        refusals=("unknown_board", "members_only"),
    ),
    Endpoint(
        "GET",
        "/api/me/threads",
        followed,
        "The threads that the caller follows, with what is new",
        FollowedList,
        signed_in=True,
    ),
)
WRITTEN = (
    Endpoint(
        "POST",
        "/api/boards/{board}/threads",
        begin_thread,
        "Begin a thread",
        PostPlace,
        ThreadBody,
        signed_in=True,
        limit="thread",
        refusals=("unknown_board", *TEXTS, *WRITING),
    ),
    Endpoint(
        "POST",
        "/api/threads/{id}/posts",
        answer,
        "Answer in a thread",
        PostPlace,
        PostBody,
        signed_in=True,
        limit="post",
        refusals=("unknown_thread", "thread_closed", "thread_full", *TEXTS, *WRITING),
    ),
    Endpoint(
        "PATCH",
        "/api/posts/{id}",
        edit_post,
        "Change one's own post, within minutes",
        None,
        EditBody,
        signed_in=True,
        limit="post",
        refusals=(
            *("unknown_post", "not_your_post", "edit_too_late", "thread_closed"),
            *("account_needed", "members_only", *TEXTS),
        ),
    ),
    Endpoint(
        "DELETE",
        "/api/posts/{id}",
        take_back,
        "Take one's own post back",
        None,
        signed_in=True,
        refusals=("unknown_post", "not_your_post"),
    ),
    Endpoint(
        "PUT",
        "/api/threads/{id}/follow",
        follow,
        "Follow a thread, or say how far it is read",
        None,
        FollowBody,
        signed_in=True,
        limit="follow",
        refusals=("unknown_thread", "list_full"),
    ),
    Endpoint(
        "DELETE",
        "/api/threads/{id}/follow",
        unfollow,
        "No longer follow a thread",
        None,
        signed_in=True,
        limit="follow",
    ),
)
KEPT = (
    Endpoint(
        "POST",
        "/api/posts/{id}/report",
        report_post,
        "Complain about a post to the host of the server",
        Reported,
        ReasonBody,
        signed_in=True,
        limit="report",
        refusals=("unknown_post", "unknown_person", "not_yourself", *TEXTS),
    ),
    Endpoint(
        "PUT",
        "/api/posts/{id}/hidden",
        hide_post,
        "Hide a post of one's club's board, or show it again",
        None,
        HideBody,
        signed_in=True,
        refusals=("unknown_post", "hosts_only"),
    ),
    Endpoint(
        "PATCH",
        "/api/threads/{id}",
        arrange_thread,
        "Close or pin a thread of one's club's board",
        None,
        ArrangeBody,
        signed_in=True,
        refusals=("unknown_thread", "hosts_only"),
    ),
)
ENDPOINTS = (*READING, *WRITTEN, *KEPT)
