"""One's own data: all of it in one piece, and all of it gone.

It is read bit by bit, so that nobody waits for it: after every bit, such as the events of one
table, the connection is given back, and of several exports one bit is read at a time.

Finished matches stay, played by "somebody". Events of tables are rewritten in place: names and
words are taken out, and the person's id is replaced by one that is known nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import structs
from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.names import SOMEBODY
from gangoffour.server.people.talk_privacy import forget_talk, talked
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.archive import archived, unpack
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.locks import lock_people
from gangoffour.server.storage.models import (
    AddressRow,
    AvoidRow,
    BuddyRow,
    EventRow,
    HeldBackRow,
    MatchRow,
    MuteRow,
    PersonRow,
    PlayerRow,
    RecoveryRow,
    ReportRow,
    SeatingRow,
    SeekerRow,
    SessionRow,
)
from gangoffour.server.storage.nudge_models import DeliveryRow, NudgeChoiceRow, NudgeRow, PushRow
from gangoffour.server.storage.slow_models import PlanRow, VacationRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import events as e

MAX_AT_WORK: Final = 8
"""How many exports may be on their way in this process."""
MAX_OF_ADDRESS: Final = 2
encode = msgspec.json.encode
T = TypeVar("T")
_NEVER_SHOWN: Final = {"password", "digest", "stop", "code", "session", "key", "auth"}
OWN: Final = (
    ("recovery_codes", RecoveryRow, RecoveryRow.person_id),
    ("sessions", SessionRow, SessionRow.person_id),
    ("addresses", AddressRow, AddressRow.person_id),
    ("bots", PersonRow, PersonRow.owner_id),
    ("buddies", BuddyRow, BuddyRow.person_id),
    ("held_back", HeldBackRow, HeldBackRow.person_id),
    ("avoids", AvoidRow, AvoidRow.person_id),
    ("mutes", MuteRow, MuteRow.person_id),
    ("nudge_choices", NudgeChoiceRow, NudgeChoiceRow.person_id),
    ("push_devices", PushRow, PushRow.person_id),
    ("nudges", NudgeRow, NudgeRow.person_id),
    ("plans", PlanRow, PlanRow.person_id),
    ("vacations", VacationRow, VacationRow.person_id),
    ("reports", ReportRow, ReportRow.by_id),
    ("seats", PlayerRow, PlayerRow.person_id),
    ("deals_played", AttemptRow, AttemptRow.person_id),
)
"""What is kept of somebody, as an export names it, and the column that says whose it is."""


class Exports:
    """Reads everything that is kept about somebody, as plain values."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turns = FairTurns(slots=1, share=1)
        self._at_work: Counter[str] = Counter()
        """How many are on their way for whom, or for which address."""

    async def of(self, person_id: str, address: str = "") -> dict[str, Any]:
        """All of it; refused if too much is being read already."""
        asked = Counter([person_id, f"from {address}"])
        of_address = self._at_work[f"from {address}"] >= MAX_OF_ADDRESS
        full = self._at_work.total() >= len(asked) * MAX_AT_WORK
        if self._at_work[person_id] or of_address or full:
            raise ServerRefusal("too_busy")
        self._at_work += asked
        try:
            return await self._of(person_id)
        finally:
            self._at_work -= asked

    async def _of(self, me: str) -> dict[str, Any]:
        async def bit(read: Callable[..., Awaitable[T]], *of: Any) -> T:
            async with self._turns.of(me), self._database.reading() as connection:
                return await read(connection, *of)

        person = await bit(_rows, PersonRow, PersonRow.id == me)
        if not person:
            raise ServerRefusal("unknown_person", name=me[:40])
        found: dict[str, Any] = {
            "person": person[0],
            "has_password": await bit(_has_password, me),
            "matches": await bit(_matches, me),
            "challenges": await bit(_challenges, me),
            "tables": await bit(_tables, me),
            "said": [],
            **await bit(talked, me),
        }
        for name, model, whose in OWN:
            found[name] = await bit(_rows, model, whose == me)
        for table in found["tables"]:
            found["said"] += await bit(_said, me, table)
        return found


