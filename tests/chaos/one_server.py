"""Play while the server is killed again and again: nothing that was acknowledged may be lost.

``python -m tests.chaos.one_server [SECONDS] [SEED]`` does so for longer than the tests do. People
at two tables (one of them with bots) act as fast as they can, come back by themselves with the
last number they know, and send what was pending again under its old id. Afterwards the database is
compared with everything they were told.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

from tests.chaos.tally import counted
from tests.support.checker import Row, check
from tests.support.chronicle import Chronicle
from tests.support.process import Process, ServerProcess, admit
from tests.support.regular import Regular, Report, everybody_back, seat, wait_or_fail

TABLES = (("Ann", "Bob", "Cid", "Dan"), ("Eve", "Fay"))
OPTIONS: dict[str, object] = {"clock": "none", "target": 30}


async def chaos(
    folder: Path,
    seed: int,
    rounds: int = 0,
    seconds: float = 0.0,
    report: Report | None = None,
) -> Report:
    """Play under kills, for some rounds or some time; raises if anything acknowledged is gone."""
    rng = random.Random(seed)
    report = report or Report()
    server = ServerProcess(
        folder, "--messages-per-second", "100000", "--commands-per-day", "1000000000"
    )
    people = await admit(server.database, [name for names in TABLES for name in names])
    await server.start()
    chronicle = Chronicle()
    playing = [asyncio.create_task(chronicle.listen())]
    regulars: list[Regular] = []
    try:
        for names in TABLES:
            sitting = [Regular(lambda: server.url, people[name], report) for name in names]
            table = await seat(sitting, OPTIONS)
            regulars += sitting
            playing += [asyncio.create_task(one.play(table)) for one in sitting]
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        faults = report.faults
        while faults.total() < rounds or loop.time() < end:
            await wait_or_fail(playing, rng.uniform(0.2, 1.5))
            if faults.total() % 3 == 2:
                faults["stops"] += 1
                await everybody_back(regulars, playing)  # whoever is there is told of the stop
                await server.stop()
            else:
                faults["kills"] += 1
                await server.kill()
            await server.start()
        await everybody_back(regulars, playing)
        await wait_or_fail(playing, 0.5)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await server.stop()
        for one in regulars:
            await one.client.close()
    chronicle.read("server", server.log)
    report.machine = chronicle.verdict
    check(rows_in(folder / "server.db"), regulars, report)
    return report


def rows_in(path: Path) -> list[Row]:
    """All events of a SQLite database."""
    connection = sqlite3.connect(path)
    try:
        query = "select table_id, seq, at, command_id, body from events"
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def main() -> None:
    """Run from the command line."""
    Process.forks = True  # as in the tests: the same command, killed more often
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"chaos for {seconds:g} s with seed {seed}\n")
        report = Report()
        with counted("one server", seed, report):
            asyncio.run(chaos(Path(folder), seed, seconds=seconds, report=report))
    sys.stdout.write(f"{report}\nlosses: 0\n")


if __name__ == "__main__":
    main()
