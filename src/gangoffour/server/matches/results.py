"""Results: every match is kept from its start, and settled exactly once when it is over.

``receive`` follows the tables. What cannot be stored is owed and settled from the table's events
later: with the next event of any table, or after a restart. The update of ``ended_at`` from
nothing is the guard: of two that settle a match, one finds it done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from gangoffour.server.matches.held_back import note_held_back
from gangoffour.server.matches.seatings import note_seated
from gangoffour.server.matches.settlement import (
    match_id,
    match_row,
    player_rows,
    progress,
    record_of,
    write_given_up,
    write_people,
    write_statistics,
    write_void,
)
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.storage.database import Database, StorageUnavailable, plain
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.storage.locks import lock_people
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow, TableRow
from gangoffour.server.storage.stored_event import Entry
from gangoffour.table import events as e
from gangoffour.table.clock import turn_deadline
from gangoffour.table.fold import apply
from gangoffour.table.result import deserter, outcomes
from gangoffour.table.state import Table
from gangoffour.table.views.facts import Happening, MatchEndedFact

RETRY_S: Final = 1.0
log = logging.getLogger("gangoffour.results")
_BEGINS = (e.Started, e.Shuffled)
"""One of them deals: the latter if people have a hand in it."""
_CONCERN = frozenset[type]({*_BEGINS, e.Voided, e.Sat})
"""What is stored of a match before its end: that it began, is void, and who sat there."""
THERE = select(MatchRow.id).where(MatchRow.id == bindparam("match"))
KNOWN = select(PersonRow.id).where(PersonRow.id.in_(bindparam("people", expanding=True)))
ADVANCED = (
    update(MatchRow)
    .where(MatchRow.id == bindparam("match"), MatchRow.ended_at.is_(None))
    .values(round=bindparam("new_round"), totals=bindparam("new_totals"))
)
NEW_MATCH, NEW_PLAYERS = insert(MatchRow), insert(PlayerRow)


class Found(NamedTuple):
    """A match in a table's events: the table as it was when it began, and ended or was void."""

    began: Table
    ended: Table | None = None
    void: Table | None = None