async def _rows(connection: AsyncConnection, model: Any, where: Any) -> list[dict[str, Any]]:
    columns = [one for one in model.__table__.columns if one.name not in _NEVER_SHOWN]
    found = await connection.execute(select(*columns).where(where))
    return [dict(row) for row in found.mappings()]


async def _has_password(connection: AsyncConnection, person_id: str) -> bool:
    query = select(PersonRow.password.is_not(None)).where(PersonRow.id == person_id)
    return bool((await connection.execute(query)).scalar())


async def _matches(connection: AsyncConnection, person_id: str) -> list[dict[str, Any]]:
    """The matches they played in; a running one without its record, as there is none yet."""
    mine = select(PlayerRow.match_id).where(PlayerRow.person_id == person_id)
    return await _rows(connection, MatchRow, MatchRow.id.in_(mine))


async def _challenges(connection: AsyncConnection, person_id: str) -> list[dict[str, Any]]:
    """The challenges they made, without what the deals come from."""
    found = await _rows(connection, DealSetRow, DealSetRow.made_by == person_id)
    return [{name: one[name] for name in one if name != "secret"} for one in found]


async def _said(connection: AsyncConnection, person_id: str, table_id: str) -> list[dict[str, Any]]:
    """Everything they said at a table."""
    said = []
    for _, at, event in await _about(connection, person_id, table_id, 0):
        if isinstance(event, e.Said | e.Phrased) and event.person == person_id:
            text = event.text if isinstance(event, e.Said) else event.phrase
            said.append({"table": table_id, "at": at, "text": text})
    return said


async def _tables(connection: AsyncConnection, person_id: str) -> list[str]:
    """The tables somebody has sat at."""
    query = select(SeatingRow.table_id).where(SeatingRow.person_id == person_id)
    return list((await connection.execute(query)).scalars())


async def _about(
    connection: AsyncConnection, person_id: str, table_id: str, after: int
) -> list[tuple[int, int, e.Event]]:
    """A table's events that name a person: number, time, event."""
    query = (
        select(EventRow.seq, EventRow.at, EventRow.body)
        .where(EventRow.table_id == table_id, EventRow.seq > after)
        .order_by(EventRow.seq)
    )
    wanted = person_id.encode()
    found = [*await archived(connection, table_id, after), *await connection.execute(query)]
    return [(seq, at, e.decode_event(body)) for seq, at, body in found if wanted in body]


async def erase(database: Database, person_id: str, now: int) -> list[str]:
    """Delete a person and their bots; the ids of all who are gone."""
    bots = select(PersonRow.id).where(PersonRow.owner_id == person_id)
    async with database.reading() as connection:
        gone = [*(await connection.execute(bots)).scalars(), person_id]
    for one in gone:
        await _erase_one(database, one, now)
    return gone


async def _erase_one(database: Database, person_id: str, now: int) -> None:
    """Table by table, so that nobody waits for long; interrupted, it can be asked for again."""
    async with database.reading() as connection:
        tables = await _tables(connection, person_id)
    nobody = {table_id: new_id() for table_id in tables}
    seen = dict.fromkeys(tables, 0)
    for table_id in tables:
        seen[table_id] = await _scrub(database, person_id, table_id, 0, nobody[table_id])
    async with database.writing() as connection:
        await lock_people(connection, [person_id])
        tables = await _tables(connection, person_id)
        await _delete_rows(connection, person_id, now)
    for table_id in tables:  # what they did and said in the meantime
        replacement = nobody.get(table_id) or new_id()
        await _scrub(database, person_id, table_id, seen.get(table_id, 0), replacement)


async def forget_at(database: Database, person_id: str, table_id: str) -> None:
    """Take somebody who is deleted out of a table at which they sat down at the last moment."""
    await _scrub(database, person_id, table_id, 0, new_id())


