"""What a process measures, for Prometheus. Numbers only: no names, no cards."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Info,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

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
Moment = Callable[[], Mapping[str, float]]
"""What a process knows of this moment, by name."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody asks when a counter was made


def registry(moment: Moment) -> CollectorRegistry:
    """What every process shows: this moment, which version it is, and what the system knows of it,
    under the usual names."""
    made = CollectorRegistry()
    made.register(_Told(moment))
    Info("gangoffour_build", "Which version this is.", registry=made).info({"version": __version__})
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    return made


def text(shown: CollectorRegistry) -> str:
    """All measurements, as Prometheus reads them."""
    return generate_latest(shown).decode()


class Durations:
    """How many took how long. Added to by every move, so without the locks of the library, which
    nobody needs within one loop."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, help_: str) -> Metric:
        """As Prometheus wants it: each bound with all that took no longer."""
        upper = [*map(floatToGoString, BOUNDS), "+Inf"]
        buckets = [*zip(upper, map(float, accumulate(self._counts)), strict=True)]
        return HistogramMetricFamily(name, help_, buckets=buckets, sum_value=self._sum)


class Metrics:
    """Counters, gauges and one histogram: how long a command takes until it is stored and told."""

    def __init__(self, moment: Moment) -> None:
        self._registry = shown = registry(moment)
        self.messages = 0
        """Messages that people have sent."""
        self.command_seconds = Durations()
        """Until a command is stored and told."""
        shown.register(_Often(self))
        self.refusals = Counter(
            "gangoffour_refusals", "Refused, by the stable code.", ["code"], registry=shown
        )
        self.handshakes_refused = Counter(
            "gangoffour_handshakes_refused", "Sockets not opened.", ["code"], registry=shown
        )

    @property
    def text(self) -> str:
        return text(self._registry)


class _Often(Collector):
    """What every message adds to: plain numbers, made into metrics when somebody asks."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        sent, took = self._metrics.messages, self._metrics.command_seconds
        yield CounterMetricFamily("gangoffour_messages", "Messages that people have sent.", sent)
        yield took.family("gangoffour_command_seconds", "Until a command is stored and told.")


class _Told(Collector):
    """What is known of this moment: gauges, and counters by their right type and name."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def describe(self) -> Iterable[Metric]:
        return ()  # known only once the process is put together

    def collect(self) -> Iterable[Metric]:
        labelled: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for name, value in self._moment().items():
            start = next((one for one in COUNTED_BY if name.startswith(one)), None)
            if start is not None:
                labelled[start][name.removeprefix(start)] = value
            elif name in COUNTED:
                yield CounterMetricFamily(f"gangoffour_{name}", name, value)
            else:
                yield GaugeMetricFamily(f"gangoffour_{name}", name, value)
        for start, values in labelled.items():
            family = CounterMetricFamily(
                f"gangoffour_{start.removesuffix('_')}", start, labels=[COUNTED_BY[start]]
            )
            for label, value in values.items():
                family.add_metric([label], value)
            yield family
