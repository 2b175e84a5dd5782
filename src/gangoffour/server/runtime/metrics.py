"""What a process measures, in Prometheus' text format. Numbers only: no names, no cards."""

from __future__ import annotations

import bisect
import os
import resource
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gangoffour import __version__

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COUNTED: Final = frozenset(
    {
        "events_appended",
        "event_groups",
        "reviews_made",
        "reviews_failed",
        "worker_done",
        "worker_dropped",
    }
)
"""What only ever grows, of what a process knows at any moment: counters, and named so."""
COUNTED_BY: Final = {"choices_": "way", "review_rounds_": "place"}
"""Counters of one thing, told apart by a label: the beginning of their names, and the label's."""
STARTED: Final = time.time()


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        """The histogram's lines, cumulative as Prometheus wants them."""
        running = 0
        found = []
        for bound, count in zip((*BOUNDS, float("inf")), self.counts, strict=True):
            running += count
            label = "+Inf" if bound == float("inf") else f"{bound:g}"
            found.append(f'{name}_bucket{{le="{label}"}} {running}')
        return [*found, f"{name}_sum {self.total:.6f}", f"{name}_count {running}"]


class Metrics:
    """Counters, gauges and one histogram: how long a command takes until it is stored and told."""

    def __init__(self) -> None:
        self._counters: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.command_seconds = Histogram()

    def count(self, name: str, label: str = "") -> None:
        """Count something; ``label`` is a stable code, never a text from a user."""
        self._counters[name, label] += 1

    def text(self, now: Mapping[str, float]) -> str:
        """All measurements as text, with what is known of this moment."""
        lines = told(now)
        for name in dict.fromkeys(name for name, _ in self._counters):
            lines.append(f"# TYPE gangoffour_{name}_total counter")
            for (other, label), value in sorted(self._counters.items()):
                if other == name:
                    tag = f'{{code="{label}"}}' if label else ""
                    lines.append(f"gangoffour_{name}_total{tag} {value}")
        lines.append("# TYPE gangoffour_command_seconds histogram")
        lines += self.command_seconds.lines("gangoffour_command_seconds")
        return "\n".join([*lines, *about_process()]) + "\n"


def told(now: Mapping[str, float]) -> list[str]:
    """What is known of this moment: gauges, and counters by their right type and name."""
    lines: list[str] = []
    families: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, value in now.items():
        start = next((one for one in COUNTED_BY if name.startswith(one)), None)
        if start is not None:
            tag = f'{{{COUNTED_BY[start]}="{name.removeprefix(start)}"}}'
            family = f"gangoffour_{start}total"
            families[family, "counter"].append(f"{family}{tag} {value:g}")
        elif name in COUNTED:
            family = f"gangoffour_{name}_total"
            families[family, "counter"].append(f"{family} {value:g}")
        else:
            families[f"gangoffour_{name}", "gauge"].append(f"gangoffour_{name} {value:g}")
    for (family, kind), values in families.items():
        lines += [f"# TYPE {family} {kind}", *values]
    return lines


def about_process() -> list[str]:
    """Which version this is, and what the system knows of this process; under the usual names."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    found = [
        "# TYPE gangoffour_build_info gauge",
        f'gangoffour_build_info{{version="{__version__}"}} 1',
        "# TYPE process_start_time_seconds gauge",
        f"process_start_time_seconds {STARTED:.2f}",
        "# TYPE process_cpu_seconds_total counter",
        f"process_cpu_seconds_total {used.ru_utime + used.ru_stime:.2f}",
        "# TYPE process_max_fds gauge",
        f"process_max_fds {resource.getrlimit(resource.RLIMIT_NOFILE)[0]}",
    ]
    system = Path("/proc/self")
    if system.exists():  # Linux
        pages = int((system / "statm").read_text().split()[1])
        found += [
            "# TYPE process_open_fds gauge",
            f"process_open_fds {len(os.listdir(system / 'fd'))}",
            "# TYPE process_resident_memory_bytes gauge",
            f"process_resident_memory_bytes {pages * resource.getpagesize()}",
        ]
    return found
