"""Keeping the peace: reports with the words they are about, bans, and looking people up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Select, delete, insert, or_, select, update

from gangoffour.server.people.names import name_key
from gangoffour.server.people.network_bans import DAY_MS, NetworkBans
from gangoffour.server.people.sessions import IDENTITY_COLUMNS, Sessions, identity_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.storage.models import PersonRow, RecoveryRow, ReportRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import events as e
from gangoffour.table.chat import checked_text, clean

POLL_S: Final = 2.0
"""How often bans by the command line or another process are looked for."""
log = logging.getLogger("gangoffour.moderation")
MAX_EVIDENCE: Final = 20
"""So many of somebody's last words at a table go with a report."""


class Report(Struct, frozen=True):
    """A complaint as the host of the server reads it."""

    id: str
    by: str
    about: str
    about_name: str
    table: str | None
    post: str | None
    reason: str
    evidence: str
    created_at: int


REPORT_COLUMNS: Final = (
    ReportRow.id,
    ReportRow.by_id,
    ReportRow.about_id,
    PersonRow.name,
    ReportRow.table_id,
    ReportRow.post_id,
    ReportRow.reason,
    ReportRow.evidence,
    ReportRow.created_at,
)


class Known(Struct, frozen=True):
    """A person as the host of the server sees them."""

    id: str
    name: str
    kind: str
    karma: int
    rating: int
    created_at: int
    seen_at: int
    ban_reason: str | None


