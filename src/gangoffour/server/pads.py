"""Score pads of real tables, shared as links that others can only read.

Whoever shares a pad gets a secret, of which only the SHA-256 is kept; with it the pad is replaced
as a whole. A sheet that the rules refuse is never stored.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import delete, insert, select, update

from gangoffour.rules.editions import rule_set
from gangoffour.rules.sheet import Line, Sheet
from gangoffour.server.people.sessions import DAY_MS, digest_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.short_codes import new_code
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PadRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import clean

MAX_NAME: Final = 20
MAX_LINES: Final = 400
"""More than any match can have: everybody but the winner gets a point in every round."""
Seats = Annotated[list[int], Meta(max_length=8)]


class PadLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A round, by seat: cards left, who was barred, who of the tied holds the highest card (R9)."""

    left: Seats
    barred: Seats = []
    highest: Seats = []


class PadSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as told by its players; names go round the table counter-clockwise (R4.1)."""

    edition: Annotated[str, Meta(max_length=40)]
    names: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]], Meta(max_length=8)
    ]
    lines: Annotated[list[PadLine], Meta(max_length=MAX_LINES)]


class LivePad(Struct, frozen=True):
    """A shared pad as everybody may read it."""

    code: str
    revision: int
    """Grows with every change."""
    changed_at: int
    sheet: PadSheet


def checked(sheet: PadSheet) -> PadSheet:
    """The sheet with clean names; refused if its rounds cannot have gone so (R4 to R9)."""
    names = [clean(name) for name in sheet.names]
    if not all(names):
        raise ServerRefusal("bad_pad_name")
    lines = (Line(tuple(one.left), tuple(one.barred), tuple(one.highest)) for one in sheet.lines)
    Sheet.of(len(names), rule_set(sheet.edition), lines)
    return msgspec.structs.replace(sheet, names=names)


class Pads:
    """Keeps shared pads until nobody has changed them for long."""

    def __init__(self, database: Database, clock: Clock, kept_days: int) -> None:
        self._database = database
        self._clock = clock
        self._kept_ms = kept_days * DAY_MS

    async def share(self, sheet: PadSheet) -> tuple[str, str]:
        """A new link: its code, and the secret that is told this once."""
        body, now = msgspec.json.encode(checked(sheet)), self._clock.now()
        code, secret = new_code() + new_code()[:2], secrets.token_urlsafe(24)
        row = {"code": code, "digest": digest_of(secret), "revision": 1, "sheet": body}
        async with self._database.writing() as connection:
            await connection.execute(insert(PadRow).values(**row, created_at=now, changed_at=now))
        return code, secret

    async def read(self, code: str) -> LivePad:
        row = await self._row(code)
        sheet = msgspec.json.decode(row.sheet, type=PadSheet)
        return LivePad(row.code, row.revision, row.changed_at, sheet)

    async def write(self, code: str, secret: str, revision: int, sheet: PadSheet) -> None:
        """Replace a pad by a later revision of it. The same revision again changes nothing."""
        body = msgspec.json.encode(checked(sheet))
        row = await self._owned(code, secret)
        later = update(PadRow).where(PadRow.code == row.code, PadRow.revision < revision)
        values = {"revision": revision, "sheet": body, "changed_at": self._clock.now()}
        async with self._database.writing() as connection:
            changed = (await connection.execute(later.values(**values))).rowcount
        if not changed and row.revision != revision:
            raise ServerRefusal("pad_outdated", revision=row.revision)

    async def end(self, code: str, secret: str) -> None:
        """Take a pad back: its link leads nowhere from now on."""
        row = await self._owned(code, secret)
        async with self._database.writing() as connection:
            await connection.execute(delete(PadRow).where(PadRow.code == row.code))

    async def purge(self) -> None:
        """Forget pads that nobody has changed for long."""
        old = PadRow.changed_at < self._clock.now() - self._kept_ms
        async with self._database.writing() as connection:
            await connection.execute(delete(PadRow).where(old))

    async def _owned(self, code: str, secret: str) -> Any:
        row = await self._row(code)
        if not compare_digest(row.digest, digest_of(secret)):
            raise ServerRefusal("wrong_pad_secret")
        return row

    async def _row(self, code: str) -> Any:
        columns = (PadRow.code, PadRow.digest, PadRow.revision, PadRow.sheet, PadRow.changed_at)
        query = select(*columns).where(PadRow.code == code.upper())
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise ServerRefusal("unknown_pad", pad=code[:12])
        return row
