"""What people chose to be nudged about: nothing, until they say so."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.server.nudges.email_address import is_address
from gangoffour.server.nudges.nudge import KINDS, Kind
from gangoffour.server.nudges.quiet_hours import NIGHT
from gangoffour.server.nudges.time_zones import UTC, zone_of
from gangoffour.server.nudges.words import FIRST, languages
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.nudge_models import NudgeChoiceRow
from gangoffour.server.wire.refusals import ServerRefusal

MORNING: Final = 9
CODE_MS: Final = 2 * 86_400_000
"""How long a confirmation is waited for."""


class Choice(Struct, frozen=True):
    """What somebody chose."""

    kinds: tuple[Kind, ...] = ()
    quiet_from: int | None = NIGHT[0]
    quiet_to: int | None = NIGHT[1]
    daily_hour: int = MORNING
    zone: str = UTC
    language: str = FIRST
    stop: str = ""
    email: str | None = None
    confirmed: bool = False

    @property
    def mail(self) -> str | None:
        """Where mails go, once whoever reads them said yes."""
        return self.email if self.confirmed else None


def choice_of(row: Any) -> Choice:
    """A choice from its row; kinds that this version does not know are left out."""
    return Choice(
        tuple(one for one in KINDS if one in row.kinds.split()),
        row.quiet_from,
        row.quiet_to,
        row.daily_hour,
        row.zone,
        row.language,
        row.stop,
        row.email,
        confirmed=row.confirmed_at is not None,
    )


class Choices:
    """Reads and writes what people chose."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, person_id: str) -> Choice:
        query = select(NudgeChoiceRow.__table__).where(NudgeChoiceRow.person_id == person_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Choice() if row is None else choice_of(row)

    async def change(self, person_id: str, **changes: Any) -> Choice:
        """Change some of it; what is not given stays."""
        if (zone := changes.get("zone")) is not None and zone_of(zone) is None:
            raise ServerRefusal("bad_settings", problem=f"there is no time zone {zone[:40]!r}.")
        if changes.get("language", FIRST) not in languages():
            changes["language"] = FIRST
        if (kinds := changes.get("kinds")) is not None:
            changes["kinds"] = " ".join(one for one in KINDS if one in kinds)
        await self._make(person_id)
        if changes:
            mine = NudgeChoiceRow.person_id == person_id
            async with self._database.writing() as connection:
                await connection.execute(update(NudgeChoiceRow).where(mine).values(**changes))
        return await self.of(person_id)

    async def _make(self, person_id: str) -> None:
        new = Choice()
        row = {
            "person_id": person_id,
            "kinds": "",
            "quiet_from": new.quiet_from,
            "quiet_to": new.quiet_to,
            "daily_hour": new.daily_hour,
            "zone": new.zone,
            "language": new.language,
            "stop": secrets.token_hex(24),
        }
        there = select(NudgeChoiceRow.person_id).where(NudgeChoiceRow.person_id == person_id)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(there)).first() is None:
                    await connection.execute(insert(NudgeChoiceRow).values(row))
        except IntegrityError:
            return  # made this very moment

    async def ask_to_confirm(self, person_id: str, email: str) -> str:
        """Somebody gives an address: the code that whoever reads mail there says yes with."""
        if not is_address(email):
            raise ServerRefusal("bad_email")
        code = secrets.token_hex(24)
        await self.change(
            person_id,
            email=email,
            confirmed_at=None,
            code=sha256(code.encode()).hexdigest(),
            code_at=self._clock.now(),
        )
        return code

    async def confirm(self, code: str) -> bool:
        """Whoever reads mail there says yes; whether that was still asked."""
        now = self._clock.now()
        asked = NudgeChoiceRow.code == sha256(code.encode()).hexdigest()
        async with self._database.writing() as connection:
            done = await connection.execute(
                update(NudgeChoiceRow)
                .where(asked, NudgeChoiceRow.code_at > now - CODE_MS)
                .values(confirmed_at=now, code=None, code_at=None)
            )
        return done.rowcount == 1

    async def forget_email(self, person_id: str) -> None:
        nothing = {"email": None, "confirmed_at": None, "code": None, "code_at": None}
        await self.change(person_id, **nothing)

    async def stop(self, secret: str) -> bool:
        """No more nudges for whom this secret belongs to; whether there is such a person."""
        async with self._database.writing() as connection:
            done = await connection.execute(
                update(NudgeChoiceRow).where(NudgeChoiceRow.stop == secret).values(kinds="")
            )
        return done.rowcount == 1

    async def who_want(self, kind: Kind, after: str, limit: int) -> Sequence[tuple[str, Choice]]:
        """Some of those who want a kind, by their ids after one."""
        query = (
            select(NudgeChoiceRow.__table__)
            .where(NudgeChoiceRow.kinds.contains(kind), NudgeChoiceRow.person_id > after)
            .order_by(NudgeChoiceRow.person_id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [(row.person_id, choice_of(row)) for row in await connection.execute(query)]
