"""Who comes from which address. Addresses are kept only as keyed hashes, and not for long.

Two accounts behind one router are often one household, sometimes one person: a rated match between
them is casual, as one with a bot account and its owner is, and the host of the server can look at
such pairs (``collusion``).
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Sequence
from hashlib import sha256
from ipaddress import ip_network
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.people.owners import owners_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.household import household
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.kept_key import kept_key
from gangoffour.server.storage.models import AddressRow, PersonRow

KEY: Final = "addresses"
HOUR_MS: Final = 3_600_000
NOTED_AGAIN_MS: Final = HOUR_MS
RECENT_MS: Final = 24 * HOUR_MS
"""So long after somebody came from an address they may still be there."""
MAX_REMEMBERED: Final = 20_000
log = logging.getLogger("gangoffour.addresses")


class Addresses:
    """Notes where accounts come from, and knows who shares an address."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._key = b""
        self._noted: dict[tuple[str, str], int] = {}

    async def start(self) -> None:
        """Read the key of this database's hashes; the first process makes it."""
        self._key = await kept_key(self._database, KEY, lambda: secrets.token_bytes(32))

    def mark(self, address: str) -> str | None:
        """What is kept of an address; an IPv6 network of one household counts as one."""
        text = household(address)
        try:
            ip_network(text)
        except ValueError:
            return None
        return hmac.new(self._key, text.encode(), sha256).hexdigest()[:32]

    async def note(self, person_id: str, address: str) -> None:
        """Somebody comes from there now."""
        mark, now = self.mark(address), self._clock.now()
        if mark is None or now < self._noted.get((person_id, mark), 0) + NOTED_AGAIN_MS:
            return
        if len(self._noted) >= MAX_REMEMBERED:
            self._noted.clear()
        here = (AddressRow.person_id == person_id, AddressRow.mark == mark)
        try:
            async with self._database.writing() as connection:
                again = await connection.execute(
                    update(AddressRow).where(*here).values(seen_at=now)
                )
                if again.rowcount == 0:
                    row = insert(AddressRow).values(person_id=person_id, mark=mark, seen_at=now)
                    await connection.execute(row)
        except IntegrityError:
            return  # another connection did, or the account is gone
        except StorageUnavailable:
            log.warning("where somebody comes from could not be stored")
            return
        self._noted[person_id, mark] = now

    async def note_new(self, connection: AsyncConnection, person_id: str, address: str) -> None:
        """Somebody new comes from there, within the transaction that makes them."""
        mark = self.mark(address)
        if mark is not None:
            row = {"person_id": person_id, "mark": mark, "seen_at": self._clock.now()}
            await connection.execute(insert(AddressRow).values(row))

    async def shared(self, people: Sequence[str]) -> bool:
        """Whether two of these accounts came from one address lately, or belong to one person."""
        async with self._database.reading() as connection:
            owners = await owners_of(connection, people)
            if len(set(owners.values())) < len(owners):
                return True
            query = (
                select(AddressRow.mark)
                .join(PersonRow, PersonRow.id == AddressRow.person_id)
                .where(
                    AddressRow.person_id.in_(list(owners.values())),
                    PersonRow.kind == "account",
                    AddressRow.seen_at >= self._clock.now() - RECENT_MS,
                )
                .group_by(AddressRow.mark)
                .having(func.count() > 1)
                .limit(1)
            )
            return (await connection.execute(query)).first() is not None

    async def purge(self, days: int) -> int:
        """Forget addresses not seen for so many days; how many there were."""
        before = self._clock.now() - days * 24 * HOUR_MS
        old = delete(AddressRow).where(AddressRow.seen_at < before)
        async with self._database.writing() as connection:
            return (await connection.execute(old)).rowcount
