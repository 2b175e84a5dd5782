"""Several processes on PostgreSQL and NATS: moves a second, waits, the cost of each hop, storage.

All share this machine's cores: servers, PostgreSQL, NATS and the load itself. More processes
therefore cannot be faster here than there are cores; what counts is the work for each move, which
other machines would share.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.support.servers import Nats, Postgres

from bench._crowd import measure_crowd
from bench._measure import CONSOLE, show
from bench._near import measure_near
from bench._servers import PIDS, SpreadRoom, running
from bench.server import admit, worked
from gangoffour.rules.match import Match
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.remote import RemoteBots
from gangoffour.server.bots.worker import Worker
from gangoffour.server.cluster.nats_bus import NatsBus
from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.database import Database

ROOMS = 16
SECONDS = 5.0
PACE = 60
PACED_S = 8.0
IDLE_S = 5.0
CHOICES = 300
FAR_FUTURE = 10**15


class Figures(NamedTuple):
    """What was measured of one set-up."""

    rate: float
    work_ms: float
    p50_ms: float
    p99_ms: float
    transactions: float
    rows: float
    idle_ms: float


async def seated(ports: list[int], tokens: list[str], paced: bool) -> list[SpreadRoom]:
    rooms = [SpreadRoom(paced) for _ in range(len(tokens) // 4)]
    for place, one in enumerate(rooms):
        await one.open_at(ports, tokens[4 * place : 4 * place + 4], place)
    for one in rooms:
        await one.begin()
    return rooms


async def figures(postgres: Postgres | None, url: str, bus: str, count: int) -> Figures:
    """Play at full speed, then at a steady pace."""
    tokens = await admit(url, 8 * ROOMS)
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), url, bus, count) as ports:
            idle_ms = await _idle()
            rooms = await seated(ports, tokens[: 4 * ROOMS], paced=False)
            await asyncio.sleep(1)
            before, begun, work = _moves(rooms), perf_counter(), sum(map(worked, PIDS))
            stored = _stored(postgres, url)
            await asyncio.sleep(SECONDS)
            moves = _moves(rooms) - before
            passed, work = perf_counter() - begun, sum(map(worked, PIDS)) - work
            await asyncio.sleep(1.5)  # PostgreSQL's statistics come late
            after, during = _stored(postgres, url), _moves(rooms) - before
            for one in rooms:
                for line in one.lines:
                    line.close()
            waits = await _paced(await seated(ports, tokens[4 * ROOMS :], paced=True))
    return Figures(
        moves / passed,
        work / moves * 1000,
        waits[len(waits) // 2] * 1000,
        waits[int(len(waits) * 0.99)] * 1000,
        (after[0] - stored[0]) / during,
        (after[1] - stored[1]) / during,
        idle_ms,
    )


async def _idle() -> float:
    """Milliseconds of cores that all servers take in a second while nobody is there."""
    await asyncio.sleep(2)  # the start is over
    work = sum(map(worked, PIDS))
    await asyncio.sleep(IDLE_S)
    return (sum(map(worked, PIDS)) - work) / IDLE_S * 1000


def hops(found: dict[str, Figures]) -> str:
    """What each step from one process alone to three adds to a move, without what idling takes."""
    work = {name: one.work_ms - one.idle_ms / one.rate for name, one in found.items()}
    steps = list(itertools.pairwise(work))
    return ", ".join(f"{name}: {work[name] - work[before]:+.2f} ms" for before, name in steps)


def _moves(rooms: list[SpreadRoom]) -> int:
    return sum(one.moves for one in rooms)


def _stored(postgres: Postgres | None, url: str) -> tuple[int, int]:
    """Transactions and new rows of a database so far."""
    if postgres is None:
        return 0, 0
    name = url.rpartition("/")[2]
    query = f"select xact_commit, tup_inserted from pg_stat_database where datname = '{name}'"
    committed, inserted = postgres.psql(query, name="postgres").strip().split("|")
    return int(committed), int(inserted)


async def _paced(rooms: list[SpreadRoom]) -> list[float]:
    begun, sent = perf_counter(), 0
    while (passed := perf_counter() - begun) < PACED_S:
        due = int(passed * PACE) - sent
        for one in sorted(rooms, key=lambda one: one.moves):
            if due > 0 and one.send_ready():
                due -= 1
                sent += 1
        await asyncio.sleep(0.001)
    for one in rooms:
        for line in one.lines:
            line.close()
    return sorted(delay for one in rooms for delay in one.delays)


async def worker_hop(nats: Nats) -> tuple[float, float]:
    """Milliseconds of a simple bot's choice: here, and by way of a worker."""
    match, rng, views = Match.new(seed="hop"), random.Random(1), []
    while len(views) < CHOICES:
        view = match.view(match.turn)
        views.append(view)
        match = match.act(match.turn, rng.choice(view.actions))
        if match.over:
            match = Match.new(seed=str(len(views)))
    worker, bus = Worker(NatsBus(nats.url)), NatsBus(nats.url)
    await worker.start()
    await bus.start()
    await asyncio.sleep(0.2)
    took = []
    for bots in (LocalBots(), RemoteBots(bus, LocalBots())):
        await bots.decide("dumpling", views[0])
        begun = perf_counter()
        for view in views:
            await bots.decide("dumpling", view)
        took.append((perf_counter() - begun) / CHOICES * 1000)
        await bots.close()
    await worker.close()
    await bus.close()
    return took[0], took[1]


