"""All that a process has for deals that are the same for everybody, put together."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from gangoffour.server.bots.local import Bots
from gangoffour.server.daily.attempts import Attempts
from gangoffour.server.daily.costs import Costs
from gangoffour.server.daily.deal_seeds import DealSeeds
from gangoffour.server.daily.deal_sets import DealSets
from gangoffour.server.daily.ladder_matches import Ladders
from gangoffour.server.daily.open_challenges import OpenChallenges
from gangoffour.server.daily.standings import Standings
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.results import Results
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.tables.tables import Tables

OPEN_S: Final = 10.0
"""How often is looked whether a new day has begun."""
log = logging.getLogger("gangoffour.daily")


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
        self.seeds = DealSeeds(database, clock)
        self.attempts = Attempts(database, clock, self.sets, tables)
        self.standings = Standings(database, clock, self.sets, results)
        self.ladders = Ladders(database)
        self.challenges = OpenChallenges(database, clock)
        self.costs = Costs(database, clock, records, bots)
        self._tasks = Tasks()
        tables.on_change(self.costs.hear)
        sessions.on_end(lambda *_: self.standings.forget())

    def start(self) -> None:
        self.costs.start()
        self._tasks.keep(self._open_days, "days")

    async def _open_days(self) -> None:
        """Every day is there from its beginning, whether somebody asks for it or not."""
        while True:
            try:
                await self.sets.day(self.sets.today)
            except StorageUnavailable:
                log.warning("a day could not be opened")
            await asyncio.sleep(OPEN_S)

    async def purge(self) -> None:
        await self.attempts.purge()
        await self.seeds.purge()
        await self.sets.purge()

    async def close(self) -> None:
        await self._tasks.close()
        await self.costs.close()
