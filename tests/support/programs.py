"""Programs that no wheel brings: the system's own, or what ``tools/programs`` has unpacked."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from tests.support.servers import Missing

UNPACKED: Final = Path(__file__).parents[2] / ".venv" / "programs" / "bin"
SYSTEM: Final = ("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin")


def program(name: str) -> str:
    """Where a program is; one sentence if it is nowhere."""
    places = os.pathsep.join((os.environ.get("PATH", ""), *SYSTEM, str(UNPACKED)))
    found = shutil.which(name, path=places)
    if found is None:
        raise Missing(f"{name} is missing: run tools/programs, or install your system's package.")
    return found
