"""Who sits where: opening a table, sitting down, leaving, coming and going."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.dealing import shuffle
from gangoffour.table.decide.decision import Decision
from gangoffour.table.decide.host import pass_host_on
from gangoffour.table.decide.stand_ins import stand_in
from gangoffour.table.decide.starting import rematch_if_wanted
from gangoffour.table.options import checked
from gangoffour.table.refusals import TableRefusal


def open_table(case: Decision, ask: c.Open) -> None:
    if case.table.id:
        raise TableRefusal("already_open")
    case.happens(e.Opened(ask.table, case.person.id, checked(ask.options), ask.purpose))
    case.happens(e.Sat(0, case.person.id, case.person.name, case.person.avatar))
    for seat, bot in enumerate(ask.bots, start=1):
        case.happens(e.BotSat(seat, bot))
    if ask.seed is not None:
        case.happens(e.Started(1, ask.seed))
        case.happens(e.Dropped(0))


def sit(case: Decision, ask: c.Sit) -> None:
    table, person = case.table, case.person
    mine = table.seat_of(person.id)
    if mine is not None:
        if table.seats[mine].stand_in is None or ask.seat not in (None, mine):
            raise TableRefusal("already_seated", seat=mine)
        case.happens(e.TookBack(mine))
        pass_host_on(case)
        return
    case.require_no_match()
    case.require_free_hand()
    if person.karma < table.options.minimum_karma:
        needed = table.options.minimum_karma
        raise TableRefusal("karma_too_low", needed=needed, karma=person.karma)
    free = [index for index, seat in enumerate(table.seats) if not seat.taken]
    if ask.seat is None:
        if not free:
            raise TableRefusal("table_full")
        chosen = free[0]
    else:
        case.require_seat(ask.seat)
        chosen = ask.seat
        if chosen not in free:
            raise TableRefusal("seat_taken", seat=chosen)
    case.happens(e.Sat(chosen, person.id, person.name, person.avatar))
    pass_host_on(case)


def leave(case: Decision, ask: c.Leave) -> None:
    seat = case.seat
    if case.table.phase == "dealing":
        shuffle(case)
    at = case.table.seats[seat]
    own = case.table.purpose is not None
    if not case.table.running and not own:
        case.happens(e.SeatFreed(seat))
    elif own or case.table.solo:  # it is theirs: it waits
        if at.dropped_at is None:
            case.happens(e.Dropped(seat))
    elif at.stand_in is None:
        stand_in(case, seat, "left")
        away = [case.table.seats[one].away_reason for one in case.table.people]
        if all(reason == "left" for reason in away):
            case.happens(e.Voided("everybody_left"))
    pass_host_on(case)


def give_up(case: Decision, ask: c.GiveUp) -> None:
    if not case.table.running:
        raise TableRefusal("no_match_running")
    if not case.table.solo or case.seat not in case.table.people:
        raise TableRefusal("not_alone")
    case.require_free_hand()
    if case.table.phase == "dealing":
        shuffle(case)
    case.happens(e.Voided("given_up"))


def set_bot(case: Decision, ask: c.SetBot) -> None:
    case.require_host()
    case.require_no_match()
    case.require_free_hand()
    case.require_seat(ask.seat)
    if case.table.seats[ask.seat].person is not None:
        raise TableRefusal("seat_taken", seat=ask.seat)
    if case.table.seats[ask.seat].bot != ask.bot:
        case.happens(e.BotSat(ask.seat, ask.bot))
        rematch_if_wanted(case)


def unseat(case: Decision, ask: c.Unseat) -> None:
    case.require_host()
    case.require_no_match()
    case.require_free_hand()
    case.require_seat(ask.seat)
    at = case.table.seats[ask.seat]
    if at.taken:
        by_host = at.person not in (None, case.table.host)
        case.happens(e.SeatFreed(ask.seat, by_host))


def set_options(case: Decision, ask: c.SetOptions) -> None:
    case.require_host()
    case.require_no_match()
    case.require_free_hand()
    options = checked(ask.options)
    lost = case.table.seats[options.seats :]
    if any(seat.person is not None for seat in lost):
        raise TableRefusal("seat_taken", seat=options.seats)
    if options != case.table.options:
        case.happens(e.OptionsSet(options))


def step_away(case: Decision, ask: c.StepAway) -> None:
    case.require_seat(ask.seat)
    at = case.table.seats[ask.seat]
    if case.table.options.clock != "days" or at.person is None or at.away_until == ask.until:
        return
    case.happens(e.SteppedAway(ask.seat, ask.until))
