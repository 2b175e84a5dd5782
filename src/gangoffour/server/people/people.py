"""Everybody who plays: guests, accounts and bots; who may come in, and who must leave."""

from __future__ import annotations

import logging
from typing import Any, Final, cast

from msgspec import structs
from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.avatars import INITIALS, checked_avatar
from gangoffour.server.people.names import checked_name, keys_of, name_key, name_look
from gangoffour.server.people.privacy import Exports, erase
from gangoffour.server.people.relations import BRIEF_COLUMNS, Brief, brief_of
from gangoffour.server.people.sessions import IDENTITY_COLUMNS, Identity, Sessions, identity_of
from gangoffour.server.people.shared_addresses import Addresses
from gangoffour.server.people.signing_in.passwords import Passwords, checked_password
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import PersonRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.server.wire.refusals import ServerRefusal

MAX_BOTS: Final = 10
MAX_SETTINGS: Final = 64
NOWHERE: Final = Arrival()
log = logging.getLogger("gangoffour.people")


class People:
    """Who people are, and how they come in."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        passwords: Passwords | None = None,
        addresses: Addresses | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._passwords = passwords or Passwords()
        self._addresses = addresses
        self._exports = Exports(database)

    async def guest(
        self, name: str, arrival: Arrival = NOWHERE, avatar: str = INITIALS
    ) -> tuple[Identity, str]:
        """Come in under a name that no account has."""
        avatar = checked_avatar(avatar)
        name = checked_name(name)
        await self._require_free(name)
        async with self._database.writing() as connection:
            identity = await self._insert(connection, "guest", name, avatar=avatar)
            if self._addresses is not None:
                await self._addresses.note_new(connection, identity.id, arrival.address)
            return identity, await self._sessions.open(
                connection, identity.id, device=arrival.device
            )

    async def register(
        self,
        name: str,
        password: str,
        identity: Identity | None = None,
        arrival: Arrival = NOWHERE,
    ) -> tuple[Identity, str]:
        """An account; a guest who registers stays the same person, under a new session.

        The guest's sessions end with their sockets: whoever else had them is out.
        """
        if identity is not None and identity.kind != "guest":
            raise ServerRefusal("already_registered")
        name = checked_name(name)
        password = checked_password(password, name)
        await self._require_free(name)
        hashed = await self._passwords.hash(password, arrival.network)
        values = {"kind": "account", "name": name, **keys_of(name), "password": hashed}
        ended: list[str] = []
        try:
            async with self._database.writing() as connection:
                if identity is None:
                    found = await self._insert(connection, **values)
                else:
                    found = structs.replace(identity, kind="account", name=name)
                    changed = await connection.execute(
                        update(PersonRow)
                        .where(PersonRow.id == identity.id, PersonRow.kind == "guest")
                        .values(**values)
                    )
                    if changed.rowcount != 1:
                        raise ServerRefusal("already_registered")
                    ended = await self._sessions.end_all(connection, identity.id)
                token = await self._sessions.open(connection, found.id, device=arrival.device)
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.announce_ended(found.id, "registered", ended)
        return found, token

    async def logout(self, token: str) -> tuple[str, str] | None:
        """End a session: its person and its digest; None if there is none."""
        ended = await self._sessions.end(token)
        if ended is not None:
            self._sessions.announce_end(ended[0], "logged_out", ended[1])
        return ended

    async def bot_token(self, owner: Identity, name: str) -> tuple[Identity, str]:
        """A bot account for a program. Asking again for one's own bot replaces its token."""
        if owner.kind != "account":
            raise ServerRefusal("account_needed")
        name = checked_name(name)
        query = select(*IDENTITY_COLUMNS).where(
            PersonRow.name_key == name_key(name), PersonRow.owner_id == owner.id
        )
        try:
            async with self._database.writing() as connection:
                row = (await connection.execute(query)).one_or_none()
                if row is None:
                    await self._require_room_for_bot(connection, owner.id)
                    found = await self._insert(
                        connection, "bot", name, **keys_of(name), owner_id=owner.id
                    )
                else:
                    found = identity_of(row)
                    await self._sessions.end_all(connection, found.id)
                token = await self._sessions.open(connection, found.id, "token")
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.forget(found.id)
        if row is not None:
            self._sessions.announce_end(found.id, "logged_out")
        return found, token

    async def _require_room_for_bot(self, connection: AsyncConnection, owner_id: str) -> None:
        await lock_person(connection, owner_id)
        query = select(func.count()).where(PersonRow.owner_id == owner_id)
        if (await connection.execute(query)).scalar_one() >= MAX_BOTS:
            raise ServerRefusal("too_many_bots", limit=MAX_BOTS)

    async def bots_of(self, owner_id: str) -> list[Brief]:
        """Somebody's bot accounts."""
        query = select(*BRIEF_COLUMNS)
        async with self._database.reading() as connection:
            rows = await connection.execute(
                query.where(PersonRow.owner_id == owner_id).order_by(PersonRow.name)
            )
            return [brief_of(row) for row in rows]

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Another name, under the same rules as the first."""
        name = checked_name(name)
        await self._require_free(name, identity.id)
        values = {"name": name} | ({} if identity.kind == "guest" else keys_of(name))
        try:
            async with self._database.writing() as connection:
                mine = PersonRow.id == identity.id
                await connection.execute(update(PersonRow).where(mine).values(**values))
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.forget(identity.id)
        return structs.replace(identity, name=name)

    async def choose_avatar(self, identity: Identity, avatar: str) -> Identity:
        """Another face, or none; at tables where they sit already they keep the old one."""
        avatar = checked_avatar(avatar)
        async with self._database.writing() as connection:
            mine = PersonRow.id == identity.id
            await connection.execute(update(PersonRow).where(mine).values(avatar=avatar))
        self._sessions.forget(identity.id)
        return structs.replace(identity, avatar=avatar)

    async def settings(self, person_id: str) -> dict[str, Any]:
        """Somebody's settings of the client."""
        query = select(PersonRow.settings).where(PersonRow.id == person_id)
        async with self._database.reading() as connection:
            return dict((await connection.execute(query)).scalar_one_or_none() or {})

    async def change_settings(self, person_id: str, changes: dict[str, Any]) -> dict[str, Any]:
        """Change some settings; nothing (null) takes one away."""
        async with self._database.writing() as connection:
            mine = PersonRow.id == person_id
            query = select(PersonRow.settings).where(mine).with_for_update()
            kept = dict((await connection.execute(query)).scalar_one_or_none() or {})
            kept.update(changes)
            kept = {name: value for name, value in kept.items() if value is not None}
            _require_small(kept)
            await connection.execute(update(PersonRow).where(mine).values(settings=kept))
        return kept

    async def export(self, person_id: str, address: str = "") -> dict[str, Any]:
        """Everything that is kept about somebody."""
        return await self._exports.of(person_id, address)

    async def delete(self, person_id: str) -> None:
        """Forget somebody and their bots; what they played stays, by "somebody"."""
        gone = await erase(self._database, person_id, self._clock.now())
        for one in gone:
            self._sessions.announce_end(one, "deleted")

    def close(self) -> None:
        """Passwords are hashed no more."""
        self._passwords.close()

    async def take_looks(self) -> int:
        """Accounts from before names had looks get theirs, the oldest first; how many.

        Whose look is taken by then keeps the name they have.
        """
        query = (
            select(PersonRow.id, PersonRow.name)
            .where(PersonRow.name_key.is_not(None), PersonRow.name_look.is_(None))
            .order_by(PersonRow.created_at, PersonRow.id)
        )
        async with self._database.reading() as connection:
            found = list(await connection.execute(query))
        given = 0
        for person_id, name in found:
            mine = (PersonRow.id == person_id) & (PersonRow.name == name)
            new = update(PersonRow).where(mine).values(name_look=name_look(name) or None)
            try:
                async with self._database.writing() as connection:
                    given += (await connection.execute(new)).rowcount
            except IntegrityError:
                log.info("an older account has a name that looks alike", extra={"id": person_id})
        return given

    async def _require_free(self, name: str, but: str = "") -> None:
        """Refuse a name that an account has, or one that looks like it."""
        query = select(PersonRow.id).where(
            or_(PersonRow.name_key == name_key(name), PersonRow.name_look == name_look(name)),
            PersonRow.id != but,
        )
        async with self._database.reading() as connection:
            if (await connection.execute(query)).first() is not None:
                raise ServerRefusal("name_taken", name=name)

    async def _insert(
        self, connection: AsyncConnection, kind: PersonKind | str, name: str, **more: Any
    ) -> Identity:
        now = self._clock.now()
        row = {"id": new_id(), "kind": kind, "name": name, "created_at": now, "seen_at": now}
        await connection.execute(insert(PersonRow).values(**row, **more))
        avatar = more.get("avatar", INITIALS)
        return Identity(str(row["id"]), name, cast(PersonKind, kind), avatar=avatar)


def _require_small(settings: dict[str, Any]) -> None:
    if len(settings) > MAX_SETTINGS:
        raise ServerRefusal("bad_settings", problem=f"there are at most {MAX_SETTINGS}.")
    for name, value in settings.items():
        if not name or len(name) > 40 or len(str(value)) > 200:
            raise ServerRefusal("bad_settings", problem=f"{name[:40]!r} is too long.")
