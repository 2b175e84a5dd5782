"""Whether a process still runs."""

import os
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether it runs; one that has ended and waits to be noticed by its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
