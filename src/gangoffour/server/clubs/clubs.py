"""Clubs as they are founded, found, read, changed and ended; and the tables opened for them."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.clubs.members import (
    ClubMembers,
    new_link,
    require_account,
    require_room_for,
)
from gangoffour.server.clubs.names import checked_club_name
from gangoffour.server.clubs.roles import HOSTS, MEMBERS, Role, club_row, role_of
from gangoffour.server.people.names import name_look
from gangoffour.server.people.sessions import DAY_MS, Identity
from gangoffour.server.people.talk_privacy import delete_club
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PersonRow, TableRow
from gangoffour.server.storage.talk_models import ClubMemberRow, ClubRow, ClubTableRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import clean
from gangoffour.table.refusals import TableRefusal

MAX_ABOUT: Final = 300
LISTED: Final = 50
TABLES: Final = 12
TABLES_MS: Final = 14 * DAY_MS
Entry = Literal["approval", "link"]
_ORDER: Final = {"owner": 0, "host": 1, "member": 2, "asked": 3, "banned": 4}


class ClubCard(Struct, frozen=True):
    """A club as everybody may see it who has its address."""

    id: str
    name: str
    about: str
    entry: Entry
    open_board: bool
    members: int
    role: Role | None
    """What the reader is in it."""


class ClubMember(Struct, frozen=True):
    """Somebody in a club; the ladder is these by rating."""

    id: str
    name: str
    avatar: str
    role: Role
    since: int
    rating: int
    rated_matches: int


class ClubDraft(Struct, frozen=True):
    """What an owner decides."""

    name: str
    about: str
    entry: Entry
    open_board: bool


class Clubs:
    """All clubs of a server."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.members = ClubMembers(database, clock)

    async def found(self, me: Identity, draft: ClubDraft) -> str:
        """A new club, which belongs to who founds it; its id."""
        require_account(me)
        club_id, now, values = new_id(), self._clock.now(), _checked(draft)
        try:
            async with self._database.writing() as connection:
                await require_room_for(connection, me.id)
                row = {"id": club_id, "link": new_link(), "created_at": now, **values}
                await connection.execute(insert(ClubRow).values(**row))
                owner = {"club_id": club_id, "person_id": me.id, "role": "owner", "since": now}
                await connection.execute(insert(ClubMemberRow).values(**owner))
        except IntegrityError:
            raise ServerRefusal("club_name_taken", name=values["name"]) from None
        return club_id

    async def change(self, me: Identity, club_id: str, draft: ClubDraft) -> None:
        """Another name, another way in; the owner's to decide."""
        values = _checked(draft)
        try:
            async with self._database.writing() as connection:
                await self._require_owner(connection, me, club_id)
                others = (ClubRow.name_look == values["name_look"]) & (ClubRow.id != club_id)
                if (await connection.execute(select(ClubRow.id).where(others))).first() is not None:
                    raise ServerRefusal("club_name_taken", name=values["name"])  # two may swap
                here = ClubRow.id == club_id
                await connection.execute(update(ClubRow).where(here).values(**values))
        except IntegrityError:
            raise ServerRefusal("club_name_taken", name=values["name"]) from None

    async def end(self, me: Identity, club_id: str) -> None:
        """A club and its board are gone."""
        async with self._database.writing() as connection:
            await self._require_owner(connection, me, club_id)
            await delete_club(connection, club_id)

    async def _require_owner(self, connection: AsyncConnection, me: Identity, club_id: str) -> None:
        await club_row(connection, club_id, lock=True)
        if await role_of(connection, club_id, me.id) != "owner":
            raise ServerRefusal("hosts_only")

    async def listed(self, me: Identity | None) -> list[ClubCard]:
        """One's own clubs first, then those that everybody may ask to join, the largest first."""
        async with self._database.reading() as connection:
            query = _cards(me)
            mine = query.where(_role(me).in_((*MEMBERS, "asked"))).order_by(ClubRow.name)
            own = [_card(row) for row in await connection.execute(mine)]
            known = [one.id for one in own]
            others = query.where(ClubRow.entry == "approval", ClubRow.id.not_in(known))
            page = others.order_by(_size().desc(), ClubRow.id).limit(LISTED)
            return own + [_card(row) for row in await connection.execute(page)]

    async def card(self, me: Identity | None, club_id: str) -> ClubCard:
        async with self._database.reading() as connection:
            row = (await connection.execute(_cards(me).where(ClubRow.id == club_id))).one_or_none()
        if row is None:
            raise ServerRefusal("unknown_club")
        return _card(row)

    async def people(self, me: Identity | None, club_id: str) -> tuple[list[ClubMember], str]:
        """Who is in a club, and its invitation: nothing for outsiders, and for members who plays
        here; for hosts also who asks, who is kept out, and the invitation."""
        async with self._database.reading() as connection:
            club = await club_row(connection, club_id)
            role = await role_of(connection, club_id, None if me is None else me.id)
            if role not in MEMBERS:
                return [], ""
            shown = tuple(_ORDER) if role in HOSTS else MEMBERS
            columns = (PersonRow.name, PersonRow.avatar, PersonRow.rating, PersonRow.rated_matches)
            query = (
                select(ClubMemberRow.__table__, *columns)
                .join(PersonRow, PersonRow.id == ClubMemberRow.person_id)
                .where(ClubMemberRow.club_id == club_id, ClubMemberRow.role.in_(shown))
            )
            found = [_member(row) for row in await connection.execute(query)]
        found.sort(key=lambda one: (_ORDER[one.role], -one.rating, one.since, one.name, one.id))
        return found, club.link if role in HOSTS else ""

    async def require_member(self, me: Identity, club_id: str) -> None:
        """Refuse who does not belong to a club."""
        async with self._database.reading() as connection:
            await club_row(connection, club_id)
            if await role_of(connection, club_id, me.id) not in MEMBERS:
                raise ServerRefusal("members_only")

    async def add_table(self, club_id: str, table_id: str) -> None:
        """A table is the club's: its members find it there. Those of long ago are forgotten."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await club_row(connection, club_id, lock=True)
            old = ClubTableRow.opened_at < now - TABLES_MS
            await connection.execute(delete(ClubTableRow).where(old))
            row = {"club_id": club_id, "table_id": table_id, "opened_at": now}
            await connection.execute(insert(ClubTableRow).values(**row))

    async def tables(self, club_id: str) -> list[str]:
        """The club's tables where people wait or play, the latest first."""
        query = (
            select(ClubTableRow.table_id)
            .join(TableRow, TableRow.id == ClubTableRow.table_id)
            .where(ClubTableRow.club_id == club_id, TableRow.phase.not_in(("over", "asleep")))
            .order_by(ClubTableRow.opened_at.desc(), ClubTableRow.table_id)
            .limit(TABLES)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())


