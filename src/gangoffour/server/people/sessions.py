"""Sessions: the ways in. A token is 256 random bits; only its SHA-256 is kept.

What was read of a session is remembered for a few seconds, and forgotten at once when anything
about its person changes in this process.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.ratings import START
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.models import PersonRow, SessionRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.table.karma import KARMA_START

DAY_MS: Final = 86_400_000
COOKIE_MS: Final = 180 * DAY_MS
TOKEN_MS: Final = 3650 * DAY_MS
REMEMBER_MS: Final = 5_000
SEEN_AGAIN_MS: Final = 300_000
"""When a session was last used is kept this exactly."""
AT_ONCE: Final = 500
MAX_REMEMBERED: Final = 20_000
ID_LETTERS: Final = 24
"""So much of a digest names a session in the list: it opens nothing."""

log = logging.getLogger("gangoffour.sessions")


class Identity(Struct, frozen=True):
    """Somebody who has come in."""

    id: str
    name: str
    kind: PersonKind
    karma: int = KARMA_START
    rating: int = START
    banned: str | None = None
    """Why, if they are banned."""
    avatar: str = ""
    """The face they have chosen, if any."""


IDENTITY_COLUMNS: Final = (
    PersonRow.id,
    PersonRow.name,
    PersonRow.kind,
    PersonRow.karma,
    PersonRow.rating,
    PersonRow.banned_at,
    PersonRow.ban_reason,
    PersonRow.avatar,
)

BY_DIGEST = (
    select(
        *IDENTITY_COLUMNS,
        SessionRow.expires_at,
        SessionRow.kind.label("way"),
        SessionRow.seen_at,
    )
    .join(SessionRow, SessionRow.person_id == PersonRow.id)
    .where(SessionRow.digest == bindparam("asked"))
)


def identity_of(row: Any) -> Identity:
    """The identity in a row of ``IDENTITY_COLUMNS``."""
    banned = None if row.banned_at is None else (row.ban_reason or "")
    return Identity(row.id, row.name, row.kind, row.karma, row.rating, banned, row.avatar)


class Listed(Struct, frozen=True):
    """A session as its person sees it."""

    id: str
    device: str | None
    """Browser and system by name, as in ``Firefox/Linux``; nothing if it is not known."""
    created_at: int
    seen_at: int
    this: bool
    """Whether it is the one that asks."""


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


Ended = Callable[[str, str, str | None], object]
"""Called with a person's id, why, and the digest of the session if it is only one."""
Live = Callable[[str], Iterable[str]]
"""The digests of the sessions with which a person is connected to this process."""


