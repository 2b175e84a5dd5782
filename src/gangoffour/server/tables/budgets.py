"""What is asked of a table costs its person, their address and the table.

Its host has a share there that nobody else can use up. Who was unseated does not sit down again at
once.
"""

from __future__ import annotations

from typing import Final

from gangoffour.server.runtime.rate_limits import Limits
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.state import Table

NO_ARRANGING: Final = (*c.MOVES, c.Leave)


def spend(limits: Limits, table: Table, ask: c.PersonAsk, person: str, address: str) -> None:
    """Charge what is about to be stored, or refuse it."""
    limits.require("command", person)
    if isinstance(ask, NO_ARRANGING):  # who may not sit down may still leave
        return
    limits.require("arranging_address", address)
    if isinstance(ask, c.CHAT):
        limits.require("chat", person)
        return
    limits.require("arranging", person)
    limits.require("arranging_table", f"{table.id}/host" if person == table.host else table.id)
    if isinstance(ask, c.Unseat) and (gone := table.seats[ask.seat].person) is not None:
        limits.allow("unseated", f"{table.id}/{gone}")


def require_not_unseated(limits: Limits, table: Table, person: str) -> None:
    """Refuse somebody whom the host has just sent away."""
    wait = limits.wait("unseated", f"{table.id}/{person}")
    if wait > 0:
        raise ServerRefusal("just_unseated", seconds=round(wait + 0.5))
