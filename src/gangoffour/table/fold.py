"""Folding events: ``apply(table, event, at)`` gives the next state.

Replaying what is stored gives the same table. Only ``Acted`` can be refused, by the rules, and what
was refused is never stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gangoffour.rules.actions import parse_action
from gangoffour.rules.deal import commitment, mixed_seed
from gangoffour.rules.fairness import Sources
from gangoffour.rules.match import Match
from gangoffour.table import events as e
from gangoffour.table.agreement import in_new_company, withdrawn, without
from gangoffour.table.clock import bank_after, deal_deadline, elapsed, stopped_or_started
from gangoffour.table.options import rules_of
from gangoffour.table.state import Seat, Table


def apply(table: Table, event: e.Event, at: int) -> Table:
    """The table after an event that happened at ``at`` (ms)."""
    return _APPLY[type(event)](replace(table, seq=table.seq + 1, changed_at=at), event, at)


def _with_seat(table: Table, index: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))


def _opened(table: Table, event: e.Opened, at: int) -> Table:
    return replace(
        table,
        id=event.table,
        options=event.options,
        host=event.host,
        seats=(Seat(),) * event.options.seats,
        purpose=event.purpose,
        carried=event.carried,
    )


def _options_set(table: Table, event: e.OptionsSet, at: int) -> Table:
    """What people had agreed to was something else."""
    seats = (table.seats + (Seat(),) * 4)[: event.options.seats]
    return replace(table, options=event.options, seats=seats, ready=(), rematch_asked=())


def _sat(table: Table, event: e.Sat, at: int) -> Table:
    table = in_new_company(replace(table, ready=without(table.ready, event.seat)))
    return _with_seat(table, event.seat, Seat(event.person, event.name, avatar=event.avatar))


def _bot_sat(table: Table, event: e.BotSat, at: int) -> Table:
    return _with_seat(in_new_company(table), event.seat, Seat(bot=event.bot))


def _seat_freed(table: Table, event: e.SeatFreed, at: int) -> Table:
    return in_new_company(withdrawn(_with_seat(table, event.seat, Seat()), event.seat))


def _host_changed(table: Table, event: e.HostChanged, at: int) -> Table:
    return replace(table, host=event.person)


def _made_casual(table: Table, event: e.MadeCasual, at: int) -> Table:
    return replace(table, options=replace(table.options, rated=False))


def _promised(table: Table, event: e.Promised, at: int) -> Table:
    return _with_seat(table, event.seat, replace(table.seats[event.seat], promise=event.promise))


def _started(table: Table, event: e.Started, at: int) -> Table:
    held = event.held_back or tuple(seat.withheld for seat in table.seats)
    seats = tuple(
        replace(seat, promise=None, withheld=times)
        for seat, times in zip(table.seats, held, strict=True)
    )
    table = replace(table, seats=seats, sources=None)
    if not event.promises:
        return _dealt(table, event.seed, at)
    nothing = (None,) * len(seats)
    sources = Sources(event.seed, commitment(event.seed), event.promises, nothing, ())
    return replace(table, phase="dealing", sources=sources, rematch_asked=(), since=at)


def _contributed(table: Table, event: e.Contributed, at: int) -> Table:
    assert table.sources is not None
    return replace(table, sources=_with(table.sources, event.seat, event.contribution))


def _with(sources: Sources, seat: int, contribution: str | None) -> Sources:
    given = sources.contributions
    return sources._replace(contributions=(*given[:seat], contribution, *given[seat + 1 :]))


def _shuffled(table: Table, event: e.Shuffled, at: int) -> Table:
    sources = table.sources
    assert sources is not None
    for seat in event.replaced:
        sources = _with(sources, seat, sources.promises[seat])
    sources = sources._replace(replaced=event.replaced)
    mixed = mixed_seed(sources.server_seed, sources.contributions)
    deadline = deal_deadline(table)
    dealt = _dealt(replace(table, sources=sources), mixed, at)
    if deadline is None or at < deadline:  # somebody left: the others were given no time
        return dealt
    for index in event.replaced:
        there = dealt.seats[index]
        if there.dropped_at is None:  # they were there, and kept it to themselves
            times = there.withheld + 1
            dealt = _with_seat(dealt, index, replace(there, withheld=times, absences=times))
    return dealt


def _dealt(table: Table, seed: str, at: int) -> Table:
    """The next match, its first cards dealt from a seed."""
    pace = table.options.pace
    bank = 0 if pace is None else pace.bank_ms
    match = Match.new(seats=len(table.seats), seed=seed, rules=rules_of(table.options))
    return replace(
        table,
        phase="playing",
        match=match,
        match_number=table.match_number + 1,
        played=(),
        seats=tuple(
            replace(
                seat,
                bank_ms=bank,
                dropped_at=None if seat.dropped_at is None else at,
                absences=0,
                stood_for=0,
            )
            for seat in table.seats
        ),
        ready=(),
        pause_asked=(),
        rematch_asked=(),
        since=at,
        used_ms=0,
        leavers=(),
        acted=(),
        helped=(),
    )


def _voided(table: Table, event: e.Voided, at: int) -> Table:
    """People have no seat any more; ``leavers`` and ``acted`` stay, to be judged by."""
    return replace(
        table,
        phase="waiting",
        match=None,
        sources=None,
        seats=tuple(
            Seat() if seat.person is not None else replace(seat, bank_ms=0) for seat in table.seats
        ),
        ready=(),
        pause_asked=(),
    )


def _noted(table: Table, event: e.Acted) -> Table:
    """Who acts in a match, and for whom a stand-in does after they left."""
    seat = table.seats[event.seat]
    person = seat.person
    if person is None:
        return table
    if not event.by_bot:
        return table if person in table.acted else replace(table, acted=(*table.acted, person))
    if seat.away_reason != "left" and (seat.excused or not table.options.rated):
        return table
    if seat.away_reason != "left":
        absences = seat.absences if seat.counted else seat.absences + 1
        seat = replace(seat, absences=absences, stood_for=seat.stood_for + 1, counted=True)
        return _with_seat(table, event.seat, seat)
    return table if person in table.helped else replace(table, helped=(*table.helped, person))


def _acted(table: Table, event: e.Acted, at: int) -> Table:
    assert table.match is not None
    before = table.match
    match = before.act(event.seat, parse_action(event.action))
    table = _noted(table, event)
    if event.seat != before.turn:  # a call after the play: the next player's clock runs on
        return replace(table, match=match)
    seats, bank = table.seats, bank_after(table, event.seat, at)
    if bank != seats[event.seat].bank_ms:
        seat = replace(seats[event.seat], bank_ms=bank)
        seats = (*seats[: event.seat], seat, *seats[event.seat + 1 :])
    phase = table.phase
    if match.over:
        phase = "over"
        table = replace(table, played=seats, played_rated=table.options.rated)
    elif match.round.number != before.round.number and _waits_between(table):
        phase = "between"
    return replace(table, match=match, seats=seats, phase=phase, ready=(), since=at, used_ms=0)


def _waits_between(table: Table) -> bool:
    """People look at the score sheet between rounds; bots and days-per-move tables do not wait."""
    return bool(table.present_people) and table.options.clock != "days"


def _readied(table: Table, event: e.Readied, at: int) -> Table:
    return replace(table, ready=(*table.ready, event.seat))


def _round_began(table: Table, event: e.RoundBegan, at: int) -> Table:
    return replace(table, phase="playing", ready=(), since=at, used_ms=0)


def _pause_asked(table: Table, event: e.PauseAsked, at: int) -> Table:
    return replace(table, pause_asked=(*table.pause_asked, event.seat))


def _paused(table: Table, event: e.Paused, at: int) -> Table:
    used = table.used_ms + (elapsed(table, at) if table.phase == "playing" else 0)
    return replace(table, phase="paused", resume_to=table.phase, pause_asked=(), used_ms=used)


def _resumed(table: Table, event: e.Resumed, at: int) -> Table:
    if table.phase != "paused":
        return replace(table, pause_asked=())
    return replace(
        table,
        phase=table.resume_to,
        since=at,
        seats=tuple(
            replace(seat, dropped_at=at) if seat.dropped_at is not None else seat
            for seat in table.seats
        ),
    )


def _dropped(table: Table, event: e.Dropped, at: int) -> Table:
    after = _with_seat(table, event.seat, replace(table.seats[event.seat], dropped_at=at))
    if after.options.clock != "days":
        after = withdrawn(after, event.seat)
    return stopped_or_started(table, after, at)


def _back(table: Table, event: e.Back, at: int) -> Table:
    seat = replace(table.seats[event.seat], dropped_at=None, excused=False)
    after = _with_seat(table, event.seat, seat)
    return stopped_or_started(table, after, at)


def _stood_in(table: Table, event: e.StoodIn, at: int) -> Table:
    seat = table.seats[event.seat]
    seat = replace(seat, stand_in=event.bot, away_reason=event.reason, counted=False)
    if event.reason == "time":
        seat = replace(seat, bank_ms=0)
    excused = seat.person is None or (seat.excused and event.reason == "connection")
    after = replace(
        _with_seat(table, event.seat, seat),
        leavers=table.leavers if excused else (*table.leavers, seat.person or ""),
        pause_asked=without(table.pause_asked, event.seat),
    )
    return stopped_or_started(table, after, at)


def _took_back(table: Table, event: e.TookBack, at: int) -> Table:
    """The turn's clock runs on as if nobody had gone: to leave and return buys no time."""
    seat = replace(table.seats[event.seat], stand_in=None, away_reason=None, dropped_at=None)
    seat = replace(seat, excused=False)
    after = replace(
        _with_seat(table, event.seat, seat),
        leavers=tuple(one for one in table.leavers if one != seat.person),
    )
    return stopped_or_started(table, after, at)