class Sessions:
    """Opens, reads and ends sessions."""

    def __init__(self, database: Database, clock: Clock, live: Live = lambda _: ()) -> None:
        self._database = database
        self._clock = clock
        self._live = live
        self._known: dict[str, tuple[Identity, int]] = {}
        self._changes = 0
        self._listeners: list[Ended] = []

    def on_end(self, listener: Ended) -> None:
        """Call ``listener`` for people whose sessions end: logged out, banned, deleted."""
        self._listeners.append(listener)

    def announce_end(self, person_id: str, reason: str, digest: str | None = None) -> None:
        """Sessions of a person have ended: one if its digest is given, else all."""
        self.forget(person_id)
        for listener in self._listeners:
            listener(person_id, reason, digest)

    async def open(
        self, connection: AsyncConnection, person_id: str, kind: str = "cookie", device: str = ""
    ) -> str:
        """A new session within a transaction: its token, which is shown once."""
        token, now = secrets.token_urlsafe(32), self._clock.now()
        lasts = COOKIE_MS if kind == "cookie" else TOKEN_MS
        await connection.execute(
            insert(SessionRow).values(
                digest=digest_of(token),
                person_id=person_id,
                kind=kind,
                created_at=now,
                expires_at=now + lasts,
                seen_at=now,
                device=device[:40] or None,
            )
        )
        return token

    async def end_all(
        self, connection: AsyncConnection, person_id: str, kept: str | None = None
    ) -> list[str]:
        """End a person's sessions within a transaction, but for one: the digests of those ended.

        Whoever calls announces them once they are gone from the disk (``announce_ended``).
        """
        theirs = SessionRow.person_id == person_id
        if kept is not None:
            theirs &= SessionRow.digest != kept
        await self._note_end(connection, person_id)
        found = await connection.execute(select(SessionRow.digest).where(theirs))
        ended = list(found.scalars())
        await connection.execute(delete(SessionRow).where(theirs))
        return ended

    async def _note_end(self, connection: AsyncConnection, person_id: str) -> None:
        """Leave word for processes that do not hear of it otherwise; before any session goes, as
        whoever locks a person and theirs begins with the person."""
        person = update(PersonRow).where(PersonRow.id == person_id)
        await connection.execute(person.values(sessions_ended_at=self._clock.now()))

    def announce_ended(self, person_id: str, reason: str, digests: Iterable[str]) -> None:
        """Some sessions of a person have ended."""
        self.forget(person_id)
        for digest in digests:
            self.announce_end(person_id, reason, digest)

    async def end(self, token: str) -> tuple[str, str] | None:
        """End a session: its person and its digest; None if there is none."""
        digest = digest_of(token)
        async with self._database.writing() as connection:
            mine = SessionRow.digest == digest
            owner = select(SessionRow.person_id).where(mine)
            person = (await connection.execute(owner)).scalar_one_or_none()
            if person is not None:
                await self._note_end(connection, person)
            await connection.execute(delete(SessionRow).where(mine))
        self._changes += 1
        self._known.pop(digest, None)
        return None if person is None else (person, digest)

    async def end_one(self, person_id: str, session_id: str) -> bool:
        """End the session with an id of the list; whether there was one."""
        chosen = (SessionRow.person_id == person_id) & (
            SessionRow.digest.startswith(session_id, autoescape=True)
        )
        async with self._database.writing() as connection:
            await self._note_end(connection, person_id)
            found = await connection.execute(select(SessionRow.digest).where(chosen))
            ended = [one for one in found.scalars() if one[:ID_LETTERS] == session_id]
            await connection.execute(delete(SessionRow).where(SessionRow.digest.in_(ended)))
        self.announce_ended(person_id, "logged_out", ended)
        return bool(ended)

    async def end_others(self, person_id: str, kept: str) -> int:
        """End all sessions of a person but one; how many."""
        async with self._database.writing() as connection:
            ended = await self.end_all(connection, person_id, kept)
        self.announce_ended(person_id, "logged_out", ended)
        return len(ended)

    async def listed(self, person_id: str, this: str) -> list[Listed]:
        """A person's sessions, this one first, then those used last."""
        query = select(SessionRow).where(
            SessionRow.person_id == person_id, SessionRow.expires_at > self._clock.now()
        )
        async with self._database.reading() as connection:
            found = [_listed(row, this) for row in await connection.execute(query)]
        return sorted(found, key=lambda one: (not one.this, -one.seen_at, one.id))

    async def touch(self, digests: Iterable[str]) -> None:
        """Somebody uses these sessions now."""
        wanted, now = list(digests), self._clock.now()
        for start in range(0, len(wanted), AT_ONCE):
            some = SessionRow.digest.in_(wanted[start : start + AT_ONCE])
            free = select(SessionRow.digest).where(some).with_for_update(skip_locked=True)
            used = update(SessionRow).where(SessionRow.digest.in_(free)).values(seen_at=now)
            async with self._database.writing() as connection:
                await connection.execute(used)

    async def recheck(self, person_id: str) -> None:
        """Sessions of a person were ended elsewhere: so do their sockets here."""
        self.forget(person_id)
        live = set(self._live(person_id))
        if live:
            query = select(SessionRow.digest).where(SessionRow.person_id == person_id)
            async with self._database.reading() as connection:
                live -= set((await connection.execute(query)).scalars())
            self.announce_ended(person_id, "logged_out", live)

    async def purge(self) -> int:
        """Delete sessions that have expired, with their sockets; how many there were."""
        old = SessionRow.expires_at <= self._clock.now()
        query = select(SessionRow.person_id, SessionRow.digest).where(old)
        async with self._database.writing() as connection:
            gone = list(await connection.execute(query))
            await connection.execute(delete(SessionRow).where(old))
        for person_id, digest in gone:
            self.announce_end(person_id, "logged_out", digest)
        return len(gone)

    async def of_person(self, person_id: str) -> Identity | None:
        """Somebody as they are stored now."""
        query = select(*IDENTITY_COLUMNS).where(PersonRow.id == person_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else identity_of(row)

    async def read(self, token: str) -> tuple[Identity, str] | None:
        """Whose token it is, and its digest; None if it is nobody's (any more)."""
        digest = digest_of(token)
        identity = await self.by_digest(digest)
        return None if identity is None else (identity, digest)

    async def by_digest(self, digest: str) -> Identity | None:
        """Whose session it is; None if it is nobody's (any more)."""
        now = self._clock.now()
        known = self._known.get(digest)
        if known is not None and now < known[1]:
            return known[0]
        changes = self._changes
        async with self._database.reading() as connection:
            row = (await connection.execute(BY_DIGEST, {"asked": digest})).one_or_none()
        if row is None or row.expires_at <= now:
            self._known.pop(digest, None)
            return None
        if row.way == "cookie" and row.expires_at < now + COOKIE_MS - DAY_MS:
            await self._extend(row.id, digest, now)
        elif (row.seen_at or 0) < now - SEEN_AGAIN_MS:
            await self._extend(row.id, digest, now, row.expires_at)
        if len(self._known) >= MAX_REMEMBERED:
            self._known.clear()
        identity = identity_of(row)
        if changes == self._changes:  # else what was read may be out of date already
            self._known[digest] = (identity, now + REMEMBER_MS)
        return identity

    async def _extend(
        self, person_id: str, digest: str, now: int, until: int | None = None
    ) -> None:
        """Who comes back stays signed in; if that cannot be stored now, another time."""
        new = {"seen_at": now, "expires_at": until or now + COOKIE_MS}
        try:
            async with self._database.writing() as connection:
                if until is None:
                    person = update(PersonRow).where(PersonRow.id == person_id)
                    await connection.execute(person.values(seen_at=now))
                session = update(SessionRow).where(SessionRow.digest == digest)
                await connection.execute(session.values(**new))
        except StorageUnavailable:
            log.warning("a session could not be extended")

    def forget(self, person_id: str) -> None:
        """Read this person anew next time."""
        self._changes += 1
        for digest in [key for key, known in self._known.items() if known[0].id == person_id]:
            del self._known[digest]


def _listed(row: Any, this: str) -> Listed:
    return Listed(
        id=row.digest[:ID_LETTERS],
        device=row.device,
        created_at=row.created_at,
        seen_at=row.seen_at or row.created_at,
        this=row.digest == this,
    )
