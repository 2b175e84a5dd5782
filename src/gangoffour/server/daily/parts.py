"""All that a process has for deals that are the same for everybody, put together."""

from __future__ import annotations

from gangoffour.server.bots.local import Bots
from gangoffour.server.daily.attempts import Attempts
from gangoffour.server.daily.costs import Costs
from gangoffour.server.daily.sets import DealSets
from gangoffour.server.daily.standings import Standings
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.results import Results
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.tables.tables import Tables


class Daily:
    """Sets of deals, attempts at them, standings, and what decisions cost."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tables: Tables,
        sessions: Sessions,
        results: Results,
        records: Records,
        bots: Bots,
    ) -> None:
        self.sets = DealSets(database, clock)
        self.attempts = Attempts(database, clock, self.sets, tables)
        self.standings = Standings(database, clock, self.sets, results)
        self.costs = Costs(database, clock, records, bots)
        tables.on_change(self.costs.hear)
        sessions.on_end(lambda *_: self.standings.forget())

    def start(self) -> None:
        self.costs.start()

    async def close(self) -> None:
        await self.costs.close()
