"""What everybody may see of a table, whole or what has changed of it: made from its states."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import asdict, astuple

from gangoffour.rules.cards import codes_of
from gangoffour.rules.deal import Ceremony, commitment
from gangoffour.rules.fairness import Sources
from gangoffour.rules.match import Match
from gangoffour.rules.round import Move, Round
from gangoffour.table.clock import between_deadline, drop_deadline, turn_clock
from gangoffour.table.karma import cost
from gangoffour.table.state import Seat, Table
from gangoffour.table.views.score_sheet import sheet_of, way
from gangoffour.table.views.types import (
    CeremonyView,
    ClockView,
    DealView,
    ExchangeView,
    MatchView,
    MoveView,
    Public,
    SeatView,
)


def public(table: Table, now: int) -> Public:
    """What everybody may see."""
    return Public(
        table.id,
        table.seq,
        table.options,
        table.phase,
        _seats(table, now),
        _clock(table, now),
        _between(table, now),
        list(table.pause_asked),
        list(table.rematch_asked),
        None if table.match is None else _match(table, table.match),
        _promises(table),
        _deal(table),
        table.purpose,
    )


def changes(before: Table | None, after: Table, now: int) -> dict[str, object]:
    """What of ``after`` is new to who was shown ``before``; a ``PublicChange`` once it is encoded.

    Times are what is left at the moment of sending, so they are always new. What a part is made
    from is compared before the part is made: most of a table is as it was.
    """
    if before is None:
        return asdict(public(after, now))
    found: dict[str, object] = {
        "seq": after.seq,
        "clock": _clock(after, now),
        "between_ms": _between(after, now),
    }
    if after.id != before.id:
        found["id"] = after.id
    if after.options is not before.options and after.options != before.options:
        found["options"] = after.options
    if after.phase != before.phase:
        found["phase"] = after.phase
    if _seats_differ(before, after):
        found["seats"] = _seats(after, now)
    if after.pause_asked != before.pause_asked:
        found["pause_asked"] = after.pause_asked
    if after.rematch_asked != before.rematch_asked:
        found["rematch_asked"] = after.rematch_asked
    if after.sources is not before.sources or after.phase != before.phase:
        found |= _changed_part("deal", _deal(before), _deal(after))
    if after.seats is not before.seats:
        found |= _changed_part("promises", _promises(before), _promises(after))
    if after.match is None:
        if before.match is not None:
            found["match"] = None
    elif after.match is not before.match or after.options is not before.options:
        change = _match_changes(before, before.match, after, after.match)
        if change:
            found["match"] = change
    return found


def _match_changes(before: Table, old: Match | None, after: Table, new: Match) -> dict[str, object]:
    """What is new of a match: of another round everything is compared, within one what moves."""
    if old is None:
        return asdict(_match(after, new))
    if (
        new.past is old.past
        and new.deal is old.deal
        and new.exchange is old.exchange
        and new.winners is old.winners
        and after.match_number == before.match_number
        and after.options is before.options
    ):
        found = _round_changes(old.round, new.round, after.options.look_back)
        found["version"] = new.version
        hands = _hands(after, new)
        if hands or after.seats is not before.seats:
            found |= _changed_part("hands", _hands(before, old), hands)
        return found
    return _changed(_match(before, old), _match(after, new))


def _round_changes(then: Round, now: Round, look_back: bool) -> dict[str, object]:
    """What is new of a round that goes on, after plays, passes and calls (R4.4, R5.1)."""
    found: dict[str, object] = {}
    if now.turn != then.turn:
        found["turn"] = now.turn
    if now.hands is not then.hands:
        found["counts"] = now.counts
    if now.table is not then.table:
        found["table"] = None if now.table is None else now.table.codes
        if (kind := _kind(now)) != _kind(then):
            found["table_kind"] = kind
    if now.table_by != then.table_by:
        found["table_by"] = now.table_by
    if now.passed != then.passed:
        found["passed"] = now.passed
    if now.called != then.called:
        found["called"] = now.called
    if now.barred != then.barred:
        found["barred"] = now.barred
    begun = _trick_start(now.history)
    found["trick"] = [_move(move) for move in now.history[begun:]]
    if look_back and begun != _trick_start(then.history):
        found["earlier"] = _tricks(now.history[:begun])
    return found


def _changed(before: Struct, after: Struct) -> dict[str, object]:
    pairs = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in pairs if new is not old and new != old}


def _changed_part(name: str, before: object, after: object) -> dict[str, object]:
    return {} if after == before else {name: after}


def _promises(table: Table) -> list[str | None]:
    return [seat.promise for seat in table.seats]


def _deal(table: Table) -> DealView | None:
    return deal_view(table.sources, over=table.phase == "over" and table.purpose is None)


def deal_view(sources: Sources | None, *, over: bool = True) -> DealView | None:
    """What a match's seed was mixed from; the server's own part once it is over."""
    if sources is None:
        return None
    return DealView(
        sources.server_commitment,
        list(sources.promises),
        list(sources.contributions),
        list(sources.replaced),
        sources.server_seed if over else None,
    )


def _clock(table: Table, now: int) -> ClockView | None:
    clock = turn_clock(table, now)
    if clock is None:
        return None
    runs = table.phase == "playing" and table.seats[clock.seat].away_until <= now
    return ClockView(*clock, running=runs)


def _between(table: Table, now: int) -> int | None:
    deadline = between_deadline(table)
    return None if deadline is None else max(0, deadline - now)


def _seats_differ(before: Table, after: Table) -> bool:
    """Whether seats look different; those with a lost connection do at any moment."""
    if after.seats != before.seats or after.ready != before.ready or after.host != before.host:
        return True
    for seat in after.seats:  # noqa: SIM110 - asked after each move; any() costs more
        if seat.dropped_at is not None:
            return True
    return False


def _seats(table: Table, now: int) -> list[SeatView]:
    return [_seat(table, index, seat, now) for index, seat in enumerate(table.seats)]


def character(bot: str | None) -> str | None:
    """Who people see in a bot: however it reckons, it is the same tiger."""
    return None if bot is None else bot.removesuffix("-exact")


def _seat(table: Table, index: int, seat: Seat, now: int) -> SeatView:
    drop = None if seat.dropped_at is None else drop_deadline(table, index)
    return SeatView(
        "person" if seat.person is not None else "bot" if seat.bot is not None else "empty",
        seat.person,
        seat.name,
        character(seat.bot),
        seat.stand_in,
        seat.away_reason,
        seat.dropped_at is None,
        None if drop is None else max(0, drop - now),
        index in table.ready,
        seat.person == table.host and seat.person is not None,
        seat.bank_ms,
        cost(table, index),
        seat.away_until,
        seat.avatar,
    )


def _match(table: Table, match: Match) -> MatchView:
    now, exchange, sheet = match.round, match.exchange, sheet_of(match.past)
    begun = _trick_start(now.history)
    return MatchView(
        table.match_number,
        match.version,
        match.phase,
        now.number,
        match.turn,
        way(now.direction),
        match.dealer,
        None if match.deal.ceremony is None else _ceremony(match.deal.ceremony),
        list(now.counts),
        None if now.table is None else now.table.codes,
        _kind(now),
        now.table_by,
        list(now.passed),
        list(now.called),
        list(now.barred),
        None if exchange is None else ExchangeView(*exchange),
        [_move(move) for move in now.history[begun:]],
        _tricks(now.history[:begun]) if table.options.look_back else [],
        list(match.totals),
        sheet.lines,
        _hands(table, match),
        sheet.leftover,
        list(match.winners),
        _commitment(match.seed),
        match.seed if match.over and table.purpose is None else None,
        _seats(table.as_played, table.since) if match.over else [],
    )


def _hands(table: Table, match: Match) -> list[list[str]]:
    """The cards of all, if nobody plays for themselves or could: people cannot sit down during a
    match, so who watches bots alone gains nothing by seeing them."""
    for seat in table.seats:
        if seat.bot is None or seat.person is not None:
            return []
    return [list(codes_of(hand)) for hand in match.round.hands]


def _kind(now: Round) -> str | None:
    return None if now.table is None else now.table.kind.code


@lru_cache(16_384)
def _move(move: Move) -> MoveView:
    """Moves never change, and every message shows the whole trick."""
    if move.play is None:
        return MoveView(move.seat, call=move.call, lead=move.lead)
    return MoveView(move.seat, move.play.codes, move.play.kind.code, move.call, move.lead)


_commitment = lru_cache(1024)(commitment)


def _trick_start(history: tuple[Move, ...]) -> int:
    """Where in the round's history the current trick, or the one just over, begins."""
    for index in range(len(history) - 1, 0, -1):
        if history[index].lead:
            return index
    return 0


def _tricks(history: tuple[Move, ...]) -> list[list[MoveView]]:
    """The moves of a round, trick by trick."""
    found: list[list[MoveView]] = []
    for move in history:
        if move.lead or not found:
            found.append([])
        found[-1].append(_move(move))
    return found


def _ceremony(ceremony: Ceremony) -> CeremonyView:
    return CeremonyView(ceremony.cutter, list(ceremony.shown), ceremony.first)
