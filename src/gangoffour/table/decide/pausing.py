"""A match rests once everybody who is there has asked for it, and goes on when one wants."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision
from gangoffour.table.refusals import TableRefusal


def pause(case: Decision, ask: c.Pause) -> None:
    seat = case.own_seat
    case.require_dealt()
    if case.table.phase == "paused":
        raise TableRefusal("table_paused")
    if not case.table.running:
        raise TableRefusal("no_match_running")
    if seat not in case.table.pause_asked:
        case.happens(e.PauseAsked(seat))
    if all(one in case.table.pause_asked for one in case.table.present_people):
        case.happens(e.Paused())


def resume(case: Decision, ask: c.Resume) -> None:
    seat = case.own_seat
    if case.table.phase != "paused" and seat not in case.table.pause_asked:
        raise TableRefusal("not_paused")
    case.happens(e.Resumed(seat))
