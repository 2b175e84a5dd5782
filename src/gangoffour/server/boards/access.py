"""Who may do what at which board.

Everybody reads the server's boards, and a club's if it is open. Writing needs an account, and at a
club's board membership: a guest is somebody else with the next cookie, so neither a mute nor a ban
would hold, and guests' names are not theirs alone.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.clubs.roles import HOSTS, MEMBERS, role_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.storage.talk_models import ClubRow, PostRow, ThreadRow
from gangoffour.server.wire.refusals import ServerRefusal

BOARDS: Final = ("rules", "strategy", "players")
"""The server's own: rules and variants, how to play well, looking for players."""


class Place(Struct, frozen=True):
    """What somebody may do at a board."""

    board: str
    name: str
    """A club's; nothing for the server's boards, which every client names in its language."""
    reads: bool
    writes: bool
    hosts: bool


async def place_at(connection: AsyncConnection, board: str, me: Identity | None) -> Place:
    """A board as somebody finds it; refused if there is none."""
    account = me is not None and me.kind == "account"
    if board in BOARDS:
        return Place(board, "", True, account, False)
    query = select(ClubRow.name, ClubRow.open_board).where(ClubRow.id == board)
    club = (await connection.execute(query)).one_or_none()
    if club is None:
        raise ServerRefusal("unknown_board")
    role = await role_of(connection, board, None if me is None else me.id)
    member = role in MEMBERS
    return Place(board, club.name, club.open_board or member, member and account, role in HOSTS)


async def lock_board(connection: AsyncConnection, board: str) -> None:
    """Nobody ends a club while something is put on its board."""
    query = select(ClubRow.id).where(ClubRow.id == board).with_for_update()
    await connection.execute(query)


async def require_board(connection: AsyncConnection, board: str, me: Identity | None) -> Place:
    """A board that somebody may read."""
    place = await place_at(connection, board, me)
    if not place.reads:
        raise ServerRefusal("members_only")
    return place


async def thread_at(
    connection: AsyncConnection, thread_id: str, me: Identity | None, lock: bool = False
) -> tuple[Any, Place]:
    """A thread that somebody may read. One they may not is answered like one that is not there."""
    query = select(ThreadRow.__table__).where(ThreadRow.id == thread_id)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise ServerRefusal("unknown_thread")
    place = await place_at(connection, row.board, me)
    if not place.reads or (row.hidden and not place.hosts):
        raise ServerRefusal("unknown_thread")
    return row, place


async def post_at(
    connection: AsyncConnection, post_id: str, me: Identity | None, lock: bool = True
) -> tuple[Any, Any, Place]:
    """A post, its thread, which nobody else changes meanwhile, and the board as one finds it."""
    query = select(PostRow.__table__).where(PostRow.id == post_id)
    post = (await connection.execute(query)).one_or_none()
    if post is None:
        raise ServerRefusal("unknown_post")
    try:
        thread, place = await thread_at(connection, post.thread_id, me, lock)
    except ServerRefusal:
        raise ServerRefusal("unknown_post") from None
    if lock:  # as it stands now that nobody else changes it
        post = (await connection.execute(query)).one_or_none()
        if post is None:
            raise ServerRefusal("unknown_post")
    return post, thread, place


def require_writer(place: Place, me: Identity) -> None:
    """Refuse who may not write at a board."""
    if me.kind != "account":
        raise ServerRefusal("account_needed")
    if not place.writes:
        raise ServerRefusal("members_only")


def require_host(place: Place) -> None:
    """Refuse who does not look after a board."""
    if not place.hosts:
        raise ServerRefusal("hosts_only")
