"""Sets of deals as they are stored: what they are dealt from, and who may see them when.

A day's set is made when somebody first asks for the day: of several processes one makes it. The
secret leaves this module as seeds of matches that begin, and whole once the set is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from gangoffour.daily.check import weights_in_use
from gangoffour.daily.day import DAY_MS, ROUNDS, closes_at, day_at, is_day, opens_at
from gangoffour.daily.seeds import SEATS, label_of, seed_of, seeds_of
from gangoffour.rules.deal import commitment, names_of
from gangoffour.rules.match import Match
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.secrets import new_id, new_seed
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.models import GIVEN, MatchRow, PlayerRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table

CHALLENGE_MS: Final = 3 * DAY_MS
"""How long a challenge is open."""
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
        return await self._made(DealSet(key, "challenge", secret, label, "", *times, made_by))

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
        return await self._made(DealSet(key, "challenge", *drawn, *times, made_by))

    async def _made(self, one: DealSet) -> DealSet:
        """The set under this id: this one, if there is none yet."""
        found = await self._find(one.id)
        if found is not None:
            return found
        one = one._replace(weights=weights_in_use())
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(DealSetRow).values(one._asdict()))
        except IntegrityError:  # another process made it
            pass
        found = await self._find(one.id)
        assert found is not None
        return found

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

    async def require_free_seed(self, seed: str, person_id: str) -> None:
        """Refuse a seed from which a set is dealt that somebody may still have to play."""
        query = select(DealSetRow.id, DealSetRow.secret, DealSetRow.label)
        query = query.where(DealSetRow.closes_at > self._clock.now())
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query))
        names = names_of(seed)
        for key in await asyncio.to_thread(_dealt_from, names, rows):
            if not await self._open_to(key, person_id):
                raise ServerRefusal("deals_still_open")

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


def _dealt_from(names: Collection[str], rows: list[Any]) -> list[str]:
    """The sets, of some, one of whose deals comes from a seed under one of its names."""
    return [row.id for row in rows if not set(names).isdisjoint(seeds_of(row.secret, row.label))]
