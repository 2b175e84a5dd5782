"""Everybody who plays: guests, accounts and bots; who may come in, and who must leave."""

from __future__ import annotations

from typing import Any, Final, cast

from msgspec import structs
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.names import checked_name, name_key
from gangoffour.server.people.passwords import Passwords, checked_password
from gangoffour.server.people.privacy import erase, export
from gangoffour.server.people.relations import Brief, brief_of
from gangoffour.server.people.sessions import IDENTITY_COLUMNS, Identity, Sessions, identity_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.rate_limits import Limits, require_no_wait
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PersonRow, SessionRow
from gangoffour.server.wire.messages import PersonKind
from gangoffour.server.wire.refusals import ServerRefusal

MAX_BOTS: Final = 10
MAX_SETTINGS: Final = 64


class People:
    """Who people are, and how they come in."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        passwords: Passwords | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._passwords = passwords or Passwords()
        self.limits = Limits(lambda: clock.now() / 1000)

    async def guest(self, name: str) -> tuple[Identity, str]:
        """Come in under a name that no account has."""
        name = checked_name(name)
        await self._require_free(name)
        async with self._database.writing() as connection:
            identity = await self._insert(connection, "guest", name)
            return identity, await self._sessions.open(connection, identity.id)

    async def register(
        self, name: str, password: str, identity: Identity | None = None
    ) -> tuple[Identity, str]:
        """An account; a guest who registers stays the same person, under a new session."""
        if identity is not None and identity.kind != "guest":
            raise ServerRefusal("already_registered")
        name = checked_name(name)
        password = checked_password(password, name)
        await self._require_free(name)
        hashed = await self._passwords.hash(password)
        values = {"kind": "account", "name": name, "name_key": name_key(name), "password": hashed}
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
                    old = SessionRow.person_id == identity.id
                    await connection.execute(delete(SessionRow).where(old))
                token = await self._sessions.open(connection, found.id)
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.forget(found.id)
        return found, token

    async def login(self, name: str, password: str, address: str) -> tuple[Identity, str]:
        """Come in with a password. Unknown names and wrong passwords are answered alike."""
        key = name_key(name[:80])
        self._require_patience(key, address)
        query = select(*IDENTITY_COLUMNS, PersonRow.password).where(PersonRow.name_key == key)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        stored = None if row is None else row.password
        if not await self._passwords.verify(stored, password):
            raise ServerRefusal("wrong_password")
        assert row is not None
        assert stored is not None
        identity = identity_of(row)
        if identity.banned is not None:
            raise ServerRefusal("banned", reason=identity.banned)
        new: dict[str, Any] = {"seen_at": self._clock.now()}
        if self._passwords.needs_new_hash(stored):
            new["password"] = await self._passwords.hash(checked_password(password, ""))
        try:
            async with self._database.writing() as connection:
                mine = PersonRow.id == identity.id
                await connection.execute(update(PersonRow).where(mine).values(**new))
                return identity, await self._sessions.open(connection, identity.id)
        except IntegrityError:  # deleted a moment ago
            raise ServerRefusal("wrong_password") from None

    async def change_password(
        self, identity: Identity, old: str, new: str, address: str, kept: str
    ) -> None:
        """Another password. All other sessions end, and their sockets close; ``kept`` stays."""
        if identity.kind != "account":
            raise ServerRefusal("account_needed")
        self._require_patience(name_key(identity.name), address)
        new = checked_password(new, identity.name)
        mine = PersonRow.id == identity.id
        async with self._database.reading() as connection:
            query = select(PersonRow.password).where(mine)
            stored = (await connection.execute(query)).scalar_one_or_none()
        if not await self._passwords.verify(stored, old):
            raise ServerRefusal("wrong_password")
        hashed = await self._passwords.hash(new)
        others = (SessionRow.person_id == identity.id) & (SessionRow.digest != kept)
        async with self._database.writing() as connection:
            unchanged = mine & (PersonRow.password == stored)
            done = await connection.execute(
                update(PersonRow).where(unchanged).values(password=hashed)
            )
            if done.rowcount != 1:  # somebody else was first
                raise ServerRefusal("wrong_password")
            ended = list(
                (await connection.execute(select(SessionRow.digest).where(others))).scalars()
            )
            await connection.execute(delete(SessionRow).where(others))
        self._sessions.forget(identity.id)
        for digest in ended:
            self._sessions.announce_end(identity.id, "logged_out", digest)

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
                        connection, "bot", name, name_key=name_key(name), owner_id=owner.id
                    )
                else:
                    found = identity_of(row)
                    old = SessionRow.person_id == found.id
                    await connection.execute(delete(SessionRow).where(old))
                token = await self._sessions.open(connection, found.id, "token")
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.forget(found.id)
        if row is not None:
            self._sessions.announce_end(found.id, "logged_out")
        return found, token

    async def _require_room_for_bot(self, connection: AsyncConnection, owner_id: str) -> None:
        query = select(func.count()).where(PersonRow.owner_id == owner_id)
        if (await connection.execute(query)).scalar_one() >= MAX_BOTS:
            raise ServerRefusal("too_many_bots", limit=MAX_BOTS)

    async def bots_of(self, owner_id: str) -> list[Brief]:
        """Somebody's bot accounts."""
        query = select(PersonRow.id, PersonRow.name, PersonRow.kind, PersonRow.rating)
        async with self._database.reading() as connection:
            rows = await connection.execute(
                query.where(PersonRow.owner_id == owner_id).order_by(PersonRow.name)
            )
            return [brief_of(row) for row in rows]

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Another name, under the same rules as the first."""
        name = checked_name(name)
        key = name_key(name)
        if identity.kind == "guest":
            await self._require_free(name)
        values = {"name": name} if identity.kind == "guest" else {"name": name, "name_key": key}
        try:
            async with self._database.writing() as connection:
                mine = PersonRow.id == identity.id
                await connection.execute(update(PersonRow).where(mine).values(**values))
        except IntegrityError:
            raise ServerRefusal("name_taken", name=name) from None
        self._sessions.forget(identity.id)
        return structs.replace(identity, name=name)

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

    async def export(self, person_id: str) -> dict[str, Any]:
        """Everything that is kept about somebody."""
        return await export(self._database, person_id)

    async def delete(self, person_id: str) -> None:
        """Forget somebody and their bots; what they played stays, by "somebody"."""
        gone = await erase(self._database, person_id)
        for one in gone:
            self._sessions.announce_end(one, "deleted")

    def close(self) -> None:
        """Passwords are hashed no more."""
        self._passwords.close()

    def _require_patience(self, key: str, address: str) -> None:
        """Passwords are tried slowly, for each name and from each address."""
        waits = (self.limits.allow("login", address), self.limits.allow("login_name", key))
        require_no_wait(max(waits))

    async def _require_free(self, name: str) -> None:
        query = select(PersonRow.id).where(PersonRow.name_key == name_key(name))
        async with self._database.reading() as connection:
            if (await connection.execute(query)).first() is not None:
                raise ServerRefusal("name_taken", name=name)

    async def _insert(
        self, connection: AsyncConnection, kind: PersonKind | str, name: str, **more: Any
    ) -> Identity:
        now = self._clock.now()
        row = {"id": new_id(), "kind": kind, "name": name, "created_at": now, "seen_at": now}
        await connection.execute(insert(PersonRow).values(**row, **more))
        return Identity(str(row["id"]), name, cast(PersonKind, kind))


def _require_small(settings: dict[str, Any]) -> None:
    if len(settings) > MAX_SETTINGS:
        raise ServerRefusal("bad_settings", problem=f"there are at most {MAX_SETTINGS}.")
    for name, value in settings.items():
        if not name or len(name) > 40 or len(str(value)) > 200:
            raise ServerRefusal("bad_settings", problem=f"{name[:40]!r} is too long.")
