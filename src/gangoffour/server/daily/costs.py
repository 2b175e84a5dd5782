"""What decisions cost: every round of given deals is judged once it is over, and that is kept.

The process that saw a round end judges it at once. What a process that died left behind is found
in the database by whichever looks next; judged twice, a round gets the same.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from sqlalchemy import exists, insert, select
from sqlalchemy.exc import IntegrityError

from gangoffour.bots.advice.review import assembled, rounds_of
from gangoffour.bots.errors import BotError
from gangoffour.rules.errors import Refusal
from gangoffour.rules.reader import parse_record
from gangoffour.server.bots.local import Bots
from gangoffour.server.matches.records import Records
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.deal_models import CostRow
from gangoffour.server.storage.models import GIVEN, MatchRow
from gangoffour.server.tables.room import Room
from gangoffour.table.events import Event, Started

LOOK_S: Final = 30.0
"""How often is looked for rounds that nobody has judged."""
LEFT_MS: Final = 60_000
"""How long a round is left to the process that saw it end."""
AT_ONCE: Final = 50
SEAT: Final = 0
"""Where the person sits."""
log = logging.getLogger("gangoffour.costs")


class Costs:
    """Judges rounds of given deals, one after the other."""

    def __init__(self, database: Database, clock: Clock, records: Records, bots: Bots) -> None:
        self._database = database
        self._clock = clock
        self._records = records
        self._bots = bots
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.keep(self._work, "costs")

    def hear(self, room: Room, caused: tuple[Event, ...]) -> None:
        """Follow the tables. The next round may have begun before this is heard of the last."""
        table = room.table
        if table.purpose is None:
            return
        if table.phase == "over" and caused:
            self._waiting.put_nowait(f"{table.id}-{table.match_number}")
        elif any(isinstance(one, Started) for one in caused) and table.match_number > 1:
            self._waiting.put_nowait(f"{table.id}-{table.match_number - 1}")

    async def _work(self) -> None:
        while True:
            match = None
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    match = await self._waiting.get()
            try:
                for one in [match] if match else await self.left():
                    await self.judge(one)
            except StorageUnavailable:
                log.warning("what decisions cost could not be stored")
            except (BotError, Refusal) as trouble:
                log.warning("a round was not judged: %s", trouble, extra={"match": match})

    async def left(self) -> list[str]:
        """Rounds that are over for a while, and not judged."""
        judged = exists().where(CostRow.match_id == MatchRow.id)
        query = (
            select(MatchRow.id)
            .where(
                MatchRow.purpose.in_(GIVEN),
                MatchRow.ended_at < self._clock.now() - LEFT_MS,
                ~judged,
            )
            .order_by(MatchRow.ended_at.desc())
            .limit(AT_ONCE)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def judge(self, key: str) -> None:
        """Judge the decisions of one round and keep what they cost, unless that is done."""
        there = select(CostRow.match_id).where(CostRow.match_id == key)
        async with self._database.reading() as connection:
            if (await connection.execute(there)).first() is not None:
                return
        match = parse_record(await self._records.bare_record(key)).match
        rounds = rounds_of(match, [SEAT])
        verdicts = [await self._bots.judge(looks) for looks in rounds]
        (seat,) = assembled(match, rounds, verdicts, [SEAT]).seats
        row = {"match_id": key, "cost": round(seat.cost, 2), "decisions": seat.decisions}
        with suppress(IntegrityError):  # another process judged it
            async with self._database.writing() as connection:
                await connection.execute(insert(CostRow).values(row))

    async def close(self) -> None:
        await self._tasks.close()
