"""The command ``gangoffour engine``; ``cli`` mounts it."""

from __future__ import annotations

import sys

from gangoffour.engine.help import ABOUT, ANSWERS, EXAMPLE, OPERATIONS
from gangoffour.engine.lines import read_lines, serve


def engine() -> None:
    serve(read_lines(sys.stdin.buffer), sys.stdout)


engine.__doc__ = "\n\n".join((ABOUT, ANSWERS, f"\b\n{OPERATIONS}", f"\b\n{EXAMPLE}"))
