"""Recovery codes: the way back for whoever has forgotten their password.

A code has 76 random bits, works once, and is kept as its SHA-256 only. Eight are made with an
account; the host of the server can make one more (``gangoffour admin reset``). However a code
reaches its person, it is used the same way: one sent by mail would be a code like the host's.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.short_codes import CODE_LETTERS
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import PersonRow, RecoveryRow

CODES: Final = 8
GROUPS: Final = 4
LETTERS: Final = 4
HANDED_MS: Final = 3 * 86_400_000
"""How long a code lasts that the host hands over."""


class Recovery:
    """Everybody's recovery codes."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def renew(self, person_id: str) -> list[str]:
        """New codes in place of all old ones; they are shown this once."""
        async with self._database.writing() as connection:
            await lock_person(connection, person_id)
            return await self.made_anew(connection, person_id)

    async def made_anew(self, connection: AsyncConnection, person_id: str) -> list[str]:
        """The same within a transaction that has locked the person."""
        codes = [new_recovery_code() for _ in range(CODES)]
        now = self._clock.now()
        await self.forget(connection, person_id)
        for code in codes:
            row = {"digest": code_digest(code), "person_id": person_id, "created_at": now}
            await connection.execute(insert(RecoveryRow).values(row))
        return codes

    async def forget(self, connection: AsyncConnection, person_id: str) -> None:
        """None of somebody's codes counts any more."""
        await connection.execute(delete(RecoveryRow).where(RecoveryRow.person_id == person_id))

    async def hand_over(self, person_id: str) -> str:
        """One more code, for a few days; the others stay."""
        code, now = new_recovery_code(), self._clock.now()
        async with self._database.writing() as connection:
            await connection.execute(
                insert(RecoveryRow).values(
                    digest=code_digest(code),
                    person_id=person_id,
                    created_at=now,
                    expires_at=now + HANDED_MS,
                )
            )
        return code

    async def left(self, person_id: str) -> int:
        """How many codes somebody has."""
        query = select(func.count()).where(RecoveryRow.person_id == person_id, self._lasting())
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def owner(self, name_key: str, code: str) -> str | None:
        """Whose code it is, if that person has this name. Unknown names take as long."""
        query = (
            select(PersonRow.id)
            .join(RecoveryRow, RecoveryRow.person_id == PersonRow.id)
            .where(
                PersonRow.name_key == name_key,
                RecoveryRow.digest == code_digest(code),
                self._lasting(),
            )
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def use(self, connection: AsyncConnection, person_id: str, code: str) -> bool:
        """Use a code up within a transaction; whether it was still there. Whoever needs one of the
        host's has lost their own, maybe to somebody who made them: all others go with it."""
        mine = (RecoveryRow.digest == code_digest(code)) & self._lasting()
        handed = select(RecoveryRow.expires_at).where(mine)
        of_host = (await connection.execute(handed)).scalar_one_or_none() is not None
        if (await connection.execute(delete(RecoveryRow).where(mine))).rowcount != 1:
            return False
        if of_host:
            await self.forget(connection, person_id)
        return True

    async def purge(self) -> None:
        """Delete codes that have expired."""
        old = RecoveryRow.expires_at <= self._clock.now()
        async with self._database.writing() as connection:
            await connection.execute(delete(RecoveryRow).where(old))

    def _lasting(self) -> ColumnElement[bool]:
        now = self._clock.now()
        return or_(RecoveryRow.expires_at.is_(None), RecoveryRow.expires_at > now)


def new_recovery_code() -> str:
    """Sixteen letters that cannot be misread, in groups of four: 76 bits."""
    groups = ("".join(secrets.choice(CODE_LETTERS) for _ in range(LETTERS)) for _ in range(GROUPS))
    return "-".join(groups)


def code_digest(code: str) -> str:
    """What is kept of a code; case, spaces and dashes do not matter."""
    letters = "".join(one for one in code[:80].upper() if one.isalnum())
    return sha256(letters.encode("utf-8", "replace")).hexdigest()
