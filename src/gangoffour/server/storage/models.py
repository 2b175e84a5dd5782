"""The tables of the database. Times are milliseconds since 1970; ids are texts."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ForeignKey, Index, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from gangoffour.server.storage import deal_models as deal_models  # whoever has Model has all
from gangoffour.server.storage import nudge_models as nudge_models  # whoever has Model has all
from gangoffour.server.storage import slow_models as slow_models  # whoever has Model has all
from gangoffour.server.storage import talk_models as talk_models  # whoever has Model has all
from gangoffour.server.storage.base_model import Model as Model


class PersonRow(Model):
    """Somebody who plays: a guest, an account with a password, or a bot account with a token."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(64))
    name_key: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The folded name of an account, which nobody else may have; nothing for guests."""
    name_look: Mapped[str | None] = mapped_column(String(200), unique=True, index=True)
    """What the name looks like. Nothing for guests, and for accounts from before there were looks
    whose look an older account has: they keep their names."""
    password: Mapped[str | None] = mapped_column(String(200))
    karma: Mapped[int] = mapped_column(default=50)
    mu: Mapped[float] = mapped_column(default=25.0)
    sigma: Mapped[float] = mapped_column(default=25.0 / 3)
    rating: Mapped[int] = mapped_column(default=1500, index=True)
    """What people see of ``mu`` and ``sigma``; the leaderboard is ordered by it."""
    rated_matches: Mapped[int] = mapped_column(default=0)
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    """Whose bot it is; nothing for people."""
    created_at: Mapped[int]
    seen_at: Mapped[int]
    banned_at: Mapped[int | None] = mapped_column(index=True)
    ban_reason: Mapped[str | None] = mapped_column(String(200))
    banned_until: Mapped[int | None]
    """When the ban ends by itself; nothing if it does not."""
    sessions_ended_at: Mapped[int | None] = mapped_column(index=True)
    """When sessions of theirs last ended, for processes that did not hear of it."""
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    avatar: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """The face they have chosen; nothing for the first letters of the name."""


class SessionRow(Model):
    """A way in: a browser's cookie or a program's token, kept only as its SHA-256."""

    __tablename__ = "sessions"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    created_at: Mapped[int]
    expires_at: Mapped[int]
    seen_at: Mapped[int | None]
    """When it was last used, to some minutes; nothing if never since that is kept."""
    device: Mapped[str | None] = mapped_column(String(40))
    """The browser and the system it was opened on, by name; no version, no more."""


class RecoveryRow(Model):
    """A way back for whoever has forgotten their password, kept only as its SHA-256."""

    __tablename__ = "recovery_codes"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    created_at: Mapped[int]
    expires_at: Mapped[int | None]
    """Of a code that somebody else handed over; one's own last for ever."""


class NetworkBanRow(Model):
    """No guests from a network, of which only a keyed hash is kept, because of one person."""

    __tablename__ = "network_bans"

    mark: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(String(32), index=True)
    until: Mapped[int] = mapped_column(index=True)


class KeyRow(Model):
    """A secret of this database that nobody is shown."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)


class AddressRow(Model):
    """Somebody came from an address, of which only a keyed hash is kept."""

    __tablename__ = "addresses"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)
    seen_at: Mapped[int] = mapped_column(index=True)


class TableRow(Model):
    """A table's summary; its truth are its events."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code: Mapped[str] = mapped_column(String(12), unique=True)
    phase: Mapped[str] = mapped_column(String(10), index=True)
    created_at: Mapped[int]
    changed_at: Mapped[int]
    owner: Mapped[str | None] = mapped_column(String(32), index=True)
    """The process that moves the clock and the bots of a running match; nothing if one is alone."""
    fence: Mapped[int] = mapped_column(default=0, server_default="0")
    """Grows with every change of owner: what an owner of old decides is refused."""
    packed: Mapped[int] = mapped_column(default=0, server_default="0")
    """The last number of the events that are in archives."""


