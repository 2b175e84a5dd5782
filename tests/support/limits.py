"""Servers whose budgets do not depend on how long a test takes: boundless, or never filled up."""

from __future__ import annotations

from gangoffour.server.process import Server
from gangoffour.server.runtime.rate_limits import BUDGETS, Budget, Limits, chosen_budgets
from tests.support.process import SERVE

FREE = Budget(1e6, 1e6)
SERVE_STANDING = f"from tests.support.limits import let_stand; let_stand(); {SERVE}"
"""``gangoffour serve`` as a process of its own in which no budget fills up again."""


def without_limits(server: Server) -> None:
    """From now on every budget of the server is boundless."""
    free: dict[str, Budget] = dict.fromkeys(BUDGETS, FREE)
    server.limits = Limits(**free)
    server.logins.limits = Limits(**free)


def standing_limits(server: Server) -> None:
    """From now on no time passes for the server's budgets: they are full, and what is used of them
    does not come back, however slow the machine is. Only answers are not counted, as nobody is
    refused for those, but kept waiting."""
    server.limits = Limits(lambda: 0.0, **{**chosen_budgets(server.settings), "answer": FREE})


def let_stand() -> None:
    """Next to the same for every server that this process makes from now on."""
    for kind, budget in BUDGETS.items():
        BUDGETS[kind] = FREE if kind == "answer" else Budget(1e-9, budget.burst)
