"""Who belongs to a club: join by invitation or approval, leave, be made host, be kept out.

An owner may do everything, hosts look after those who ask and those who are members; nobody but the
owner touches a host, and nobody the owner.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.clubs.roles import HOSTS, MEMBERS, Role, club_row, role_of
from gangoffour.server.people.sessions import Identity
from gangoffour.server.people.talk_privacy import delete_club
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.short_codes import new_code
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.talk_models import ClubMemberRow, ClubRow
from gangoffour.server.wire.refusals import ServerRefusal

MAX_CLUBS: Final = 20
"""One person belongs to so many at most, asked ones included."""
MAX_MEMBERS: Final = 300
MAX_ASKED: Final = 100


def new_link() -> str:
    """The secret end of an invitation: twelve letters, 57 bits."""
    return new_code() + new_code()


class ClubMembers:
    """Changes who is what in a club, one change at a time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def join(self, me: Identity, club_id: str, link: str | None) -> Role:
        """Become a member by an invitation, or ask to become one; what one is now."""
        require_account(me)
        async with self._database.writing() as connection:
            await lock_person(connection, me.id)  # before the club, as everywhere
            club = await club_row(connection, club_id, lock=True)
            role = await role_of(connection, club_id, me.id)
            if role in MEMBERS:
                return role
            invited = link is not None and compare_digest(link.encode(), club.link.encode())
            if role == "banned" or (link is not None and not invited):
                raise ServerRefusal("wrong_club_link")
            if link is None and club.entry != "approval":
                raise ServerRefusal("wrong_club_link")
            new: Role = "member" if invited else "asked"
            if role is None:
                await require_room_for(connection, me.id)
            await self._require_room_in(connection, club_id, new)
            await self._put(connection, club_id, me.id, new, role is not None)
        return new

    async def set_role(self, me: Identity, club_id: str, person_id: str, role: Role) -> None:
        """Take somebody in, make them host, hand the club over, or keep them out.

        Who is kept out did not ask to come in: taken in, they are only kept out no longer.
        """
        async with self._database.writing() as connection:
            await club_row(connection, club_id, lock=True)
            mine = await role_of(connection, club_id, me.id)
            theirs = await role_of(connection, club_id, person_id)
            if theirs is None and mine in HOSTS:
                raise ServerRefusal("unknown_person", name=person_id[:40])
            _require_right(mine, theirs, role)
            if person_id == me.id:
                raise ServerRefusal("not_yourself")
            if role == "member" and theirs == "banned":
                await _take_out(connection, club_id, person_id)
                return
            if role == "member" and theirs not in MEMBERS:
                await self._require_room_in(connection, club_id, "member")
            if role == "owner":
                await self._put(connection, club_id, me.id, "host", True)
            await self._put(connection, club_id, person_id, role, True)

    async def remove(self, me: Identity, club_id: str, person_id: str) -> None:
        """Leave, or take somebody out, who may come back. The last one who leaves ends the club."""
        async with self._database.writing() as connection:
            await club_row(connection, club_id, lock=True)
            mine = await role_of(connection, club_id, me.id)
            theirs = await role_of(connection, club_id, person_id)
            if theirs is None:
                raise ServerRefusal("unknown_person", name=person_id[:40])
            if person_id != me.id:
                _require_right(mine, theirs, "member")
            elif theirs == "owner":
                if await _count(connection, club_id, MEMBERS) > 1:
                    raise ServerRefusal("owner_stays")
                await delete_club(connection, club_id)
                return
            elif theirs == "banned":
                raise ServerRefusal("members_only")
            await _take_out(connection, club_id, person_id)

    async def renew_link(self, me: Identity, club_id: str) -> str:
        """A new invitation; the one before leads nowhere from now on."""
        link = new_link()
        async with self._database.writing() as connection:
            await club_row(connection, club_id, lock=True)
            if await role_of(connection, club_id, me.id) not in HOSTS:
                raise ServerRefusal("hosts_only")
            here = ClubRow.id == club_id
            await connection.execute(update(ClubRow).where(here).values(link=link))
        return link

    async def _put(
        self, connection: AsyncConnection, club_id: str, person_id: str, role: Role, known: bool
    ) -> None:
        here = ClubMemberRow.club_id == club_id, ClubMemberRow.person_id == person_id
        if known:
            await connection.execute(update(ClubMemberRow).where(*here).values(role=role))
            return
        new = {"club_id": club_id, "person_id": person_id, "role": role}
        await connection.execute(insert(ClubMemberRow).values(**new, since=self._clock.now()))

    async def _require_room_in(self, connection: AsyncConnection, club_id: str, role: Role) -> None:
        """Refuse if a club has as many as it may, or as many who ask."""
        roles, most = (("asked",), MAX_ASKED) if role == "asked" else (MEMBERS, MAX_MEMBERS)
        if await _count(connection, club_id, roles) >= most:
            raise ServerRefusal("club_full", limit=most)


def require_account(me: Identity) -> None:
    """Refuse guests and bots: who belongs to a club must be the same one tomorrow."""
    if me.kind != "account":
        raise ServerRefusal("account_needed")


async def require_room_for(connection: AsyncConnection, person_id: str) -> None:
    """Refuse who is in as many clubs as one may be; one change at a time for one person."""
    await lock_person(connection, person_id)
    mine: Any = (ClubMemberRow.person_id == person_id, ClubMemberRow.role != "banned")
    count = select(func.count()).select_from(ClubMemberRow).where(*mine)
    if (await connection.execute(count)).scalar_one() >= MAX_CLUBS:
        raise ServerRefusal("list_full", limit=MAX_CLUBS)


def _require_right(mine: Role | None, theirs: Role | None, new: Role) -> None:
    """Refuse what only the owner may do, or nobody."""
    touches_hosts = theirs in HOSTS or new in HOSTS
    if mine not in HOSTS or new == "asked" or theirs == "owner":
        raise ServerRefusal("hosts_only")
    if touches_hosts and mine != "owner":
        raise ServerRefusal("hosts_only")
    if new in HOSTS and theirs not in MEMBERS:
        raise ServerRefusal("members_only")


async def _take_out(connection: AsyncConnection, club_id: str, person_id: str) -> None:
    here = ClubMemberRow.club_id == club_id, ClubMemberRow.person_id == person_id
    await connection.execute(delete(ClubMemberRow).where(*here))


async def _count(connection: AsyncConnection, club_id: str, roles: tuple[str, ...]) -> int:
    here = ClubMemberRow.club_id == club_id, ClubMemberRow.role.in_(roles)
    query = select(func.count()).select_from(ClubMemberRow).where(*here)
    return int((await connection.execute(query)).scalar_one())
