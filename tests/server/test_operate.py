"""What whoever runs a server needs: copies made under play and put back, and settings that are
wrong told in one sentence."""

from __future__ import annotations

import asyncio
import itertools
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tools.free_ports import free_port
from typer.testing import CliRunner, Result

from gangoffour.cli import app
from gangoffour.server.storage.database import Database
from gangoffour.table import commands as c
from tests.support.client import Client
from tests.support.live import Live, live
from tests.support.servers import Postgres
from tests.support.template import unpack

anyio = pytest.mark.anyio
_names = itertools.count(1)


def command(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


async def carried_out(*words: str) -> Result:
    """A command, run while this loop goes on serving."""
    return await asyncio.to_thread(command, *words)


def sqlite_at(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def play_on(client: Client, table: str, moves: list[int]) -> None:
    """Play as fast as the server lets one."""
    while True:
        await client.until(lambda: client.may_act(table) or client.state(table)["phase"] == "over")
        ask = c.Rematch() if client.state(table)["phase"] == "over" else client.choice(table)
        moves.append(await client.do(table, ask) or 0)


async def count(url: str) -> int:
    database = Database(url)
    async with database.reading() as connection:
        found = (await connection.execute(text("select count(*) from events"))).scalar_one()
    await database.close()
    return int(found)


@pytest.fixture(params=["sqlite", "postgres"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where a server stores, and an empty place of the same kind."""
    if request.param == "sqlite":
        return sqlite_at(tmp_path / "one.db"), sqlite_at(tmp_path / "new.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.create(f"from{next(_names)}"), postgres.create(f"to{next(_names)}")


@anyio
async def test_a_backup_under_play_is_whole_and_play_goes_on(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    here, there = urls
    copy, moves = tmp_path / "copy.db", list[int]()
    async with live(tmp_path / "one.db", database=here, messages_per_second=100_000) as house:
        ann = await house.person("Ann")
        room = await house.match(ann)
        playing = asyncio.create_task(play_on(ann, room.id, moves))
        await ann.until(lambda: len(moves) > 20)
        before, stored = len(moves), await count(here)
        made = await carried_out("backup", str(copy), "--database", here)
        assert made.exit_code == 0, made.output
        during = len(moves) - before
        assert during > 0, "play went on"
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        after = await count(here)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".*")), "nothing is left beside it"
    for target in {there, sqlite_at(tmp_path / "moved.db")}:
        done = await carried_out("restore", str(copy), "--database", target)
        assert done.exit_code == 0, done.output
        restored = await count(target)
        assert stored <= restored <= after
        assert f"1 tables with {restored} events" in done.output
    async with live(tmp_path / "two.db", database=there) as again:
        await _move_once(again, ann, room.id)


async def _move_once(house: Live, ann: Client, table: str) -> None:
    """The match goes on where the copy was made."""
    back = await house.client(ann.token)
    await back.watch(table)
    await back.until(lambda: back.may_act(table) or back.state(table)["phase"] == "over")
    ask = c.Rematch() if back.state(table)["phase"] == "over" else back.choice(table)
    assert await back.do(table, ask)


def test_copies_overwrite_nothing_and_broken_ones_are_told(tmp_path: Path) -> None:
    here = sqlite_at(tmp_path / "one.db")
    assert command("migrate", "--database", here).output.startswith("The schema has version")
    copy = tmp_path / "copy.db"
    assert command("backup", str(copy), "--database", here).exit_code == 0
    for words, said in (
        (("backup", str(copy), "--database", here), "is there already"),
        (("backup", f"{copy}2", "--database", f"{here}-not"), "There is no file"),
        (("backup", f"{tmp_path}/usb/x.db", "--database", here), f"no folder {tmp_path}/usb"),
        (("backup", "/proc/x.db", "--database", here), "/proc/.x.db.part: No such file or dir"),
        (("restore", str(copy), "--database", here), "restore into a new database"),
        (("restore", f"{copy}-not", "--database", f"{here}2"), "There is no file"),
    ):
        done = command(*words)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1), done.stderr
        assert said in done.stderr and "Errno" not in done.stderr
    assert not (tmp_path / "usb").exists(), "a mistyped place is not made"
    (tmp_path / "one.db5-wal").touch()
    done = command("restore", str(copy), "--database", f"{here}5")
    assert done.exit_code == 1 and "one.db5-wal is left from another database" in done.stderr
    assert not (tmp_path / "one.db5").exists()
    with sqlite3.connect(copy) as changed:
        changed.execute(
            "insert into tables (id, code, phase, created_at, changed_at, fence, packed) "
            "values ('t', 'C', 'waiting', 1, 1, 0, 0)"
        )
        changed.execute("insert into events (table_id, seq, at, body) values ('t', 2, 1, x'7b7d')")
    changed.close()
    done = command("restore", str(copy), "--database", f"{here}3")
    assert done.exit_code == 1 and "t: event 1 is missing" in done.stderr
    with sqlite3.connect(copy) as changed:
        changed.execute("update alembic_version set version_num = '9999'")
    changed.close()
    done = command("restore", str(copy), "--database", f"{here}4")
    assert done.exit_code == 1 and "newer version (9999)" in done.stderr
    assert not (tmp_path / "one.db4").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    """The service runs as somebody else: it could not open the file."""
    source, copy, state = tmp_path / "old.db", tmp_path / "copy.db", tmp_path / "state"
    state.mkdir(mode=0o700)
    os.chown(state, 12345, 12345)
    unpack(source)
    assert command("backup", str(copy), "--database", sqlite_at(source)).exit_code == 0
    restored, new = state / "restored.db", state / "new.db"
    done = command("restore", str(copy), "--database", sqlite_at(restored))
    assert done.exit_code == 0, done.output
    assert command("migrate", "--database", sqlite_at(new)).exit_code == 0
    owners = {one.name: (one.stat().st_uid, one.stat().st_mode & 0o777) for one in state.iterdir()}
    assert owners == dict.fromkeys(owners, (12345, 0o600)) and len(owners) >= 2
    assert copy.stat().st_uid == 0, "a backup is its maker's"


def test_a_copy_for_which_there_is_no_room_leaves_nothing(tmp_path: Path) -> None:
    """Whether it is made or put back: nothing of it stays, under whatever name."""
    source, copy = tmp_path / "old.db", tmp_path / "copy.db"
    unpack(source)
    with sqlite3.connect(source) as file:  # more than SQLite keeps in memory
        file.execute("create table much as select zeroblob(8000000)")
    file.close()
    assert command("backup", str(copy), "--database", sqlite_at(source)).exit_code == 0
    there = {one.name for one in tmp_path.iterdir()}
    for words in (
        ("backup", str(tmp_path / "again.db"), "--database", sqlite_at(source)),
        ("restore", str(copy), "--database", sqlite_at(tmp_path / "new.db")),
    ):
        room = copy.stat().st_size // 2
        full = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
        program = [sys.executable, "-m", "gangoffour", *words]
        done = subprocess.run(program, check=False, preexec_fn=full)  # as on a full disk
        assert done.returncode == 1
        assert {one.name for one in tmp_path.iterdir()} == there


def test_what_is_no_database_of_this_game_is_told(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.db").execute("create table x (a)").connection.close()
    (tmp_path / "junk.db").write_bytes(b"no database" * 99)
    (tmp_path / "empty.db").touch()
    for name, said in (
        ("other", "no database of this game"),
        ("empty", "no database of this game"),
        ("junk", "file is not a database"),
        ("no/such", "unable to open database file"),
    ):
        wrong = ("--database", sqlite_at(tmp_path / f"{name}.db"))
        asked = {"no/such": [["migrate"]], "junk": [["admin", "people"], ["migrate"]]}
        for one in asked.get(name, [["backup", f"{tmp_path}/copy-of-{name}"]]):
            done = command(*one, *wrong)
            assert (done.exit_code, done.stderr.count("\n")) == (1, 1), (one, done.stderr)
            assert said in done.stderr and "sqlite3." not in done.stderr
    for _ in range(2):  # what failed leaves nothing that would be in the way
        done = command(
            "restore", f"{tmp_path}/other.db", "--database", sqlite_at(tmp_path / "new.db")
        )
        assert done.exit_code == 1 and "no database of this game" in done.stderr
    for url, said in (("pg://me:secret@h/g", "must be SQLite"), ("postgresql://h/g", "+asyncpg")):
        done = command("admin", "people", "--database", url)
        assert said in done.stderr and "secret" not in done.stderr, done.stderr


SENTENCES: list[tuple[dict[str, str], str]] = [
    ({"PROT": "80"}, "GANGOFFOUR_PROT is no setting; is GANGOFFOUR_PORT meant?"),
    ({"PORT": "eighty"}, "GANGOFFOUR_PORT must be a whole number"),
    ({"PORT": "70000"}, "port is from 0 to 65535"),
    ({"LOG_LEVEL": "loud"}, "log_level is one of debug, info, warning, error"),
    ({"BUS": "localhost:4222"}, "it begins with nats://"),
    ({"BUS": "nats://localhost:4222"}, "a SQLite file has one server"),
    ({"QUEUE_MESSAGES": "0"}, "queue_messages is at least 1"),
    ({"PUBLIC_URL": "cards.example"}, "public_url begins with http"),
    ({"DATABASE": "postgresql://me:secret@h/g"}, "write postgresql+asyncpg://me:***@h/g"),
    ({"DATABASE": "sqlite:///one.db"}, "write sqlite+aiosqlite:///one.db"),
    ({"DATABASE": "mysql://h/g"}, "must be SQLite or PostgreSQL"),
    ({"DATABASE": "one.db"}, "is not a database URL"),
    ({"DOCS": "/no/such/docs"}, "/no/such/docs has no index.html: it is no built documentation."),
    ({"DATABASE_FILE": "/no/such/file"}, "/no/such/file cannot be read"),
]


@pytest.mark.parametrize(("environment", "said"), SENTENCES)
def test_a_wrong_setting_is_one_sentence(
    environment: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GANGOFFOUR_DATABASE", sqlite_at(tmp_path / "one.db"))
    if "DATABASE_FILE" in environment:
        monkeypatch.delenv("GANGOFFOUR_DATABASE")
    for name, value in environment.items():
        monkeypatch.setenv(f"GANGOFFOUR_{name}", value)
    for one in ("check-config", "serve"):
        done = command(one)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1), done.stderr
        assert said in done.stderr
        assert "secret" not in done.output


def test_sound_settings_are_told_and_secrets_come_from_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = tmp_path / "url"
    secret.write_text(sqlite_at(tmp_path / "one.db") + "\n")
    monkeypatch.setenv("GANGOFFOUR_DATABASE_FILE", str(secret))
    monkeypatch.setenv("GANGOFFOUR_PORT", str(free_port()))
    assert command("migrate").exit_code == 0
    assert (tmp_path / "one.db").is_file()
    assert "sound" in command("check-config").output
    monkeypatch.setenv("GANGOFFOUR_DATABASE", "sqlite+aiosqlite://")
    assert "exclude each other" in command("check-config").stderr


def test_a_database_that_is_not_there_is_one_sentence(postgres: Postgres) -> None:
    missing = postgres.url(name="not_there")
    refused = postgres.url(port=1)
    for url, said in (
        (missing, 'database "not_there" does not exist'),
        (refused, "Connect call failed"),
    ):
        for words in (("serve",), ("check-config",), ("migrate",), ("backup", "/tmp/no.db")):
            done: Any = command(*words, "--database", url)
            assert (done.exit_code, done.stderr.count("\n")) == (1, 1), done.stderr
            assert said in done.stderr, done.stderr


def test_what_several_servers_share_is_named(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = postgres.create(f"shared{next(_names)}")
    monkeypatch.setenv("GANGOFFOUR_PORT", str(free_port()))
    monkeypatch.setenv("GANGOFFOUR_BUS", f"nats://127.0.0.1:{postgres.port}")
    done = command("check-config", "--database", url.replace("://gangoffour", "://gangoffour:s3"))
    assert done.exit_code == 0, done.output
    assert f"{postgres.port}/{url.rpartition('/')[2]}; the bus at 127.0.0.1 can be" in done.stdout
    assert "s3" not in done.stdout
    done = command("backup", f"{tmp_path}/usb/x.db", "--database", url)
    assert done.exit_code == 1 and f"no folder {tmp_path}/usb" in done.stderr
    monkeypatch.setenv("GANGOFFOUR_BUS", "nats://127.0.0.1:1")
    done = command("check-config", "--database", url)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "The bus at 127.0.0.1 cannot be reached: Connection refused." in done.stderr
    assert command("migrate", "--database", sqlite_at(tmp_path / "moved.db")).exit_code == 0


def test_who_copies_or_checks_loads_no_server() -> None:
    """A command about a database or about settings is there at once."""
    asked = "import sys, gangoffour.server.operate; print('gangoffour.server.app' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert told.stdout == "False\n"
