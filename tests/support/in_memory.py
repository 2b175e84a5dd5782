"""Where the tests' files lie: in memory, if there is room. Databases and browsers write thousands
of small files, which cost the processors more on a disk, and make everybody wait."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

PLACE: Final = Path("/dev/shm")
ROOM: Final = 2 << 30
"""Bytes that must be free; in a container there are often a few million only."""
LEFT_S: Final = 43_200
"""What a run that was killed left there goes after half a day: it is memory."""


def move() -> None:
    """From now on temporary files lie in memory, unless somebody has said where they are to be."""
    if "TMPDIR" in os.environ or not fits(PLACE):
        return
    os.environ["TMPDIR"] = str(PLACE)
    tempfile.tempdir = None
    for one in PLACE.glob("gangoffour-postgres-*"):
        with suppress(FileNotFoundError):  # another run clears away as well
            if time.time() - one.stat().st_mtime > LEFT_S:
                shutil.rmtree(one, ignore_errors=True)


def fits(place: Path) -> bool:
    """Whether there is room, and programs may lie there, too."""
    if not os.access(place, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(place)
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC
