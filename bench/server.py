"""The server: moves a second over a bare room of four, latency, memory, start-up.

The server has one core, the load the other. The floor is a bare Starlette WebSocket room of four,
measured by turns in the same run: each message is sent to all four and that is all. Ours checks the
rules, sends four personalised states and has every move on disk before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from tools.free_ports import free_port

from bench._load import Line, open_line
from bench._measure import CONSOLE, middle, show, verdict
from bench._rooms import FloorRoom, TableRoom, open_table
from gangoffour.server.people.people import People
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.database import Database

ROOMS = 64
TURNS = 3
SECONDS = 5.0
PACE = 200
PACED_S = 15.0
IDLE = 2_000
TABLES = 200
SERVE = "from gangoffour.cli import main; main()"
Found = TypeVar("Found")
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]


@contextmanager
def process(*arguments: str, ready: str = "") -> Iterator[tuple[int, float]]:
    """A process on the first core; its id, and how long it took until it was ready."""
    kept = {name: value for name, value in os.environ.items() if "BYTECODE" not in name}
    begun = perf_counter()
    child = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE if ready else None,
        stderr=subprocess.DEVNULL,
        env=kept,
        text=True,
    )
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(child.pid, {CORES[0]})
    try:
        if ready:
            assert child.stdout is not None
            while ready not in (line := child.stdout.readline()):
                if not line:
                    raise RuntimeError("the server did not start")
        yield child.pid, perf_counter() - begun
    finally:
        child.terminate()
        child.wait()


@contextmanager
def our_server(folder: Path, *more: str) -> Iterator[tuple[int, int, float]]:
    """Our server with a SQLite file: port, process id, seconds until it was ready."""
    port = free_port()
    options = {
        "--host": "127.0.0.1",
        "--port": str(port),
        "--database": database_url(folder),
        "--messages-per-second": "1000000",
        "--commands-per-day": "1000000000",
        "--requests-per-minute": "1000000",
        "--log-level": "warning",
    }
    flat = [*(part for pair in options.items() for part in pair), *more]
    with process("-c", SERVE, "serve", "--no-browser", *flat, ready="served at") as (pid, took):
        yield port, pid, took


def database_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'bench.db'}"


async def admit(url: str, number: int) -> list[str]:
    """Tokens of so many guests of a database, written in one transaction."""
    database = Database(url)
    await database.migrate()
    clock = SystemClock()
    sessions = Sessions(database, clock)
    people = People(database, clock, sessions)
    tokens = []
    async with database.writing() as connection:
        for one in range(number):
            identity = await people._insert(connection, "guest", f"Guest {one}")
            tokens.append(await sessions.open(connection, identity.id))
    people.close()
    await database.close()
    return tokens


def resident(pid: int) -> int:
    """The memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


class Rate(NamedTuple):
    """Moves for each second of time, and for each second the server's core worked for it."""

    by_clock: float
    by_core: float


def worked(pid: int) -> float:
    """Seconds of processor time a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited(pid: int) -> float | None:
    """Seconds for which a process's first thread could have worked and had no core; None where the
    system does not say."""
    told = Path(f"/proc/{pid}/task/{pid}/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else None


async def measured(rooms: list[FloorRoom] | list[TableRoom], pid: int) -> Rate:
    """The rate of some rooms that are at it."""
    await asyncio.sleep(SECONDS / 4)
    before, begun, work = sum(one.moves for one in rooms), perf_counter(), worked(pid)
    await asyncio.sleep(SECONDS)
    moves = sum(one.moves for one in rooms) - before
    return Rate(moves / (perf_counter() - begun), moves / (worked(pid) - work))


async def floor_rate() -> Rate:
    port = free_port()
    with process("-m", "bench._floor", str(port)) as (pid, _):
        await _listening(port)
        rooms = [FloorRoom() for _ in range(ROOMS)]
        for number, one in enumerate(rooms):
            await one.open(port, number)
        for one in rooms:
            one.begin()
        found = await measured(rooms, pid)
        for one in rooms:
            for line in one.lines:
                line.close()
        return found


async def our_rate(folder: Path) -> Rate:
    tokens = await admit(database_url(folder), 4 * ROOMS)
    with our_server(folder) as (port, pid, _):
        rooms = await seated(port, tokens, ROOMS)
        return await measured(rooms, pid)


async def seated(port: int, tokens: list[str], number: int, paced: bool = False) -> list[TableRoom]:
    """Tables of four people each, all at play."""
    rooms = [TableRoom(paced) for _ in range(number)]
    for place, one in enumerate(rooms):
        await one.open(port, tokens[4 * place : 4 * place + 4], place)
    for one in rooms:
        await one.begin()
    return rooms


async def delays(folder: Path) -> list[float]:
    """How long a move takes until all four know of it, at a steady pace; seconds, sorted."""
    tokens = await admit(database_url(folder), 4 * ROOMS)
    with our_server(folder) as (port, _, _):
        rooms = await seated(port, tokens, ROOMS, paced=True)
        begun, sent = perf_counter(), 0
        while (passed := perf_counter() - begun) < PACED_S:
            due = int(passed * PACE) - sent
            for one in sorted(rooms, key=lambda one: one.moves):
                if due <= 0:
                    break
                if one.send_ready():
                    due -= 1
                    sent += 1
            await asyncio.sleep(0.001)
        CONSOLE.print(f"paced: {sum(one.moves for one in rooms) / PACED_S:.0f} moves/s were sent")
        return sorted(delay for one in rooms for delay in one.delays)


async def idle_memory(folder: Path) -> float:
    """Bytes of a connection that is signed in and silent."""
    tokens = await admit(database_url(folder), IDLE)

    def hear(line: Line, frame: bytes) -> None:
        return None

    with our_server(folder) as (port, pid, _):
        lines = [await open_line(port, "/ws", hear, tokens[0], 0)]
        before = resident(pid)
        for number, token in enumerate(tokens[1:], 1):
            lines.append(await open_line(port, "/ws", hear, token, number))
        await asyncio.sleep(1)
        return (resident(pid) - before) / (IDLE - 1)


async def table_memory(folder: Path) -> float:
    """Bytes of a table with a running match of a person and three bots."""
    tokens = await admit(database_url(folder), TABLES // 10)
    with our_server(folder) as (port, pid, _):
        before = 0
        for number in range(TABLES + 10):
            room = TableRoom(paced=True)
            room.table = open_table(port, tokens[number % len(tokens)], {"clock": "none"})
            token = tokens[number % len(tokens)]
            line = await open_line(port, "/ws", room.hear, token, number)
            await room.ask(line, {"type": "watch", "table": room.table})
            for seat in (1, 2, 3):
                await room.do(line, {"do": "set_bot", "seat": seat, "bot": "dumpling"})
            await room.do(line, {"do": "start"})
            line.close()
            if number == 9:  # everything is loaded that the first tables need
                await asyncio.sleep(1)
                before = resident(pid)
        await asyncio.sleep(1)
        return (resident(pid) - before) / TABLES


async def _listening(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


def in_folder(work: Callable[[Path], Coroutine[Any, Any, Found]]) -> Found:
    """What some work finds out, done in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(work(Path(folder)))