def _stepped_away(table: Table, event: e.SteppedAway, at: int) -> Table:
    """What has passed of a turn of theirs is kept, and the rest runs on from when they are back."""
    if event.seat == table.turn and not table.asleep:
        table = replace(table, since=at, used_ms=table.used_ms + elapsed(table, at))
    seat = replace(table.seats[event.seat], away_until=event.until)
    return _with_seat(table, event.seat, seat)


def _rematch_asked(table: Table, event: e.RematchAsked, at: int) -> Table:
    return replace(table, rematch_asked=(*table.rematch_asked, event.seat))


def _unchanged(table: Table, event: e.Said | e.Phrased, at: int) -> Table:
    return table


def _recovered(table: Table, event: e.Recovered, at: int) -> Table:
    """The time since the last event is given back: the outage and what went before it. Whoever was
    there is excused until they are back: it was not them who went."""
    table = replace(table, since=at)
    seats = tuple(
        replace(seat, dropped_at=at, excused=seat.excused or seat.dropped_at is None)
        if seat.present
        else seat
        for seat in table.seats
    )
    return stopped_or_started(table, replace(table, seats=seats), at)


_APPLY: dict[type, Callable[[Table, Any, int], Table]] = {
    e.Opened: _opened,
    e.OptionsSet: _options_set,
    e.Sat: _sat,
    e.BotSat: _bot_sat,
    e.SeatFreed: _seat_freed,
    e.HostChanged: _host_changed,
    e.MadeCasual: _made_casual,
    e.Promised: _promised,
    e.Started: _started,
    e.Voided: _voided,
    e.Contributed: _contributed,
    e.Shuffled: _shuffled,
    e.Acted: _acted,
    e.Readied: _readied,
    e.RoundBegan: _round_began,
    e.PauseAsked: _pause_asked,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.Dropped: _dropped,
    e.Back: _back,
    e.StoodIn: _stood_in,
    e.TookBack: _took_back,
    e.SteppedAway: _stepped_away,
    e.RematchAsked: _rematch_asked,
    e.Said: _unchanged,
    e.Phrased: _unchanged,
    e.Recovered: _recovered,
}
