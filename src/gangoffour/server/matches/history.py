"""Matches that are kept: mine, or one of them, and who played it."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import structs
from sqlalchemy import case, func, select

from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import (
    CARRIED,
    GIVEN,
    GIVEN_UP,
    MatchRow,
    PersonRow,
    PlayerRow,
)
from gangoffour.server.wire.matches import MatchLine, PlayerLine
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.views.public_view import character

MAX_LISTED: Final = 100
MAX_RECENT: Final = 6


_PLAYER_FIELDS: Final = tuple(
    getattr(PlayerRow, name)
    for name in (
        *("match_id", "seat", "person_id", "name", "bot", "total", "place", "won", "finished"),
        *("rounds", "rounds_won", "gangs", "karma", "rating_before", "rating_after"),
    )
)
_MATCH_FIELDS: Final = tuple(
    getattr(MatchRow, name)
    for name in (
        *("id", "table_id", "number", "rated", "seats", "edition", "clock"),
        *("started_at", "ended_at", "waiting_for", "due_at", "round", "totals", "purpose"),
        "shown",
    )
)

_purpose: Final = func.coalesce(MatchRow.purpose, "")


class History:
    """Reads matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def my_matches(self, person_id: str, limit: int = MAX_LISTED) -> list[MatchLine]:
        """Somebody's matches: those that wait for them, then live ones, then those over."""
        mine = select(PlayerRow.match_id).where(PlayerRow.person_id == person_id)
        waiting = MatchRow.waiting_for == person_id
        order = case((waiting, 0), (MatchRow.ended_at.is_(None), 1), else_=2)
        query = (
            select(*_MATCH_FIELDS)
            .where(MatchRow.id.in_(mine), _purpose.not_in((*GIVEN, GIVEN_UP)))
            .order_by(order, MatchRow.ended_at.desc(), MatchRow.started_at.desc(), MatchRow.id)
            .limit(limit)
        )
        return await self._lines(query, person_id)

    async def recent(
        self, person_id: str | None = None, limit: int = MAX_RECENT
    ) -> list[MatchLine]:
        """The last finished matches that everybody could watch, or somebody's among them."""
        query = (
            select(*_MATCH_FIELDS)
            .where(MatchRow.shown, MatchRow.ended_at.is_not(None))
            .order_by(MatchRow.ended_at.desc(), MatchRow.id)
            .limit(limit)
        )
        if person_id is not None:
            mine = select(PlayerRow.match_id).where(PlayerRow.person_id == person_id)
            query = query.where(MatchRow.id.in_(mine))
        return await self._lines(query, None)

    async def match(self, match_id: str, person_id: str | None = None) -> MatchLine:
        """One match, as everybody may see it."""
        query = select(*_MATCH_FIELDS).where(MatchRow.id == match_id, _purpose != GIVEN_UP)
        found = await self._lines(query, person_id)
        if not found:
            raise ServerRefusal("unknown_match", match=match_id[:48])
        return found[0]

    async def _lines(self, query: Any, person_id: str | None) -> list[MatchLine]:
        async with self._database.reading() as connection:
            rows = list(await connection.execute(query))
            players = await connection.execute(
                select(*_PLAYER_FIELDS, func.coalesce(PersonRow.avatar, ""))
                .outerjoin(PersonRow, PersonRow.id == PlayerRow.person_id)
                .where(PlayerRow.match_id.in_([row.id for row in rows]))
                .order_by(PlayerRow.seat)
            )
            seats: dict[str, list[PlayerLine]] = {row.id: [] for row in rows}
            for match_id, *values in players:
                player = PlayerLine(*values)
                seats[match_id].append(structs.replace(player, bot=character(player.bot)))
        return [_line(row, seats[row.id], person_id) for row in rows]


def _line(row: Any, players: list[PlayerLine], person_id: str | None) -> MatchLine:
    """A match in a list. While it runs, who does not sit at a table that is not for everybody's
    eyes is not told how it goes."""
    state: Literal["waiting", "live", "over"] = "live" if row.ended_at is None else "over"
    told = (
        row.shown or state == "over" or person_id in [one.person for one in players if one.person]
    )
    if state == "live":
        people = [one.person for one in players if one.bot is None]
        if person_id is not None and (row.waiting_for == person_id or people == [person_id]):
            state = "waiting"
        scores = (row.totals or "").split() if told else []
        if len(scores) == len(players):
            players = [
                structs.replace(one, total=int(score))
                for one, score in zip(players, scores, strict=True)
            ]
    return MatchLine(
        id=row.id,
        table=row.table_id,
        number=row.number,
        state=state,
        due_at=row.due_at,
        round=row.round if told else None,
        rated=row.rated,
        seats=row.seats,
        edition=row.edition,
        clock=row.clock,
        started_at=row.started_at,
        ended_at=row.ended_at,
        players=players,
        carried=row.purpose == CARRIED,
    )
