"""The daily's opening minute: two thousand people fetch the day, begin, and make their first move.

Everybody comes at a moment of the minute that chance decides. The server has one core, the people
the other. What one waits for is measured step by step; who is told no, or nothing, is counted. How
much the server works for one of them says what a minute takes, whatever else the machine does; how
long it and the people's own program had no core says what the machine had to do with the waits.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import httpx
from tests.support.client import Client, Refused

from bench._measure import CONSOLE, show, verdict
from bench.server import CORES, admit, database_url, our_server, waited, worked

PEOPLE = int(os.environ.get("PEOPLE", "2000"))
"""Fewer where a machine has not two cores to itself."""
SECONDS = 60.0
P99_S = 2.0
SHARE = 0.8
ONE_ADDRESS = (
    *("--connections-per-address", "10000", "--lines-per-address", "10000"),
    *("--connects-per-minute", "1000000", "--bot-pause-ms", "0"),
)
"""All of them come from this machine, and wait for no bot that seems to think."""
STEPS = ("fetch the day", "begin", "see the table", "one's turn", "first move")
Found = TypeVar("Found")


class Opening:
    """Who came, how long each step took, and what went wrong."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.took: dict[str, list[float]] = {step: [] for step in STEPS}
        self.wrong: list[str] = []
        self.worked_s = 0.0
        self.without_core: dict[str, float] = {}
        """Seconds for which the server's loop and the people's program waited for a core."""

    async def _timed(self, step: str, work: Awaitable[Found]) -> Found:
        begun = perf_counter()
        found = await work
        self.took[step].append(perf_counter() - begun)
        return found

    async def visit(self, token: str, after_s: float, http: httpx.AsyncClient) -> None:
        """One person's first minute."""
        await asyncio.sleep(after_s)
        client = Client(self.url, token)
        try:
            await self._come(client, {"authorization": f"Bearer {token}"}, http)
        except (OSError, TimeoutError, Refused, httpx.HTTPError) as error:
            self.wrong.append(f"{type(error).__name__} {error}")
        finally:
            await client.close()

    async def _come(self, client: Client, headers: dict[str, str], http: httpx.AsyncClient) -> None:
        path = f"{self.url}/api/daily/today"
        (await self._timed("fetch the day", http.get(path, headers=headers))).raise_for_status()
        begun = await self._timed("begin", http.post(f"{path}/play", headers=headers))
        table = begun.raise_for_status().json()["table"]
        await self._timed("see the table", self._sit_down(client, table))
        await self._timed("one's turn", client.until(lambda: client.may_act(table)))
        await self._timed("first move", client.do(table, client.choice(table)))

    async def _sit_down(self, client: Client, table: str) -> None:
        await client.connect()
        await client.watch(table)


async def opened(folder: Path, people: int, seconds: float) -> Opening:
    """The minute, and what came of it."""
    tokens = await admit(database_url(folder), people)
    chance = random.Random(people)
    with our_server(folder, *ONE_ADDRESS) as (port, pid, _):
        opening = Opening(f"http://127.0.0.1:{port}")
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
        before, programs = worked(pid), {"the server": pid, "the people's program": os.getpid()}
        stood = {name: waited(one) for name, one in programs.items()}
        async with httpx.AsyncClient(limits=limits, timeout=60, verify=False) as http:
            await asyncio.gather(
                *(opening.visit(one, chance.uniform(0, seconds), http) for one in tokens)
            )
        opening.worked_s = worked(pid) - before
        for name, one in programs.items():
            if (first := stood[name]) is not None and (last := waited(one)) is not None:
                opening.without_core[name] = last - first
        return opening


def main() -> None:
    """Measure and print everything."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {CORES[-1]})
    try:
        with tempfile.TemporaryDirectory() as folder:
            opening = asyncio.run(opened(Path(folder), PEOPLE, SECONDS))
    finally:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, set(CORES))
    work, rows = opening.worked_s, []
    for step, waits in opening.took.items():
        ordered = sorted(waits) or [0.0]
        p99 = ordered[int(len(ordered) * 0.99)]
        half = ordered[len(ordered) // 2]
        rows.append([step, f"{len(waits):,}", *(f"{one * 1000:,.0f} ms" for one in (half, p99))])
    show(
        f"The daily's opening minute: {PEOPLE:,} people within {SECONDS:g} s",
        ["", "people", "median", "p99"],
        rows,
    )
    moved = opening.took["first move"]
    worst = max(sorted(one)[int(len(one) * 0.99)] for one in opening.took.values() if one)
    CONSOLE.print(
        f"the server worked {work / PEOPLE * 1000:.1f} ms for each,"
        f" so one core is enough for {SECONDS * SHARE * PEOPLE / work:,.0f} of them;"
        f" {len(opening.wrong)} were turned away {opening.wrong[:2] or ''}"
    )
    stood = (f"{name} {one:.0f} s" for name, one in opening.without_core.items())
    CONSOLE.print(f"waited for a core that others had: {', '.join(stood) or 'not known'}")
    CONSOLE.print(
        f"bar: the minute takes at most {SHARE:.0%} of one core:"
        f" {verdict(work / SECONDS, SHARE, at_most=True)} ({work / SECONDS:.0%})"
    )
    CONSOLE.print(
        f"bar: everybody moves ({verdict(len(moved), PEOPLE)}) and no step takes more than"
        f" {P99_S:g} s for 99 of 100: {verdict(worst, P99_S, at_most=True)} ({worst:.1f} s)"
    )


if __name__ == "__main__":
    main()
