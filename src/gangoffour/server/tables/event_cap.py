"""How much may happen at one table: all of it is read whenever the table is loaded."""

from __future__ import annotations

from typing import Final

from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.state import Table

MAX_EVENTS: Final = 50_000
"""How many events a table may have; a match has about two hundred."""
PAST_THE_LIMIT: Final = (*c.MOVES, c.Leave, c.GiveUp, c.Connect, c.Disconnect)
"""What is possible even then: a match is played to its end."""


def require_events_left(table: Table, command: c.Command) -> None:
    """Refuse to go on for ever at one table."""
    if (
        table.seq >= MAX_EVENTS
        and command.by is not None
        and not isinstance(command.what, PAST_THE_LIMIT)
    ):
        raise ServerRefusal("table_spent")