def starts() -> list[float]:
    """Seconds until the server says that it is ready, with an existing database."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for _ in range(4):
            with our_server(Path(folder)) as (_, _, took):
                found.append(took)
        return found[1:]


def main() -> None:
    """Measure and print everything."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {CORES[-1]})
    try:
        _main()
    finally:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, set(CORES))


def _main() -> None:
    floor: list[Rate] = []
    ours: list[Rate] = []
    for _ in range(TURNS):
        floor.append(asyncio.run(floor_rate()))
        ours.append(in_folder(our_rate))
    show(
        f"Moves, {ROOMS} tables of four (median of {TURNS} × {SECONDS:g} s by turns)",
        ["", "a second", "range", "work for one"],
        [
            _row("bare room of four (floor)", floor),
            _row("gangoffour: rules, views, storage", ours),
        ],
    )
    by_clock = middle([one.by_clock for one in ours]) / middle([one.by_clock for one in floor])
    by_core = middle([one.by_core for one in ours]) / middle([one.by_core for one in floor])
    # On a busy machine the load cannot keep the floor's core at work, and the ratio by the clock
    # flatters us; the work of the core does not depend on that. The worse of the two counts.
    ratio = min(by_clock, by_core)
    CONSOLE.print(
        f"bar: at least 25% of the floor: {verdict(ratio, 0.25)} "
        f"({by_clock:.0%} by the clock, {by_core:.0%} for the same work of the core)"
    )
    busy = middle([one.by_clock / one.by_core for one in floor])
    CONSOLE.print(f"the floor kept its core at work for {busy:.0%} of the time")
    waits = in_folder(delays)
    p50, p99 = waits[len(waits) // 2] * 1000, waits[int(len(waits) * 0.99)] * 1000
    met = verdict(p99, 50, at_most=True)
    CONSOLE.print(
        f"at {PACE} moves/s all four know after {p50:.1f} ms (median), {p99:.1f} ms (p99); "
        f"bar: p99 at most 50 ms: {met}"
    )
    idle = in_folder(idle_memory) / 1024
    met = verdict(idle, 80, at_most=True)
    CONSOLE.print(
        f"an idle connection of {IDLE:,} takes {idle:.1f} KiB; bar: at most 80 KiB: {met}"
    )
    table = in_folder(table_memory) / 1024
    CONSOLE.print(f"a live table with a match of a person and three bots takes {table:.1f} KiB")
    took = middle(starts())
    met = verdict(took, 2, at_most=True)
    CONSOLE.print(f"ready after {took:.2f} s; bar: at most 2 s: {met}")


def _row(name: str, rates: list[Rate]) -> list[str]:
    clock = [one.by_clock for one in rates]
    core = middle([one.by_core for one in rates])
    spread = f"{min(clock):,.0f} – {max(clock):,.0f}"
    return [name, f"{middle(clock):,.0f}", spread, f"{1000 / core:.3f} ms"]


if __name__ == "__main__":
    main()
