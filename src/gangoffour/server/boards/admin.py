"""``gangoffour admin``, with what the host of a server does about boards."""

from __future__ import annotations

from typing import Annotated

import typer

from gangoffour.server.boards.hosts import BoardHosts
from gangoffour.server.people.admin import DatabaseOption, app, with_database
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.database import Database

PostId = Annotated[str, typer.Argument(help="The post's id, as a report names it.")]
ThreadId = Annotated[str, typer.Argument(help="The thread's id, as in its address.")]


@app.command("hide-post")
def hide_post(post: PostId, database: DatabaseOption = None) -> None:
    """Keep a post from being read; with the first its thread."""
    with_database(database, lambda opened: _hosts(opened).hide(post, True))
    typer.echo(f"The post {post} is hidden.")


@app.command("show-post")
def show_post(post: PostId, database: DatabaseOption = None) -> None:
    """Let a hidden post be read again."""
    with_database(database, lambda opened: _hosts(opened).hide(post, False))
    typer.echo(f"The post {post} is shown again.")


@app.command()
def thread(
    thread: ThreadId,
    closed: Annotated[bool | None, typer.Option("--close/--open", help="Answers or none.")] = None,
    pinned: Annotated[bool | None, typer.Option("--pin/--unpin", help="On top or not.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Close a thread of a board, open it again, or keep it on top."""
    with_database(database, lambda opened: _hosts(opened).arrange(thread, closed, pinned))
    typer.echo(f"The thread {thread} is changed.")


def _hosts(database: Database) -> BoardHosts:
    clock = SystemClock()
    return BoardHosts(database, clock, Moderation(database, clock, Sessions(database, clock)))


__all__ = ["app"]
