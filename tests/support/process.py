"""The server as a process of its own, which can be stopped, killed and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

from tools.free_ports import free_port

from gangoffour.server.people.people import People
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.storage.database import Database
from tests.support.fork_server import Forked, fork
from tests.support.template import unpack

SERVE = "from gangoffour.cli import main; main()"


def environment() -> dict[str, str]:
    """As a user has it: compiled modules are kept beside the others; no settings leak in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GANGOFFOUR_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


async def admit(database: str, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Id and token of some guests, written into the database before the server starts."""
    storage = Database(database)
    await storage.migrate()
    clock = SystemClock()
    people = People(storage, clock, Sessions(storage, clock))
    try:
        found = {}
        for name in names:
            identity, token = await people.guest(name)
            found[name] = (identity.id, token)
        return found
    finally:
        people.close()
        await storage.close()


class Process:
    """A command of ours as a process; its log is kept in one file through all restarts."""

    ready = b"ready"
    """What it prints when it is ready."""
    forks = False
    """Whether it is forked in the fork server, over a database that is there; so in the tests."""

    def __init__(
        self, log: Path, *arguments: str, prefix: tuple[str, ...] = (), code: str = SERVE
    ) -> None:
        self.log = log
        self.arguments = arguments
        self.prefix = prefix
        self.code = code
        self.process: asyncio.subprocess.Process | Forked | None = None
        self.started_in_s = 0.0

    async def start(self) -> None:
        """Start, and wait until it says that it is ready."""
        begun = perf_counter()
        with self.log.open("ab") as log:
            if self.forks and not self.prefix:
                self.process = await fork(self.code, self.arguments, environment(), log.fileno())
            else:
                self.process = await asyncio.create_subprocess_exec(
                    *(*self.prefix, sys.executable, "-c", self.code, *self.arguments),
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                    env=environment(),
                )
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            async for line in self.process.stdout:
                if self.ready in line:
                    self.started_in_s = perf_counter() - begun
                    return
        await self.process.communicate()
        raise RuntimeError(f"{self.log.stem} did not start: {self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def pause(self) -> None:
        """SIGSTOP: it stands still, wherever it is."""
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """SIGCONT: it goes on as if nothing had happened."""
        os.kill(self.pid, signal.SIGCONT)

    async def kill(self) -> None:
        """kill -9: no last words."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM: it may say goodbye."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(how)
            async with asyncio.timeout(60):
                await self.process.communicate()
        self.process = None


class WorkerProcess(Process):
    """``gangoffour worker`` on a bus."""

    def __init__(self, folder: Path, bus: str, name: str = "worker") -> None:
        super().__init__(folder / f"{name}.log", "worker", "--bus", bus)


class ServerProcess(Process):
    """``gangoffour serve`` on loopback."""

    ready = b"served at"

    def __init__(
        self,
        folder: Path,
        *options: str,
        prefix: tuple[str, ...] = (),
        database: str = "",
        name: str = "server",
        code: str = SERVE,
    ) -> None:
        if self.forks and not database:
            unpack(folder / "server.db")
        self.database = database or f"sqlite+aiosqlite:///{folder / 'server.db'}"
        self.port = free_port()
        super().__init__(folder / f"{name}.log", *options, prefix=prefix, code=code)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        options, fixed = self.arguments, ("serve", "--host", "127.0.0.1", "--port", str(self.port))
        given = ("--database", self.database, "--no-browser", "--bot-pause-ms", "0")
        self.arguments = (*fixed, *given, *options)
        try:
            await super().start()
        finally:
            self.arguments = options
