"""How things are measured here: on one core, contestants by turns, medians, work not waiting."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

CONSOLE = Console(highlight=False, width=None if Console().is_terminal else 100)

Work = Callable[[float], float]
"""Works for so many seconds and returns things done per second."""


@contextmanager
def one_core() -> Iterator[str]:
    """Keep this process on one core meanwhile, so that contestants share it; yields its name."""
    core, before = "any core", None
    if hasattr(os, "sched_setaffinity"):
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(before)})
        core = f"core {max(before)}"
    try:
        yield f"{platform.machine()}, Python {platform.python_version()}, {core}"
    finally:
        if before is not None:
            os.sched_setaffinity(0, before)


def by_turns(contestants: Mapping[str, Work], seconds: float, turns: int) -> dict[str, list[float]]:
    """Rates of all contestants, measured A B C A B C …: a noisy spell hits all of them."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for work in contestants.values():
        work(seconds / 4)  # warm up
    for _ in range(turns):
        for name, work in contestants.items():
            rates[name].append(work(seconds))
    return rates


def rate(step: Callable[[int], int], seconds: float) -> float:
    """Call ``step(number)``, which returns how much it did, for so many seconds; the rate.

    Seconds of this process's own work: what else the machine does meanwhile is not counted.
    """
    done, number, start = 0, 0, process_time()
    while (passed := process_time() - start) < seconds:
        done += step(number)
        number += 1
    return done / passed


def show(title: str, headings: list[str], rows: list[list[str]]) -> None:
    """A table of results."""
    table = Table(title=title, title_justify="left")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    CONSOLE.print(table)


def verdict(value: float, bar: float, *, at_most: bool = False) -> str:
    """Whether a figure meets its bar."""
    met = value <= bar if at_most else value >= bar
    return "met" if met else "NOT MET"


def middle(values: list[float]) -> float:
    """The median."""
    return float(median(values))
