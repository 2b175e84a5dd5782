"""A match that was begun elsewhere is done again here, one action after the other."""

from __future__ import annotations

from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision
from gangoffour.table.options import checked
from gangoffour.table.refusals import TableRefusal


def carry(case: Decision, ask: c.Carry) -> None:
    """All of it or nothing: whatever is against the rules refuses the whole."""
    if case.table.id:
        raise TableRefusal("already_open")
    person, options = case.person, checked(ask.options)
    if len(ask.bots) != options.seats or ask.bots.count(None) != 1:
        raise TableRefusal("not_alone")
    case.happens(e.Opened(ask.table, person.id, options, carried=True))
    for seat, bot in enumerate(ask.bots):
        sat = e.Sat(seat, person.id, person.name, person.avatar)
        case.happens(sat if bot is None else e.BotSat(seat, bot))
    case.happens(e.Started(1, ask.seed))
    for number, (seat, action) in enumerate(ask.actions, start=1):
        try:
            case.require_seat(seat)
            if case.table.phase == "between":
                case.happens(e.RoundBegan())
            case.act(seat, action, by_bot=ask.bots[seat] is not None)
        except Refusal:
            raise TableRefusal("against_rules", number=number) from None
    if case.table.running and ask.finished:
        raise TableRefusal("match_not_over")
    if case.table.running:  # it waits for them to come to it
        case.happens(e.Dropped(ask.bots.index(None)))
