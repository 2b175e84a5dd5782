"""What is given away: matches of those who agreed, and nothing that says who they are."""

from __future__ import annotations

import asyncio
import json
import zlib
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from sqlalchemy import insert
from typer.testing import CliRunner

from gangoffour.cli import app
from gangoffour.server.matches.shared_matches import AGREES, CARD
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow, ReviewRow
from tests.support.template import unpack

PEOPLE: dict[str, dict[str, Any]] = {
    "ann": {AGREES: True},
    "bob": {AGREES: True},
    "cid": {},
    "dee": {AGREES: "yes"},
}
MATCHES = {
    "both": ("ann", "bob", None),
    "not-cid": ("ann", "cid", None),
    "not-dee": ("dee", None, None),
    "deleted": ("ann", "gone", None),
    "bots": (None, None, None),
    "running": ("ann", None, None),
    "given": ("ann", "bob", None),
    "alone": ("bob", None, None),
}


async def fill(url: str) -> None:
    database = Database(url)
    async with database.writing() as connection:
        for name, settings in PEOPLE.items():
            person: dict[str, Any] = {
                "id": name,
                "kind": "account",
                "name": f"Name of {name}",
                "name_key": name,
            }
            person |= {"created_at": 1, "seen_at": 1, "settings": settings}
            await connection.execute(insert(PersonRow).values(person))
        for name, sat in MATCHES.items():
            match: dict[str, Any] = {
                "id": name,
                "table_id": f"table-{name}",
                "number": 1,
                "rated": False,
            }
            match |= {"seats": 3, "edition": "official", "clock": "none", "started_at": 1234567}
            over = name != "running"
            match |= {"ended_at": 7654321 if over else None, "record": f"record {name}"}
            match["purpose"] = "daily" if name == "given" else None
            await connection.execute(insert(MatchRow).values(match))
            for seat, person_id in enumerate(sat):
                bot = None if person_id else "level:2"
                player: dict[str, Any] = {
                    "match_id": name,
                    "seat": seat,
                    "person_id": person_id,
                    "bot": bot,
                }
                player |= {"name": f"Name of {person_id}", "total": 10 * seat}
                await connection.execute(insert(PlayerRow).values(player))
        body = zlib.compress(b'{"marked": []}')
        made = {"match_id": "both", "claimed_at": 1, "revision": 1, "body": body}
        await connection.execute(insert(ReviewRow).values(made))
    await database.close()


@pytest.mark.anyio
async def test_only_matches_in_which_everybody_agreed_and_nobody_is_named(tmp_path: Path) -> None:
    unpack(tmp_path / "one.db")
    url = f"sqlite+aiosqlite:///{tmp_path / 'one.db'}"
    await fill(url)
    file = tmp_path / "matches.jsonl"
    words = ["data", str(file), "--database", url]
    told = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert told.exit_code == 0 and told.output.endswith("2 matches\n"), told.output
    rows = {row["record"]: row for row in map(json.loads, file.read_text().splitlines())}
    assert rows.keys() == {"record both", "record alone"}
    both = rows["record both"]
    assert [one["kind"] for one in both["players"]] == ["person", "person", "bot"]
    assert both["totals"] == [0, 10, 20] and json.loads(both["review"]) == {"marked": []}
    assert rows["record alone"]["review"] == "" and both.keys() == CARD.fields.keys()
    text = file.read_text()
    for secret in ("ann", "bob", "Name of", "table-", "1234567", "7654321", '"both"'):
        assert secret not in text
    card = (tmp_path / "matches.jsonl.md").read_text()
    assert "2 rows" in card and "agreed" in card
    packed = tmp_path / "matches.parquet"
    words_of_it = ["data", str(packed), "--database", url]
    told = await asyncio.to_thread(CliRunner().invoke, app, words_of_it)
    assert told.exit_code == 0, told.output
    kept = pyarrow.parquet.read_table(packed).to_pylist()
    assert {row["record"]: row["totals"] for row in kept} == {
        record: row["totals"] for record, row in rows.items()
    }
    again = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert again.exit_code == 1 and "is there already" in again.output
