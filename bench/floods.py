"""Floods: how long others wait for answers while one client sends whatever it can."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.chaos.floods import GROWN, P99_MS, floods
from tests.support.floods import FLOODS, REQUESTS

from bench._measure import CONSOLE, show, verdict

SECONDS = 6.3 * (len(FLOODS) + len(REQUESTS))
"""Each kind of flood twice, its answers read and not."""


def main() -> None:
    """Measure and print everything."""
    with tempfile.TemporaryDirectory() as folder:
        _, suffered = asyncio.run(floods(Path(folder), SECONDS))
    rows = [
        [
            one.kind,
            f"{one.median_ms:.1f} ms",
            f"{one.p99_ms:.1f} ms",
            f"{one.longest_ms:.1f} ms",
            f"{one.grown / 2**20:+.1f} MiB",
        ]
        for one in suffered
    ]
    show(
        "Others' answers while a program floods on four lines (requests: 144), six play",
        ["flood", "median", "p99", "longest", "memory"],
        rows,
    )
    worst = max(one.p99_ms for one in suffered)
    grown = max(one.grown for one in suffered)
    CONSOLE.print(
        f"bar: p99 at most {P99_MS:g} ms: {verdict(worst, P99_MS, at_most=True)} ({worst:.0f} ms); "
        f"memory at most {GROWN >> 20} MiB: {verdict(grown, GROWN, at_most=True)}"
    )


if __name__ == "__main__":
    main()
