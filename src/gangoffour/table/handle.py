"""``handle(table, command, now)``: decide what a command causes, or refuse and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gangoffour.rules.cards import Cards
from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.chat import checked_phrase, checked_text
from gangoffour.table.clock import between_deadline, drop_deadline, turn_deadline
from gangoffour.table.fold import apply
from gangoffour.table.options import checked
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import STAND_IN, Table


def handle(table: Table, command: c.Command, now: int) -> tuple[Table, tuple[e.Event, ...]]:
    """The table after a command and the events it caused; a Refusal if it cannot be."""
    if not table.id and not isinstance(command.what, c.Open):
        raise TableRefusal("table_closed")
    case = _Case(table, command, now)
    _DECIDE[type(command.what)](case, command.what)
    return case.table, tuple(case.caused)


class _Case:
    """One command being decided: each event is folded in at once, so decisions see it."""

    def __init__(self, table: Table, command: c.Command, now: int) -> None:
        self.table = table
        self.command = command
        self.now = now
        self.caused: list[e.Event] = []

    def happens(self, event: e.Event) -> None:
        self.table = apply(self.table, event, self.now)
        self.caused.append(event)

    @property
    def person(self) -> c.Person:
        if self.command.by is None:
            raise TableRefusal("not_seated")
        return self.command.by

    @property
    def seat(self) -> int:
        """The seat of the person who asks."""
        seat = self.table.seat_of(self.person.id)
        if seat is None:
            raise TableRefusal("not_seated")
        return seat

    @property
    def own_seat(self) -> int:
        """The seat of the person who asks, if they play for themselves."""
        seat = self.seat
        if self.table.seats[seat].stand_in is not None:
            raise TableRefusal("bot_plays_here", seat=seat)
        return seat

    def require_host(self) -> None:
        if self.person.id != self.table.host:
            raise TableRefusal("host_only")

    def require_no_match(self) -> None:
        if self.table.running:
            raise TableRefusal("match_running")

    def require_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.table.seats):
            raise TableRefusal("no_such_seat", seat=seat)

    def require_playing(self) -> None:
        if not self.table.running:
            raise TableRefusal("no_match_running")
        if self.table.phase == "between":
            raise TableRefusal("between_rounds")
        if self.table.phase == "paused":
            raise TableRefusal("table_paused")

    def require_version(self, version: int) -> None:
        """A choice made on an older state is refused: the person has not seen what happened."""
        if self.table.match is None or self.table.match.version != version:
            raise TableRefusal("stale_version")

    def act(self, seat: int, action: dict[str, object], by_bot: bool = False) -> None:
        self.happens(e.Acted(seat, action, by_bot))

    def start(self) -> None:
        table = self.table
        if not all(seat.taken for seat in table.seats):
            raise TableRefusal("seats_empty")
        if not table.people:
            raise TableRefusal("nobody_seated")
        if table.options.rated and len(table.people) < 2:
            raise TableRefusal("rated_needs_people")
        if table.options.rated and self.command.same_address:
            self.happens(e.MadeCasual("same_address"))
        for index, seat in enumerate(table.seats):
            if seat.stand_in is not None:
                self.happens(e.TookBack(index))
        self.happens(e.Started(table.match_number + 1, self.command.seed))

    def begin_round_if_ready(self) -> None:
        table = self.table
        if table.phase == "between" and all(seat in table.ready for seat in table.present_people):
            self.happens(e.RoundBegan())

    def stand_in(self, seat: int, reason: Any) -> None:
        self.happens(e.StoodIn(seat, STAND_IN, reason))
        self.begin_round_if_ready()
        if self.table.phase == "paused" and not self.table.present_people:
            self.happens(e.Resumed(seat))

    def pass_host_on(self) -> None:
        """The host has left: somebody else who sits here is the host now."""
        others = [self.table.seats[seat].person for seat in self.table.present_people]
        if others and self.table.host not in others:
            self.happens(e.HostChanged(others[0] or ""))


def _open(case: _Case, ask: c.Open) -> None:
    case.happens(e.Opened(ask.table, case.person.id, checked(ask.options)))
    case.happens(e.Sat(0, case.person.id, case.person.name))


def _sit(case: _Case, ask: c.Sit) -> None:
    table, person = case.table, case.person
    mine = table.seat_of(person.id)
    if mine is not None:
        if table.seats[mine].stand_in is None or ask.seat not in (None, mine):
            raise TableRefusal("already_seated", seat=mine)
        case.happens(e.TookBack(mine))
        case.pass_host_on()
        return
    case.require_no_match()
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
    case.happens(e.Sat(chosen, person.id, person.name))
    case.pass_host_on()


def _leave(case: _Case, ask: c.Leave) -> None:
    seat = case.seat
    if case.table.running:
        if case.table.seats[seat].stand_in is None:
            case.stand_in(seat, "left")
    else:
        case.happens(e.SeatFreed(seat))
    case.pass_host_on()


def _set_bot(case: _Case, ask: c.SetBot) -> None:
    case.require_host()
    case.require_no_match()
    case.require_seat(ask.seat)
    if case.table.seats[ask.seat].person is not None:
        raise TableRefusal("seat_taken", seat=ask.seat)
    case.happens(e.BotSat(ask.seat, ask.bot))


def _unseat(case: _Case, ask: c.Unseat) -> None:
    case.require_host()
    case.require_no_match()
    case.require_seat(ask.seat)
    if case.table.seats[ask.seat].taken:
        case.happens(e.SeatFreed(ask.seat))


def _set_options(case: _Case, ask: c.SetOptions) -> None:
    case.require_host()
    case.require_no_match()
    options = checked(ask.options)
    lost = case.table.seats[options.seats :]
    if any(seat.person is not None for seat in lost):
        raise TableRefusal("seat_taken", seat=options.seats)
    case.happens(e.OptionsSet(options))


def _start(case: _Case, ask: c.Start) -> None:
    case.require_host()
    case.require_no_match()
    case.start()


def _play(case: _Case, ask: c.Play) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    action: dict[str, object] = {"play": Cards.parse(ask.cards).codes}
    case.act(seat, {**action, "call": True} if ask.call else action)


def _pass(case: _Case, ask: c.Pass) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    case.act(seat, {"pass": True})


def _call(case: _Case, ask: c.Call) -> None:
    seat = case.own_seat
    case.require_playing()
    case.act(seat, {"call": True})


def _give(case: _Case, ask: c.Give) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    case.act(seat, {"give": ask.card})


def _bot_acts(case: _Case, ask: c.BotActs) -> None:
    case.require_playing()
    case.require_version(ask.version)
    case.require_seat(ask.seat)
    if case.table.seats[ask.seat].played_by_bot is None:
        raise TableRefusal("not_a_bot", seat=ask.seat)
    case.act(ask.seat, ask.action, by_bot=True)


def _ready(case: _Case, ask: c.Ready) -> None:
    seat = case.own_seat
    if case.table.phase != "between":
        raise TableRefusal("not_between_rounds")
    if seat not in case.table.ready:
        case.happens(e.Readied(seat))
        case.begin_round_if_ready()


def _pause(case: _Case, ask: c.Pause) -> None:
    seat = case.own_seat
    if case.table.phase == "paused":
        raise TableRefusal("table_paused")
    if not case.table.running:
        raise TableRefusal("no_match_running")
    if seat not in case.table.pause_asked:
        case.happens(e.PauseAsked(seat))
    if all(one in case.table.pause_asked for one in case.table.present_people):
        case.happens(e.Paused())


def _resume(case: _Case, ask: c.Resume) -> None:
    seat = case.own_seat
    if case.table.phase != "paused" and seat not in case.table.pause_asked:
        raise TableRefusal("not_paused")
    case.happens(e.Resumed(seat))


def _rematch(case: _Case, ask: c.Rematch) -> None:
    seat = case.seat
    if case.table.phase != "over":
        raise TableRefusal("match_not_over")
    if seat not in case.table.rematch_asked:
        case.happens(e.RematchAsked(seat))
    people = case.table.people
    if all(one in case.table.rematch_asked for one in people):
        case.start()


def _require_voice(case: _Case) -> None:
    if case.table.options.chat == "none":
        raise TableRefusal("no_chat_here")
    if case.table.seat_of(case.person.id) is None:
        raise TableRefusal("spectators_silent")


def _say(case: _Case, ask: c.Say) -> None:
    _require_voice(case)
    if case.table.options.chat == "phrases":
        raise TableRefusal("phrases_only")
    case.happens(e.Said(case.person.id, case.person.name, checked_text(ask.text)))


def _phrase(case: _Case, ask: c.Phrase) -> None:
    _require_voice(case)
    case.happens(e.Phrased(case.person.id, case.person.name, checked_phrase(ask.phrase)))


def _connect(case: _Case, ask: c.Connect) -> None:
    seat = case.table.seat_of(case.person.id)
    if seat is None:
        return
    at = case.table.seats[seat]
    if at.stand_in is not None and at.away_reason == "connection":
        case.happens(e.TookBack(seat))
        case.pass_host_on()
    elif at.dropped_at is not None:
        case.happens(e.Back(seat))


def _disconnect(case: _Case, ask: c.Disconnect) -> None:
    seat = case.table.seat_of(case.person.id)
    if seat is not None and case.table.seats[seat].dropped_at is None:
        case.happens(e.Dropped(seat))


def _tick(case: _Case, ask: c.Tick) -> None:
    deadline = turn_deadline(case.table)
    turn = case.table.turn
    if deadline is not None and turn is not None and case.now >= deadline:
        case.stand_in(turn, "time")
    for seat in case.table.present_people:
        gone = drop_deadline(case.table, seat)
        if gone is not None and case.now >= gone:
            case.stand_in(seat, "connection")
    over = between_deadline(case.table)
    if over is not None and case.now >= over:
        case.happens(e.RoundBegan())
    case.pass_host_on()


def _recover(case: _Case, ask: c.Recover) -> None:
    if case.table.running:
        case.happens(e.Recovered())


_DECIDE: dict[type, Callable[[_Case, Any], None]] = {
    c.Open: _open,
    c.Sit: _sit,
    c.Leave: _leave,
    c.SetBot: _set_bot,
    c.Unseat: _unseat,
    c.SetOptions: _set_options,
    c.Start: _start,
    c.Play: _play,
    c.Pass: _pass,
    c.Call: _call,
    c.Give: _give,
    c.BotActs: _bot_acts,
    c.Ready: _ready,
    c.Pause: _pause,
    c.Resume: _resume,
    c.Rematch: _rematch,
    c.Say: _say,
    c.Phrase: _phrase,
    c.Connect: _connect,
    c.Disconnect: _disconnect,
    c.Tick: _tick,
    c.Recover: _recover,
}


def would_refuse(table: Table, person: c.Person, cards: list[str]) -> Refusal | None:
    """Why a person could not play these cards now; None if they could."""
    if table.match is None:
        return TableRefusal("no_match_running")
    ask = c.Play(cards, table.match.version)
    try:
        handle(table, c.Command(ask, person), table.since)
    except Refusal as refusal:
        return refusal
    return None
