"""Sessions: the ways in. A token is 256 random bits; only its SHA-256 is kept.

What was read of a session is remembered for a few seconds, and forgotten at once when anything
about its person changes in this process.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.ratings import START
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.models import PersonRow, SessionRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.table.result import KARMA_START

DAY_MS: Final = 86_400_000
COOKIE_MS: Final = 180 * DAY_MS
TOKEN_MS: Final = 3650 * DAY_MS
REMEMBER_MS: Final = 5_000
MAX_REMEMBERED: Final = 20_000

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


IDENTITY_COLUMNS: Final = (
    PersonRow.id,
    PersonRow.name,
    PersonRow.kind,
    PersonRow.karma,
    PersonRow.rating,
    PersonRow.banned_at,
    PersonRow.ban_reason,
)


def identity_of(row: Any) -> Identity:
    """The identity in a row of ``IDENTITY_COLUMNS``."""
    banned = None if row.banned_at is None else (row.ban_reason or "")
    return Identity(row.id, row.name, row.kind, row.karma, row.rating, banned)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


Ended = Callable[[str, str, str | None], object]
"""Called with a person's id, why, and the digest of the session if it is only one."""


class Sessions:
    """Opens, reads and ends sessions."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
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

    async def open(self, connection: AsyncConnection, person_id: str, kind: str = "cookie") -> str:
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
            )
        )
        return token

    async def end(self, token: str) -> tuple[str, str] | None:
        """End a session: its person and its digest; None if there is none."""
        digest = digest_of(token)
        async with self._database.writing() as connection:
            mine = SessionRow.digest == digest
            owner = select(SessionRow.person_id).where(mine)
            person = (await connection.execute(owner)).scalar_one_or_none()
            await connection.execute(delete(SessionRow).where(mine))
        self._changes += 1
        self._known.pop(digest, None)
        return None if person is None else (person, digest)

    async def purge(self) -> int:
        """Delete sessions that have expired; how many there were."""
        old = delete(SessionRow).where(SessionRow.expires_at <= self._clock.now())
        async with self._database.writing() as connection:
            return (await connection.execute(old)).rowcount

    async def of_person(self, person_id: str) -> Identity | None:
        """Somebody as they are stored now."""
        query = select(*IDENTITY_COLUMNS).where(PersonRow.id == person_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else identity_of(row)

    async def read(self, token: str) -> tuple[Identity, str] | None:
        """Whose token it is, and its digest; None if it is nobody's (any more)."""
        digest, now = digest_of(token), self._clock.now()
        known = self._known.get(digest)
        if known is not None and now < known[1]:
            return known[0], digest
        changes = self._changes
        query = (
            select(*IDENTITY_COLUMNS, SessionRow.expires_at, SessionRow.kind.label("way"))
            .join(SessionRow, SessionRow.person_id == PersonRow.id)
            .where(SessionRow.digest == digest)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or row.expires_at <= now:
            self._known.pop(digest, None)
            return None
        if row.way == "cookie" and row.expires_at < now + COOKIE_MS - DAY_MS:
            await self._extend(row.id, digest, now)
        if len(self._known) >= MAX_REMEMBERED:
            self._known.clear()
        identity = identity_of(row)
        if changes == self._changes:  # else what was read may be out of date already
            self._known[digest] = (identity, now + REMEMBER_MS)
        return identity, digest

    async def _extend(self, person_id: str, digest: str, now: int) -> None:
        """Who comes back stays signed in; if that cannot be stored now, another time."""
        try:
            async with self._database.writing() as connection:
                session = update(SessionRow).where(SessionRow.digest == digest)
                await connection.execute(session.values(expires_at=now + COOKIE_MS))
                person = update(PersonRow).where(PersonRow.id == person_id)
                await connection.execute(person.values(seen_at=now))
        except StorageUnavailable:
            log.warning("a session could not be extended")

    def forget(self, person_id: str) -> None:
        """Read this person anew next time."""
        self._changes += 1
        for digest in [key for key, known in self._known.items() if known[0].id == person_id]:
            del self._known[digest]
