"""Finished matches as text (``.gof``): settled first if need be, with or without names."""

from __future__ import annotations

from sqlalchemy import select

from gangoffour.server.matches.history import History
from gangoffour.server.matches.results import Results
from gangoffour.server.people.names import SOMEBODY
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import MatchRow
from gangoffour.server.wire.refusals import ServerRefusal


class Records:
    """Reads the records of finished matches."""

    def __init__(self, database: Database, history: History, results: Results) -> None:
        self._database = database
        self._history = history
        self._results = results

    async def record(self, match_id: str) -> str:
        """A finished match as ``.gof``, with the players' names and bots; refused while it runs."""
        text = await self.bare_record(match_id)
        line = await self._history.match(match_id)
        names = "".join(
            f'[Player{one.seat} "{_header(one.name or one.bot or SOMEBODY)}"]\n'
            + ("" if one.bot is None else f'[Bot{one.seat} "{_header(one.bot)}"]\n')
            for one in line.players
        )
        head, separator, rounds = text.partition("\n\n")
        return f"{head}\n{names}{separator[1:]}{rounds}"

    async def bare_record(self, match_id: str) -> str:
        """A finished match as ``.gof`` without names, as it is kept.

        A match that is over but not settled yet is settled now, so nobody waits.
        """
        await self._results.settle_if_over(match_id)
        query = select(MatchRow.record, MatchRow.ended_at).where(MatchRow.id == match_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is not None and row.ended_at is None:
            raise ServerRefusal("match_running")
        if row is None or row.record is None:
            raise ServerRefusal("unknown_match", match=match_id[:48])
        return str(row.record)


def _header(name: str) -> str:
    """A name inside a header of a record."""
    return name.replace("\\", "\\\\").replace('"', '\\"')