async def _delete_rows(connection: AsyncConnection, person_id: str, now: int) -> None:
    await forget_talk(connection, person_id)
    await connection.execute(
        update(PlayerRow)
        .where(PlayerRow.person_id == person_id)
        .values(person_id=None, name=SOMEBODY)
    )
    waiting = MatchRow.waiting_for == person_id
    await connection.execute(update(MatchRow).where(waiting).values(waiting_for=None))
    told = or_(NudgeRow.person_id == person_id, NudgeRow.id.endswith(f"/{person_id}"))
    nudges = select(NudgeRow.id).where(told)  # to them, and to others about them
    made = DealSetRow.made_by == person_id
    await connection.execute(update(DealSetRow).where(made).values(made_by=None))
    await _forget_attempts(connection, person_id, now)
    for model, where in (
        (HeldBackRow, HeldBackRow.person_id == person_id),
        (SeatingRow, SeatingRow.person_id == person_id),
        (ReportRow, or_(ReportRow.by_id == person_id, ReportRow.about_id == person_id)),
        (BuddyRow, or_(BuddyRow.person_id == person_id, BuddyRow.buddy_id == person_id)),
        (AvoidRow, or_(AvoidRow.person_id == person_id, AvoidRow.avoided_id == person_id)),
        (MuteRow, or_(MuteRow.person_id == person_id, MuteRow.muted_id == person_id)),
        (SessionRow, SessionRow.person_id == person_id),
        (RecoveryRow, RecoveryRow.person_id == person_id),
        (DeliveryRow, DeliveryRow.nudge_id.in_(nudges)),
        (NudgeRow, told),
        (PushRow, PushRow.person_id == person_id),
        (NudgeChoiceRow, NudgeChoiceRow.person_id == person_id),
        (PlanRow, PlanRow.person_id == person_id),
        (VacationRow, VacationRow.person_id == person_id),
        (AddressRow, AddressRow.person_id == person_id),
        (SeekerRow, SeekerRow.person_id == person_id),
        (PersonRow, PersonRow.id == person_id),
    ):
        await connection.execute(delete(model).where(where))


async def _forget_attempts(connection: AsyncConnection, person_id: str, now: int) -> None:
    """Take somebody out of the deals they played. While a set is open, that their browser has
    played it stays, as nobody's: or whoever is deleted could begin once more, knowing the cards."""
    mine = AttemptRow.person_id == person_id
    still_open = select(DealSetRow.id).where(DealSetRow.closes_at > now)
    await connection.execute(delete(AttemptRow).where(mine, AttemptRow.set_id.not_in(still_open)))
    nobody = {"person_id": new_id(), "counts": False}
    await connection.execute(update(AttemptRow).where(mine).values(nobody))


async def _scrub(
    database: Database, person_id: str, table_id: str, after: int, replacement: str
) -> int:
    """Take a person out of a table's events after some number; the last number seen."""
    async with database.writing() as connection:
        here = EventRow.table_id == table_id
        await unpack(connection, table_id)
        await connection.execute(
            update(EventRow)
            .where(here, EventRow.seq > after, EventRow.command_id.startswith(f"{person_id}:"))
            .values(command_id=None)
        )
        last = after
        for seq, _, event in await _about(connection, person_id, table_id, after):
            body = encode(scrubbed(event, person_id, replacement))
            await connection.execute(
                update(EventRow).where(here, EventRow.seq == seq).values(body=body)
            )
            last = seq
    return last


def scrubbed(event: e.Event, person_id: str, replacement: str) -> e.Event:
    """An event without a person's name and words; everything that matters to a match stays."""
    match event:
        case e.Sat() if event.person == person_id:
            return structs.replace(event, person=replacement, name=SOMEBODY, avatar="")
        case e.Said() if event.person == person_id:
            return structs.replace(event, person=replacement, name=SOMEBODY, text="…")
        case e.Phrased() if event.person == person_id:
            return structs.replace(event, person=replacement, name=SOMEBODY)
        case e.Opened() if event.host == person_id:
            return structs.replace(event, host=replacement)
        case e.HostChanged() if event.person == person_id:
            return structs.replace(event, person=replacement)
    return event
