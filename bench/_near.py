"""What it is worth that the people of a table are at one process: work for a move, by turns.

``python -m bench._near``: in one run, at the same servers, tables whose people are spread over all
processes and tables whose people are together play by turns, as fast as they can.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from tests.support.servers import Nats, Postgres

from bench._measure import CONSOLE, middle, show
from bench._servers import PIDS, SpreadRoom, running
from bench.server import admit, worked

ROOMS = 16
TURN_S = 2.5
IDLE_S = 4.0
TURNS = 4


class TogetherRoom(SpreadRoom):
    """A table whose four people are all at one server."""

    together = True


async def _idle() -> float:
    """Seconds of cores that all servers take in a second while nobody plays."""
    await asyncio.sleep(1)
    begun, work = perf_counter(), sum(map(worked, PIDS))
    await asyncio.sleep(IDLE_S)
    return (sum(map(worked, PIDS)) - work) / (perf_counter() - begun)


async def _turn(rooms: list[SpreadRoom], seconds: float, idle: float) -> tuple[float, float]:
    """Milliseconds of the servers' cores for a move while these tables play, without what idling
    takes, and moves a second."""
    moves = sum(one.moves for one in rooms)
    begun, work = perf_counter(), sum(map(worked, PIDS))
    while perf_counter() - begun < seconds:
        for one in rooms:
            one.send_ready()
        await asyncio.sleep(0.0005)
    passed, work = perf_counter() - begun, sum(map(worked, PIDS)) - work
    moves = sum(one.moves for one in rooms) - moves
    return (work - idle * passed) / moves * 1000, moves / passed


async def _figures(url: str, bus: str, count: int) -> dict[str, list[tuple[float, float]]]:
    tokens = await admit(url, 8 * ROOMS)
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), url, bus, count) as ports:
            sets: dict[str, list[SpreadRoom]] = {
                "spread": [SpreadRoom(True) for _ in range(ROOMS)],
                "together": [TogetherRoom(True) for _ in range(ROOMS)],
            }
            everybody = [room for rooms in sets.values() for room in rooms]
            for place, room in enumerate(everybody):
                await room.open_at(ports, tokens[4 * place : 4 * place + 4], place)
            for room in everybody:
                await room.begin()
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in sets}
            idle = await _idle()
            for rooms in sets.values():
                await _turn(rooms, TURN_S / 2, idle)  # warm up
            for _ in range(TURNS):
                for name, rooms in sets.items():
                    found[name].append(await _turn(rooms, TURN_S, idle))
            for room in everybody:
                for line in room.lines:
                    line.close()
    return found


async def measure_near() -> None:
    """Measure one, two and three processes, and print it."""
    postgres, nats = Postgres(), Nats()
    try:
        postgres.start()
        nats.start()
        rows, medians = [], {}
        for count in (1, 2, 3):
            found = await _figures(postgres.create(f"near{count}"), nats.url, count)
            medians[count] = {
                name: middle([one[0] for one in all_]) for name, all_ in found.items()
            }
            rates = {name: middle([one[1] for one in all_]) for name, all_ in found.items()}
            spread, together = medians[count]["spread"], medians[count]["together"]
            turns = [round(a[0] / b[0], 2) for a, b in zip(*found.values(), strict=True)]
            rows.append(
                [str(count), f"{spread:.2f}", f"{together:.2f}", f"{spread / together:.2f}"]
                + [f"{min(turns)} to {max(turns)}"]
                + [f"{rates['spread']:.0f}", f"{rates['together']:.0f}"]
            )
        show(
            f"A table's people spread or together, {ROOMS} tables of each by turns, idling aside",
            [
                "processes",
                "ms of cores spread",
                "together",
                "ratio",
                "by turns",
                "moves/s",
                "together",
            ],
            rows,
        )
        grown = medians[3]["together"] / medians[1]["together"]
        CONSOLE.print(f"together, a move takes {grown:.2f} of the work at 3 processes as at 1")
    finally:
        nats.kill()
        postgres.remove()


if __name__ == "__main__":
    asyncio.run(measure_near())
