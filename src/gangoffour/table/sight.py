"""What one viewer may see of a table: an allow-list of typed messages, made from its state.

A viewer is a seat or a spectator. ``Public`` is the same for everybody; ``Own`` is for one seat
only. Nothing else of a table ever leaves the server. The client's types are generated from these.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, Literal, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import asdict, astuple

from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import Combination
from gangoffour.rules.deal import Ceremony, commitment
from gangoffour.rules.events import RoundResult, ceremony_dict, result_dict
from gangoffour.rules.match import Match, PlayedRound
from gangoffour.rules.round import Move
from gangoffour.rules.view import Exchange
from gangoffour.table.clock import between_deadline, drop_deadline, turn_clock
from gangoffour.table.options import Options
from gangoffour.table.state import Phase, Seat, Table

KEPT_SHEETS: Final = 512
"""Each keeps the rounds of a match in memory: enough for the tables that are at play."""


class SeatSight(Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: Literal["empty", "person", "bot"]
    person: str | None
    """The person's public id: for profiles, buddies and mutes; it is no credential."""
    name: str
    bot: str | None
    stand_in: str | None
    away: str | None
    """Why a bot stands in: ``left``, ``time`` or ``connection``."""
    connected: bool
    drop_ms: int | None
    """How long until a bot stands in for a lost connection."""
    ready: bool
    host: bool
    bank_ms: int


class ClockSight(Struct, frozen=True):
    """What the player to move has left, at the moment of sending."""

    seat: int
    move_ms: int
    bank_ms: int
    running: bool


class ExchangeSight(Struct, frozen=True):
    giver: int
    taker: int
    card: str
    back: str | None


class MoveSight(Struct, frozen=True, omit_defaults=True):
    """One public action of the round: a play, a pass, or a call made after a play."""

    seat: int
    play: list[str] | None = None
    kind: str | None = None
    call: bool = False
    lead: bool = False


class ResultSight(Struct, frozen=True):
    """A line of the score sheet."""

    round: int
    direction: Literal[1, -1]
    winner: int
    loser: int
    left: list[int]
    points: list[int]
    totals: list[int]
    barred: list[int]
    exchange: ExchangeSight | None
    """Which cards changed hands before the round (R7.1)."""


class CeremonySight(Struct, frozen=True):
    cutter: int
    shown: list[str]
    first: int


class MatchSight(Struct, frozen=True):
    """The match as everybody sees it (R4.7)."""

    number: int
    version: int
    phase: Literal["play", "exchange", "match_over"]
    round: int
    turn: int | None
    direction: Literal[1, -1]
    dealer: int
    ceremony: CeremonySight | None
    counts: list[int]
    table: list[str] | None
    table_kind: str | None
    table_by: int | None
    passed: list[int]
    called: list[int]
    barred: list[int]
    exchange: ExchangeSight | None
    trick: list[MoveSight]
    """The current trick's actions, so that everybody's last action can be shown."""
    earlier: list[list[MoveSight]]
    """The round's earlier tricks, where the host lets people look back; else none (R4.7)."""
    totals: list[int]
    results: list[ResultSight]
    winners: list[int]
    commitment: str
    """SHA-256 of the seed, published before the first card."""
    seed: str | None
    """The seed itself, once the match is over."""


class Public(Struct, frozen=True):
    """A table as everybody sees it."""

    id: str
    seq: int
    options: Options
    phase: Phase
    seats: list[SeatSight]
    clock: ClockSight | None
    between_ms: int | None
    """How long until the next round begins by itself."""
    pause_asked: list[int]
    rematch_asked: list[int]
    match: MatchSight | None


class Own(Struct, frozen=True):
    """What only the seat itself sees: its hand and what it may do now."""

    seat: int
    hand: list[str]
    plays: dict[str, list[str]]
    """The legal plays by kind, each as codes with spaces between."""
    may_pass: bool
    may_call: bool
    must_block: bool
    must_give: bool


def _partly(whole: type[Struct], **other: Any) -> Any:
    """The type of what has changed of a whole: the same fields, each of which may be missing."""
    hints = get_type_hints(whole)
    fields = [(name, other.get(name, hints[name]) | UnsetType, UNSET) for name in hints]
    return defstruct(f"{whole.__name__}Change", fields, frozen=True, module=__name__)


MatchChange = _partly(MatchSight)
"""What has changed of a match; a field that is not there is as it was."""
PublicChange = _partly(Public, match=MatchChange | None)
"""What has changed of a table; a field that is not there is as it was, in ``match`` too."""


def changes(before: Public | None, after: Public) -> dict[str, object]:
    """What of ``after`` is new to who knows ``before``; a ``PublicChange`` once it is encoded.

    Times are what is left at the moment of sending, so they are always new.
    """
    if before is None:
        return asdict(after)
    found = _changed(before, after)
    found["clock"], found["between_ms"] = after.clock, after.between_ms
    if before.match is not None and after.match is not None and "match" in found:
        found["match"] = _changed(before.match, after.match)
    return found


def _changed(before: Struct, after: Struct) -> dict[str, object]:
    pairs = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in pairs if new is not old and new != old}


def public(table: Table, now: int) -> Public:
    """What everybody may see."""
    clock = turn_clock(table, now)
    between = between_deadline(table)
    return Public(
        table.id,
        table.seq,
        table.options,
        table.phase,
        [_seat(table, index, seat, now) for index, seat in enumerate(table.seats)],
        None if clock is None else ClockSight(*clock, running=table.phase == "playing"),
        None if between is None else max(0, between - now),
        list(table.pause_asked),
        list(table.rematch_asked),
        None if table.match is None else _match(table, table.match),
    )


