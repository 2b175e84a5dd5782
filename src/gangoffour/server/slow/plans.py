"""Moves planned ahead where a move may take days: "pass until the trick is over", or these cards.

A plan is kept here and not among the events of its table, so nobody else hears of it, not even that
something was planned. When its turn has come it is carried out after a while that chance alone
decides: how long it takes says nothing about the hand, nor about which plan it was. It holds for
the trick in which it was made; what cannot be done any more is forgotten, and the person is nudged.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import delete, insert, select

from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import combination
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.server.cluster.leases import Leases, LocalLeases
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import CLASHES, Database, StorageUnavailable
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.processes import Stale
from gangoffour.server.storage.slow_models import PlanRow
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.events import Event
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table

LOOK_S: Final = 10.0
"""How often tables are looked at for a plan that nobody has carried out."""
SHORTEST: Final = 1 / 3
"""The shortest wait, of the longest."""
log = logging.getLogger("gangoffour.plans")

Until = Literal["turn", "trick"]


class Plan(Struct, frozen=True):
    """What somebody has planned: cards, or a pass if there are none."""

    cards: list[str]
    until: Until
    """``turn``: the coming one; ``trick``: every turn until it is over."""
    kind: str | None = None
    """Which combination the cards are."""


def is_slow(table: Table) -> bool:
    return table.options.clock == "days" and not table.solo


def trick_name(table: Table, match: Match) -> str:
    """What tells a trick from all others of its table; one that is about to be led counts."""
    now = match.round
    tricks = sum(move.lead for move in now.history) + (now.table is None)
    return f"{table.match_number}.{now.number}.{tricks}"


def moves_of(match: Match, seat: int) -> int:
    """How often a seat has played or passed in this round."""
    own = (move for move in match.round.history if move.seat == seat)
    return sum(move.play is not None or not move.call for move in own)


class Plans:
    """Keeps plans, and carries them out."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tables: Tables,
        leases: Leases | None,
        longest_s: float,
    ) -> None:
        self._database = database
        self._clock = clock
        self._tables = tables
        self._leases: Leases = leases or LocalLeases()
        self._waits_s = (longest_s * SHORTEST, longest_s)
        self._waiting: set[str] = set()
        """Tables where one is being carried out."""
        self._tasks = Tasks()
        tables.on_change(self._receive)

    def start(self) -> None:
        self._tasks.keep(self._look, "plans")

    async def close(self) -> None:
        await self._tasks.close()

    async def make(self, person: str, table_id: str, plan: Plan) -> Plan:
        """Plan a move; what was planned before is forgotten."""
        table = (await self._tables.get(table_id)).table
        seat, match = _place(table, person)
        if table.turn == seat:
            raise ServerRefusal("plan_too_late")
        cards = Cards.parse(plan.cards)
        if plan.cards:
            combination(cards)  # or it is refused
            held = Cards(match.round.hands[seat])
            if not all(held.codes.count(one) >= cards.codes.count(one) for one in cards.codes):
                raise Refusal("cards_not_held", cards=str(cards))
        kept = _plan(" ".join(cards.codes), "turn" if plan.cards else plan.until)
        row = {
            "table_id": table_id,
            "person_id": person,
            "trick": trick_name(table, match),
            "moves": moves_of(match, seat),
            "until": kept.until,
            "cards": " ".join(kept.cards),
            "created_at": self._clock.now(),
        }
        try:
            async with self._database.writing() as connection:
                await lock_person(connection, person)
                await connection.execute(delete(PlanRow).where(_this(table_id, person)))
                await connection.execute(insert(PlanRow).values(row))
        except CLASHES:
            raise ServerRefusal("too_busy") from None  # planned twice at once
        return kept

    async def of(self, person: str, table_id: str) -> Plan | None:
        """What somebody has planned, if it still holds."""
        table = (await self._tables.get(table_id)).table
        if table.seat_of(person) is None:
            raise TableRefusal("not_seated")
        row = await self._row(table_id, person)
        if row is None or not _holds(row, table, person):
            return None
        return _plan(row.cards, row.until)

    async def forget(self, person: str, table_id: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(delete(PlanRow).where(_this(table_id, person)))

    async def _forget_row(self, row: Any) -> None:
        """Forget what was planned then, and nothing that was planned since."""
        same = (PlanRow.trick == row.trick) & (PlanRow.moves == row.moves)
        same &= (PlanRow.until == row.until) & (PlanRow.cards == row.cards)
        this = _this(row.table_id, row.person_id) & same
        async with self._database.writing() as connection:
            await connection.execute(delete(PlanRow).where(this))

    async def will_move(self, table: Table) -> bool:
        """Whether whoever is to move has planned it: then nobody need be told."""
        person = _to_move(table)
        if person is None:
            return False
        row = await self._row(table.id, person)
        return row is not None and _holds(row, table, person)

    async def _row(self, table_id: str, person: str) -> Any:
        query = select(PlanRow.__table__).where(_this(table_id, person))
        async with self._database.reading() as connection:
            return (await connection.execute(query)).one_or_none()

    def _receive(self, room: Room, caused: tuple[Event, ...]) -> Awaitable[None] | None:
        return self._consider(room) if caused and is_slow(room.table) else None

    async def _look(self) -> None:
        """See to what a process that died, here or elsewhere, has left undone."""
        while True:
            try:
                for room in self._tables.rooms:
                    await self._consider(room)
            except StorageUnavailable:
                log.warning("plans could not be read")
            await asyncio.sleep(LOOK_S)

    async def _consider(self, room: Room) -> None:
        """Carry out what is planned for this turn, if this process moves the table."""
        person = _to_move(room.table)
        if person is None or room.id in self._waiting or not self._leases.may_act(room.id):
            return
        row = await self._row(room.id, person)
        if row is None or room.id in self._waiting:
            return
        if not _holds(row, room.table, person):
            await self._forget_row(row)
            return
        self._waiting.add(room.id)
        self._tasks.spawn(self._carry_out(room, person), f"plan at {room.id}")

    async def _carry_out(self, room: Room, person: str) -> None:
        try:
            await asyncio.sleep(random.uniform(*self._waits_s))
            row, match = await self._row(room.id, person), room.table.match
            may = _to_move(room.table) == person and self._leases.may_act(room.id)
            if row is None or match is None or not may or not _holds(row, room.table, person):
                return
            await self._do(room, person, row, match)
        except (StorageUnavailable, Stale):
            log.warning("a plan waits", extra={"table": room.id})
        finally:
            self._waiting.discard(room.id)

    async def _do(self, room: Room, person: str, row: Any, match: Match) -> None:
        """What cannot be done any more is forgotten."""
        plan = _plan(row.cards, row.until)
        ask: c.Play | c.Pass = c.Pass(match.version)
        if plan.cards:
            seat = room.table.seat_of(person)
            left = 0 if seat is None else match.round.counts[seat] - len(plan.cards)
            call = left == 1 and match.rules.last_card == "call"  # they are not there to say it
            ask = c.Play(plan.cards, match.version, call)
        try:
            name = next(one.name for one in room.table.seats if one.person == person)
            await self._tables.do(room.id, c.Command(ask, c.Person(person, name)))
        except Refusal as refusal:
            log.info("a plan is void", extra={"table": room.id, "code": refusal.code})
            if refusal.code != "stale_version":
                await self._forget_row(row)
            return
        if plan.until == "turn":
            await self._forget_row(row)

    async def purge(self) -> None:
        """Forget what was planned long ago: its trick is over."""
        before = self._clock.now() - 60 * 86_400_000
        async with self._database.writing() as connection:
            await connection.execute(delete(PlanRow).where(PlanRow.created_at < before))


def _this(table_id: str, person: str) -> Any:
    return (PlanRow.table_id == table_id) & (PlanRow.person_id == person)


def _plan(cards: str, until: Until) -> Plan:
    kind = combination(cards).kind.code if cards else None
    return Plan(cards.split(), until, kind)


def _place(table: Table, person: str) -> tuple[int, Match]:
    """Where somebody sits in a match that may take days."""
    seat = table.seat_of(person)
    if seat is None:
        raise TableRefusal("not_seated")
    if not is_slow(table):
        raise ServerRefusal("slow_tables_only")
    if table.match is None or table.phase != "playing":
        raise TableRefusal("no_match_running")
    return seat, table.match


def _to_move(table: Table) -> str | None:
    """The person whose turn it is at a slow table."""
    if table.turn is None or not is_slow(table) or not table.seats[table.turn].present:
        return None
    return table.seats[table.turn].person


def _holds(row: Any, table: Table, person: str) -> bool:
    seat, match = table.seat_of(person), table.match
    if seat is None or match is None or row.trick != trick_name(table, match):
        return False
    return bool(row.until == "trick" or row.moves == moves_of(match, seat))
