"""Sets of deals as they are stored: what they are dealt from, and who may see them when.

A day's set is made when somebody first asks for the day: of several processes one makes it. The
secret leaves this module as seeds of matches that begin, and whole once the set is closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import delete, exists, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.daily.check import weights_in_use
from gangoffour.daily.day import DAY_MS, ROUNDS, closes_at, day_at, is_day, opens_at
from gangoffour.daily.seeds import SEATS, label_of, seed_of
from gangoffour.rules.deal import commitment
from gangoffour.rules.match import Match
from gangoffour.server.daily.deal_seeds import AT_ONCE, note
from gangoffour.server.people.owners import all_of, owners_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id, new_seed
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import GIVEN, MatchRow, PlayerRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table

CHALLENGE_MS: Final = 3 * DAY_MS
"""How long a challenge is open."""
KEPT_MS: Final = 7 * DAY_MS
"""How long a challenge is kept that nobody has taken up, once it is over."""
MAX_OPEN: Final = 20
"""How many challenges somebody may have open, with those of their bots."""
MAX_SEED: Final = 64

Kind = Literal["daily", "challenge"]


class DealSet(NamedTuple):
    """A set of deals."""

    id: str
    kind: Kind
    secret: str
    label: str
    weights: str
    opens_at: int
    closes_at: int
    made_by: str | None
    match_id: str | None = None
    """The match whose cards these are."""

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def known_to(self, person_id: str | None) -> bool:
        """Whether somebody knew the deals before the set was open: whoever made a challenge of a
        match or of a day that is over. Fresh deals go by the challenge's own name."""
        made = person_id is not None and person_id == self.made_by
        return made and self.kind == "challenge" and self.label != self.id

    def seed(self, number: int) -> str:
        """What a round is dealt from, the first being 1."""
        return seed_of(self.secret, self.label, number)


