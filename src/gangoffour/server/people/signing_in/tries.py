"""How often somebody may try a secret: a few times at once, then with a delay that grows.

Tries are counted for an address and a name together, so that nobody can keep the owner of a name
out by trying it from elsewhere. A try counts when it begins: many at once are no way round.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from gangoffour.server.runtime.rate_limits import require_no_wait

FREE: Final = 5
"""So many tries without a wait; then 2 s, 4 s, 8 s, …"""
LONGEST_S: Final = 900.0
FORGOTTEN_S: Final = 86_400.0
MAX_KNOWN: Final = 100_000
KIND: Final = "try"


class _Tried(NamedTuple):
    times: int
    at: float

    def wait(self, now: float) -> float:
        """The seconds until the next try."""
        if self.times < FREE:
            return 0.0
        delay = min(LONGEST_S, 2.0 ** min(self.times - FREE + 1, 30))
        return max(0.0, self.at + delay - now)


class Tries:
    """What was tried in vain, by key; the longest ago is forgotten first."""

    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self._time = time
        self._tried: OrderedDict[str, _Tried] = OrderedDict()
        self._spent: Counter[tuple[str, str]] | None = None

    def begin(self, key: str) -> None:
        """A try begins, or is refused with the time to wait."""
        require_no_wait(self.wait(key))
        now = self._time()
        self._count(key, self._of(key, now).times + 1, now)
        if self._spent is not None:
            self._spent[KIND, key] += 1

    def wait(self, key: str) -> float:
        """The seconds until the next try."""
        now = self._time()
        return self._of(key, now).wait(now)

    def passed(self, key: str) -> None:
        """It was right: what came before is forgotten."""
        self._tried.pop(key, None)

    def share(self) -> None:
        """Other processes will be told what is tried here."""
        self._spent = Counter()

    def take_spent(self) -> Counter[tuple[str, str]]:
        """What was tried since the last time."""
        spent, self._spent = self._spent or Counter(), Counter()
        return spent

    def charge(self, kind: str, key: str, count: int) -> None:
        """Somebody has tried at another process."""
        now = self._time()
        self._count(key, self._of(key, now).times + count, now)

    def _of(self, key: str, now: float) -> _Tried:
        tried = self._tried.get(key)
        if tried is None or now - tried.at > FORGOTTEN_S:
            return _Tried(0, now)
        return tried

    def _count(self, key: str, times: int, now: float) -> None:
        self._tried[key] = _Tried(times, now)
        self._tried.move_to_end(key)
        if len(self._tried) > MAX_KNOWN:
            self._tried.popitem(last=False)
