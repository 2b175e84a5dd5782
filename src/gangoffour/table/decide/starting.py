"""Whether a match may begin, and what is needed for it: seats, people, everybody ready."""

from __future__ import annotations

from collections.abc import Iterable

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.dealing import shuffle_if_complete
from gangoffour.table.decide.decision import Decision
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table


def may_begin(table: Table, command: c.Command) -> bool:
    """Whether a match may begin with a command. Where the deals are given nobody seats a bot."""
    if isinstance(command.what, c.SetBot):
        return table.purpose is None
    return isinstance(command.what, c.MAY_START)


def start(case: Decision, ask: c.Start) -> None:
    case.require_host()
    case.require_no_match()
    host = case.table.seat_of(case.person.id)
    start_match(case, case.table.ready if host is None else (*case.table.ready, host))


def ready(case: Decision, ask: c.Ready) -> None:
    seat = case.own_seat
    before_rated = case.table.options.rated and not case.table.running
    if case.table.phase != "between" and not before_rated:
        raise TableRefusal("not_between_rounds")
    if seat not in case.table.ready:
        case.happens(e.Readied(seat))
        case.begin_round_if_ready()


def rematch(case: Decision, ask: c.Rematch) -> None:
    seat = case.seat
    if case.table.phase != "over":
        raise TableRefusal("match_not_over")
    if case.table.spent:
        raise TableRefusal("deals_played")
    if _is_away(case, seat):  # a wish of somebody who is gone would keep the others from playing
        raise TableRefusal("not_everybody_here")
    if seat not in case.table.rematch_asked:
        case.happens(e.RematchAsked(seat))
    rematch_if_wanted(case)


def rematch_if_wanted(case: Decision) -> None:
    """Another match begins as soon as all who sit here have asked for it and no seat is free."""
    table = case.table
    wanted = table.phase == "over" and set(table.people).issubset(table.rematch_asked)
    if wanted and table.people and all(seat.taken for seat in table.seats):
        start_match(case, table.rematch_asked)


def _is_away(case: Decision, seat: int) -> bool:
    """Whether a match cannot begin without somebody who is not there."""
    gone = case.table.seats[seat].dropped_at is not None
    return gone and not case.command.agreed and case.table.options.clock != "days"


def start_match(case: Decision, agreed: Iterable[int]) -> None:
    """Begin a match: everybody is there, and where it is rated, these seats have agreed."""
    table = case.table
    if table.spent:
        raise TableRefusal("deals_played")
    if not all(seat.taken for seat in table.seats):
        raise TableRefusal("seats_empty")
    if not table.people:
        raise TableRefusal("nobody_seated")
    if table.options.rated and len(table.people) < 2:
        raise TableRefusal("rated_needs_people")
    if table.options.rated and case.command.same_address:
        case.happens(e.MadeCasual("same_address"))
    elif table.options.rated and not set(table.people).issubset(agreed):
        raise TableRefusal("not_everybody_ready")
    if any(_is_away(case, seat) for seat in table.people):
        raise TableRefusal("not_everybody_here")
    for index, seat in enumerate(table.seats):
        if seat.stand_in is not None:
            case.happens(e.TookBack(index))
    promises = tuple(seat.promise for seat in table.seats)
    if not any(promises):
        promises = ()
    held = case.command.held_back if case.table.options.rated else ()
    case.happens(e.Started(table.match_number + 1, case.command.seed, promises, held))
    shuffle_if_complete(case)