def _seat(table: Table, index: int, seat: Seat, now: int) -> SeatSight:
    drop = None if seat.dropped_at is None else drop_deadline(table, index)
    host = seat.person == table.host and seat.person is not None
    left = None if drop is None else max(0, drop - now)
    return _seat_sight(seat, left, index in table.ready, host)


@lru_cache(16_384)
def _seat_sight(seat: Seat, drop_ms: int | None, ready: bool, host: bool) -> SeatSight:
    """Seats seldom change, and every state shows them all."""
    return SeatSight(
        "person" if seat.person is not None else "bot" if seat.bot is not None else "empty",
        seat.person,
        seat.name,
        seat.bot,
        seat.stand_in,
        seat.away_reason,
        seat.dropped_at is None,
        drop_ms,
        ready,
        host,
        seat.bank_ms,
    )


def _match(table: Table, match: Match) -> MatchSight:
    now, exchange = match.round, match.exchange
    begun = _trick_start(now.history)
    return MatchSight(
        table.match_number,
        match.version,
        match.phase,  # type: ignore[arg-type]
        now.number,
        match.turn,
        now.direction,  # type: ignore[arg-type]
        match.dealer,
        None if match.deal.ceremony is None else _ceremony(match.deal.ceremony),
        list(now.counts),
        None if now.table is None else now.table.codes,
        None if now.table is None else now.table.kind.code,
        now.table_by,
        list(now.passed),
        list(now.called),
        list(now.barred),
        None if exchange is None else ExchangeSight(*exchange),
        [_move(move) for move in now.history[begun:]],
        _tricks(now.history[:begun]) if table.options.look_back else [],
        list(match.totals),
        _results(match.past),
        list(match.winners),
        _commitment(match.seed),
        match.seed if match.over else None,
    )


@lru_cache(16_384)
def _move(move: Move) -> MoveSight:
    """Moves never change, and every message shows the whole trick."""
    if move.play is None:
        return MoveSight(move.seat, call=move.call, lead=move.lead)
    return MoveSight(move.seat, move.play.codes, move.play.kind.code, move.call, move.lead)


def _results(past: tuple[PlayedRound, ...]) -> list[ResultSight]:
    """The score sheet: made once a round, and found by which rounds these are, not by their value,
    since to hash them all costs more than to make it."""
    known = _sheets.get(id(past))
    if known is not None and known[0] is past:
        return known[1]
    if len(_sheets) >= KEPT_SHEETS:
        del _sheets[next(iter(_sheets))]
    sheet = [result_sight(one.result, one.exchange) for one in past]
    _sheets[id(past)] = (past, sheet)
    return sheet


_sheets: dict[int, tuple[tuple[PlayedRound, ...], list[ResultSight]]] = {}
"""Each keeps the rounds it was made of, so that no other rounds can have their id."""


@lru_cache(4096)
def result_sight(result: RoundResult, exchange: Exchange | None) -> ResultSight:
    """A line of the score sheet: it never changes, and every state shows them all."""
    cards = None if exchange is None else ExchangeSight(*exchange)
    return ResultSight(**result_dict(result), exchange=cards)  # type: ignore[arg-type]


_commitment = lru_cache(1024)(commitment)


def _trick_start(history: tuple[Move, ...]) -> int:
    """Where in the round's history the current trick, or the one just over, begins."""
    for index in range(len(history) - 1, 0, -1):
        if history[index].lead:
            return index
    return 0


def _tricks(history: tuple[Move, ...]) -> list[list[MoveSight]]:
    """The moves of a round, trick by trick."""
    found: list[list[MoveSight]] = []
    for move in history:
        if move.lead or not found:
            found.append([])
        found[-1].append(_move(move))
    return found


def _ceremony(ceremony: Ceremony) -> CeremonySight:
    return CeremonySight(**ceremony_dict(ceremony))  # type: ignore[arg-type]


def own(table: Table, seat: int) -> Own | None:
    """What the seat itself sees besides; None while it has no part in a match."""
    match = table.match
    if match is None or seat >= match.seats:
        return None
    mine = table.phase == "playing" and table.seats[seat].present
    if not mine or (match.turn != seat and match.round.silent != seat):
        return _waiting(seat, match.round.hands[seat])
    now, giving = match.round, match.phase == "exchange"
    plays: dict[str, list[str]] = {}
    may_pass, turn = False, now.turn == seat and not giving
    if turn:
        legal, may_pass = now.legal()
        for play in legal:
            kind, text = _text(play)
            plays.setdefault(kind, []).append(text)
    return Own(
        seat,
        Cards(now.hands[seat]).codes,
        plays,
        may_pass,
        now.silent == seat and not giving,
        turn and now.situation.duty,
        giving,
    )


@cache
def _text(play: Combination) -> tuple[str, str]:
    """The kind and the cards of a combination in words of the wire: there are 12,352."""
    return play.kind.code, str(play)


@lru_cache(16_384)
def _waiting(seat: int, hand: int) -> Own:
    """A seat that can do nothing now: as ``view_of`` says, made once for each hand."""
    return Own(seat, Cards(hand).codes, {}, False, False, False, False)
