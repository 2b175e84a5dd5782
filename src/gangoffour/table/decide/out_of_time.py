"""What happens when a time is over: to think, to come back, to contribute to a deal, to look."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.clock import between_deadline, drop_deadline, turn_deadline
from gangoffour.table.decide.dealing import shuffle_if_late
from gangoffour.table.decide.decision import Decision
from gangoffour.table.decide.host import pass_host_on
from gangoffour.table.decide.stand_ins import stand_in


def tick(case: Decision, ask: c.Tick) -> None:
    """Whatever is due by now."""
    shuffle_if_late(case)
    _relieve(case)
    over = between_deadline(case.table)
    if over is not None and case.now >= over:
        case.happens(e.RoundBegan())
    pass_host_on(case)


def _relieve(case: Decision) -> None:
    """Bots for those whose time, or whose line for as long as it is waited for, is over."""
    deadline = turn_deadline(case.table)
    turn = case.table.turn
    if deadline is not None and turn is not None and case.now >= deadline:
        stand_in(case, turn, "time")
    for seat in case.table.present_people:
        gone = drop_deadline(case.table, seat)
        if gone is not None and case.now >= gone:
            stand_in(case, seat, "connection")
