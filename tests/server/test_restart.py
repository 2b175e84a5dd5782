"""The server as a process: killed, stopped, locked out of its database, out of disk space."""

from __future__ import annotations

import asyncio
import resource
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from gangoffour.table import commands as c
from tests.chaos.one_server import chaos
from tests.support.client import Client, Refused
from tests.support.process import ServerProcess, admit
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def match_of_two(
    folder: Path, **options: object
) -> AsyncIterator[tuple[ServerProcess, list[Client], str]]:
    """A running server process with a match of two people and a bot."""
    server = ServerProcess(folder, "--messages-per-second", "100000")
    people = await admit(server.database, ["Ann", "Bob"])
    await server.start()
    clients = [await Client(server.url, token).connect() for _, token in people.values()]
    try:
        async with visitor(server.url) as http:
            answer = await http.post(
                "/api/tables",
                json={"options": {"seats": 3, "clock": "none", **options}},
                headers={"Authorization": f"Bearer {clients[0].token}"},
            )
        table: str = answer.json()["table"]
        for one in clients:
            await one.watch(table)
        await clients[1].do(table, c.Sit())
        await clients[0].do(table, c.SetBot(2, "dumpling"))
        await clients[0].do(table, c.Start())
        yield server, clients, table
    finally:
        for one in clients:
            await one.close()
        await server.stop()


async def mover(clients: list[Client], table: str) -> Client:
    """Whoever is to act, once somebody is."""
    async with asyncio.timeout(60):
        while not any(one.may_act(table) for one in clients):
            await asyncio.sleep(0.01)
    return next(one for one in clients if one.may_act(table))


def stored(server: ServerProcess, table: str) -> int:
    """The last number in the database."""
    connection = sqlite3.connect(server.database.partition("///")[2])
    try:
        (last,) = connection.execute(
            "select max(seq) from events where table_id = ?", (table,)
        ).fetchone()
    finally:
        connection.close()
    return int(last)


async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    report = await chaos(tmp_path, seed=3, rounds=3)
    assert report.faults == {"kills": 2, "stops": 1}
    assert len(report.acknowledged) > 10  # how many depends on the machine
    assert report.gaps > 0
    assert report.sights > 10
    assert 1012 in report.codes


async def test_stopped_the_server_says_it_will_be_back_and_the_match_goes_on(
    tmp_path: Path,
) -> None:
    async with match_of_two(tmp_path) as (server, clients, table):
        one = await mover(clients, table)
        await one.do(table, one.choice(table))
        versions = [client.state(table)["match"]["version"] for client in clients]
        await server.stop()
        assert [await client.gone() for client in clients] == [1012, 1012]
        await server.start()
        for client in clients:
            known = client.seqs[table]
            await client.connect()
            state = await client.watch(table)
            told = [fact["seq"] for fact in state["events"]]
            assert told == sorted(told) and told[0] == known + 1
            assert state["public"]["match"]["version"] >= max(versions)
            assert state["public"]["phase"] == "playing"
        one = await mover(clients, table)
        await one.do(table, one.choice(table))


async def test_after_a_kill_what_was_pending_is_settled_by_its_id(tmp_path: Path) -> None:
    async with match_of_two(tmp_path) as (server, clients, table):
        one = await mover(clients, table)
        choice = one.choice(table)
        version = one.state(table)["match"]["version"]
        pending = asyncio.create_task(one.do(table, choice, "pending"))
        await asyncio.sleep(0)
        await server.kill()
        answer = (await asyncio.gather(pending, return_exceptions=True))[0]
        await server.start()
        await one.connect()
        await one.watch(table)
        first = await one.do(table, choice, "pending")
        assert first == await one.do(table, choice, "pending")
        if isinstance(answer, int):
            assert first == answer
        assert one.state(table)["match"]["version"] > version
        connection = sqlite3.connect(tmp_path / "server.db")
        (times,) = connection.execute(
            "select count(*) from events where command_id like '%:pending#%'"
        ).fetchone()
        connection.close()
        assert times == 1


