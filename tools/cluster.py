"""``make cluster``: PostgreSQL, NATS, three servers, two workers and a balancer, all on loopback.

Everything is new each time and gone with Ctrl-C; the servers' logs stay in ``build/cluster/``.
``python tools/cluster.py [PORT]``; a port of 0 picks a free one.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.process import Process, ServerProcess, WorkerProcess  # noqa: E402
from tests.support.servers import Missing, Nats, Postgres  # noqa: E402

from tools.balancer import Balancer  # noqa: E402

SERVERS: Final = 3
WORKERS: Final = 2
PORT: Final = 8064


class Local:
    """All parts of the cluster."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.postgres = Postgres()
        self.nats = Nats()
        database = self.postgres.url()
        bus = ("--bus", self.nats.url)
        self.servers = [
            ServerProcess(
                folder,
                *bus,
                *("--bot-pause-ms", "800", "--connections-per-address", "4096"),
                database=database,
                name=f"server{number}",
            )
            for number in range(1, SERVERS + 1)
        ]
        self.workers = [
            WorkerProcess(folder, self.nats.url, f"worker{number}")
            for number in range(1, WORKERS + 1)
        ]
        self.balancer = Balancer([one.port for one in self.servers])

    @property
    def processes(self) -> list[Process]:
        return [*self.servers, *self.workers]

    async def start(self, port: int) -> int:
        """Start everything; the balancer's port."""
        self.postgres.start()
        self.postgres.create("gangoffour")
        self.nats.start()
        await asyncio.gather(*(one.start() for one in self.processes))
        return await self.balancer.start(port)

    async def stop(self) -> None:
        """Servers first, so that they can say goodbye."""
        await self.balancer.close()
        await asyncio.gather(*(one.stop() for one in self.processes))
        self.nats.stop()
        self.postgres.stop()
        self.postgres.remove()

    def describe(self, port: int) -> str:
        lines = [
            "",
            f"  Gang of Four is served at http://localhost:{port}",
            "",
            *(f"  server {one.url}  log {one.log}" for one in self.servers),
            *(f"  worker pid {one.pid}             log {one.log}" for one in self.workers),
            f"  PostgreSQL {self.postgres.url()}",
            f"  NATS {self.nats.url}",
            "",
            "  Ctrl-C stops all.",
            "",
        ]
        return "\n".join(lines)


async def main() -> int:
    """Run until interrupted."""
    try:
        local = Local(ROOT / "build" / "cluster")
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        port = await local.start(int(sys.argv[1]) if len(sys.argv) > 1 else PORT)
        sys.stdout.write(local.describe(port))
        sys.stdout.flush()
        await stopped.wait()
        sys.stdout.write("  stopping …\n")
    except OSError as error:
        sys.stderr.write(f"The cluster cannot start: {error.strerror or error}.\n")
        return 1
    finally:
        await local.stop()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
