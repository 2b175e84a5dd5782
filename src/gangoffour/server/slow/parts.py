"""The parts of slow tables, made in order; their start and their end."""

from __future__ import annotations

from gangoffour.server.cluster.leases import Leases
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.slow.plans import Plans
from gangoffour.server.slow.vacations import Vacations, is_away
from gangoffour.server.storage.database import Database
from gangoffour.server.tables.tables import Tables
from gangoffour.table.state import Table


class SlowTables:
    """What tables with days per move need, of one process."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tables: Tables,
        leases: Leases | None,
        settings: Settings,
    ) -> None:
        self._clock = clock
        about = (database, clock, tables, leases)
        self.plans = Plans(*about, settings.plan_seconds)
        self.vacations = Vacations(*about, settings.vacation_days)

    async def seen_to(self, table: Table) -> bool:
        """Whether nobody need be told of a turn: it is planned, or they are away."""
        return is_away(table, self._clock.now()) or await self.plans.will_move(table)

    def start(self) -> None:
        self.plans.start()
        self.vacations.start()

    async def purge(self) -> None:
        await self.plans.purge()
        await self.vacations.purge()

    async def close(self) -> None:
        await self.plans.close()
        await self.vacations.close()
