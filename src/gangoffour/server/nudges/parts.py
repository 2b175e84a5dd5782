"""The parts of nudging, made in order; their start and their end. The secret with which this server
signs is made on the first start, and kept in the database."""

from __future__ import annotations

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.leases import Leases
from gangoffour.server.nudges.choices import Choices
from gangoffour.server.nudges.daily_hour import DailyHour
from gangoffour.server.nudges.devices import Devices
from gangoffour.server.nudges.lookers import Lookers
from gangoffour.server.nudges.mail import Mail
from gangoffour.server.nudges.nudges import Nudges
from gangoffour.server.nudges.occasions import Occasions
from gangoffour.server.nudges.outbox import Outbox
from gangoffour.server.nudges.push_addresses import PushAddresses
from gangoffour.server.nudges.push_encryption import base64url, key_of, new_secret, public_bytes
from gangoffour.server.nudges.turns import Note, SeenTo, Turns
from gangoffour.server.nudges.web_push import WebPush
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.kept_key import kept_key
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connections

KEY = "vapid"


class NudgeParts:
    """Everything that nudges people, of one process."""

    def __init__(
        self, database: Database, clock: Clock, settings: Settings, bus: Bus, people: Connections
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._alone = bus.alone
        self._addresses = PushAddresses(settings.push_local)
        self.nudges = Nudges(
            Outbox(database, clock),
            Choices(database, clock),
            Devices(database, clock, self._addresses),
            Lookers(bus, people),
            Mail(settings),
            clock,
            settings.public_url,
        )
        self.daily = DailyHour(self.nudges, clock)
        self.occasions = Occasions(database, self.nudges, clock)
        self._turns: Turns | None = None
        self._secret = b""

    def follow(self, tables: Tables, leases: Leases | None, note: Note, seen_to: SeenTo) -> None:
        """Slow tables tell whose turn it is."""
        wait = self._settings.nudge_seconds * 1000
        self._turns = Turns(tables, self.nudges, self._clock, leases, note, seen_to, wait)

    async def start(self) -> None:
        self._secret = await kept_key(self._database, KEY, new_secret)
        push = WebPush(self._secret, self._contact(), self._addresses)
        await self.nudges.start(push, self._alone)
        self.daily.start()
        self.occasions.start()
        if self._turns is not None:
            self._turns.start()

    def _contact(self) -> str:
        """Whom a push service may turn to."""
        settings = self._settings
        return settings.push_contact or settings.public_url or "https://localhost"

    @property
    def public_key(self) -> str:
        """What browsers are told, so that only this server can send to them."""
        return base64url(public_bytes(key_of(self._secret)))

    async def close(self) -> None:
        if self._turns is not None:
            await self._turns.close()
        await self.daily.close()
        await self.occasions.close()
        await self.nudges.close()
        self._addresses.close()
