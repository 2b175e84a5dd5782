"""Ports for servers that are started a moment later, and perhaps again on the same port.

A port that the kernel picked (port 0) and that was closed again may be given to somebody's
connection before the server listens. So these lie below the range from which the kernel picks, and
a lock on a file keeps each of them for the process that asked, as long as it lives.
"""

from __future__ import annotations

import fcntl
import os
import random
import socket
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LOWEST: Final = 12_000
ENOUGH: Final = 1_000
USUAL: Final = 32_768
"""Where Linux begins to pick, if nobody changed it."""
PLACE: Final = Path("/tmp" if Path("/tmp").is_dir() else tempfile.gettempdir())
"""The same for everybody, wherever their other files lie."""
RANGE: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")


def picked_from() -> int:
    """The lowest port that the kernel gives to whoever does not name one."""
    try:
        return int(RANGE.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return USUAL


def free_port() -> int:
    """A port that nobody listens on, and that nobody else is given while this process lives."""
    some = candidates(picked_from())
    return claim(random.sample(some, len(some)))


def candidates(picked: int) -> range:
    """The ports to choose from where the kernel picks from ``picked`` on: those below, or any where
    it leaves too few."""
    below = range(LOWEST, max(picked, LOWEST))
    return below if len(below) >= ENOUGH else range(LOWEST, 65_536)


def claim(ports: Iterable[int]) -> int:
    """The first of some ports that is free and that nobody has claimed."""
    folder = PLACE / f"gangoffour-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for port in ports:
        lock = os.open(folder / str(port), os.O_CREAT | os.O_RDWR)  # the process's end closes it
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(lock)
            continue
        return port
    raise OSError("no port of this machine is free")
