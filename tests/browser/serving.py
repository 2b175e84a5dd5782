"""The real server as a process that a browser can talk to, and that can be started again."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError

from tests.support.process import SERVE, environment
from tests.support.servers import free_port


class Serving:
    """``gangoffour serve`` on loopback with the built client."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        database = f"sqlite+aiosqlite:///{self._folder / 'browser.db'}"
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "serve", "--host", "127.0.0.1"]
                + ["--port", str(self._port), "--database", database]
                + ["--bot-pause-ms", "0", "--no-browser"],
                stdout=log,
                stderr=log,
                env=environment(),
            )
        end = monotonic() + 60
        while monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (URLError, OSError):
                sleep(0.1)
        raise RuntimeError((self._folder / "server.log").read_text()[-2000:])

    def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)
            self._process = None
