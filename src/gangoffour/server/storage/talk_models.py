"""The tables of boards and clubs. Times are milliseconds since 1970; ids are texts."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from gangoffour.server.storage.base_model import Model


class ThreadRow(Model):
    """A thread of a board; what is said in it are its posts, the first of them its beginning."""

    __tablename__ = "threads"
    __table_args__ = (Index("threads_of_board", "board", "bumped_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    board: Mapped[str] = mapped_column(String(32))
    """One of the server's boards by name, or the id of a club."""
    language: Mapped[str] = mapped_column(String(2))
    title: Mapped[str] = mapped_column(String(100))
    author_id: Mapped[str | None] = mapped_column(String(32), index=True)
    """Who began it; nobody once they have deleted their data."""
    created_at: Mapped[int]
    bumped_at: Mapped[int]
    """When it was last answered."""
    posts: Mapped[int] = mapped_column(default=0)
    """How many posts there were ever: the number of the last one."""
    closed: Mapped[bool] = mapped_column(default=False, server_default=false())
    pinned: Mapped[bool] = mapped_column(default=False, server_default=false())
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether its first post is hidden, and all of it therefore."""


class PostRow(Model):
    """What somebody wrote in a thread, as plain text."""

    __tablename__ = "posts"
    __table_args__ = (
        Index("posts_of_thread", "thread_id", "number", unique=True),
        Index("posts_of_author", "author_id", "created_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    thread_id: Mapped[str] = mapped_column(ForeignKey("threads.id"))
    number: Mapped[int]
    """From 1, without a gap; the order in which they are read."""
    author_id: Mapped[str | None] = mapped_column(String(32))
    text: Mapped[str]
    """Nothing once it was taken back."""
    folded: Mapped[str]
    """The text, and of a first post the title, as it is searched: small letters, no accents."""
    created_at: Mapped[int] = mapped_column(index=True)
    edited_at: Mapped[int | None]
    hidden_at: Mapped[int | None]
    """Since when a host keeps it from being read."""


class FollowRow(Model):
    """Somebody wants to know of answers in a thread."""

    __tablename__ = "follows"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    thread_id: Mapped[str] = mapped_column(ForeignKey("threads.id"), primary_key=True, index=True)
    read: Mapped[int]
    """The number of the last post they have seen."""


class ClubRow(Model):
    """A group of people with a name."""

    __tablename__ = "clubs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    name_look: Mapped[str] = mapped_column(String(400), unique=True)
    """What the name looks like: no two clubs have the same."""
    about: Mapped[str] = mapped_column(String(500))
    entry: Mapped[str] = mapped_column(String(8))
    """How one becomes a member: ``approval`` of a host, or ``link`` only."""
    open_board: Mapped[bool]
    """Whether everybody may read its board."""
    link: Mapped[str] = mapped_column(String(24))
    """What its invitation ends with; whoever has it may join at once."""
    created_at: Mapped[int]


class ClubMemberRow(Model):
    """Somebody's part in a club: owner, host, member; or one who asked, or may not come back."""

    __tablename__ = "club_members"

    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(8))
    since: Mapped[int]


class ClubTableRow(Model):
    """A table that was opened for a club."""

    __tablename__ = "club_tables"
    __table_args__ = (Index("tables_of_club", "club_id", "opened_at"),)

    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("clubs.id"))
    opened_at: Mapped[int]
