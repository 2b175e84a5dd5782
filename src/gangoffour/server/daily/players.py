"""Those who play a set of deals, with the rounds that are over for them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.daily.day import ROUNDS
from gangoffour.daily.ranking import Score
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.server.storage.deal_models import AttemptRow, CostRow
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow
from gangoffour.server.wire.deals import DealtRound

OVER: Final = (
    select(
        AttemptRow.person_id,
        AttemptRow.table_id,
        AttemptRow.counts,
        MatchRow.id.label("match_id"),
        MatchRow.number,
        MatchRow.ended_at,
        PlayerRow.total,
        CostRow.cost,
    )
    .join(MatchRow, MatchRow.table_id == AttemptRow.table_id)
    .join(PlayerRow, (PlayerRow.match_id == MatchRow.id) & (PlayerRow.seat == 0))
    .outerjoin(CostRow, CostRow.match_id == MatchRow.id)
    .where(AttemptRow.number == 1, MatchRow.ended_at.is_not(None))
)
"""The rounds of first attempts that are over."""
PEOPLE: Final = (
    select(
        PersonRow.id,
        PersonRow.name,
        PersonRow.kind,
        PersonRow.avatar,
        AttemptRow.table_id,
        AttemptRow.counts,
    )
    .join(AttemptRow, AttemptRow.person_id == PersonRow.id)
    .where(AttemptRow.set_id == bindparam("set"), AttemptRow.number == 1)
)
OF_SET: Final = OVER.where(AttemptRow.set_id == bindparam("set")).order_by(MatchRow.number)
THEM: Final = AttemptRow.person_id == bindparam("person")
EVERYBODY: Final = (PEOPLE, OF_SET)
SOMEBODY: Final = (PEOPLE.where(THEM), OF_SET.where(THEM))


class Player(NamedTuple):
    """Somebody with a set of deals."""

    id: str
    name: str
    kind: str
    avatar: str
    table: str
    counts: bool
    rounds: tuple[DealtRound, ...]
    in_time: bool

    @property
    def score(self) -> Score | None:
        """Their result, once all rounds are over and judged."""
        costs = [one.cost for one in self.rounds if one.cost is not None]
        if len(costs) < ROUNDS or not self.in_time:
            return None
        return Score(self.id, tuple(one.points for one in self.rounds), tuple(costs))


async def players_of(
    connection: AsyncConnection, one: DealSet, person_id: str | None = None
) -> list[Player]:
    """All who have begun a set, or one of them."""
    people, rounds = EVERYBODY if person_id is None else SOMEBODY
    asked = {"set": one.id} if person_id is None else {"set": one.id, "person": person_id}
    known = {row.id: row for row in await connection.execute(people, asked)}
    if not known:
        return []
    found: dict[str, list[Any]] = {person: [] for person in known}
    for row in await connection.execute(rounds, asked):
        found.setdefault(row.person_id, []).append(row)
    return [
        Player(
            row.id,
            row.name,
            row.kind,
            row.avatar,
            row.table_id,
            row.counts,
            tuple(map(_round, found[person])),
            all(each.ended_at < one.closes_at for each in found[person]),
        )
        for person, row in known.items()
    ]


def _round(row: Any) -> DealtRound:
    return DealtRound(row.number, row.match_id, row.total or 0, row.cost)
