"""A SQLite file has one server: a second one is told which process the first is."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from typer.testing import CliRunner, Result

from gangoffour.cli import app
from gangoffour.server.storage import sole
from tests.support.process import SERVE, ServerProcess, admit

AT_ONCE = f"from gangoffour.server.storage import sole; sole.PATIENCE_S = 0; {SERVE}"
"""A server that does not wait to see whether the other one is just being killed."""


async def command(*words: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, app, list(words))


@pytest.mark.anyio
async def test_a_second_server_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path)
    await admit(first.database, ["Ann"])
    await first.start()
    lost = f"sqlite+aiosqlite:///{tmp_path}/lost.db"
    kept = sole.take(make_url(lost))  # its server runs on, though its file is gone
    (tmp_path / "link.db").symlink_to(tmp_path / "server.db")
    try:
        for at, path in enumerate((tmp_path / "server.db", tmp_path / "link.db")):
            url = f"sqlite+aiosqlite:///{path}"
            second = ServerProcess(tmp_path, database=url, name=f"second{at}", code=AT_ONCE)
            with pytest.raises(RuntimeError, match="did not start"):
                await second.start()
            said = second.log.read_text()
            assert said.count("\n") == 1 and f"process {first.pid}" in said, said
            assert str(path) in said and "--database" in said
        told = await command(
            "check-config", "--database", first.database, "--port", str(second.port)
        )
        assert told.exit_code == 1 and f"process {first.pid}" in told.stderr
        for words in (("backup", f"{tmp_path}/copy.db"), ("migrate",), ("admin", "people")):
            done = await command(*words, "--database", first.database)
            assert done.exit_code == 0, done.output
        told = await command("restore", f"{tmp_path}/copy.db", "--database", lost)
        assert told.exit_code == 1 and f"process {os.getpid()}" in told.stderr
        await first.kill()
        after = ServerProcess(tmp_path, database=first.database, name="after")
        await after.start()
        beside = tmp_path / "server.db-serving"
        assert beside.read_text() == f"{after.pid}\n" and beside.stat().st_mode & 0o777 == 0o600
        await after.stop()
        assert beside.read_text() == "", "it said that it was about to end"
    finally:
        kept.close()
        await first.stop()
    told = await command("check-config", "--database", first.database, "--port", str(second.port))
    assert told.exit_code == 0, told.stderr


def test_one_that_is_just_ending_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_url(f"sqlite+aiosqlite:///{tmp_path}/one.db")
    first = sole.take(url)
    monkeypatch.setattr(sole, "PATIENCE_S", 0)
    with pytest.raises(ValueError, match=f"process {os.getpid()}"):
        sole.take(url)
    first.say_goodbye()
    monkeypatch.setattr(sole, "sleep", lambda _: first.close())
    second = sole.take(url)
    assert second.problem() is not None
    second.close()
    assert second.problem() is None


def test_where_nothing_can_be_locked_nobody_is_hindered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for odd in ("sqlite+aiosqlite://", "postgresql+asyncpg://h/g", "sqlite+aiosqlite:////proc/x"):
        sole.take(make_url(odd)).close()

    def none_here(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none_here)
    url = make_url(f"sqlite+aiosqlite:///{tmp_path}/one.db")
    for one in (sole.take(url), sole.take(url)):
        one.say_goodbye()
        one.close()
