"""How far a long job is: a bar at a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gangoffour.lab.processes import Told

LINE_EVERY_S: Final = 30.0
"""Where there is no terminal: a file of a night's job stays short, and nobody waits in the dark."""
Effort = Callable[[int], float]
"""How much work the first so many are, where some take longer than others."""


@contextmanager
def progress_bar(
    what: str, console: Console, shown: bool = True, effort: Effort = float
) -> Iterator[Told]:
    """A bar that appears with the first news, and is gone in the end; or lines that stay."""
    if shown and not console.is_terminal:
        yield _in_lines(what, console, effort)
        return
    count = TextColumn("{task.fields[done]:,} of {task.fields[number]:,}")
    columns = (TextColumn(what), BarColumn(), count, TimeRemainingColumn())
    bar = Progress(*columns, transient=True, console=console, disable=not shown)
    task = bar.add_task(what, done=0, number=0)

    def told(done: int, total: int) -> None:
        bar.update(task, completed=effort(done), total=effort(total), done=done, number=total)
        bar.start()

    try:
        yield told
    finally:
        bar.stop()


def _in_lines(what: str, console: Console, effort: Effort) -> Told:
    """Says how much is done, and how long the rest takes at the pace since the last line."""
    at, before = 0.0, -1

    def told(done: int, total: int) -> None:
        nonlocal at, before
        now = time.monotonic()
        if before < 0:  # of a run that goes on, what an earlier one has done is no pace
            at, before = now, done
            return
        if not before < done < total or now - at < LINE_EVERY_S:
            return
        pace = (effort(done) - effort(before)) / (now - at)
        left = f", about {in_words((effort(total) - effort(done)) / pace)} left"
        console.print(f"{done:,} of {total:,} {what}{left}", highlight=False, soft_wrap=True)
        at, before = now, done

    return told


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(8), in_words(200), in_words(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
