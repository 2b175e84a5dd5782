"""The game for whoever works on it: the client with hot reload, a server that follows its source.

Vite serves the client and passes ``/api`` and ``/ws`` on to ``gangoffour serve``, which is started
anew whenever a Python file changes. Its data lies in ``build/dev.db``; any setting can be given in
the environment, as always. Ctrl-C ends both.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from watchfiles import PythonFilter, watch

from tools.free_ports import free_port

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 240.0
"""How long the first start may take: a slow machine compiles the messages for a minute."""
GRACE_S = 8.0
"""How long a process that was told to end may take."""


class Ended(Exception):
    """Something ended that should not have; the sentence says what."""


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


class Pair:
    """The client's server and the game's, each in a session of its own: Ctrl-C is for us alone."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.server_port = free_port()
        database = f"sqlite+aiosqlite:///{ROOT / 'build' / 'dev.db'}"
        self._environment = {"GANGOFFOUR_DATABASE": database, **os.environ}
        self._client = self._start_client()
        self._server = self._start_server()

    def _start_client(self) -> subprocess.Popen[bytes]:
        vite = ("node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--logLevel", "warn")
        where = {"GANGOFFOUR_DEV_SERVER": f"http://127.0.0.1:{self.server_port}"}
        return subprocess.Popen(
            [ROOT / "tools" / "web", "node", *vite, "--port", str(self.port), "--strictPort"],
            env={**os.environ, **where},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _start_server(self) -> subprocess.Popen[bytes]:
        """Its own address would only confuse; what goes wrong it says on standard error."""
        serve = (Path(sys.executable).with_name("gangoffour"), "serve", "--no-browser")
        return subprocess.Popen(
            [*serve, "--host", "127.0.0.1", "--port", str(self.server_port)],
            env=self._environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait(self, stopped: Event) -> None:
        """Until both answer, or one has ended, or we are told to."""
        until = time.monotonic() + PATIENCE_S
        while not stopped.is_set() and not (answers(self.port) and answers(self.server_port)):
            self.check_client()
            if self._server.poll() is not None:
                raise Ended("The server has ended; what is above says why.")
            if time.monotonic() > until:
                raise Ended(f"Client and server have not answered for {PATIENCE_S:.0f} s.")
            stopped.wait(0.1)

    def check_client(self) -> None:
        if self._client.poll() is not None:
            raise Ended("Vite has ended; what is above says why.")

    def restart_server(self) -> None:
        end(self._server)
        self._server = self._start_server()

    def close(self) -> None:
        end(self._client)
        end(self._server)


def end(process: subprocess.Popen[bytes]) -> None:
    """Tell a process to end, and see that it has."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def follow(pair: Pair, folders: Iterable[Path], stopped: Event) -> None:
    """Start the server anew after every change, until we are told to end."""
    changes = watch(
        *folders,
        watch_filter=PythonFilter(),
        stop_event=stopped,
        rust_timeout=1000,
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    for changed in changes:
        pair.check_client()
        if changed:
            names = ", ".join(sorted({Path(path).name for _, path in changed})[:3])
            pair.restart_server()
            say(f"The server is started anew: {names} changed.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--port", type=int, default=5173, help="of the page; 5173 if left out")
    parser.add_argument("--watch", type=Path, default=ROOT / "src", help="the folder to follow")
    given = parser.parse_args()
    if answers(given.port):
        say(f"Port {given.port} is taken: end what listens there, or make dev PORT=…")
        return 1
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stopped.set())
    (ROOT / "build").mkdir(exist_ok=True)
    pair = Pair(given.port)
    try:
        pair.wait(stopped)
        if not stopped.is_set():
            say(
                f"Gang of Four is at http://localhost:{given.port}; "
                "client and server follow your changes, Ctrl-C ends both."
            )
            follow(pair, [given.watch], stopped)
    except Ended as problem:
        say(str(problem))
        return 1
    finally:
        pair.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
