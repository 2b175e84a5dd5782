"""Coming in with a password or a recovery code, and showing again that one knows it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.names import name_key
from gangoffour.server.people.sessions import IDENTITY_COLUMNS, Identity, Sessions, identity_of
from gangoffour.server.people.signing_in.passwords import Passwords, checked_password
from gangoffour.server.people.signing_in.recovery import Recovery
from gangoffour.server.people.signing_in.tries import Tries
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.rate_limits import Limits
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import PersonRow, SessionRow
from gangoffour.server.wire.refusals import ServerRefusal


class Logins:
    """Lets in who knows a secret. Unknown names and wrong secrets are answered alike."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        passwords: Passwords,
        recovery: Recovery,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._passwords = passwords
        self._recovery = recovery
        self.limits = Limits(lambda: clock.now() / 1000)
        self.tries = Tries(lambda: clock.now() / 1000)

    async def login(self, name: str, password: str, arrival: Arrival) -> tuple[Identity, str]:
        """Come in with a password."""
        key = name_key(name[:80])
        attempt = self._begin(arrival, key)
        query = select(*IDENTITY_COLUMNS, PersonRow.password).where(PersonRow.name_key == key)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        stored = None if row is None else row.password
        if not await self._passwords.verify(stored, password, arrival.network):
            raise ServerRefusal("wrong_password")
        assert row is not None
        assert stored is not None
        self.tries.passed(attempt)
        identity = identity_of(row)
        if identity.banned is not None:
            raise ServerRefusal("banned", reason=identity.banned)
        new: dict[str, Any] = {"seen_at": self._clock.now()}
        if self._passwords.needs_new_hash(stored):
            new["password"] = await self._passwords.hash(password, arrival.network)
        try:
            async with self._database.writing() as connection:
                mine = _with(identity.id, stored)
                done = await connection.execute(update(PersonRow).where(mine).values(**new))
                if done.rowcount != 1:  # it was changed while this one waited for its turn
                    raise ServerRefusal("wrong_password")
                token = await self._sessions.open(connection, identity.id, device=arrival.device)
                return identity, token
        except IntegrityError:  # deleted a moment ago
            raise ServerRefusal("wrong_password") from None

    async def recover(
        self, name: str, code: str, password: str, arrival: Arrival
    ) -> tuple[Identity, str]:
        """Come in with a recovery code, which is used up, and a new password; all others are out.

        Wrong passwords do not count here: the way back is open when the door is not.
        """
        key = name_key(name[:80])
        attempt = self._begin(arrival, f"{key} code")
        password = checked_password(password, name)
        person_id = await self._recovery.owner(key, code)
        identity = None if person_id is None else await self._sessions.of_person(person_id)
        if identity is None:
            raise ServerRefusal("wrong_recovery_code")
        if identity.banned is not None:
            raise ServerRefusal("banned", reason=identity.banned)
        hashed = await self._passwords.hash(password, arrival.network)
        async with self._database.writing() as connection:
            new = {"password": hashed, "seen_at": self._clock.now()}
            mine = PersonRow.id == identity.id
            await connection.execute(update(PersonRow).where(mine).values(**new))
            if not await self._recovery.use(connection, identity.id, code):  # late
                raise ServerRefusal("wrong_recovery_code")
            ended = await self._sessions.end_all(connection, identity.id)
            token = await self._sessions.open(connection, identity.id, device=arrival.device)
        self.tries.passed(attempt)
        self._sessions.announce_ended(identity.id, "logged_out", ended)
        return identity, token

    async def change_password(
        self, identity: Identity, old: str, new: str, arrival: Arrival, kept: str
    ) -> None:
        """Another password. All other sessions end, and their sockets close; ``kept`` stays.
        Recovery codes go with the old password: whoever knew that could have made them."""
        if identity.kind != "account":
            raise ServerRefusal("account_needed")
        new = checked_password(new, identity.name)
        stored = await self.confirm(identity, old, arrival, kept)
        hashed = await self._passwords.hash(new, arrival.network)
        async with self._database.writing() as connection:
            unchanged = update(PersonRow).where(_with(identity.id, stored))
            done = await connection.execute(unchanged.values(password=hashed))
            if done.rowcount != 1:  # somebody else was first
                raise ServerRefusal("wrong_password")
            await self._recovery.forget(connection, identity.id)
            ended = await self._sessions.end_all(connection, identity.id, kept)
        self._sessions.announce_ended(identity.id, "logged_out", ended)

    async def new_codes(
        self, identity: Identity, password: str, arrival: Arrival, session: str
    ) -> list[str]:
        """New recovery codes in place of all old ones."""
        if identity.kind != "account":
            raise ServerRefusal("account_needed")
        stored = await self.confirm(identity, password, arrival, session)
        async with self._database.writing() as connection:
            unchanged = update(PersonRow).where(_with(identity.id, stored))
            done = await connection.execute(unchanged.values(password=stored))
            if done.rowcount != 1:  # changed a moment ago
                raise ServerRefusal("wrong_password")
            return await self._recovery.made_anew(connection, identity.id)

    async def confirm(
        self, identity: Identity, password: str, arrival: Arrival, session: str
    ) -> str:
        """Refuse who does not know the password: an open browser is not enough. Its hash.

        Whoever waits for their turn may find the password changed and their session ended.
        """
        attempt = self._begin(arrival, name_key(identity.name))
        query = select(PersonRow.password).where(PersonRow.id == identity.id)
        async with self._database.reading() as connection:
            stored: str | None = (await connection.execute(query)).scalar_one_or_none()
        if not await self._passwords.verify(stored, password, arrival.network) or stored is None:
            raise ServerRefusal("wrong_password")
        self.tries.passed(attempt)
        there = select(SessionRow.digest).where(
            SessionRow.digest == session, SessionRow.person_id == identity.id
        )
        async with self._database.reading() as connection:
            now = (await connection.execute(query)).scalar_one_or_none()
            signed_in = (await connection.execute(there)).first() is not None
        if not signed_in:
            raise ServerRefusal("not_signed_in")
        if now != stored:
            raise ServerRefusal("wrong_password")
        return stored

    def _begin(self, arrival: Arrival, key: str) -> str:
        """Secrets are tried slowly: from an address, and for a name from there; the try's key."""
        attempt = f"{arrival.network} {key}"
        self.limits.require("login", arrival.network)
        self.tries.begin(attempt)
        return attempt


def _with(person_id: str, stored: str) -> ColumnElement[bool]:
    """Somebody, as long as their password is the one that was looked at."""
    return (PersonRow.id == person_id) & (PersonRow.password == stored)
