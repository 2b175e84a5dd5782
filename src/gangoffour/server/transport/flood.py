"""A flood of frames: when somebody has sent too many of them for too long."""

from __future__ import annotations

from gangoffour.server.runtime.rate_limits import Bucket, Budget


class Flood:
    """The frames of one client, counted against a budget."""

    __slots__ = ("_bucket", "_longest_s", "_since")

    def __init__(self, allowed: Budget, longest_s: float, now: float) -> None:
        self._bucket = Bucket(allowed, now)
        self._longest_s = longest_s
        self._since: float | None = None

    def take(self, now: float) -> float:
        """Count one frame: 0 if it is within the budget, else the seconds until it will be."""
        wait = self._bucket.take(now)
        if wait > 0:
            if self._since is None:
                self._since = now
        elif self._bucket.tokens > self._bucket.budget.burst / 2:
            self._since = None
        return wait

    def too_long(self, now: float) -> bool:
        """Whether more than is allowed has come for longer than anybody may send it."""
        return self._since is not None and now - self._since > self._longest_s