class Moderation:
    """What the host of the server does about people."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        networks: NetworkBans | None = None,
        keep_out: Callable[[], object] = lambda: None,
    ) -> None:
        """``keep_out`` is called when there are networks whose guests must leave."""
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._networks = networks
        self._keep_out = keep_out
        self._polled_at = clock.now()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look from now on for bans from the command line or another process."""
        self._task = asyncio.create_task(self._poll_bans(), name="bans")

    async def _poll_bans(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self.poll()
            except StorageUnavailable:
                log.warning("bans could not be read")

    async def poll(self) -> None:
        """Act on bans and ended sessions that somebody else has stored since the last time."""
        now, since = self._clock.now(), self._polled_at - 1_000
        banned = select(PersonRow.id).where(PersonRow.banned_at >= since)
        ended = select(PersonRow.id).where(PersonRow.sessions_ended_at >= since)
        over = select(PersonRow.id).where(PersonRow.banned_until <= now)
        async with self._database.reading() as connection:
            out = list((await connection.execute(banned)).scalars())
            left = list((await connection.execute(ended)).scalars())
            back = list((await connection.execute(over)).scalars())
        self._polled_at = now
        for person_id in out:
            self._sessions.announce_end(person_id, "banned")
        for person_id in left:
            await self._sessions.recheck(person_id)
        for person_id in back:
            await self._lift(person_id)
        if self._networks is not None and await self._networks.load():
            self._keep_out()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def find(self, who: str) -> str:
        """The id of a person by id, by account name, or by a name only one guest has."""
        key = name_key(who[:80])
        plain = who if who.isascii() and who.isalnum() else ""
        query = select(PersonRow.id, PersonRow.name_key, PersonRow.name).where(
            or_(PersonRow.id == plain, PersonRow.name_key == key, PersonRow.name == clean(who[:80]))
        )
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query.limit(12)))
        for row in sorted(rows, key=lambda row: row.id != who):
            if row.id == who or (key and row.name_key == key):
                return str(row.id)
        if not rows:
            raise ServerRefusal("unknown_person", name=who[:40])
        if len(rows) > 1:
            ids = ", ".join(row.id for row in rows)
            raise ServerRefusal("ambiguous_name", name=who[:40], ids=ids)
        return str(rows[0].id)

    async def ban(self, who: str, reason: str, days: int | None = None) -> str:
        """Keep somebody out, at once, for some days or for ever, and with them their bot accounts
        that come in as they do; their id. Banned again, they all have the new ban."""
        person_id = await self.find(who)
        now = self._clock.now()
        until = None if days is None else now + days * DAY_MS
        out = {"banned_at": now, "ban_reason": clean(reason)[:200], "banned_until": until}
        async with self._database.writing() as connection:
            mine = select(PersonRow.banned_at).where(PersonRow.id == person_id)
            before = (await connection.execute(mine)).scalar_one_or_none()
            alike = PersonRow.banned_at.is_not_distinct_from(before)  # not those banned themselves
            bots = [*(await connection.execute(_bots_of(person_id).where(alike))).scalars()]
            everybody = PersonRow.id.in_([person_id, *bots])
            await connection.execute(update(PersonRow).where(everybody).values(out))
        for one in (person_id, *bots):
            self._sessions.announce_end(one, "banned")
        return person_id

    async def unban(self, who: str) -> str:
        """Let somebody in again; their id."""
        person_id = await self.find(who)
        await self._lift(person_id)
        if self._networks is not None:
            await self._networks.lift(person_id)
        return person_id

    async def _lift(self, person_id: str) -> None:
        """A ban is over, and so is that of the bot accounts that were banned with their owner."""
        since = select(PersonRow.banned_at).where(PersonRow.id == person_id)
        over = {"banned_at": None, "ban_reason": None, "banned_until": None}
        async with self._database.writing() as connection:
            at = (await connection.execute(since)).scalar_one_or_none()
            with_them = _bots_of(person_id).where(PersonRow.banned_at == at)
            back = [person_id, *(await connection.execute(with_them)).scalars()]
            await connection.execute(update(PersonRow).where(PersonRow.id.in_(back)).values(over))
        for one in back:
            self._sessions.forget(one)

    async def end_sessions(self, person_id: str) -> None:
        """Everybody is out who came in as this person or with the token of one of their bots, and
        neither the password nor a recovery code opens anything any more."""
        ended = {}
        async with self._database.writing() as connection:
            mine = PersonRow.id == person_id
            await connection.execute(update(PersonRow).where(mine).values(password=None))
            codes = delete(RecoveryRow).where(RecoveryRow.person_id == person_id)
            await connection.execute(codes)
            bots = (await connection.execute(_bots_of(person_id))).scalars()
            for one in (person_id, *bots):
                ended[one] = await self._sessions.end_all(connection, one)
        for one, digests in ended.items():
            self._sessions.announce_ended(one, "logged_out", digests)

    async def report(self, by: str, about: str, reason: str, table_id: str | None = None) -> str:
        """Complain about somebody; what they said last at the table goes with it."""
        said = [] if table_id is None else await self._words(table_id, about)
        if said is None:
            raise ServerRefusal("unknown_table", table=str(table_id)[:40])
        return await self.complain(by, about, reason, table_id=table_id, evidence="\n".join(said))

    async def complain(
        self, by: str, about: str, reason: str, *, evidence: str, **where: str | None
    ) -> str:
        """Store a complaint with the words it is about, and where they stand."""
        reason = checked_text(reason)
        if by == about:
            raise ServerRefusal("not_yourself")
        there = select(PersonRow.id).where(PersonRow.id == about)
        report_id = new_id()
        async with self._database.writing() as connection:
            if (await connection.execute(there)).first() is None:
                raise ServerRefusal("unknown_person", name=about[:40])
            await connection.execute(
                insert(ReportRow).values(
                    id=report_id,
                    by_id=by,
                    about_id=about,
                    reason=reason,
                    evidence=evidence,
                    created_at=self._clock.now(),
                    **where,
                )
            )
        return report_id

    async def _words(self, table_id: str, person_id: str) -> list[str] | None:
        """What somebody said last at a table; None if there is no such table."""
        entries = await EventLog(self._database).read(table_id[:32])
        if not entries:
            return None
        events = [e.decode_event(entry.body) for entry in entries if b'"said"' in entry.body]
        said = [one.text for one in events if isinstance(one, e.Said) and one.person == person_id]
        return said[-MAX_EVIDENCE:]

    async def reports(self) -> list[Report]:
        """The open reports, the oldest first."""
        query = (
            select(*REPORT_COLUMNS)
            .join(PersonRow, PersonRow.id == ReportRow.about_id)
            .where(ReportRow.closed_at.is_(None))
            .order_by(ReportRow.created_at, ReportRow.id)
        )
        async with self._database.reading() as connection:
            return [Report(*row) for row in await connection.execute(query)]

    async def close_report(self, report_id: str) -> None:
        """A report is dealt with."""
        async with self._database.writing() as connection:
            changed = await connection.execute(
                update(ReportRow)
                .where(ReportRow.id == report_id, ReportRow.closed_at.is_(None))
                .values(closed_at=self._clock.now())
            )
        if changed.rowcount != 1:
            raise ServerRefusal("unknown_report", report=report_id[:40])

    async def everybody(
        self, part: str = "", limit: int = 50, person_id: str | None = None
    ) -> list[Known]:
        """People whose name contains some letters, the last seen first; or one by their id."""
        query = select(*IDENTITY_COLUMNS, PersonRow.created_at, PersonRow.seen_at)
        if person_id is not None:
            query = query.where(PersonRow.id == person_id)
        if part:
            query = query.where(PersonRow.name.icontains(part, autoescape=True))
        query = query.order_by(PersonRow.seen_at.desc(), PersonRow.id).limit(limit)
        async with self._database.reading() as connection:
            return [_known(row) for row in await connection.execute(query)]


def _bots_of(person_id: str) -> Select[str]:
    """The ids of somebody's bot accounts."""
    return select(PersonRow.id).where(PersonRow.owner_id == person_id)


def _known(row: Any) -> Known:
    who = identity_of(row)
    return Known(
        id=who.id,
        name=who.name,
        kind=who.kind,
        karma=who.karma,
        rating=who.rating,
        created_at=row.created_at,
        seen_at=row.seen_at,
        ban_reason=who.banned,
    )
