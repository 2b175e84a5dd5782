"""Who is the host of a table once the host has left, or has been away for too long."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.time_limits import HOST_AWAITED_MS


def pass_host_on(case: Decision) -> None:
    """The host has left: somebody else who sits here is the host now, of those who are there."""
    others = [case.table.seats[seat] for seat in case.table.present_people]
    if others and all(seat.person != case.table.host for seat in others):
        there = [seat for seat in others if seat.dropped_at is None]
        case.happens(e.HostChanged((there or others)[0].person or ""))


def take_host(case: Decision, ask: c.TakeHost) -> None:
    """Whoever sits here need not wait for ever for a host who is away."""
    case.require_no_match()
    person, host = case.table.seats[case.own_seat].person, case.table.seat_of(case.table.host)
    if person == case.table.host:
        return
    if host is not None and case.table.seats[host].present:
        gone = case.table.seats[host].dropped_at
        if gone is None:
            raise TableRefusal("host_here")
        if case.now < gone + HOST_AWAITED_MS:
            left = gone + HOST_AWAITED_MS - case.now
            raise TableRefusal("host_awaited", seconds=-(-left // 1000))
    case.happens(e.HostChanged(person or ""))