class Results:
    """Writes matches and what follows from them; reading them is ``History``."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self._database = database
        self._sessions = sessions
        self._log = EventLog(database)
        self._owed: set[str] = set()
        self._ended: dict[str, int] = {}
        """The number of each table's last match, once it is settled."""
        self._settling = asyncio.Lock()
        self._waiting_for: dict[str, tuple[str | None, int | None]] = {}
        """Whom each match with days per move waits for, and until when."""
        self._rounds: dict[str, int] = {}
        """The round of each running match that is stored, if it is another than the first."""

    async def receive(
        self, table: Table, facts: Sequence[Happening], caused: tuple[e.Event, ...]
    ) -> None:
        """Store what a change of a table means for matches. What cannot be stored now is owed."""
        if not self.concerned(table, caused):
            return
        over_now = _just_over(table, facts)
        try:
            await self._pay()
            for person in await note_seated(self._database, table.id, caused):
                self._sessions.announce_end(person, "deleted")
            if table.phase == "over":
                await self._end_once(table, over_now)
            elif table.phase != "dealing" and any(isinstance(one, _BEGINS) for one in caused):
                await self._begin(table)
                await self._end_previous(table)
            elif any(isinstance(one, e.Voided) for one in caused):
                await self._void(table)
            await self._advance(table)
            if table.running and table.options.clock == "days":
                await self._wait_for(table)
        except StorageUnavailable as trouble:
            self._owed.add(table.id)
            log.warning("a result is owed: %s", trouble, extra={"table": table.id})

    def concerned(self, table: Table, caused: tuple[e.Event, ...]) -> bool:
        """Whether there may be anything to store: not for a play in the middle of a match."""
        if self._owed:
            return True
        if table.phase == "over":
            return self._ended.get(table.id) != table.match_number
        if table.options.clock == "days" or self._new_round(table):
            return True
        return not _CONCERN.isdisjoint(map(type, caused))

    def _new_round(self, table: Table) -> bool:
        match = table.match if table.running and table.phase != "dealing" else None
        return match is not None and self._rounds.get(table.id, 1) != match.round.number

    async def _advance(self, table: Table) -> None:
        """A running match is in another round: lists show that, with the scores."""
        if not self._new_round(table):
            return
        assert table.match is not None
        now = progress(table)
        row = {"match": match_id(table), "new_round": now["round"], "new_totals": now["totals"]}
        statement, values = plain(ADVANCED, self._database.dialect).given(row)
        await self._database.store(statement, [values])
        self._rounds[table.id] = table.match.round.number

    async def _end_once(self, table: Table, over_now: bool) -> None:
        if self._ended.get(table.id) == table.match_number:
            return
        if over_now:
            await self._begin(table)
            await self._end(table)
        else:  # people have come and gone since: the events know how it ended
            await self._settle(table.id)
        self._ended[table.id] = table.match_number

    async def _end_previous(self, table: Table) -> None:
        """The next match began before the end of the last one was stored."""
        number = table.match_number - 1
        if number > 0 and self._ended.pop(table.id, None) != number:
            await self._settle(table.id)

    async def reconcile(self, table: Table) -> None:
        """After a restart: store what a crash left undone at a table."""
        query = select(MatchRow.number, MatchRow.ended_at).where(MatchRow.table_id == table.id)
        async with self._database.reading() as connection:
            stored = {row.number: row.ended_at for row in await connection.execute(query)}
        running = table.match_number if table.running else None
        if any(
            number not in stored or (stored[number] is None and number != running)
            for number in range(1, table.match_number + 1)
        ):
            await self._settle(table.id)
        if table.phase == "over":
            self._ended[table.id] = table.match_number
        if table.running and table.options.clock == "days":
            await self._wait_for(table)

    async def take_up(self, table: Table) -> None:
        """``reconcile`` a table of a process that is gone, once the storage is there."""
        while True:
            try:
                return await self.reconcile(table)
            except StorageUnavailable:
                log.warning("results could not be taken up", extra={"table": table.id})
                await asyncio.sleep(RETRY_S)

    async def catch_up(self) -> int:
        """After a restart: settle matches that are over but not stored as such; how many tables."""
        later = aliased(MatchRow)
        followed = exists().where(
            later.table_id == MatchRow.table_id, later.number > MatchRow.number
        )
        unended = (
            select(MatchRow.table_id)
            .join(TableRow, TableRow.id == MatchRow.table_id)
            .where(MatchRow.ended_at.is_(None), or_(TableRow.phase == "over", followed))
        )
        missing = select(TableRow.id).where(
            and_(TableRow.phase == "over", ~exists().where(MatchRow.table_id == TableRow.id))
        )
        async with self._database.reading() as connection:
            tables = {*(await connection.execute(unended.union(missing))).scalars()}
        for table_id in tables:
            try:
                await self._settle(table_id)
            except StorageUnavailable:
                raise
            except Exception:  # its events do not fold
                log.exception("a table's results are lost", extra={"table": table_id})
        return len(tables)

    async def settle_if_over(self, match_id: str) -> None:
        """Settle a match now that is over, but not settled yet."""
        over = (
            select(TableRow.id)
            .join(MatchRow, MatchRow.table_id == TableRow.id)
            .where(MatchRow.id == match_id, MatchRow.ended_at.is_(None), TableRow.phase == "over")
        )
        async with self._database.reading() as connection:
            table_id = (await connection.execute(over)).scalar_one_or_none()
        if table_id is not None:
            await self._settle(table_id)

    async def _pay(self) -> None:
        """Settle what is owed, once the storage is there again."""
        if not self._owed or self._settling.locked():
            return
        async with self._settling:
            for table_id in tuple(self._owed):
                await self._settle(table_id)
                self._owed.discard(table_id)

    async def _settle(self, table_id: str) -> None:
        """Bring a table's matches up to date from its events."""
        entries = await self._log.read(table_id)
        seated, found = await asyncio.to_thread(matches_in, entries)
        await note_seated(self._database, table_id, seated)
        for one in found:
            if one.void is not None:
                await self._void(one.void)
                continue
            await self._begin(one.began)
            if one.ended is not None:
                await self._end(one.ended)

    async def _begin(self, table: Table) -> None:
        """Store a match and who plays it, if that has not been done."""
        key = match_id(table)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(THERE, {"match": key})).first() is not None:
                    return
                people = [seat.person for seat in table.seats if seat.person is not None]
                here = set((await connection.execute(KNOWN, {"people": people})).scalars())
                await connection.execute(NEW_MATCH, match_row(table))
                await connection.execute(NEW_PLAYERS, player_rows(table, here))
                await note_held_back(connection, table, key)
        except IntegrityError:
            return  # another process did

    async def _void(self, table: Table) -> None:
        """A match that counts for nobody: its rows go, once, and with them who is to blame. Who
        gave up alone has not won it, on the ladder and on their profile."""
        key = match_id(table)
        running = (MatchRow.id == key) & MatchRow.ended_at.is_(None)
        async with self._database.writing() as connection:
            await lock_people(connection, filter(None, (deserter(table),)))
            found = await connection.execute(select(MatchRow.id).where(running).with_for_update())
            if found.first() is None:
                return
            if not await write_given_up(connection, table):
                await connection.execute(delete(PlayerRow).where(PlayerRow.match_id == key))
                gone = await connection.execute(delete(MatchRow).where(running))
                if gone.rowcount == 1:
                    await write_void(connection, table)
        self._waiting_for.pop(key, None)
        self._rounds.pop(table.id, None)
        for person in table.leavers:
            self._sessions.forget(person)

    async def note_turn(self, table: Table) -> None:
        """Store whom a match with days per move waits for, though its last change was not heard."""
        if table.running and table.options.clock == "days":
            await self._wait_for(table)

    async def _wait_for(self, table: Table) -> None:
        """A match with days per move knows whom it waits for, though no room may be open."""
        key, turn = match_id(table), table.turn
        person = None if turn is None else table.seats[turn].person
        waits = (person, turn_deadline(table))
        if self._waiting_for.get(key) == waits:
            return
        async with self._database.writing() as connection:
            await connection.execute(
                update(MatchRow)
                .where(MatchRow.id == key, MatchRow.ended_at.is_(None))
                .values(waiting_for=person, due_at=waits[1])
            )
        self._waiting_for[key] = waits

    async def _end(self, table: Table) -> None:
        """Settle a match that is over: record, results, karma and ratings in one transaction."""
        key = match_id(table)
        results = outcomes(table)
        async with self._database.writing() as connection:
            await lock_people(connection, [one.person for one in results])
            ended = await connection.execute(
                update(MatchRow)
                .where(MatchRow.id == key, MatchRow.ended_at.is_(None))
                .values(
                    ended_at=table.since,
                    record=record_of(table),
                    waiting_for=None,
                    due_at=None,
                    **progress(table),
                )
            )
            if ended.rowcount != 1:
                return
            await write_statistics(connection, table)
            await write_people(connection, table, results)
        self._waiting_for.pop(key, None)
        self._rounds.pop(table.id, None)
        for one in results:
            self._sessions.forget(one.person)


def _just_over(table: Table, facts: Sequence[Happening]) -> bool:
    """Whether the table is exactly as the end of the match left it: nobody left or came since."""
    return (
        table.phase == "over"
        and bool(facts)
        and facts[-1].seq == table.seq
        and isinstance(facts[-1].what, MatchEndedFact)
    )


def matches_in(entries: Sequence[Entry]) -> tuple[list[e.Event], list[Found]]:
    """Who sat down, and all matches, in a table's events."""
    table, found = Table(), list[Found]()
    seated: list[e.Event] = []
    for entry in entries:
        event = e.decode_event(entry.body)
        before, table = table, apply(table, event, entry.at)
        if isinstance(event, e.Sat):
            seated.append(event)
        elif isinstance(event, _BEGINS) and table.phase != "dealing":
            found.append(Found(table))
        elif isinstance(event, e.Voided):
            found[-1] = found[-1]._replace(void=table)
        elif table.phase == "over" and before.phase != "over":
            found[-1] = found[-1]._replace(ended=table)
    return seated, found
