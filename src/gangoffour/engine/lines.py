"""Requests by line, from a pipe to a pipe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from gangoffour.engine.operations import Engine
from gangoffour.engine.request import MAX_LINE


def serve(lines: Iterable[bytes], out: IO[str]) -> None:
    """Answer every line until the input ends; empty lines are passed over."""
    engine = Engine()
    for line in lines:
        if line.strip():
            out.write(engine.answer_line(line) + "\n")
            out.flush()


def read_lines(source: IO[bytes]) -> Iterable[bytes]:
    """Lines of at most ``MAX_LINE`` bytes; the rest of a longer one is thrown away unread."""
    while line := source.readline(MAX_LINE + 2):
        whole = line
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE)
        yield whole
