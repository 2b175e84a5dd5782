"""Faults of every kind while people and bots play at several servers; then the proof.

``python -m tests.cluster.chaos [SECONDS] [SEED]`` does so for longer than the tests do: servers,
workers, NATS and PostgreSQL are killed, servers stand still past their lease and wake up, lines are
cut or stall, the disk is slow, and one server's clock is an hour wrong all the time.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from gangoffour.server.ownership import LEASE_S
from gangoffour.table import commands as c
from tests.support.checker import check
from tests.support.cluster import Cluster, cluster
from tests.support.process import admit
from tests.support.regular import Regular, Report, seat, wait_or_fail

OPTIONS: Final[dict[str, object]] = {"clock": "none", "target": 20}
PATIENCE_S: Final = 10.0
"""How long a running match may stand still, whatever happens."""

Fault = Callable[[Cluster, random.Random], Awaitable[None]]


async def kill_server(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.members)
    await one.kill()
    await asyncio.sleep(rng.uniform(0, 2))
    await one.start()


async def stop_server(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.members)
    await one.stop()
    await one.start()


async def roll(cluster: Cluster, rng: random.Random) -> None:
    """A new version: one server after the other ends in good order and starts again."""
    for one in cluster.members:
        await one.stop()
        await one.start()


async def freeze_server(cluster: Cluster, rng: random.Random) -> None:
    """Stand still for longer than the lease; others have taken over when it wakes up."""
    one = rng.choice(cluster.members)
    one.pause()
    await asyncio.sleep(LEASE_S + 2)
    one.wake()


async def kill_worker(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.workers)
    await one.kill()
    await one.start()


async def kill_nats(cluster: Cluster, rng: random.Random) -> None:
    cluster.nats.kill()
    await asyncio.sleep(rng.uniform(0, 2))
    cluster.nats.start()


async def kill_postgres(cluster: Cluster, rng: random.Random) -> None:
    cluster.postgres.kill()
    await asyncio.to_thread(cluster.postgres.start)


async def cut_nats(cluster: Cluster, rng: random.Random) -> None:
    line = rng.choice(cluster.members).to_nats
    line.cut()
    await asyncio.sleep(3)
    line.mend()


async def stall_nats(cluster: Cluster, rng: random.Random) -> None:
    line = rng.choice(cluster.members).to_nats
    line.stall()
    await asyncio.sleep(4)
    line.mend()


async def cut_database(cluster: Cluster, rng: random.Random) -> None:
    line = rng.choice(cluster.members).to_database
    line.cut()
    await asyncio.sleep(rng.uniform(1, 3))
    line.mend()


async def stall_database(cluster: Cluster, rng: random.Random) -> None:
    """A line that neither breaks nor carries anything, for longer than the lease."""
    line = rng.choice(cluster.members).to_database
    line.stall()
    await asyncio.sleep(LEASE_S + 1)
    line.mend()


async def slow_disk(cluster: Cluster, rng: random.Random) -> None:
    """Every commit waits for the disk as long as PostgreSQL can be made to wait."""
    await _commit_delay(cluster, 100_000)
    await asyncio.sleep(3)
    await _commit_delay(cluster, 0)


async def _commit_delay(cluster: Cluster, microseconds: int) -> None:
    await asyncio.to_thread(
        cluster.postgres.psql,
        f"alter system set commit_delay = {microseconds}",
        "alter system set commit_siblings = 0",
        "select pg_reload_conf()",
    )


FAULTS: Final[dict[str, Fault]] = {
    "servers killed": kill_server,
    "servers stopped": stop_server,
    "rolling restarts": roll,
    "servers frozen past the lease": freeze_server,
    "workers killed": kill_worker,
    "NATS killed": kill_nats,
    "PostgreSQL killed": kill_postgres,
    "lines to NATS cut": cut_nats,
    "lines to NATS stalled": stall_nats,
    "lines to the database cut": cut_database,
    "lines to the database stalled past the lease": stall_database,
    "times the disk was slow": slow_disk,
}


async def chaos(
    folder: Path,
    seed: int,
    faults: list[str],
    tables: int = 3,
    bot_tables: int = 4,
    seconds: float = 0.0,
    workers: int = 1,
) -> Report:
    """Play under some faults, or random ones for some time; raises if anything went wrong."""
    rng, report = random.Random(seed), Report()
    async with cluster(folder, workers=workers) as running:
        names = [f"P{table}x{seat}" for table in range(tables) for seat in range(2 + table % 3)]
        people = await admit(running.url, [*names, "Zoe"])
        regulars = {
            name: Regular(running.anywhere, people[name], report, patience_s=5) for name in names
        }
        playing: list[asyncio.Task[None]] = []
        for table in range(tables):
            sitting = [regulars[f"P{table}x{seat}"] for seat in range(2 + table % 3)]
            where = await seat(sitting, OPTIONS)
            playing += [asyncio.create_task(one.play(where)) for one in sitting]
        host = Regular(running.anywhere, people["Zoe"], report, patience_s=5)
        hosting = asyncio.create_task(keep_bots_busy(host, bot_tables))
        try:
            loop = asyncio.get_running_loop()
            end = loop.time() + seconds
            for name in faults or iter(lambda: rng.choice(list(FAULTS)), ""):
                if not faults and loop.time() >= end:
                    break
                await wait_or_fail([*playing, hosting], rng.uniform(0.5, 1.5))
                report.faults[name] += 1
                await FAULTS[name](running, rng)
            await wait_or_fail([*playing, hosting], PATIENCE_S / 2)
        finally:
            for task in (*playing, hosting):
                task.cancel()
            await asyncio.gather(*playing, hosting, return_exceptions=True)
        for one in (*regulars.values(), host):
            await one.client.leave()
        rows = await running.rows()
    check(rows, [*regulars.values(), host], report, PATIENCE_S)
    return report


async def keep_bots_busy(host: Regular, tables: int) -> None:
    """Matches of bots: their host starts them and leaves, a bot stands in, and they play on."""
    running: list[str] = []
    while True:
        await host.come_back(None)
        for table in tuple(running):
            await host.come_back(table)
            if host.client.state(table)["phase"] == "over":
                running.remove(table)
        while len(running) < tables:
            table = await seat([host], OPTIONS, 4)
            await host.send(table, c.Leave())
            running.append(table)
        await asyncio.sleep(1)


def main() -> None:
    """Run from the command line."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"three servers under faults for {seconds:g} s with seed {seed}\n")
        report = asyncio.run(
            chaos(Path(folder), seed, [], tables=6, bot_tables=12, seconds=seconds, workers=2)
        )
    sys.stdout.write(f"{report}\nlosses: 0\n")


if __name__ == "__main__":
    main()
