"""What a host does: back up, restore, and upgrade without an end of play (docs/operating.md)."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest
from tools.free_ports import free_port
from typer.testing import CliRunner, Result

from gangoffour.cli import app
from gangoffour.server.storage.database import Database
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import Client
from tests.support.live import Live, live
from tests.support.process import ServerProcess
from tests.support.servers import Postgres

pytestmark = pytest.mark.anyio


async def played(server: Live) -> tuple[str, str, str]:
    """A finished match and a running one: the first's id, the second's table and Ann's token."""
    token = await server.token("Ann")
    ann = await server.client(token)
    over = await server.match(ann, options=Options(seats=3, clock="none", target=5))
    while over.table.phase != "over":
        if ann.may_act(over.id):
            await ann.do(over.id, ann.choice(over.id))
        await asyncio.sleep(0)
    running = await server.match(ann, options=Options(seats=3, clock="none"))
    done: list[str] = []
    async with asyncio.timeout(60):  # the result is stored after the last move was told
        while not done:
            matches = await server.server.history.my_matches(ann.me["id"])
            done = [one.id for one in matches if one.ended_at is not None]
    return done[0], running.id, token


async def same(before: Live, database: str, match: str, table: str, token: str) -> None:
    """A server on the restored database shows the old match and plays the running one on."""
    old = await before.server.replays.of(match)
    async with live(Path("/nowhere"), database=database) as after:
        assert await after.server.replays.of(match) == old
        ann: Client = await after.client(token)
        await ann.watch(table)
        await ann.until(lambda: ann.may_act(table))
        await ann.do(table, ann.choice(table))


@pytest.mark.long
async def test_a_dump_of_postgresql_is_restored(database: str, postgres: Postgres) -> None:
    async with live(Path("/nowhere"), database=database) as server:
        match, table, token = await played(server)
        name, file = database.rpartition("/")[2], str(postgres.folder / "dump")
        where = ("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "gangoffour")
        await asyncio.to_thread(
            postgres.run, "pg_dump", *where, "--format=custom", f"--file={file}", name
        )
        copy = postgres.create(f"{name}copy")
        await asyncio.to_thread(postgres.run, "pg_restore", *where, "-d", f"{name}copy", file)
        await same(server, copy, match, table, token)


async def test_a_backup_of_sqlite_is_restored(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        match, table, token = await played(server)
        source, target = sqlite3.connect(tmp_path / "one.db"), sqlite3.connect(tmp_path / "copy.db")
        source.backup(target)  # what the shell's .backup does
        source.close()
        target.close()
        await same(server, f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}", match, table, token)


async def test_the_last_version_runs_on_the_next_schema(database: str) -> None:
    """A schema newer than this version is left alone, and played on."""
    ahead = Database(database)
    await ahead.migrate()
    async with ahead.writing() as connection:
        await connection.exec_driver_sql("update alembic_version set version_num = '9999'")
        await connection.exec_driver_sql("alter table tables add column mood text")
    await ahead.close()
    async with live(Path("/nowhere"), database=database) as server:
        ann = await server.person("Ann")
        room = await server.match(ann, options=Options(seats=3, clock="none"))
        await ann.do(room.id, c.Phrase("hello"))


class AsWritten(ServerProcess):
    """``gangoffour serve`` with its own database, but for the port."""

    async def start(self) -> None:
        self.arguments = ("serve", "--no-browser", "--host", "127.0.0.1", "--port", str(self.port))
        await super(ServerProcess, self).start()


async def run(*words: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, app, list(words))


async def test_the_first_ten_minutes_go_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operating.md").read_text()
    first = page.split("\n## ")[1]
    assert first.startswith("Ten minutes")
    (place,) = [Path(f"{tmp_path}{one}") for one in re.findall(r"\| `~(/\S+\.db)`", first)]
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GANGOFFOUR_PORT", str(free_port()))
    for written, here in (
        (
            "gangoffour-monday.db --database sqlite+aiosqlite:////",
            "unit.db --database sqlite+aiosqlite:////",
        ),
        ("/var/lib/gangoffour", str(place.parent)),
        ("gangoffour-monday.db", f"{tmp_path}/gangoffour-monday.db"),
        ("unit.db", f"{tmp_path}/unit.db"),
        ("///tried.db", f"///{tmp_path}/tried.db"),
    ):
        first = first.replace(written, here)
    server, done = AsWritten(tmp_path, database="its own"), list[str]()
    try:
        for words in map(str.split, re.findall(r"^gangoffour (.+)$", first, re.M)):
            if words == ["serve"]:
                await server.start()
                continue
            ran = await run(*words)
            assert ran.exit_code == 0, (words, ran.output)
            assert words[0] != "check-config" or str(place) in ran.output
            done.append(words[0])
    finally:
        await server.stop()
    assert done == ["check-config", "backup", "restore", "backup"]
    place.rename(tmp_path / "old.db")
    ran = await run("restore", f"{tmp_path}/gangoffour-monday.db")
    assert ran.exit_code == 0, ran.output
    await server.start()
    await server.stop()
