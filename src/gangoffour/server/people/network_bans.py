"""Networks from which no guests come in, because one of them was banned and could come back.

The host of the server decides so for each ban, and is told first who else comes from there: behind
one address may be a whole school. Accounts from there are let in as always, only guests and new
accounts are not; and it ends by itself.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, func, insert, select

from gangoffour.server.people.shared_addresses import Addresses
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import AddressRow, NetworkBanRow, PersonRow
from gangoffour.server.wire.refusals import ServerRefusal

DAY_MS: Final = 86_400_000
USUAL_DAYS: Final = 7
"""How long one lasts if the host does not say."""


class Neighbours(Struct, frozen=True):
    """Who else was seen lately in the networks of a person."""

    networks: int
    accounts: int
    guests: int


class NetworkBans:
    """Knows the networks; asked without a look at the database."""

    def __init__(self, database: Database, clock: Clock, addresses: Addresses) -> None:
        self._database = database
        self._clock = clock
        self._addresses = addresses
        self._until: dict[str, int] = {}

    async def load(self) -> bool:
        """Read them anew; whether there are any that were not known."""
        now = self._clock.now()
        query = select(NetworkBanRow.mark, NetworkBanRow.until).where(NetworkBanRow.until > now)
        async with self._database.reading() as connection:
            found = dict((await connection.execute(query)).all())
        fresh = found.keys() - self._until.keys()
        self._until = found
        return bool(fresh)

    def until(self, address: str) -> int | None:
        """When guests from an address are welcome again; None if they are."""
        if not self._until:
            return None
        until = self._until.get(self._addresses.mark(address) or "", 0)
        return until if until > self._clock.now() else None

    def require_welcome(self, address: str) -> None:
        """Refuse guests from a network that is kept out."""
        until = self.until(address)
        if until is not None:
            date = datetime.fromtimestamp(until / 1000, UTC).date().isoformat()
            raise ServerRefusal("network_banned", date=date)

    async def neighbours(self, person_id: str) -> Neighbours:
        """Who would be kept out with somebody, or nearly."""
        mine = select(AddressRow.mark).where(AddressRow.person_id == person_id)
        others = (
            select(PersonRow.kind, func.count(PersonRow.id.distinct()))
            .join(AddressRow, AddressRow.person_id == PersonRow.id)
            .where(AddressRow.mark.in_(mine), PersonRow.id != person_id)
            .group_by(PersonRow.kind)
        )
        async with self._database.reading() as connection:
            networks = len((await connection.execute(mine)).all())
            counted = dict((await connection.execute(others)).all())
        return Neighbours(networks, counted.get("account", 0), counted.get("guest", 0))

    async def add(self, person_id: str, until: int) -> int:
        """Keep guests out of all networks where a person was seen; how many networks."""
        mine = select(AddressRow.mark).where(AddressRow.person_id == person_id)
        async with self._database.writing() as connection:
            marks = list((await connection.execute(mine)).scalars())
            old = delete(NetworkBanRow).where(NetworkBanRow.mark.in_(marks))
            await connection.execute(old)
            for mark in marks:
                row = {"mark": mark, "person_id": person_id, "until": until}
                await connection.execute(insert(NetworkBanRow).values(row))
        return len(marks)

    async def lift(self, person_id: str) -> None:
        """Guests are welcome again from where a person was seen."""
        async with self._database.writing() as connection:
            mine = NetworkBanRow.person_id == person_id
            await connection.execute(delete(NetworkBanRow).where(mine))
        await self.load()

    async def purge(self) -> None:
        """Delete those that are over."""
        async with self._database.writing() as connection:
            over = NetworkBanRow.until <= self._clock.now()
            await connection.execute(delete(NetworkBanRow).where(over))
