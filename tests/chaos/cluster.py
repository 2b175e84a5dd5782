"""Faults of every kind while people and bots play at several servers; then the proof.

``python -m tests.chaos.cluster [SECONDS] [SEED]`` does so for longer than the tests do: servers,
workers, NATS and PostgreSQL are killed, servers stand still past their lease and wake up, lines are
cut or stall, the disk is slow, and one server's clock is an hour wrong all the time.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from gangoffour.server.cluster.leases import USUAL
from tests.chaos.tally import TOO_LONG, counted
from tests.support.checker import check
from tests.support.chronicle import now_ms
from tests.support.cluster import Cluster, Member, cluster
from tests.support.process import Process, admit
from tests.support.proxy import Proxy
from tests.support.regular import Regular, Report, seat, wait_or_fail

OPTIONS: Final[dict[str, object]] = {"clock": "none", "target": 5}
MANY: Final = (8, 20)
"""Tables of people and of bots, if it is not for the tests only."""
PATIENCE_S: Final = 10.0
"""How long a running match may stand still, whatever happens."""

Fault = Callable[[Cluster, random.Random], Awaitable[None]]


async def kill_server(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.members)
    await one.kill()
    cluster.chronicle.note(one.name, "killed")
    await asyncio.sleep(rng.uniform(0, 2))
    await one.start()
    cluster.chronicle.note(one.name, "started again")


async def stop_server(cluster: Cluster, rng: random.Random) -> None:
    await _restart(cluster, rng.choice(cluster.members))


async def roll(cluster: Cluster, rng: random.Random) -> None:
    """A new version: one server after the other ends in good order and starts again."""
    for one in cluster.members:
        await _restart(cluster, one)


async def _restart(cluster: Cluster, one: Member) -> None:
    cluster.chronicle.note(one.name, "told to stop")
    await one.stop()
    cluster.chronicle.note(one.name, "stopped")
    await one.start()
    cluster.chronicle.note(one.name, "started again")


async def freeze_server(cluster: Cluster, rng: random.Random) -> None:
    """Stand still for longer than the lease; others have taken over when it wakes up."""
    one, since = rng.choice(cluster.members), now_ms()
    one.pause()
    cluster.chronicle.note(one.name, "frozen")
    await asyncio.sleep(USUAL.lease_s + 2)
    one.wake()
    cluster.chronicle.note(one.name, "woken")
    cluster.chronicle.froze(one.name, since)


async def kill_worker(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.workers)
    await one.kill()
    cluster.chronicle.note(one.log.stem, "killed")
    await one.start()
    cluster.chronicle.note(one.log.stem, "started again")


async def kill_nats(cluster: Cluster, rng: random.Random) -> None:
    cluster.nats.kill()
    cluster.chronicle.note("NATS", "killed")
    await asyncio.sleep(rng.uniform(0, 2))
    await asyncio.to_thread(cluster.nats.start)
    cluster.chronicle.note("NATS", "started again")


async def kill_postgres(cluster: Cluster, rng: random.Random) -> None:
    cluster.postgres.kill()
    cluster.chronicle.note("PostgreSQL", "killed")
    await asyncio.to_thread(cluster.postgres.start)
    cluster.chronicle.note("PostgreSQL", "started again")


async def cut_nats(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.members)
    await _break(cluster, one.name, one.to_nats, one.to_nats.cut, "cut from NATS", 3)


async def stall_nats(cluster: Cluster, rng: random.Random) -> None:
    one = rng.choice(cluster.members)
    await _break(cluster, one.name, one.to_nats, one.to_nats.stall, "line to NATS stalls", 4)


async def cut_database(cluster: Cluster, rng: random.Random) -> None:
    one, seconds = rng.choice(cluster.members), rng.uniform(1, 3)
    line = one.to_database
    await _break(cluster, one.name, line, line.cut, "cut from the database", seconds)


async def stall_database(cluster: Cluster, rng: random.Random) -> None:
    """A line that neither breaks nor carries anything, for longer than the lease."""
    one, line = (found := rng.choice(cluster.members)), found.to_database
    await _break(
        cluster, one.name, line, line.stall, "line to the database stalls", USUAL.lease_s + 1
    )


async def _break(
    cluster: Cluster, who: str, line: Proxy, how: Callable[[], None], what: str, seconds: float
) -> None:
    how()
    cluster.chronicle.note(who, what)
    await asyncio.sleep(seconds)
    line.mend()
    cluster.chronicle.note(who, "mended")


async def slow_disk(cluster: Cluster, rng: random.Random) -> None:
    """Every commit waits for the disk as long as PostgreSQL can be made to wait."""
    await _commit_delay(cluster, 100_000)
    cluster.chronicle.note("PostgreSQL", "commits are slow")
    await asyncio.sleep(3)
    await _commit_delay(cluster, 0)
    cluster.chronicle.note("PostgreSQL", "commits are quick again")


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
    faults: Iterable[str],
    tables: int = 3,
    bot_tables: int = 4,
    workers: int = 1,
    bot_pause_ms: int = 0,
    thinks_s: float = 0.0,
    report: Report | None = None,
) -> Report:
    """Play under some faults; raises if anything went wrong.

    ``tables`` are of two to four people, who play one match after the other, and bots; at
    ``bot_tables`` there is one person among bots, and nothing goes on without them.
    """
    rng, report = random.Random(seed), report or Report()
    pause = ("--bot-pause-ms", str(bot_pause_ms))
    async with cluster(folder, workers=workers, options=pause) as running:
        names = [f"P{table}x{seat}" for table in range(tables) for seat in range(2 + table % 3)]
        hosts = [f"Zoe{table}" for table in range(bot_tables)]
        people = await admit(running.url, [*names, *hosts])
        regulars = {
            name: Regular(running.anywhere, people[name], report, patience_s=5, thinks_s=thinks_s)
            for name in (*names, *hosts)
        }
        playing = [asyncio.create_task(running.chronicle.listen())]
        for table in range(tables):
            sitting = [regulars[f"P{table}x{seat}"] for seat in range(2 + table % 3)]
            where = await seat(sitting, OPTIONS)
            playing += [asyncio.create_task(one.play(where)) for one in sitting]
        playing += [asyncio.create_task(host_bots(regulars[name])) for name in hosts]
        try:
            for name in faults:
                await wait_or_fail(playing, rng.uniform(0.5, 1.5))
                report.faults[name] += 1
                await FAULTS[name](running, rng)
            await wait_or_fail(playing, PATIENCE_S / 2)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        for one in regulars.values():
            await one.client.leave()
        rows = await running.rows()
        chronicle = running.read_logs()
    check(rows, list(regulars.values()), report)
    report.machine = chronicle.verdict
    report.chain = chronicle.chain(report.longest)
    report.healed = chronicle.count("tables were forgotten")
    assert not chronicle.failures, chronicle.failures
    own_ms = report.longest.ms - chronicle.starved_ms(report.longest)
    assert own_ms <= PATIENCE_S * 1000, f"{TOO_LONG}\n{report}"
    return report


async def host_bots(host: Regular) -> None:
    """One match against bots after the other: it waits whenever its one person is cut off."""
    await host.play(await seat([host], OPTIONS, 4))


def in_turn(rng: random.Random, seconds: float) -> Iterator[str]:
    """All kinds of faults in one order after the other, for some time, and each at least once."""
    end = time.monotonic() + seconds
    for turn in itertools.count():
        for name in rng.sample(sorted(FAULTS), len(FAULTS)):
            if turn and time.monotonic() >= end:
                return
            yield name


def main() -> None:
    """Run from the command line."""
    Process.forks = True  # as in the tests: the same command, killed more often
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"three servers under faults for {seconds:g} s with seed {seed}\n")
        faults = in_turn(random.Random(seed), seconds)
        report = Report()
        with counted("cluster", seed, report):
            asyncio.run(
                chaos(
                    Path(folder),
                    seed,
                    faults,
                    *MANY,
                    workers=2,
                    bot_pause_ms=400,
                    thinks_s=0.2,
                    report=report,
                )
            )
    sys.stdout.write(f"{report}\nlosses: 0\n")


if __name__ == "__main__":
    main()
