"""Who is the host of a table once the host has left."""

from __future__ import annotations

from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision


def pass_host_on(case: Decision) -> None:
    """The host has left: somebody else who sits here is the host now."""
    others = [case.table.seats[seat].person for seat in case.table.present_people]
    if others and case.table.host not in others:
        case.happens(e.HostChanged(others[0] or ""))
