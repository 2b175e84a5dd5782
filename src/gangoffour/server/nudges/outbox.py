"""Nudges on their way: rows with a moment, an end and a holder.

A nudge's id says what it is about, so it is written once however often it is asked for. A process
holds one for some seconds while it sends it; if it dies, another (or the same, started again) takes
it up.

Before the first byte of a delivery leaves, it is claimed; when the other side has taken it, that is
written down. A claim that was never answered is one whose sender died, or whose line broke, on the
way: nobody can know whether it arrived. It is sent again, some times at most, under the same name:
a push service and a browser put it in the place of the first (topic and tag), and a mail has the
same Message-ID. So everybody is told, and sees it once.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gangoffour.server.nudges.nudge import KEPT_MS, Kind, Nudge
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import CLASHES, Database
from gangoffour.server.storage.nudge_models import DeliveryRow, NudgeRow

HOLD_MS: Final = 40_000
"""Longer than one delivery takes, to all browsers and by mail."""
KEPT_DAYS_MS: Final = 7 * 86_400_000
"""How long what is done is remembered, so that nothing is told again."""
MAX_TIMES: Final = 4
"""So often at most something is sent without an answer."""
WAITS_MS: Final = (2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 900_000)


class Held(Struct, frozen=True):
    """A nudge that this process is at."""

    id: str
    person: str
    kind: Kind
    link: str
    words: dict[str, str]
    due_at: int
    expires_at: int
    tries: int


class Outbox:
    """Reads and writes what is on its way."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, nudge: Nudge) -> bool:
        """Write a nudge down; False if there is the same one already."""
        now = self._clock.now()
        row = {
            "id": nudge.id,
            "person_id": nudge.person,
            "kind": nudge.kind,
            "link": nudge.link[:200],
            "words": {name: text[:200] for name, text in nudge.words.items()},
            "created_at": now,
            "due_at": nudge.due_at or now,
            "expires_at": nudge.expires_at or (nudge.due_at or now) + KEPT_MS[nudge.kind],
        }
        there = select(NudgeRow.id).where(NudgeRow.id == nudge.id)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(there)).first() is not None:
                    return False
                await connection.execute(insert(NudgeRow).values(row))
        except IntegrityError:
            return False
        return True

    async def free_all(self) -> None:
        """A server alone has started again: whoever held something is dead."""
        held = (NudgeRow.held_until > 0) & NudgeRow.done_at.is_(None)
        async with self._database.writing() as connection:
            await connection.execute(update(NudgeRow).where(held).values(held_until=0))

    async def take(self, limit: int, without: Collection[str]) -> list[Held]:
        """Hold some that are due, one of each person besides those ``without``; of several
        processes one gets each."""
        if limit < 1:
            return []
        now = self._clock.now()
        due = NudgeRow.done_at.is_(None) & (NudgeRow.due_at <= now) & (NudgeRow.held_until <= now)
        due &= NudgeRow.person_id.not_in(without)
        firsts = select(func.min(NudgeRow.id)).where(due).group_by(NudgeRow.person_id)
        some = firsts.order_by(func.min(NudgeRow.due_at)).limit(limit)
        query = select(NudgeRow.__table__).where(NudgeRow.id.in_(some)).order_by(NudgeRow.due_at)
        async with self._database.reading() as connection:
            found = list(await connection.execute(query))
        return [_held(row) for row in found if await self._hold(row.id, now)]

    async def _hold(self, nudge_id: str, now: int) -> bool:
        free = (NudgeRow.id == nudge_id) & (NudgeRow.held_until <= now)
        mine = update(NudgeRow).where(free, NudgeRow.done_at.is_(None))
        async with self._database.writing() as connection:
            return (await connection.execute(mine.values(held_until=now + HOLD_MS))).rowcount == 1

    async def claim(self, nudge_id: str, target: str) -> bool:
        """It leaves for a target now; False if it is there, or has left often enough. The shortest
        way to the disk: whoever dies between this and the answer has it sent again."""
        row = {"nudge_id": nudge_id, "target": target, "at": self._clock.now()}
        new = insert(DeliveryRow).values(row)
        try:
            await self._database.transact(lambda connection: connection.execute(new))
        except CLASHES:
            return await self._claim_again(nudge_id, target)
        return True

    async def _claim_again(self, nudge_id: str, target: str) -> bool:
        open_claim = DeliveryRow.sent_at.is_(None) & (DeliveryRow.times < MAX_TIMES)
        again = update(DeliveryRow).where(_this(nudge_id, target), open_claim)
        values = {"times": DeliveryRow.times + 1, "at": self._clock.now()}
        async with self._database.writing() as connection:
            return (await connection.execute(again.values(values))).rowcount == 1

    async def taken(self, nudge_id: str, target: str) -> None:
        """The other side has it."""
        now = self._clock.now()
        said = update(DeliveryRow).where(_this(nudge_id, target)).values(sent_at=now)
        await self._database.transact(lambda connection: connection.execute(said))

    async def refused(self, nudge_id: str, target: str) -> None:
        """The other side did not take it. What may have arrived before stays claimed."""
        once = _this(nudge_id, target) & (DeliveryRow.times == 1)
        async with self._database.writing() as connection:
            await connection.execute(delete(DeliveryRow).where(once))

    async def claims(self, nudge_id: str) -> dict[str, bool]:
        """The targets it has left for, and whether that is settled: it is there, or was tried
        often enough."""
        query = select(DeliveryRow.__table__).where(DeliveryRow.nudge_id == nudge_id)
        async with self._database.reading() as connection:
            found = await connection.execute(query)
        return {row.target: row.sent_at is not None or row.times >= MAX_TIMES for row in found}

    async def finish(self, nudge_id: str, outcome: str) -> None:
        """It is done. What it said, others' names among it, is of no use any more."""
        await self._change(nudge_id, done_at=self._clock.now(), outcome=outcome, words={})

    async def postpone(self, nudge_id: str, due_at: int) -> None:
        """Not now: somebody is left in peace until then."""
        await self._change(nudge_id, due_at=due_at, held_until=0)

    async def try_later(self, held: Held) -> None:
        wait = WAITS_MS[min(held.tries, len(WAITS_MS) - 1)]
        due = self._clock.now() + wait
        await self._change(held.id, due_at=due, held_until=0, tries=held.tries + 1)

    async def _change(self, nudge_id: str, **values: Any) -> None:
        async with self._database.writing() as connection:
            await connection.execute(
                update(NudgeRow).where(NudgeRow.id == nudge_id).values(**values)
            )

    async def purge(self) -> None:
        """Forget what was done long ago."""
        before = self._clock.now() - KEPT_DAYS_MS
        async with self._database.writing() as connection:
            old = NudgeRow.done_at.is_not(None) & (NudgeRow.done_at < before)
            await connection.execute(delete(NudgeRow).where(old, NudgeRow.expires_at < before))
            kept = select(NudgeRow.id)
            lost = (DeliveryRow.at < before) & DeliveryRow.nudge_id.not_in(kept)
            await connection.execute(delete(DeliveryRow).where(lost))


def _this(nudge_id: str, target: str) -> ColumnElement[bool]:
    return (DeliveryRow.nudge_id == nudge_id) & (DeliveryRow.target == target)


def _held(row: Any) -> Held:
    return Held(
        id=row.id,
        person=row.person_id,
        kind=row.kind,
        link=row.link,
        words=row.words,
        due_at=row.due_at,
        expires_at=row.expires_at,
        tries=row.tries,
    )