async def test_a_locked_database_is_told_and_play_goes_on_afterwards(tmp_path: Path) -> None:
    async with match_of_two(tmp_path) as (server, clients, table):
        one = await mover(clients, table)
        choice, last = one.choice(table), stored(server, table)
        locker = sqlite3.connect(tmp_path / "server.db", isolation_level=None)
        locker.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused) as caught:
            await one.do(table, choice, "again")
        assert caught.value.code == "storage_unavailable"
        assert "nothing was changed" in caught.value.error["message"]
        assert (await one.ask({"type": "ping"}))["type"] == "pong"
        async with visitor(server.url) as http:
            assert (await http.get("/healthz")).status_code in (200, 503)
            refused = await http.post("/api/guest", json={"name": "Late"}, timeout=20)
            assert refused.status_code == 503
            assert refused.json()["error"]["code"] == "storage_unavailable"
        assert stored(server, table) == last
        locker.execute("ROLLBACK")
        locker.close()
        assert await one.do(table, choice, "again") == last + 1
        two = await mover(clients, table)
        await two.do(table, two.choice(table))


async def test_a_full_disk_is_told_and_play_goes_on_afterwards(tmp_path: Path) -> None:
    """Files of the process may not grow for a while: every write fails as on a full disk."""
    async with match_of_two(tmp_path) as (server, clients, table):
        one = await mover(clients, table)
        choice, last = one.choice(table), stored(server, table)
        unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1024, unlimited[1]))
        for _ in range(3):
            with pytest.raises(Refused) as caught:
                await one.do(table, choice, "again")
            assert caught.value.code == "storage_unavailable"
        headers = {"Authorization": f"Bearer {one.token}"}
        async with visitor(server.url, headers=headers) as http:
            refused = await http.patch("/api/me", json={"settings": {"hand": "large"}})
            assert refused.json()["error"]["code"] == "storage_unavailable", "that is known"
            assert stored(server, table) == last
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
            assert (await http.get("/api/me")).json()["settings"] == {}
        assert await one.do(table, choice, "again") == last + 1
        two = await mover(clients, table)
        await two.do(table, two.choice(table))
        await server.kill()
        await server.start()
        assert stored(server, table) >= last + 1


# fmt: off
LEANS_ON = {
    "alembic", "annotated-doc", "annotated-types", "anyio", "argon2-cffi",
    "argon2-cffi-bindings", "cffi", "click", "greenlet", "h11", "mako", "markupsafe", "msgspec",
    "numpy", "openskill", "prometheus_client", "pydantic", "pydantic_core", "pygments", "rich",
    "segno", "setuptools", "shellingham", "sqlalchemy", "starlette", "typer",
    "typing-inspection", "typing_extensions", "uvicorn", "watchfiles", "websockets",
}
# fmt: on
"""What a server needs before it answers anybody. All else waits until somebody asks for it: what
signs and posts nudges, what PostgreSQL and other servers need, what is for research."""


def loaded(log: str) -> set[str]:
    """The distributions of the modules that a process says it has imported."""
    named = [line.rpartition("|")[2] for line in log.splitlines() if line.startswith("import time")]
    of = packages_distributions()
    return {found.lower() for name in named for found in of.get(name.strip().partition(".")[0], [])}


async def test_loads_little_and_a_port_in_use_is_one_clear_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it loads is what its start takes; the seconds are in ``bench server``."""
    server = ServerProcess(tmp_path)
    server.forks = False  # as users start it
    with socket.create_server(("127.0.0.1", server.port)):
        with pytest.raises(RuntimeError, match="did not start"):
            await server.start()
        assert "try --port 0" in server.log.read_text()
        assert "Traceback" not in server.log.read_text()
        await server.stop()
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    await server.start()
    try:
        found = loaded(server.log.read_text())
        assert "uvicorn" in found
        assert found <= LEANS_ON
    finally:
        await server.stop()
