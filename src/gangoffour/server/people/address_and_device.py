"""From where and on what somebody comes in: an address, and a device by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gangoffour.server.runtime.household import household

BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Vivaldi": "Vivaldi",
    "DuckDuckGo": "DuckDuckGo",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""Sign in ``User-Agent``, and name; the first that fits counts, for most say several."""
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody at the door."""

    address: str = "unknown"
    agent: str = ""
    """What their browser or program calls itself; never kept."""

    @property
    def device(self) -> str:
        """Browser and system by name, as in ``Firefox/Linux``; empty where nothing is known.

        >>> Arrival(agent="Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0").device
        'Firefox/Linux'
        """
        names = (_named(self.agent, BROWSERS), _named(self.agent, SYSTEMS))
        return "/".join(names) if any(names) else ""

    @property
    def network(self) -> str:
        """The address, or the /64 of an IPv6 address: what one household has."""
        return household(self.address)


def _named(agent: str, signs: dict[str, str]) -> str:
    return next((name for sign, name in signs.items() if sign in agent), "")