class DealSets:
    """Finds and makes sets of deals."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._known: dict[str, DealSet] = {}

    @property
    def today(self) -> str:
        return day_at(self._clock.now())

    def closed(self, one: DealSet) -> bool:
        """Whether everybody may know the deals."""
        return self._clock.now() >= one.closes_at

    async def day(self, day: str) -> DealSet:
        """The set of a day: today's is made if need be; there is none of days to come, nor of days
        on which nobody asked."""
        if not is_day(day) or day > self.today:
            raise ServerRefusal("unknown_day", day=day[:20])
        found = await self._find(day)
        if found is not None:
            return found
        if day != self.today:
            raise ServerRefusal("unknown_day", day=day)
        times = (opens_at(day), closes_at(day))
        return await self._made(DealSet(day, "daily", new_seed(), day, "", *times, None))

    async def challenge(self, key: str) -> DealSet:
        found = await self._find(key)
        if found is None or found.kind != "challenge":
            raise ServerRefusal("unknown_challenge", challenge=key[:40])
        return found

    async def new_challenge(self, made_by: str, like: DealSet | None) -> DealSet:
        """A challenge with fresh deals, or with those of a set that is closed."""
        if like is not None and not self.closed(like):
            raise ServerRefusal("deals_still_open")
        key, now = f"c{new_id()}", self._clock.now()
        secret, label = (new_seed(), key) if like is None else (like.secret, like.label)
        times = (now, now + CHALLENGE_MS)
        match = None if like is None else like.match_id
        one = DealSet(key, "challenge", secret, label, "", *times, made_by, match)
        return await self._made(one)

    async def challenge_with(
        self, made_by: str, match_id: str, read: Callable[[], Awaitable[Match]]
    ) -> DealSet:
        """A challenge with the cards that somebody had in a match that is over, which is read only
        for those who played it."""
        query = select(PlayerRow.seat, MatchRow.purpose, AttemptRow.set_id)
        query = query.join(MatchRow, MatchRow.id == PlayerRow.match_id)
        query = query.outerjoin(AttemptRow, AttemptRow.table_id == MatchRow.table_id)
        mine = (PlayerRow.match_id == match_id) & (PlayerRow.person_id == made_by)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.where(mine))).first()
            there = select(exists().where(MatchRow.id == match_id))
            if row is None and not (await connection.execute(there)).scalar():
                raise ServerRefusal("unknown_match", match=match_id[:48])
        if row is None:
            raise ServerRefusal("not_your_match")
        if row.purpose in GIVEN:  # its deals are a set's already
            return await self.new_challenge(made_by, await self._find(row.set_id or ""))
        played = await read()
        if played.seats != SEATS or played.rules.chinese_deal or len(played.seed) > MAX_SEED:
            raise ServerRefusal("unfit_match")
        key, now = f"c{new_id()}", self._clock.now()
        drawn = (played.seed, label_of(played, row.seat), "")
        times = (now, now + CHALLENGE_MS)
        return await self._made(DealSet(key, "challenge", *drawn, *times, made_by, match_id))

    async def _made(self, one: DealSet) -> DealSet:
        """The set under this id: this one, if there is none yet."""
        found = await self._find(one.id)
        if found is not None:
            return found
        one = one._replace(weights=weights_in_use())
        try:
            async with self._database.writing() as connection:
                if one.made_by is not None:
                    await self._require_room(connection, one.made_by, lock=True)
                await connection.execute(insert(DealSetRow).values(one._asdict()))
                await note(connection, [one])
        except IntegrityError:  # another process made it
            pass
        found = await self._find(one.id)
        assert found is not None
        return found

    async def require_room(self, person_id: str) -> None:
        """Refuse a challenge more of somebody who has as many open as they may."""
        async with self._database.reading() as connection:
            await self._require_room(connection, person_id)

    async def _require_room(
        self, connection: AsyncConnection, person_id: str, lock: bool = False
    ) -> None:
        owner = (await owners_of(connection, [person_id])).get(person_id, person_id)
        if lock:
            await lock_person(connection, owner)  # two of theirs are not counted at the same moment
        theirs = (DealSetRow.kind == "challenge") & DealSetRow.made_by.in_(all_of(owner))
        count = select(func.count()).where(theirs, DealSetRow.closes_at > self._clock.now())
        if (await connection.execute(count)).scalar_one() >= MAX_OPEN:
            raise ServerRefusal("too_many_challenges", limit=MAX_OPEN)

    async def purge(self) -> None:
        """Challenges that nobody has taken up are deleted some days after they are over."""
        tried = exists().where(AttemptRow.set_id == DealSetRow.id)
        old = DealSetRow.closes_at <= self._clock.now() - KEPT_MS
        query = select(DealSetRow.id).where(DealSetRow.kind == "challenge", old, ~tried)
        async with self._database.reading() as connection:
            gone = list((await connection.execute(query)).scalars())
        for first in range(0, len(gone), AT_ONCE):
            some = gone[first : first + AT_ONCE]
            async with self._database.writing() as connection:
                await connection.execute(delete(DealSetRow).where(DealSetRow.id.in_(some)))
        for key in gone:
            self._known.pop(key, None)

    async def _find(self, key: str) -> DealSet | None:
        known = self._known.get(key)
        if known is not None:
            return known
        query = select(*(getattr(DealSetRow, name) for name in DealSet._fields))
        async with self._database.reading() as connection:
            row = (await connection.execute(query.where(DealSetRow.id == key))).one_or_none()
        if row is None:
            return None
        if len(self._known) > 1000:
            self._known.clear()
        found = self._known[key] = DealSet(*row)
        return found

    async def next_seed(self, table: Table) -> str:
        """The seed of the next match of a table: given, or a fresh secret."""
        if table.purpose is None:
            return new_seed()
        if table.spent:
            raise TableRefusal("deals_played")
        found = await self._find(table.purpose.key)
        if found is None:
            raise ServerRefusal("unknown_table", table=table.id)
        return found.seed(table.match_number + 1)

    async def require_open_cards(self, match_id: str, person_id: str | None) -> None:
        """Refuse what shows the cards of a match while they are to be played."""
        if await self.hidden((match_id,), person_id):
            raise ServerRefusal("deals_still_open")

    async def hidden(self, matches: Collection[str], person_id: str | None) -> set[str]:
        """Those of some matches whose cards somebody may not see: until a set is closed, only those
        who are through with it may."""
        recent = MatchRow.started_at > self._clock.now() - CHALLENGE_MS  # no set is open for longer
        query = (
            select(MatchRow.id, AttemptRow.set_id)
            .outerjoin(AttemptRow, AttemptRow.table_id == MatchRow.table_id)
            .where(MatchRow.id.in_(matches), MatchRow.purpose.in_(GIVEN), recent)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        open_to_them = {
            key: await self._open_to(key, person_id) for key in {one[1] for one in rows}
        }
        return {match_id for match_id, key in rows if not open_to_them[key]}

    async def _open_to(self, key: str | None, person_id: str | None) -> bool:
        """Whether somebody may know a set's deals; not if whoever played it is deleted, as it may
        still be played."""
        one = None if key is None else await self._find(key)
        if one is None:
            return False
        return self.closed(one) or (person_id is not None and await self.through(one, person_id))

    async def through(self, one: DealSet, person_id: str) -> bool:
        """Whether somebody has played all deals of a set."""
        query: Any = (
            select(func.count())
            .select_from(AttemptRow)
            .join(MatchRow, MatchRow.table_id == AttemptRow.table_id)
            .where(
                AttemptRow.set_id == one.id,
                AttemptRow.person_id == person_id,
                AttemptRow.number == 1,
                MatchRow.ended_at.is_not(None),
            )
        )
        async with self._database.reading() as connection:
            return bool((await connection.execute(query)).scalar_one() >= ROUNDS)
