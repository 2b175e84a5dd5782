"""Who is through with a set of deals, and how they compare.

Counted is the first attempt, if its last round ended before the set closed: from then on everybody
may know the deals.
"""

from __future__ import annotations

from functools import cached_property
from time import monotonic
from typing import Any, Final

from msgspec import structs
from sqlalchemy import select

from gangoffour.daily.day import ROUNDS
from gangoffour.daily.ranking import Score, means, percentile, ranks
from gangoffour.daily.seeds import seeds_of
from gangoffour.daily.streak import streak
from gangoffour.server.bots.local import EXACT
from gangoffour.server.daily.deal_sets import DealSet, DealSets
from gangoffour.server.daily.knowledge import from_before
from gangoffour.server.daily.players import OVER, Player, players_of
from gangoffour.server.matches.results import Results
from gangoffour.server.people.owners import owners_of
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.deal_models import AttemptRow, DealSetRow
from gangoffour.server.storage.models import MatchRow, PersonRow
from gangoffour.server.wire.deals import (
    DealScore,
    DealSetView,
    DealtDay,
    DealtRound,
    MyDays,
    MyDeals,
)

FRESH_S: Final = 3.0
"""How long a standing may be shown again: many look in the minute after midnight."""
MAX_RANKED: Final = 100
MAX_DAYS: Final = 400
KEPT: Final = 64


class Standing:
    """All who have played a set of deals, at some moment; what is reckoned of them, once."""

    def __init__(self, one: DealSet, players: tuple[Player, ...], read_at: float) -> None:
        self.set = one
        self.players = players
        self.read_at = read_at

    def having(self, player: Player | None) -> Standing:
        """The same, with somebody as they stand now."""
        if player is None or player in self.players:
            return self
        others = tuple(one for one in self.players if one.id != player.id)
        return Standing(self.set, (*others, player), self.read_at)

    @cached_property
    def played(self) -> int:
        return sum(len(each.rounds) == ROUNDS for each in self.players)

    @cached_property
    def ranked(self) -> list[Score]:
        """Programs play a day for themselves; a challenge is for whoever has the link."""
        return self._scores("account" if self.set.kind == "daily" else "account bot guest")

    @cached_property
    def guests(self) -> list[Score]:
        return self._scores("guest" if self.set.kind == "daily" else "")

    @cached_property
    def maker(self) -> DealScore | None:
        """Who made a challenge of deals that they knew: side by side with the others, unranked."""
        found = (one.score for one in self.players if self.set.known_to(one.id))
        row = next((_ranking(self, [one]) for one in found if one is not None), None)
        return None if row is None else structs.replace(row[0], rank=None)

    @cached_property
    def everybody(self) -> list[Score]:
        return [*self.ranked, *self.guests]

    @cached_property
    def means(self) -> list[float]:
        return means(self.everybody)

    @cached_property
    def ranks(self) -> dict[str, int]:
        return ranks(self.ranked)

    @cached_property
    def ranking(self) -> list[DealScore]:
        return _ranking(self, self.ranked)

    @cached_property
    def guests_ranking(self) -> list[DealScore]:
        return _ranking(self, self.guests)

    def _scores(self, kinds: str) -> list[Score]:
        wanted = kinds.split()
        some = (one for one in self.players if one.counts and one.kind in wanted)
        found = (one.score for one in some if not self.set.known_to(one.id))
        return [one for one in found if one is not None]


