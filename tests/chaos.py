"""Play while the server is killed again and again: nothing that was acknowledged may be lost.

``python -m tests.chaos [SECONDS] [SEED]`` does so for longer than the tests do. People at two
tables (one of them with bots) act as fast as they can, come back by themselves with the last
number they know, and send what was pending again under its old id. Afterwards the database is
compared with everything they were told.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import InvalidHandshake

from gangoffour.server.room import decode_event
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.sight import happenings
from gangoffour.table.state import Table
from tests.support.client import Client, Refused
from tests.support.process import ServerProcess, admit

TABLES = (("Ann", "Bob", "Cid", "Dan"), ("Eve", "Fay"))
OPTIONS: dict[str, object] = {"clock": "none", "target": 30}
LOST = (ConnectionError, OSError, TimeoutError)


class Report:
    """What happened, in numbers."""

    def __init__(self) -> None:
        self.kills = 0
        self.stops = 0
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.resent = 0
        self.codes: Counter[int | None] = Counter()
        self.gaps = 0
        self.matches = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.stops} stops, {len(self.acknowledged)} commands "
            f"acknowledged, {self.resent} sent again, {self.gaps} gaps filled, "
            f"{self.matches} matches over, close codes {dict(self.codes)}"
        )


class Regular:
    """Somebody who plays on whatever happens to the server."""

    def __init__(self, server: ServerProcess, person: tuple[str, str], report: Report) -> None:
        self.id = person[0]
        self.client = Client(server.url, person[1])
        self.report = report
        self.pending: tuple[str, c.PersonAsk] | None = None
        self.number = 0

    async def come_back(self, table: str | None) -> None:
        """Connect, again and again until it works; then catch up."""
        while True:
            try:
                await self.client.connect()
                if table is not None:
                    known = self.client.seqs.get(table, 0)
                    await self.client.watch(table)
                    self.report.gaps += 0 < known < self.client.seqs[table]
                return
            except (*LOST, InvalidHandshake, Refused):
                await asyncio.sleep(0.05)

    async def send(self, table: str, ask: c.PersonAsk) -> None:
        """Do something for sure: sent again under the same id until there is an answer."""
        self.number += 1
        self.pending = (f"n{self.number}", ask)
        while self.pending is not None:
            try:
                seq = await self.client.do(table, ask, self.pending[0])
                assert seq is not None
                self.report.acknowledged[f"{self.id}:{self.pending[0]}"] = (table, seq)
                self.pending = None
            except Refused as refusal:
                if refusal.code in ("storage_unavailable", "too_busy"):
                    continue
                self.pending = None
            except LOST:
                self.report.codes[self.client.closed] += 1
                self.report.resent += 1
                await self.come_back(table)

    async def play(self, table: str) -> None:
        """Act whenever it is possible, for ever."""
        client = self.client
        while True:
            if client.closed is not None:
                self.report.codes[client.closed] += 1
                await self.come_back(table)
            elif client.state(table)["phase"] == "over":
                seat = client.own(table)["seat"]
                if seat not in client.state(table)["rematch_asked"]:
                    await self.send(table, c.Rematch())
                await self._news(table)
            elif client.may_act(table):
                await self.send(table, client.choice(table))
                await self._news(table)
            else:
                await self._news(table)

    async def _news(self, table: str) -> None:
        """Wait until there is something to do, or the line is gone."""
        client = self.client

        def news() -> bool:
            if client.closed is not None or client.may_act(table):
                return True
            over = client.state(table)["phase"] == "over"
            return over and client.own(table)["seat"] not in client.state(table)["rematch_asked"]

        await client.until(news, 60)


async def chaos(folder: Path, seed: int, rounds: int = 0, seconds: float = 0.0) -> Report:
    """Play under kills, for some rounds or some time; raises if anything acknowledged is gone."""
    rng = random.Random(seed)
    report = Report()
    server = ServerProcess(folder, "--messages-per-second", "100000")
    people = await admit(server.database, [name for names in TABLES for name in names])
    await server.start()
    playing: list[asyncio.Task[None]] = []
    regulars: list[Regular] = []
    tables: list[str] = []
    try:
        for names in TABLES:
            sitting = [Regular(server, people[name], report) for name in names]
            for one in sitting:
                await one.come_back(None)
            tables.append(await seat(server, sitting))
            regulars += sitting
            playing += [asyncio.create_task(one.play(tables[-1])) for one in sitting]
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while report.kills + report.stops < rounds or loop.time() < end:
            await wait_or_fail(playing, rng.uniform(0.2, 1.5))
            if (report.kills + report.stops) % 3 == 2:
                report.stops += 1
                await server.stop()
            else:
                report.kills += 1
                await server.kill()
            await server.start()
        await wait_or_fail(playing, 0.5)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await server.stop()
        for one in regulars:
            await one.client.close()
    check(folder / "server.db", tables, regulars, report)
    return report


async def wait_or_fail(playing: list[asyncio.Task[None]], seconds: float) -> None:
    """Let them play; if one of them stumbles, so does the test."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def seat(server: ServerProcess, sitting: list[Regular]) -> str:
    """Open a table for some people, fill it with bots, start."""
    host = sitting[0].client
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post(
            "/api/tables",
            json={"options": OPTIONS},
            headers={"Authorization": f"Bearer {host.token}"},
        )
        answer.raise_for_status()
    table: str = answer.json()["table"]
    for one in sitting:
        await one.client.watch(table)
        if one.client is not host:
            await one.send(table, c.Sit())
    for place in range(len(sitting), 4):
        await sitting[0].send(table, c.SetBot(place, "dumpling"))
    await sitting[0].send(table, c.Start())
    return table


def check(path: Path, tables: list[str], regulars: list[Regular], report: Report) -> None:
    """Compare the database with everything that people were told."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(
            "select table_id, seq, at, command_id, body from events order by table_id, seq"
        ).fetchall()
    finally:
        connection.close()
    commands = Counter(row[3] for row in rows if row[3] is not None)
    assert set(commands.values()) <= {1}, "a command was applied twice"
    where = {row[3]: (row[0], row[1]) for row in rows if row[3] is not None}
    for command, (table, seq) in report.acknowledged.items():
        assert command in where, f"{command} was acknowledged and is gone"
        assert where[command][0] == table
        assert where[command][1] <= seq
    for table in tables:
        truth = facts_of([row for row in rows if row[0] == table], report)
        for one in regulars:
            for seq, facts in one.client.facts.get(table, {}).items():
                assert truth[seq] == facts, f"{one.id} was told a different story at {seq}"


def facts_of(rows: list[Any], report: Report) -> dict[int, list[object]]:
    """The public facts of a table's events, by number; folding them must work."""
    table, found = Table(), {}
    for number, (_, seq, at, _, body) in enumerate(rows, 1):
        assert seq == number, "a number is missing"
        event = decode_event(body)
        before, table = table, apply(table, event, at)
        report.matches += table.phase == "over" and isinstance(event, e.Acted)
        found[seq] = [msgspec.to_builtins(one.what) for one in happenings(before, (event,), table)]
    return found


def main() -> None:
    """Run from the command line."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"chaos for {seconds:g} s with seed {seed}\n")
        report = asyncio.run(chaos(Path(folder), seed, seconds=seconds))
    sys.stdout.write(f"{report}\nnothing was lost\n")


if __name__ == "__main__":
    main()
