"""Where and when somebody may be given a hint."""

from __future__ import annotations

from gangoffour.rules.view import View
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table


def view_for_hint(table: Table, person_id: str) -> View:
    """The view to advise on; refused where it counts, and when it is not this person's turn."""
    if table.options.rated or table.purpose is not None:
        raise ServerRefusal("hint_not_here")
    seat = table.seat_of(person_id)
    if seat is None:
        raise TableRefusal("not_seated")
    if table.match is None or table.turn != seat:
        raise ServerRefusal("hint_not_now")
    return table.match.view(seat)