class Standings:
    """Reads standings, and keeps them for a moment."""

    def __init__(self, database: Database, clock: Clock, sets: DealSets, results: Results) -> None:
        self._results = results
        self._database = database
        self._clock = clock
        self._sets = sets
        self._kept: dict[str, Standing] = {}

    async def view(self, one: DealSet, me: str | None) -> DealSetView:
        """A set of deals as somebody may see it now."""
        closed = self._sets.closed(one)
        player = await self._player(one, me)
        standing = await self._standing(one)
        if player is not None and player.score is not None:
            standing = self._kept[one.id] = standing.having(player)
        through = player is not None and len(player.rounds) == ROUNDS
        shown = closed or through
        return DealSetView(
            id=one.id,
            kind=one.kind,
            opens_at=one.opens_at,
            closes_at=one.closes_at,
            now=self._clock.now(),
            rounds=ROUNDS,
            bot=EXACT,
            label=one.label,
            commitment=one.commitment,
            weights=one.weights,
            secret=one.secret if closed else None,
            seeds=seeds_of(one.secret, one.label) if closed else [],
            played=standing.played,
            mine=None if player is None else _mine(player, standing, through, closed),
            ranking=standing.ranking if shown else [],
            guests=standing.guests_ranking if shown else [],
            maker=standing.maker if shown else None,
            made_by=await self._name(one.made_by),
            by_me=me is not None and one.made_by == me,
            known_to_me=await self._known_to(one, me, player),
        )

    async def among(
        self, one: DealSet, me: str | None, people: frozenset[str]
    ) -> list[DealScore] | None:
        """Some people who are through, as ranked among themselves; None while the asker may not
        see it: before they are through, and the set is open."""
        player = await self._player(one, me)
        if not self._sets.closed(one) and (player is None or len(player.rounds) < ROUNDS):
            return None
        standing = (await self._standing(one)).having(player)
        return _ranking(standing, [each for each in standing.ranked if each.person in people])

    async def days(self, me: str) -> MyDays:
        """Somebody's calendar."""
        query = (
            OVER.join(DealSetRow, DealSetRow.id == AttemptRow.set_id)
            .add_columns(AttemptRow.set_id, DealSetRow.closes_at)
            .where(AttemptRow.person_id == me, DealSetRow.kind == "daily")
            .order_by(AttemptRow.set_id.desc(), MatchRow.number)
            .limit(MAX_DAYS * ROUNDS)
        )
        found: dict[str, list[Any]] = {}
        async with self._database.reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.set_id, []).append(row)
        days = [_day(day, rows) for day, rows in found.items()]
        today = self._sets.today
        run = streak({one.day for one in days if one.played == ROUNDS and one.counts}, today)
        return MyDays(today, run.days, run.free_miss, run.today, days)

    async def _standing(self, one: DealSet) -> Standing:
        kept = self._kept.get(one.id)
        if kept is not None and monotonic() - kept.read_at < FRESH_S:
            return kept
        async with self._database.reading() as connection:
            players = await players_of(connection, one)
        if len(self._kept) >= KEPT:
            self._kept.clear()
        found = self._kept[one.id] = Standing(one, tuple(players), monotonic())
        return found

    async def _player(self, one: DealSet, person_id: str | None) -> Player | None:
        """Somebody as they stand now, however old the standing is."""
        if person_id is None:
            return None
        async with self._database.reading() as connection:
            found = next(iter(await players_of(connection, one, person_id)), None)
        if found is None or len(found.rounds) == ROUNDS:
            return found
        # their screen may have heard of the end of a round before it is settled
        await self._results.settle_if_over(f"{found.table}-{len(found.rounds) + 1}")
        async with self._database.reading() as connection:
            return next(iter(await players_of(connection, one, person_id)), None)

    def forget(self) -> None:
        """Somebody's data was deleted: it is shown no longer."""
        self._kept.clear()

    async def _known_to(self, one: DealSet, me: str | None, player: Player | None) -> bool:
        """Whether somebody knew the deals before they began, or somebody of the same owner: what
        they have seen elsewhere since then takes nothing from who is ranked."""
        if one.kind == "daily" or me is None:
            return False
        if one.known_to(me):
            return True
        if player is not None and player.counts:
            return False
        async with self._database.reading() as connection:
            owner = (await owners_of(connection, [me])).get(me, me)
            return await from_before(connection, one, me, owner)

    async def _name(self, person_id: str | None) -> str | None:
        if person_id is None:
            return None
        query = select(PersonRow.name).where(PersonRow.id == person_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()


def _mine(player: Player, standing: Standing, through: bool, closed: bool) -> MyDeals:
    """What a round cost is told with the last one, or when the set is closed: before, it would be
    a hint."""
    rounds = list(player.rounds)
    if not through and not closed:
        rounds = [structs.replace(one, cost=None) for one in rounds]
    if through:
        field: list[float | None] = [*standing.means] or [None] * ROUNDS
        rounds = [
            DealtRound(one.number, one.match, one.points, one.cost, mean)
            for one, mean in zip(rounds, field, strict=True)
        ]
    costs = [one.cost for one in rounds if one.cost is not None]
    known = standing.set.known_to(player.id)
    score = None if known else player.score
    return MyDeals(
        table=player.table,
        rounds=rounds,
        through=through,
        counts=player.counts and player.in_time and not known,
        points=sum(one.points for one in rounds),
        cost=round(sum(costs), 2) if through and len(costs) == ROUNDS else None,
        rank=standing.ranks.get(player.id),
        percentile=None if score is None else percentile(score, standing.everybody),
    )


def _ranking(standing: Standing, scores: list[Score]) -> list[DealScore]:
    place = ranks(scores)
    by_id = {one.id: one for one in standing.players}
    best = sorted(scores, key=lambda one: (one.order, by_id[one.person].name))[:MAX_RANKED]
    return [
        DealScore(
            place[one.person],
            one.person,
            by_id[one.person].name,
            by_id[one.person].avatar,
            one.total,
            one.cost,
            list(by_id[one.person].rounds),
        )
        for one in best
    ]


def _day(day: str, rows: list[Any]) -> DealtDay:
    costs = [row.cost for row in rows if row.cost is not None]
    in_time = all(row.ended_at < row.closes_at for row in rows)
    return DealtDay(
        day=day,
        played=len(rows),
        counts=bool(rows[0].counts) and in_time,
        points=sum(row.total or 0 for row in rows),
        cost=round(sum(costs), 2) if len(costs) == ROUNDS else None,
    )
