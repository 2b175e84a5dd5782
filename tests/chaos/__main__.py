"""``python -m tests.chaos [KILLS] [SLICE_S] [SLICES]``: faults in slices, until so many kills held.

A slice is a whole run of its own: servers start, people play under faults, everything is compared.
By turns it is one server, the cluster, or a flood. What a slice came to is kept (``tally.py``), so
the next call goes on where the last one ended; with ``SLICES`` it ends after so many.
"""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import count
from typing import Final

from tests.chaos.tally import runs, summed

KILLS: Final = 1_000
SLICE_S: Final = 120.0
PARTS: Final = ("one_server", "cluster", "one_server", "cluster", "one_server", "floods")
"""In this order, again and again; floods kill nobody."""


def main() -> int:
    """Run slices; the exit status of the first that did not hold."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    slice_s = float(sys.argv[2]) if len(sys.argv) > 2 else SLICE_S
    slices = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    for done in count():
        known = runs()
        kills = sum(one.kills for one in known if one.held)
        if kills >= wanted or (slices and done == slices):
            break
        part = PARTS[len(known) % len(PARTS)]
        sys.stdout.write(f"{kills} kills of {wanted} so far; next: {part} for {slice_s:g} s\n")
        sys.stdout.flush()
        seed = str(random.randrange(10**6))
        command = [sys.executable, "-m", f"tests.chaos.{part}", str(slice_s), seed]
        status = subprocess.run(command).returncode
        if status and not (runs()[len(known) :] and runs()[-1].late):
            return status
    sys.stdout.write(summed(runs()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
