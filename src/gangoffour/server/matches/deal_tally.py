"""This server's deals, counted: anybody can compare them with what chance alone makes of deals.

Every finished match is counted once, from its record, in the transaction that notes it as counted;
those from before there was a count, too. Deals that several people play (the daily, challenges) are
left out, as they would count many times, and those that were not dealt by this server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.rules.cards import M1_WORD, RD_FACE
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from gangoffour.server.matches.deal_theory import gang_chances, gangs_in, spread
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.deal_models import AttemptRow
from gangoffour.server.storage.models import CARRIED, DealTallyRow, MatchRow

LOOK_S: Final = 20.0
AT_ONCE: Final = 10
HANDS: Final = 4
"""Hands that are dealt, whoever gets them."""
DRAGON_WORD: Final = 1 << RD_FACE
log = logging.getLogger("gangoffour.tally")

What = Literal["gangs", "dragon", "m1"]
Counts = Counter[tuple[str, int]]


class Counted(Struct, frozen=True):
    """How often something came, how often chance lets it come, and how far off that usually is."""

    value: int
    """How many gangs, or which seat; 3 is the hand that nobody gets if three play."""
    count: int
    expected: float
    deviation: float


class Figure(Struct, frozen=True):
    """One thing that was counted: gangs in a hand, who got the dragon, who got M1."""

    what: What
    tries: int
    rows: list[Counted]


class Deals(Struct, frozen=True):
    """This server's deals against chance."""

    matches: int
    rounds: int
    figures: list[Figure]


class DealTally:
    """Counts finished matches, a few at a time, and tells what they came to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.keep(self._run, "tally of deals")

    async def close(self) -> None:
        await self._tasks.close()

    async def _run(self) -> None:
        while True:
            try:
                while await self.count_some():
                    await asyncio.sleep(0)
            except StorageUnavailable:
                log.warning("deals could not be counted")
            await asyncio.sleep(LOOK_S)

    async def count_some(self) -> int:
        """Count some matches that are not counted yet; how many there were."""
        shared = exists().where(AttemptRow.table_id == MatchRow.table_id)
        given = shared | (func.coalesce(MatchRow.purpose, "") == CARRIED)
        query = (
            select(MatchRow.id, MatchRow.record, given.label("given"))
            .where(MatchRow.ended_at.is_not(None), ~MatchRow.counted)
            .limit(AT_ONCE)
        )
        async with self._database.reading() as connection:
            found = list(await connection.execute(query))
        for row in found:
            record = "" if row.given else row.record or ""
            counts = await asyncio.to_thread(counts_in, record) if record else Counts()
            await self._add(row.id, counts)
        return len(found)

    async def _add(self, match_id: str, counts: Counts) -> None:
        once = update(MatchRow).where(MatchRow.id == match_id, ~MatchRow.counted)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(once.values(counted=True))).rowcount != 1:
                    return
                for (what, value), count in sorted(counts.items()):
                    this = (DealTallyRow.what == what) & (DealTallyRow.value == value)
                    more = update(DealTallyRow).where(this).values(count=DealTallyRow.count + count)
                    if (await connection.execute(more)).rowcount == 0:
                        row = {"what": what, "value": value, "count": count}
                        await connection.execute(insert(DealTallyRow).values(row))
        except IntegrityError:
            return  # another process counts the first ones just now: later

    async def deals(self) -> Deals:
        """What was counted so far."""
        columns = (DealTallyRow.what, DealTallyRow.value, DealTallyRow.count)
        async with self._database.reading() as connection:
            rows = await connection.execute(select(*columns))
            counts = Counts({(row.what, row.value): row.count for row in rows})
        rounds = counts["rounds", 0]
        even = (1 / HANDS,) * HANDS
        return Deals(
            counts["matches", 0],
            rounds,
            [
                _figure("gangs", rounds * HANDS, gang_chances(), counts),
                _figure("dragon", rounds, even, counts),
                _figure("m1", rounds, even, counts),
            ],
        )


def _figure(what: What, tries: int, chances: tuple[float, ...], counts: Counts) -> Figure:
    rows = [
        Counted(value, counts[what, value], *spread(tries, chance))
        for value, chance in enumerate(chances)
    ]
    return Figure(what, tries, rows)


def counts_in(record: str) -> Counts:
    """What a record's deals come to; nothing if it cannot be read."""
    try:
        match: Match = parse_record(record).match
    except (Refusal, ValueError):
        log.warning("a record could not be counted")
        return Counts()
    counts = Counts({("matches", 0): 1, ("rounds", 0): len(match.past)})
    for one in match.past:
        hands = (*one.deal.hands, one.deal.dead) if one.deal.dead else one.deal.hands
        for seat, hand in enumerate(hands):
            counts["gangs", gangs_in(hand)] += 1
            counts["dragon", seat] += bool(hand & DRAGON_WORD)
            counts["m1", seat] += bool(hand & M1_WORD)
    return counts
