"""How far a long job is: a bar with the time that is left, for whoever sits before a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gangoffour.lab.processes import Told


@contextmanager
def progress_bar(what: str, console: Console, shown: bool = True) -> Iterator[Told]:
    """A bar that appears with the first news, and is gone in the end."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = shown and console.is_terminal
    bar = Progress(*columns, transient=True, console=console, disable=not shown)
    task = bar.add_task(what)

    def told(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        bar.start()

    try:
        yield told
    finally:
        bar.stop()
