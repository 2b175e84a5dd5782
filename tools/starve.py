"""Run a command while the processors are taken away again and again, as a busy host does.

For each core a process of real-time priority keeps it to itself for moments of random length.
Whatever a test only passes on a machine that is its own, it fails here: ``make starved``. It needs
the right to real-time priority (root has it).
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LONGEST_S = 6.0
THROTTLE = Path("/proc/sys/kernel/sched_rt_runtime_us")
"""Linux leaves others a twentieth of each second unless this is -1."""


def moments(share: float, mean_s: float, rng: random.Random) -> Iterator[tuple[float, float]]:
    """Without end: how long a core is kept, then how long it is left alone."""
    while True:
        kept = min(rng.expovariate(1 / mean_s), LONGEST_S)
        yield kept, rng.expovariate(share / (mean_s * (1 - share)))


def take(core: int, share: float, mean_s: float) -> None:
    """Keep one core again and again until killed."""
    os.sched_setaffinity(0, {core})
    for kept, left in moments(share, mean_s, random.Random()):
        end = time.monotonic() + kept
        while time.monotonic() < end:
            pass
        time.sleep(left)


def takers(share: float, mean_s: float) -> list[int]:
    """One process for each core, of which this process is the parent."""
    found = []
    for core in os.sched_getaffinity(0):
        pid = os.fork()
        if not pid:
            try:
                os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
                take(core, share, mean_s)
            finally:
                os._exit(1)
        found.append(pid)
    return found


def may_take() -> bool:
    """Whether this user has the right to real-time priority."""
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return False
    os.sched_setscheduler(0, *before)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.4, help="of each core's time, 0 to 0.9")
    parser.add_argument("--mean", type=float, default=0.4, help="seconds that a moment lasts")
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    if not may_take():
        sys.exit("The processors can be taken away by root only: sudo make starved.")
    before = THROTTLE.read_text()
    told = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with suppress(OSError):  # in a container: then others are left that twentieth
        THROTTLE.write_text("-1")
    children = takers(asked.share, asked.mean)
    try:
        sys.exit(subprocess.run(asked.command, check=False).returncode)
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        with suppress(OSError):
            THROTTLE.write_text(before)
        signal.signal(signal.SIGTERM, told)


if __name__ == "__main__":
    main()
