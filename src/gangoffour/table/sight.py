"""What one viewer may see of a table: an allow-list of typed messages, made from its state.

A viewer is a seat or a spectator. ``Public`` is the same for everybody; ``Own`` is for one seat
only. Nothing else of a table ever leaves the server. The client's types are generated from these.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from gangoffour.rules.cards import Cards
from gangoffour.rules.deal import commitment
from gangoffour.rules.events import RoundResult, ceremony_dict, event_dict, result_dict
from gangoffour.rules.match import Match
from gangoffour.rules.round import Move
from gangoffour.rules.view import view_of
from gangoffour.table import events as e
from gangoffour.table.clock import between_deadline, drop_deadline, turn_clock
from gangoffour.table.options import Options
from gangoffour.table.state import Phase, Seat, Table


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
        None if table.match is None else _match(table.match, table.match_number),
    )


def _seat(table: Table, index: int, seat: Seat, now: int) -> SeatSight:
    drop = drop_deadline(table, index)
    return SeatSight(
        "person" if seat.person is not None else "bot" if seat.bot is not None else "empty",
        seat.person,
        seat.name,
        seat.bot,
        seat.stand_in,
        seat.away_reason,
        seat.dropped_at is None,
        None if drop is None else max(0, drop - now),
        index in table.ready,
        seat.person == table.host and seat.person is not None,
        seat.bank_ms,
    )


def _match(match: Match, number: int) -> MatchSight:
    view = view_of(match, None)
    exchange = view.exchange
    trick = view.history[_trick_start(match) :]
    return MatchSight(
        number,
        view.version,
        view.phase,  # type: ignore[arg-type]
        view.round,
        view.turn,
        view.direction,  # type: ignore[arg-type]
        view.dealer,
        _ceremony(match),
        list(view.counts),
        None if view.table is None else view.table.codes,
        None if view.table is None else view.table.kind.code,
        view.table_by,
        list(view.passed),
        list(view.called),
        list(view.barred),
        None if exchange is None else ExchangeSight(*exchange),
        [_move(move) for move in trick],
        list(view.totals),
        [_result(result) for result in view.results],
        list(view.winners),
        commitment(match.seed),
        match.seed if match.over else None,
    )


@lru_cache(16_384)
def _move(move: Move) -> MoveSight:
    """Moves never change, and every message shows the whole trick."""
    if move.play is None:
        return MoveSight(move.seat, call=move.call, lead=move.lead)
    return MoveSight(move.seat, move.play.codes, move.play.kind.code, move.call, move.lead)


@lru_cache(4096)
def _result(result: RoundResult) -> ResultSight:
    """Lines of the score sheet never change, and every message shows them all."""
    return ResultSight(**result_dict(result))  # type: ignore[arg-type]


def _trick_start(match: Match) -> int:
    """Where in the round's history the current trick, or the one just over, begins."""
    history = match.round.history
    start = len(history)
    while start:
        start -= 1
        if history[start].lead:
            return start
    return 0


def _ceremony(match: Match) -> CeremonySight | None:
    shown = ceremony_dict(match.deal.ceremony)
    return None if shown is None else CeremonySight(**shown)  # type: ignore[arg-type]


def own(table: Table, seat: int) -> Own | None:
    """What the seat itself sees besides; None while it has no part in a match."""
    match = table.match
    if match is None or seat >= match.seats:
        return None
    if match.turn != seat and match.round.silent != seat:
        return _waiting(seat, match.round.hands[seat])
    view = view_of(match, seat)
    mine = table.phase == "playing" and table.seats[seat].present
    plays: dict[str, list[str]] = {}
    if mine:
        for play in view.plays:
            plays.setdefault(play.kind.code, []).append(str(play))
    return Own(
        seat,
        view.hand.codes,
        plays,
        mine and view.may_pass,
        mine and view.may_call,
        mine and view.must_block,
        mine and view.phase == "exchange" and view.my_turn,
    )


@lru_cache(16_384)
def _waiting(seat: int, hand: int) -> Own:
    """A seat that can do nothing now: as ``view_of`` says, made once for each hand."""
    return Own(seat, Cards(hand).codes, {}, False, False, False, False)


class Happening(Struct, frozen=True):
    """An event as everybody may see it: its kind and plain facts."""

    seq: int
    what: dict[str, object]


def happenings(before: Table, caused: tuple[e.Event, ...], after: Table) -> list[Happening]:
    """The public facts of some events, in order. One action of the game may cause several."""
    found: list[Happening] = []
    seq = before.seq
    for event in caused:
        seq += 1
        found += [Happening(seq, what) for what in _facts(event, after)]
    return found


def _facts(event: e.Event, after: Table) -> list[dict[str, object]]:
    match event:
        case e.Acted():
            assert after.match is not None
            return [event_dict(one) for one in after.match.events]
        case e.Started():
            assert after.match is not None
            dealt = [event_dict(one) for one in after.match.events]
            return [{"type": "started", "match": event.match}, *dealt]
        case e.Opened() | e.OptionsSet() | e.HostChanged():
            return [{"type": type(event).__struct_config__.tag}]
        case e.Sat():
            return [{"type": "sat", "seat": event.seat, "name": event.name}]
        case e.Said():
            person = {"person": event.person, "name": event.name}
            return [{"type": "said", **person, "text": event.text}]
        case e.Phrased():
            person = {"person": event.person, "name": event.name}
            return [{"type": "phrased", **person, "phrase": event.phrase}]
    plain = {name: getattr(event, name) for name in event.__struct_fields__}
    return [{"type": event.__struct_config__.tag, **plain}]
