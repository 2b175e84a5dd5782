"""Browsers that show nudges: the addresses that their makers gave them, each with its keys."""

from __future__ import annotations

import base64
import binascii
from hashlib import sha256
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.server.nudges.push_addresses import PushAddresses
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import SessionRow
from gangoffour.server.storage.nudge_models import PushRow
from gangoffour.server.wire.refusals import ServerRefusal

MAX_DEVICES: Final = 10
MAX_FAILURES: Final = 8
"""So many times in a row nothing could be put there, and it is forgotten."""
KEY_BYTES: Final = 65
AUTH_BYTES: Final = 16


class Device(Struct, frozen=True):
    """Where and how to send something to one browser."""

    id: str
    endpoint: str
    key: bytes
    auth: bytes


def device_id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


def _bytes(text: str, length: int) -> bytes:
    """Base64 as browsers write it, of so many bytes."""
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != length:
        raise ServerRefusal("bad_push_address")
    return found


class Devices:
    """Keeps the devices of everybody. One belongs to a session, and ends with it."""

    def __init__(self, database: Database, clock: Clock, addresses: PushAddresses) -> None:
        self._database = database
        self._clock = clock
        self._addresses = addresses

    async def add(self, person_id: str, session: str, endpoint: str, key: str, auth: str) -> None:
        """A browser of this session wants nudges; whoever had it before gets none there."""
        self._addresses.require_fit(endpoint)
        row = {
            "id": device_id(endpoint),
            "person_id": person_id,
            "session": session,
            "endpoint": endpoint,
            "key": _bytes(key, KEY_BYTES),
            "auth": _bytes(auth, AUTH_BYTES),
            "created_at": self._clock.now(),
            "failures": 0,
        }
        this = PushRow.id == row["id"]
        count = select(func.count()).where(PushRow.person_id == person_id, ~this)
        try:
            async with self._database.writing() as connection:
                await lock_person(connection, person_id)
                if (await connection.execute(count)).scalar_one() >= MAX_DEVICES:
                    raise ServerRefusal("list_full", limit=MAX_DEVICES)
                await connection.execute(delete(PushRow).where(this))
                await connection.execute(insert(PushRow).values(row))
        except IntegrityError:
            return  # the same browser asks twice at once

    async def remove(self, person_id: str, endpoint: str) -> None:
        mine = (PushRow.id == device_id(endpoint)) & (PushRow.person_id == person_id)
        async with self._database.writing() as connection:
            await connection.execute(delete(PushRow).where(mine))

    async def of(self, person_id: str) -> list[Device]:
        """Where somebody is reached: browsers whose session has not ended."""
        query = (
            select(PushRow.id, PushRow.endpoint, PushRow.key, PushRow.auth)
            .join(SessionRow, SessionRow.digest == PushRow.session)
            .where(
                PushRow.person_id == person_id,
                SessionRow.person_id == person_id,
                SessionRow.expires_at > self._clock.now(),
            )
            .order_by(PushRow.failures, PushRow.created_at, PushRow.id)
        )
        async with self._database.reading() as connection:
            return [Device(*row) for row in await connection.execute(query)]

    async def gone(self, device: str) -> None:
        """The browser's maker knows it no longer."""
        async with self._database.writing() as connection:
            await connection.execute(delete(PushRow).where(PushRow.id == device))

    async def failed(self, device: str) -> None:
        """Nothing could be put there; after some times it is forgotten."""
        this = PushRow.id == device
        async with self._database.writing() as connection:
            counted = update(PushRow).where(this).values(failures=PushRow.failures + 1)
            await connection.execute(counted)
            await connection.execute(delete(PushRow).where(this, PushRow.failures >= MAX_FAILURES))

    async def worked(self, device: str) -> None:
        async with self._database.writing() as connection:
            failed = (PushRow.id == device) & (PushRow.failures > 0)
            await connection.execute(update(PushRow).where(failed).values(failures=0))

    async def purge(self) -> None:
        """Forget browsers whose session has ended."""
        kept = select(SessionRow.digest)
        async with self._database.writing() as connection:
            await connection.execute(delete(PushRow).where(PushRow.session.not_in(kept)))
