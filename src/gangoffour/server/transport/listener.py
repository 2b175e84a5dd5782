"""The listening socket, and what is done when there are no descriptors left for those who knock."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.transport.http import PatientHttp
from gangoffour.server.transport.line_limits import Door, raise_descriptors

BACKLOG: Final = 2048
AT_ONCE: Final = 64
"""How many are let in before others here have their turn."""
BACK_OFF_S: Final = 0.5
SAID_AGAIN_S: Final = 60.0
NO_MORE: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
log = logging.getLogger("gangoffour.listener")


class Listener:
    """Accepts connections. Without a descriptor for the next it waits a while, and says so once
    a minute: asyncio's own would say it thousands of times a second."""

    def __init__(self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._socket = listening
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._tasks = Tasks()
        self._said_at = -SAID_AGAIN_S
        self._again: asyncio.TimerHandle | None = None
        listening.listen(BACKLOG)
        listening.setblocking(False)
        self._open()

    def _open(self) -> None:
        self._again = None
        self._loop.add_reader(self._socket, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                accepted, _ = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in NO_MORE:
                    raise
                self._back_off(error)
                return
            accepted.setblocking(False)
            _let_small_ones_go(accepted)
            self._tasks.spawn(self._connect(accepted), "a new line")

    def _back_off(self, error: OSError) -> None:
        self._loop.remove_reader(self._socket)
        self._again = self._loop.call_later(BACK_OFF_S, self._open)
        if self._loop.time() - self._said_at >= SAID_AGAIN_S:
            self._said_at = self._loop.time()
            log.error("no new lines for a while: %s", error.strerror)

    async def _connect(self, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, accepted)
        except OSError:
            accepted.close()  # gone before it was here

    def close(self) -> None:
        """Let nobody in any more."""
        if self._again is not None:
            self._again.cancel()
        self._loop.remove_reader(self._socket)

    async def wait_closed(self) -> None:
        await self._tasks.close()


def _let_small_ones_go(line: socket.socket) -> None:
    """Nothing waits until what was sent before is acknowledged, which may take 40 ms. asyncio sees
    to that only for sockets that were made with the number of their protocol."""
    with suppress(OSError):  # gone already
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class WebServer(uvicorn.Server):
    """uvicorn's server with this project's listener and protocols."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self._request_s = float(settings.request_seconds)
        self.door = Door(settings.lines_per_address, settings.proxies, raise_descriptors())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])  # uvicorn itself listens to nothing
        for one in sockets or []:
            self.servers.append(Listener(one, self._protocol))  # type: ignore[arg-type]

    def _protocol(self) -> PatientHttp:
        state = self.lifespan.state
        return PatientHttp(self.config, self.server_state, state, self.door, self._request_s)
