"""``gangoffour check-config`` says what a server would: where one cannot start, and why not."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.free_ports import free_port
from typer.testing import CliRunner, Result

from gangoffour.cli import app
from gangoffour.server.runtime.settings import Settings
from tests.support.servers import NOBODY


def command(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but a database of its own, and a free port."""
    for name in Settings.__slots__:
        monkeypatch.delenv(f"GANGOFFOUR_{name.upper()}", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("GANGOFFOUR_HOST", "127.0.0.1")
    monkeypatch.setenv("GANGOFFOUR_PORT", str(free_port()))


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port where somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield int(listening.getsockname()[1])


def refused_alike(*options: str) -> str:
    """What ``check-config`` and ``serve`` both say, in one sentence, before they end with 1."""
    said = set()
    for one in ("check-config", "serve"):
        done = command(one, *options)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1), (one, done.output)
        assert done.stderr.startswith("gangoffour: ") and done.stderr.endswith(".\n"), done.stderr
        assert "Errno" not in done.stderr
        said.add(done.stderr.strip())
    (sentence,) = said
    return sentence


def test_an_address_to_listen_on_is_tried(taken_port: int) -> None:
    sentence = refused_alike("--port", str(taken_port))
    assert f"127.0.0.1:{taken_port}" in sentence and "in use" in sentence
    assert "--port 0" in sentence
    sentence = refused_alike("--host", "nonsense.invalid")
    assert "nonsense.invalid" in sentence and "known" in sentence and "--port" not in sentence
    sentence = refused_alike("--host", "192.0.2.7")
    assert "192.0.2.7" in sentence and "this machine" in sentence and "--port" not in sentence
    for odd in ("a..b", "x" * 300):
        assert odd in refused_alike("--host", odd)


def test_a_place_where_no_database_can_be_is_told(tmp_path: Path) -> None:
    sentence = refused_alike("--database", "sqlite+aiosqlite:////proc/nodir/x.db")
    assert "/proc/nodir" in sentence
    (tmp_path / "file").touch()
    sentence = refused_alike("--database", f"sqlite+aiosqlite:///{tmp_path}/file/x.db")
    assert f"{tmp_path}/file" in sentence
    sentence = refused_alike("--database", f"sqlite+aiosqlite:///{tmp_path}")
    assert f"{tmp_path} is a folder" in sentence


def test_a_place_that_may_not_be_looked_into_is_told(tmp_path: Path) -> None:
    (tmp_path / "closed" / "inside").mkdir(parents=True)
    (tmp_path / "closed").chmod(0)
    (tmp_path / "round").symlink_to(tmp_path / "round")
    closed = ("--database", f"sqlite+aiosqlite:///{tmp_path}/closed/inside/x.db")
    command("admin", "--help")  # whatever it loads, it has
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        done = [command(*words, *closed) for words in (("admin", "people"), ("backup", "/tmp/no"))]
        said = refused_alike(*closed)
    finally:
        if root:
            os.seteuid(0)
        (tmp_path / "closed").chmod(0o700)
    for one in (said, *(one.stderr.strip() for one in done)):
        assert one.endswith(": Permission denied.") and "Errno" not in one, one
    assert "cannot be used" in refused_alike("--database", f"sqlite+aiosqlite:///{tmp_path}/round")


def test_it_says_what_is_so_and_changes_nothing(tmp_path: Path) -> None:
    done = command("check-config")
    assert done.exit_code == 0, done.output
    assert "sound" in done.stdout and "no bus is set" in done.stdout
    assert f"the database is {tmp_path}/share/gangoffour/gangoffour.db" in done.stdout
    assert "will be made" in done.stdout
    assert not list(tmp_path.iterdir())
    url = f"sqlite+aiosqlite:///{tmp_path}/one.db"
    assert command("migrate", "--database", url).exit_code == 0
    before = {one.name for one in tmp_path.iterdir()}
    done = command("check-config", "--database", url)
    assert f"the database is {tmp_path}/one.db" in done.stdout and "made" not in done.stdout
    assert {one.name for one in tmp_path.iterdir()} == before


def test_no_password_is_shown() -> None:
    url = "postgresql+asyncpg://me:secret@127.0.0.1:1/cards"
    assert "secret" not in refused_alike("--database", url)
