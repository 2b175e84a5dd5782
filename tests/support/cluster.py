"""A whole cluster on loopback: PostgreSQL, NATS, servers and workers, each behind lines to cut."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text

from gangoffour.server.storage.database import Database
from tests.support.checker import Row
from tests.support.chronicle import Chronicle
from tests.support.process import SERVE, ServerProcess, WorkerProcess
from tests.support.proxy import Proxy
from tests.support.servers import Nats, Postgres

NAME: Final = "gangoffour"
SKEWED: Final = (
    "import time; real = time.time; real_ns = time.time_ns; "
    "time.time = lambda: real() + {s}; time.time_ns = lambda: real_ns() + {s} * 10**9; " + SERVE
)
"""A server whose machine has the wrong time."""
GENEROUS: Final = (
    *("--messages-per-second", "100000"),
    *("--requests-per-minute", "100000"),
    *("--commands-per-day", "1000000000"),
    *("--connections-per-address", "100000"),
    *("--tables-per-person", "10000"),
    *("--connects-per-minute", "100000"),
)


class Member(ServerProcess):
    """One server of the cluster, with its own lines to the database and to NATS."""

    def __init__(self, folder: Path, name: str, cluster: Cluster, skew_s: int = 0) -> None:
        self.to_database = Proxy(cluster.postgres.port)
        self.to_nats = Proxy(cluster.nats.port)
        self.name = name
        self.skew_s = skew_s
        super().__init__(
            folder,
            *GENEROUS,
            *cluster.options,
            *("--bus", f"nats://127.0.0.1:{self.to_nats.port}"),
            database=cluster.postgres.url(self.to_database.port, NAME),
            name=name,
            code=SKEWED.format(s=skew_s) if skew_s else SERVE,
        )

    async def open_lines(self) -> None:
        await self.to_database.start()
        await self.to_nats.start()

    async def close_lines(self) -> None:
        await self.to_database.close()
        await self.to_nats.close()


class Cluster:
    """Servers that share a database and a bus. Those with an odd number have a wrong clock."""

    def __init__(
        self, folder: Path, servers: int, workers: int, options: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.options = options
        self.chronicle = Chronicle()
        self.postgres = Postgres()
        self.nats = Nats()
        self.members = [
            Member(folder, f"server{number}", self, skew_s=(number % 2) * 3600 * (number - 2))
            for number in range(servers)
        ]
        self.workers = [
            WorkerProcess(folder, self.nats.url, f"worker{number}") for number in range(workers)
        ]
        self.rng = random.Random(1)

    @property
    def url(self) -> str:
        """The database as it is, without a line to cut."""
        return self.postgres.url(name=NAME)

    def anywhere(self) -> str:
        """The address of one of the servers, as a balancer would choose."""
        return self.rng.choice(self.members).url

    async def start(self) -> None:
        self.postgres.start()
        self.postgres.create(NAME)
        self.nats.start()
        for one in self.members:
            await one.open_lines()
        await asyncio.gather(*(one.start() for one in (*self.members, *self.workers)))

    async def close(self) -> None:
        for one in self.members:
            try:
                one.wake()
            except (ProcessLookupError, AssertionError):
                continue
        everybody = (*self.members, *self.workers)
        await asyncio.gather(*(one.kill() for one in everybody), return_exceptions=True)
        for one in self.members:
            await one.close_lines()
        self.nats.kill()
        self.postgres.remove()

    def read_logs(self) -> Chronicle:
        """The chronicle with everything that servers and workers logged."""
        for one in self.members:
            self.chronicle.read(one.name, one.log, one.skew_s)
        for worker in self.workers:
            self.chronicle.read(worker.log.stem, worker.log)
        return self.chronicle

    async def rows(self) -> list[Row]:
        """All events in the database."""
        database = Database(self.url)
        query = text("select table_id, seq, at, command_id, body from events")
        try:
            async with database.reading() as connection:
                return [tuple(row) for row in await connection.execute(query)]
        finally:
            await database.close()


@asynccontextmanager
async def cluster(
    folder: Path, servers: int = 3, workers: int = 1, options: tuple[str, ...] = ()
) -> AsyncIterator[Cluster]:
    """A cluster that runs inside the block; all servers with the same ``options``."""
    one = Cluster(folder, servers, workers, options)
    try:
        await one.start()
        yield one
    finally:
        await one.close()
