"""The real server as a process that a browser can talk to, and that can be started again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

from tests.support.process import ServerProcess


class Serving:
    """``gangoffour serve`` on loopback with the built client.

    Playwright holds the loop of the tests' thread, so this one has a thread of its own.
    """

    def __init__(self, folder: Path) -> None:
        self._process = ServerProcess(folder)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self.url = self._process.url

    def start(self) -> None:
        """Start, and wait until it answers."""
        asyncio.run_coroutine_threadsafe(self._process.start(), self._loop).result()

    def stop(self) -> None:
        """SIGTERM, and wait for the end; it can be started again."""
        asyncio.run_coroutine_threadsafe(self._process.stop(), self._loop).result()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
