"""Play while somebody floods the server in every way there is: nobody waits, nothing is lost.

``python -m tests.chaos.floods [SECONDS]``: people at two tables act as fast as they may, somebody
else asks for answers twenty times a second, and a program of its own floods on four lines, or with
requests on as many as one address has, with each kind of flood by turns, reading the answers or
not. Then the database is compared with
everything that people were told, and the waits and the memory are printed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Final

from tests.chaos.one_server import OPTIONS, TABLES, rows_in
from tests.chaos.tally import counted
from tests.support.checker import check
from tests.support.client import Client
from tests.support.floods import FLOODS, REQUESTS, resident
from tests.support.process import ServerProcess, admit
from tests.support.regular import Regular, Report, seat, wait_or_fail

P99_MS: Final = 200.0
GROWN: Final = 32 << 20
LINES: Final = 4


@dataclass
class Waited:
    """How one kind of flood was suffered."""

    kind: str
    median_ms: float
    p99_ms: float
    longest_ms: float
    late_ms: float
    """How late this program itself woke up: more than a little, and the machine was starved."""
    grown: int

    def __str__(self) -> str:
        return (
            f"{self.kind:24} median {self.median_ms:6.1f} ms   p99 {self.p99_ms:6.1f} ms   "
            f"longest {self.longest_ms:6.1f} ms   own delay {self.late_ms:5.1f} ms   "
            f"memory {self.grown / 2**20:+5.1f} MiB"
        )


async def flooded(server: ServerProcess, asks: Client, kind: str, tokens: list[str]) -> Waited:
    """What somebody waits for answers while a program floods for three seconds."""
    name, _, reading = kind.partition(", ")
    before = peak = resident(server.pid)
    program = ("-m", "tests.support.floods", server.url, name, reading, *tokens)
    flooder = await asyncio.create_subprocess_exec(sys.executable, *program)
    waits, late, end = [], 0.0, perf_counter() + 3
    try:
        while perf_counter() < end:
            sent = perf_counter()
            await asks.ask({"type": "ping"})
            waits.append((perf_counter() - sent) * 1000)
            peak = max(peak, resident(server.pid))
            slept = perf_counter()
            await asyncio.sleep(0.05)
            late = max(late, (perf_counter() - slept - 0.05) * 1000)
    finally:
        flooder.kill()
        await flooder.wait()
    waits.sort()
    p99 = waits[int(len(waits) * 0.99)]
    return Waited(kind, waits[len(waits) // 2], p99, waits[-1], late, peak - before)


async def floods(
    folder: Path, seconds: float, report: Report | None = None
) -> tuple[Report, list[Waited]]:
    """Play under floods; raises if anything is lost, somebody waits or memory grows."""
    report, suffered = report or Report(), []
    server = ServerProcess(folder)
    eves = [f"Eve {number}" for number in range(LINES)]
    names = [name for names in TABLES for name in names]
    people = await admit(server.database, ["Asks", *eves, *names])
    await server.start()
    asks = await Client(server.url, people["Asks"][1]).connect()
    playing: list[asyncio.Task[None]] = []
    regulars: list[Regular] = []
    try:
        for sitting_names in TABLES:
            sitting = [Regular(lambda: server.url, people[one], report) for one in sitting_names]
            table = await seat(sitting, OPTIONS)
            regulars += sitting
            playing += [asyncio.create_task(one.play(table)) for one in sitting]
        end = perf_counter() + seconds
        kinds = cycle(
            [f"{kind}, {way}" for kind in (*FLOODS, *REQUESTS) for way in ("unread", "read")]
        )
        while perf_counter() < end:
            kind = next(kinds)
            suffered.append(await flooded(server, asks, kind, [people[eve][1] for eve in eves]))
            report.faults[kind] += 1
            await wait_or_fail(playing, 0.1)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asks.close()
        await server.stop()
        for one in regulars:
            await one.client.close()
    check(rows_in(folder / "server.db"), regulars, report)
    return report, suffered


def main() -> None:
    """Run from the command line."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as folder:
        report = Report()
        with counted("floods", 0, report):
            _, suffered = asyncio.run(floods(Path(folder), seconds, report))
    for one in suffered:
        sys.stdout.write(f"{one}\n")
    worst = max(one.p99_ms for one in suffered)
    grown = max(one.grown for one in suffered)
    met = "met" if worst < P99_MS and grown < GROWN else "NOT MET"
    bar = f"p99 under {P99_MS:g} ms, memory under {GROWN >> 20} MiB"
    starved = max(one.late_ms for one in suffered) > P99_MS / 2
    if starved:
        sys.stdout.write("the machine was starved: the waits say nothing\n")
    sys.stdout.write(f"{report}\nlosses: 0\nbar: {bar}: {met}\n")
    sys.exit(met != "met" and not starved)


if __name__ == "__main__":
    main()
