"""What the server measures, in Prometheus' text format. Numbers only: no names, no cards."""

from __future__ import annotations

import bisect
from collections import defaultdict
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


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

    def text(self, gauges: dict[str, float]) -> str:
        """All measurements as text."""
        lines = []
        for name, value in gauges.items():
            lines += [f"# TYPE gangoffour_{name} gauge", f"gangoffour_{name} {value:g}"]
        for name in dict.fromkeys(name for name, _ in self._counters):
            lines.append(f"# TYPE gangoffour_{name}_total counter")
            for (other, label), value in sorted(self._counters.items()):
                if other == name:
                    tag = f'{{code="{label}"}}' if label else ""
                    lines.append(f"gangoffour_{name}_total{tag} {value}")
        lines.append("# TYPE gangoffour_command_seconds histogram")
        lines += self.command_seconds.lines("gangoffour_command_seconds")
        return "\n".join(lines) + "\n"
