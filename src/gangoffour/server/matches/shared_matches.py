"""Finished matches for others to learn from: of those only who agreed, and without anybody's name.

A person agrees by the setting ``share_matches``, and takes it back the same way: every export asks
anew. A match counts if everybody who sat there, bots aside, has agreed and is still here; deleted
people and deals that were given (the day's deal, challenges) are left out.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import select

from gangoffour.data_files import DataCard
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow, ReviewRow

AGREES: Final = "share_matches"
"""The setting of a person by which they agree."""
CARD: Final = DataCard(
    title="Matches of Gang of Four, played by people and bots",
    source="Finished matches of one server. Everybody who sat there has agreed that their matches"
    " may be given away, and could take that back until this file was made. Names, faces, times"
    " and the numbers of people and tables are left out; rows are in no order of time.",
    fields={
        "seats": "three or four",
        "edition": "the rules it was played by",
        "rated": "whether ratings were at stake",
        "clock": "how time was kept",
        "players": "for each seat: `person` or `bot`, and which bot",
        "totals": "the points at the end, by seat",
        "record": "the whole match as `.gof`: every deal and every move",
        "review": "what the network makes of each decision, as JSON; empty if nobody had asked",
    },
    limits="It is no sample of all who play: those who agree may play otherwise. A seat says"
    " nothing about who sat there in another match. Reviews are estimates (docs/bots.md).",
    made_by="gangoffour data matches.jsonl",
)


async def shared_matches(database: Database) -> AsyncIterator[dict[str, Any]]:
    """The rows, in an order that tells nothing."""
    async with database.reading() as connection:
        everybody = await connection.execute(select(PersonRow.id, PersonRow.settings))
        agreed = {one.id for one in everybody if dict(one.settings or {}).get(AGREES) is True}
        sat: dict[str, list[Any]] = {}
        query = select(PlayerRow).order_by(PlayerRow.match_id, PlayerRow.seat)
        for one in (await connection.execute(query)).all():
            sat.setdefault(one.match_id, []).append(one)
        wanted = [
            match
            for match, players in sat.items()
            if all(one.bot is not None or one.person_id in agreed for one in players)
            and any(one.bot is None for one in players)
        ]
        for match in sorted(wanted, key=lambda one: sha256(one.encode()).digest()):
            finished = MatchRow.ended_at.is_not(None) & MatchRow.record.is_not(None)
            found = select(MatchRow).where(
                MatchRow.id == match, finished, MatchRow.purpose.is_(None)
            )
            row = (await connection.execute(found)).one_or_none()
            if row is None:
                continue
            made = select(ReviewRow.body).where(ReviewRow.match_id == match)
            body = (await connection.execute(made)).scalar_one_or_none()
            yield _row(row, sat[match], body)


def _row(match: Any, players: list[Any], body: bytes | None) -> dict[str, Any]:
    return {
        "seats": match.seats,
        "edition": match.edition,
        "rated": match.rated,
        "clock": match.clock,
        "players": [
            {"kind": "person" if one.bot is None else "bot", "bot": one.bot} for one in players
        ],
        "totals": [one.total for one in players],
        "record": match.record,
        "review": "" if body is None else msgspec.json.format(zlib.decompress(body)).decode(),
    }
