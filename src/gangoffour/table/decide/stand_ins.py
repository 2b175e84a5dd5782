"""When a bot plays for somebody whose line or time is gone, and when they have their seat back."""

from __future__ import annotations

from typing import Any

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision
from gangoffour.table.decide.host import pass_host_on
from gangoffour.table.state import STAND_IN


def connect(case: Decision, ask: c.Connect) -> None:
    seat = case.table.seat_of(case.person.id)
    if seat is None:
        return
    at = case.table.seats[seat]
    if at.stand_in is not None and (at.away_reason == "connection" or case.table.solo):
        case.happens(e.TookBack(seat))
        pass_host_on(case)
    elif at.dropped_at is not None:
        case.happens(e.Back(seat))


def disconnect(case: Decision, ask: c.Disconnect) -> None:
    seat = case.table.seat_of(case.person.id)
    if seat is not None and case.table.seats[seat].dropped_at is None:
        case.happens(e.Dropped(seat))


def stand_in(case: Decision, seat: int, reason: Any) -> None:
    """A bot plays for somebody from now on."""
    case.happens(e.StoodIn(seat, STAND_IN, reason))
    if case.table.present_people:
        case.begin_round_if_ready()