class ProcessRow(Model):
    """A server process that lives until ``expires_at``, by the database's clock."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    started_at: Mapped[int]
    expires_at: Mapped[int]


class SeekerRow(Model):
    """Somebody who looks for a quick match, at some process."""

    __tablename__ = "seekers"

    person_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seats: Mapped[int] = mapped_column(index=True)
    since: Mapped[int]
    process: Mapped[str] = mapped_column(String(32))
    person: Mapped[dict[str, Any]]
    """Name and karma, as the table is told, and what they promise for the deal."""
    claimed_at: Mapped[int | None]
    """Since when a process is about to seat them."""
    table_id: Mapped[str | None] = mapped_column(String(32))
    """Their table, once they are seated."""


class EventRow(Model):
    """One event of a table. The primary key is the guard against two writers."""

    __tablename__ = "events"

    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int]
    command_id: Mapped[str | None] = mapped_column(String(120))
    """Who asked, in which session, the id they gave it, and a digest of what: resending applies
    once (``CommandIds``). With the last event of a command."""
    body: Mapped[bytes] = mapped_column(LargeBinary)


class ArchiveRow(Model):
    """The events of a table up to a number, after those of the archive before; compressed."""

    __tablename__ = "archives"

    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    upto: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[bytes] = mapped_column(LargeBinary)


GIVEN: Final = ("daily", "challenge")
"""Purposes of matches whose deals were given."""
CARRIED: Final = "carried"
GIVEN_UP: Final = "given_up"


class MatchRow(Model):
    """A match: running until ``ended_at`` is set; then with its whole record, without names."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("matches_shown", "shown", "ended_at"),
        Index("matches_counted", "counted", "ended_at"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(32), index=True)
    number: Mapped[int]
    rated: Mapped[bool]
    seats: Mapped[int]
    edition: Mapped[str] = mapped_column(String(16))
    clock: Mapped[str] = mapped_column(String(8))
    waiting_for: Mapped[str | None] = mapped_column(String(32))
    """Whose move a match with days per move waits for."""
    due_at: Mapped[int | None]
    """Until when it waits for them."""
    round: Mapped[int | None]
    """The round that is played, and the scores before it, in the order of the seats."""
    totals: Mapped[str | None] = mapped_column(String(40))
    started_at: Mapped[int]
    ended_at: Mapped[int | None] = mapped_column(index=True)
    record: Mapped[str | None]
    """The match as ``.gof`` once it is over."""
    shown: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Everybody could watch it, so everybody may find it in the lobby when it is over."""
    counted: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether its deals are in the tally."""
    purpose: Mapped[str | None] = mapped_column(String(12))
    """What it was for, if its deals were given: ``daily`` or ``challenge``, in no list of matches;
    or ``carried``, if it was begun without this server; or ``given_up``, alone against bots:
    not won, on the ladder and in the count of a profile. No other figures of people have these."""


class DealTallyRow(Model):
    """How often something came in this server's deals: so many gangs in a hand, the dragon at a
    seat, …"""

    __tablename__ = "deal_tally"

    what: Mapped[str] = mapped_column(String(12), primary_key=True)
    value: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int]


class PlayerRow(Model):
    """One seat of a match and, once it is over, its result and statistics."""

    __tablename__ = "players"
    __table_args__ = (Index("players_of_person", "person_id", "match_id"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[str | None] = mapped_column(String(32))
    bot: Mapped[str | None] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(64))
    total: Mapped[int | None]
    place: Mapped[int | None]
    won: Mapped[bool | None]
    finished: Mapped[bool | None]
    """Played it to its end; nothing if the match is void for them."""
    rounds: Mapped[int | None]
    rounds_won: Mapped[int | None]
    gangs: Mapped[int | None]
    worst_survived: Mapped[int | None]
    """How weak the weakest hand was with which a round was won: the sum of its cards' order."""
    worst_hand: Mapped[str | None] = mapped_column(String(80))
    karma: Mapped[int | None]
    """The change of karma."""
    rating_before: Mapped[int | None]
    rating_after: Mapped[int | None]
    """The rating around this match; nothing if it was not rated."""


class HeldBackRow(Model):
    """Somebody kept back what they had promised for the deal of a rated match."""

    __tablename__ = "held_back"

    person_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    match_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[int] = mapped_column(index=True)


class ReviewRow(Model):
    """What the network makes of a match; without a body it was asked for and is not made yet."""

    __tablename__ = "reviews"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    claimed_at: Mapped[int]
    claimed_by: Mapped[str | None] = mapped_column(String(32))
    """The process that is at it; nothing if it ended in good order, or before that was kept."""
    tries: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many processes died at it."""
    revision: Mapped[int]
    """Of the way reviews are made."""
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The review as JSON, compressed."""


class SeatingRow(Model):
    """Somebody sat down at a table: where their words and names are to be found again."""

    __tablename__ = "seatings"

    person_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)


class BuddyRow(Model):
    __tablename__ = "buddies"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    buddy_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)


class MuteRow(Model):
    __tablename__ = "mutes"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    muted_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)


class AvoidRow(Model):
    """Somebody does not want to sit at a table with somebody; they are muted as well."""

    __tablename__ = "avoids"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    avoided_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)


class ReportRow(Model):
    """Somebody's complaint about somebody, with the words complained about."""

    __tablename__ = "reports"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    by_id: Mapped[str] = mapped_column(String(32), index=True)
    about_id: Mapped[str] = mapped_column(String(32), index=True)
    table_id: Mapped[str | None] = mapped_column(String(32))
    post_id: Mapped[str | None] = mapped_column(String(32))
    """What it is about: words at a table, or a post of a board."""
    reason: Mapped[str] = mapped_column(String(200))
    evidence: Mapped[str]
    created_at: Mapped[int]
    closed_at: Mapped[int | None]


class PadRow(Model):
    """A score pad of a real table, shared to be read; its owner's secret only as its SHA-256."""

    __tablename__ = "pads"

    code: Mapped[str] = mapped_column(String(12), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    revision: Mapped[int]
    sheet: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[int]
    changed_at: Mapped[int] = mapped_column(index=True)
