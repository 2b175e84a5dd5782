"""A server that nobody is too fast for: for tests of something else."""

from __future__ import annotations

from gangoffour.server.process import Server
from gangoffour.server.runtime.rate_limits import BUDGETS, Budget, Limits


def without_limits(server: Server) -> None:
    """From now on every budget of the server is boundless."""
    free: dict[str, Budget] = dict.fromkeys(BUDGETS, Budget(1e6, 1e6))
    server.limits = Limits(**free)
    server.logins.limits = Limits(**free)