def _checked(draft: ClubDraft) -> dict[str, Any]:
    name, about = checked_club_name(draft.name), clean(draft.about[: 4 * MAX_ABOUT])
    if len(about) > MAX_ABOUT:
        raise TableRefusal("text_too_long", limit=MAX_ABOUT)
    entry, look = draft.entry, name_look(name)
    values = {"name": name, "name_look": look, "about": about, "entry": entry}
    return {**values, "open_board": draft.open_board}


def _role(me: Identity | None) -> Any:
    mine = ClubMemberRow.club_id == ClubRow.id, ClubMemberRow.person_id == (me.id if me else "")
    return select(ClubMemberRow.role).where(*mine).correlate(ClubRow).scalar_subquery()


def _size() -> Any:
    inside = ClubMemberRow.club_id == ClubRow.id, ClubMemberRow.role.in_(MEMBERS)
    query = select(func.count()).select_from(ClubMemberRow).where(*inside)
    return query.correlate(ClubRow).scalar_subquery()


def _cards(me: Identity | None) -> Any:
    return select(ClubRow.__table__, _size().label("members"), _role(me).label("role"))


def _card(row: Any) -> ClubCard:
    role = None if row.role == "banned" else row.role
    card = (row.id, row.name, row.about, row.entry, row.open_board, row.members)
    return ClubCard(*card, role=role)


def _member(row: Any) -> ClubMember:
    return ClubMember(
        id=row.person_id,
        name=row.name,
        avatar=row.avatar,
        role=row.role,
        since=row.since,
        rating=row.rating,
        rated_matches=row.rated_matches,
    )
