"""What one viewer may see of a table: an allow-list of typed messages.

A viewer is a seat or a spectator. ``Public`` is the same for everybody (made in ``public_view``);
``Own`` is for one seat only (``seat_view``). Nothing else of a table ever leaves the server. The
client's types are generated from these.
"""

from __future__ import annotations

from typing import Any, Literal, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct

from gangoffour.table.karma import Cost
from gangoffour.table.options import Options, Purpose
from gangoffour.table.state import Phase


class SeatView(Struct, frozen=True):
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
    cost: Cost = "none"
    """What it has cost so far that a stand-in chose for this person in a rated match."""
    away_until: int = 0
    """Until when they are away for some days, in ms since 1970: their clock stands still."""
    avatar: str = ""
    """The face a person has chosen; nothing for the first letters of the name."""


class ClockView(Struct, frozen=True):
    """What the player to move has left, at the moment of sending."""

    seat: int
    move_ms: int
    bank_ms: int
    running: bool


class ExchangeView(Struct, frozen=True):
    giver: int
    taker: int
    card: str
    back: str | None


class MoveView(Struct, frozen=True, omit_defaults=True):
    """One public action of the round: a play, a pass, or a call made after a play."""

    seat: int
    play: list[str] | None = None
    kind: str | None = None
    call: bool = False
    lead: bool = False


class ResultView(Struct, frozen=True):
    """A line of the score sheet."""

    round: int
    direction: Literal[1, -1]
    winner: int
    loser: int
    left: list[int]
    points: list[int]
    totals: list[int]
    barred: list[int]
    exchange: ExchangeView | None
    """Which cards changed hands before the round (R7.1)."""


class CeremonyView(Struct, frozen=True):
    cutter: int
    shown: list[str]
    first: int


class MatchView(Struct, frozen=True):
    """The match as everybody sees it (R4.7)."""

    number: int
    version: int
    phase: Literal["play", "exchange", "match_over"]
    round: int
    turn: int | None
    direction: Literal[1, -1]
    dealer: int
    ceremony: CeremonyView | None
    counts: list[int]
    table: list[str] | None
    table_kind: str | None
    table_by: int | None
    passed: list[int]
    called: list[int]
    barred: list[int]
    exchange: ExchangeView | None
    trick: list[MoveView]
    """The current trick's actions, so that everybody's last action can be shown."""
    earlier: list[list[MoveView]]
    """The round's earlier tricks, where the host lets people look back; else none (R4.7)."""
    totals: list[int]
    results: list[ResultView]
    hands: list[list[str]]
    """Everybody's cards where only bots sit, as nobody can gain by seeing them; else none."""
    leftover: list[list[str]]
    """What each seat still held when the last round ended, turned up to be counted (R6)."""
    winners: list[int]
    commitment: str
    """SHA-256 of the seed, published before the first card."""
    seed: str | None
    """The seed itself, once the match is over; never where deals are given: others are about to
    play them, and the record tells it when it may."""
    players: list[SeatView]
    """Who played it, seat by seat, once it is over: others may sit there by then."""


class DealView(Struct, frozen=True):
    """What the deals of a match come from, if people have a hand in them; seat by seat."""

    commitment: str
    """SHA-256 of the server's seed, published before anybody said their part."""
    promises: list[str | None]
    contributions: list[str | None]
    replaced: list[int]
    seed: str | None
    """The server's seed, once the match is over."""


class Public(Struct, frozen=True):
    """A table as everybody sees it."""

    id: str
    seq: int
    options: Options
    phase: Phase
    seats: list[SeatView]
    clock: ClockView | None
    between_ms: int | None
    """How long until the next round begins by itself."""
    pause_asked: list[int]
    rematch_asked: list[int]
    match: MatchView | None
    promises: list[str | None]
    """What each seat has promised for the next deal."""
    deal: DealView | None
    purpose: Purpose | None = None
    """What the server opened it for: deals that are the same for everybody."""


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


MatchChange = _partly(MatchView)
"""What has changed of a match; a field that is not there is as it was."""
PublicChange = _partly(Public, match=MatchChange | None)
"""What has changed of a table; a field that is not there is as it was, in ``match`` too."""
