"""The bus that a setting names."""

from __future__ import annotations

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.local_bus import LocalBus


def bus_at(url: str) -> Bus:
    """The bus that a setting names: NATS at a URL, or none for one process alone."""
    if not url:
        return LocalBus()
    try:
        from gangoffour.server.cluster.nats_bus import NatsBus
    except ModuleNotFoundError:
        raise ValueError("--bus needs nats-py: pip install 'gangoffour[cluster]'.") from None
    return NatsBus(url)