async def growth(postgres: Postgres, url: str) -> tuple[int, int, float, float]:
    """Matches and moves played, and bytes of a match as rows and packed."""
    name = url.rpartition("/")[2]

    def ask(query: str) -> int:
        return int(postgres.psql(query, name=name).strip() or 0)

    postgres.psql("update tables set phase = 'over'", name=name)  # whatever is left unfinished
    matches = ask("select count(*) from events where encode(body, 'escape') like '%\"started\"%'")
    moves = ask("select count(*) from events where encode(body, 'escape') like '%\"acted\"%'")
    postgres.psql("vacuum full events", name=name)
    rows = ask("select pg_total_relation_size('events')")
    database = Database(url)
    while await pack(database, FAR_FUTURE):
        pass
    await database.close()
    postgres.psql("vacuum full archives", name=name)
    packed = ask("select pg_total_relation_size('archives')")
    return matches, moves, rows / matches, packed / matches


async def measure() -> None:
    """Measure everything, and print it."""
    postgres, nats = Postgres(), Nats()
    try:
        postgres.start()
        nats.start()
        with tempfile.TemporaryDirectory() as folder:
            sqlite = f"sqlite+aiosqlite:///{folder}/bench.db"
            found = {"1, SQLite, alone": await figures(None, sqlite, "", 1)}
        found["1, PostgreSQL, alone"] = await figures(postgres, postgres.create("alone"), "", 1)
        for count in (1, 2, 3):
            url = postgres.create(f"with{count}")
            name = f"{count}, PostgreSQL, NATS"
            found[name] = await figures(postgres, url, nats.url, count)
        show(
            f"Moves, {ROOMS} tables of four, people spread over the processes ({SECONDS:g} s)",
            [
                "processes",
                "moves/s",
                "ms of servers' cores",
                "p50 ms",
                "p99 ms",
                "transactions",
                "rows",
                "idle ms/s",
            ],
            [
                [name, f"{one.rate:.0f}", f"{one.work_ms:.2f}", f"{one.p50_ms:.1f}"]
                + [f"{one.p99_ms:.1f}", f"{one.transactions:.2f}", f"{one.rows:.2f}"]
                + [f"{one.idle_ms:.0f}"]
                for name, one in found.items()
            ],
        )
        CONSOLE.print(
            f"waits are until all four know, at {PACE} moves/s; transactions (looks as well) "
            "and rows are for each move"
        )
        CONSOLE.print(f"each hop adds for a move, idling aside: {hops(found)}")
        here, there = await worker_hop(nats)
        CONSOLE.print(
            f"a simple bot's choice: {here:.2f} ms here, {there:.2f} ms by way of a worker"
        )
        matches, moves, rows, packed = await growth(postgres, postgres.url(name="with1"))
        CONSOLE.print(
            f"a match to 30 points ({moves / matches:.0f} moves): {rows / 1024:.1f} KiB as rows, "
            f"{packed / 1024:.1f} KiB packed ({matches} matches begun)"
        )
    finally:
        nats.kill()
        postgres.remove()


def main() -> None:
    """Measure and print everything; ``bench._near`` and ``bench._crowd`` can be run alone."""
    asyncio.run(measure())
    asyncio.run(measure_near())
    asyncio.run(measure_crowd())
