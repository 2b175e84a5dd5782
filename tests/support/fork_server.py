"""Where the servers of the tests are born: a process that has imported everything, and forks.

To import the server takes more than a second of a processor, and tests start it some fifty times;
to fork takes next to nothing. What is forked is the same command in a process of its own: with its
own signals, files and environment, killed, stopped and frozen like any other.
"""

from __future__ import annotations

import array
import asyncio
import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from typing import Any, Final

LONGEST: Final = 200_000
"""Bytes of what is asked, an environment among them."""


class Forked:
    """A forked process, with what the tests need of ``asyncio.subprocess.Process``."""

    returncode = None  # nobody asks for more than its end

    def __init__(self, pid: int, life: socket.socket, stdout: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stdout = stdout
        self._life = life

    def send_signal(self, number: int) -> None:
        """As to any process; one that has ended hears nothing."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def communicate(self) -> None:
        """Read what is left of its words, and wait for its end."""
        while await self.stdout.read(65536):
            pass
        with suppress(ConnectionResetError):
            await asyncio.get_running_loop().sock_recv(self._life, 1)  # held until it ends
        self._life.close()


async def fork(
    code: str, arguments: tuple[str, ...], environment: dict[str, str], stderr: int
) -> Forked:
    """A new process that runs ``gangoffour`` with these arguments, by way of this code."""
    loop = asyncio.get_running_loop()
    reading, writing = os.pipe()
    life, theirs = socket.socketpair()
    said = json.dumps([code, arguments, environment, os.getcwd()]).encode()
    files = array.array("i", [theirs.fileno(), writing, stderr])
    _fork_server().sendmsg([said], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    theirs.close()
    os.close(writing)
    life.setblocking(False)
    pid = int(await loop.sock_recv(life, 20))
    stdout = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(stdout)
    await loop.connect_read_pipe(lambda: protocol, os.fdopen(reading, "rb", 0))
    return Forked(pid, life, stdout)


@cache
def _fork_server() -> socket.socket:
    """The line to the fork server, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    code = f"from tests.support.fork_server import serve; serve({theirs.fileno()})"
    running = subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        running.wait(20)

    atexit.register(end)
    return ours


def serve(number: int) -> None:
    """Bear whatever is asked for on this line; a child comes back from here as the command."""
    import alembic.command  # noqa: F401  # what all of them import

    from gangoffour import cli as _cli  # noqa: F401
    from gangoffour.server import serve as _serve  # noqa: F401
    from gangoffour.server.bots import worker as _worker  # noqa: F401
    from gangoffour.server.cluster import nats_bus as _bus  # noqa: F401

    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, _reap)
    line = socket.socket(fileno=number)
    while True:
        said, rights, _, _ = line.recvmsg(LONGEST, socket.CMSG_SPACE(3 * array.array("i").itemsize))
        if not said:
            return
        life, *files = array.array("i", rights[0][2])
        pid = os.fork()
        if not pid:
            break
        os.write(life, str(pid).encode())
        for one in (life, *files):
            os.close(one)
    line.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for at, one in enumerate(files, 1):
        os.dup2(one, at)
        os.close(one)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", 1, closefd=False)  # noqa: SIM115
    code, arguments, environment, folder = json.loads(said)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["gangoffour", *arguments]
    exec(code, {})


def _reap(*_: Any) -> None:
    """Those that have ended are not kept, but what they cost is counted."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
