"""What a start takes up: matches that go on and tables that wait, a few at a time.

Whatever is wrong with one of them, the others are there.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from gangoffour.server.storage import database
from tests.server.matches.test_carried import PATH, played
from tests.support.client import Refused
from tests.support.live import live

pytestmark = pytest.mark.anyio
COPIES = 80


def copy_table(path: Path, table: str, name: str, phase: str) -> None:
    """One more table on which the same happened."""
    with sqlite3.connect(path) as file:
        file.execute(
            "insert into events (table_id, seq, at, command_id, body) "
            "select ?, seq, at, null, body from events where table_id = ?",
            (name, table),
        )
        file.execute(
            "insert into tables (id, code, phase, created_at, changed_at) "
            "select ?, ?, ?, created_at, changed_at from tables where id = ?",
            (name, name, phase, table),
        )
    file.close()


def break_table(path: Path, table: str) -> None:
    with sqlite3.connect(path) as file:
        changed = file.execute(
            "update events set body = ? where table_id = ? and seq = 3", (b'{"event":"?"}', table)
        )
        assert changed.rowcount == 1
    file.close()


async def test_a_start_has_time_for_every_table_and_none_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "live.db"
    finished, _ = played(None)
    begun, _ = played(90, "another seed")
    async with live(path) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        room = await house.match(ann, bob)
        bearer = {"Authorization": f"Bearer {ann.token}"}
        over, runs = [
            (await house.http.post(PATH, json=one, headers=bearer)).json()["table"]
            for one in (finished, begun)
        ]
    for number in range(COPIES):
        copy_table(path, over, f"over{number}", "over")
        copy_table(path, runs, f"runs{number}", "playing")
    break_table(path, "runs0")
    break_table(path, "over0")
    monkeypatch.setattr(database, "WAIT_S", 0.4)  # all of them together take longer than that
    async with live(path, database=f"sqlite+aiosqlite:///{path}") as house:
        monkeypatch.undo()
        loaded = {one.id for one in house.server.tables.rooms}
        assert {room.id, runs} <= loaded and not any(one.startswith("over") for one in loaded)
        assert len([one for one in loaded if one.startswith("runs")]) == COPIES - 1
        again = await house.client(ann.token)
        await again.watch(room.id)
        assert again.state(room.id)["phase"] == "playing"
        assert (await again.watch(over))["public"]["phase"] == "over", "read when asked for"
        for broken in ("runs0", "over0"):
            with pytest.raises(Refused) as refused:
                await again.watch(broken)
            assert refused.value.code == "table_damaged"
