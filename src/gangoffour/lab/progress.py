"""How far a long job is: a bar at a terminal, elsewhere a line now and then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
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
    """A bar that appears as soon as it is told how much there is to do, and is gone in the end; or
    lines that stay."""
    if shown and not console.is_terminal:
        with closing(_Lines(what, console, effort)) as lines:
            yield lines.told
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


class _Lines:
    """Says now and then how much is done, also if that is nothing yet, and how long the rest takes
    at the pace since the last line. Of a run that goes on, what an earlier one has done is no
    pace."""

    def __init__(self, what: str, console: Console, effort: Effort) -> None:
        self._what, self._console, self._effort = what, console, effort
        self._over = threading.Event()
        self._news: tuple[int, int] | None = None
        self._at, self._before = 0.0, 0
        threading.Thread(target=self._speak, daemon=True).start()

    def told(self, done: int, total: int) -> None:
        if self._news is None:
            self._at, self._before = time.monotonic(), done
        self._news = done, total

    def close(self) -> None:
        """Say no more."""
        self._over.set()

    def _speak(self) -> None:
        while not self._over.wait(LINE_EVERY_S):
            if self._news is not None and self._news[0] < self._news[1]:
                words = self._line(*self._news)
                self._console.print(words, highlight=False, soft_wrap=True)

    def _line(self, done: int, total: int) -> str:
        line, now, effort = f"{done:,} of {total:,} {self._what}", time.monotonic(), self._effort
        if done > self._before:
            pace = (effort(done) - effort(self._before)) / (now - self._at)
            line += f", about {in_words((effort(total) - effort(done)) / pace)} left"
            self._at, self._before = now, done
        return line


def say(console: Console, words: str, style: str = "") -> None:
    """A sentence as it is, with nothing in it taken for a sign of how to show it."""
    console.print(words, style=style, markup=False, emoji=False, highlight=False, soft_wrap=True)


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(8), in_words(200), in_words(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
