"""Whole matches as text, file ending ``.gof`` (as PGN is for chess); see ``docs/notation.md``.

A record is headers, then rounds. ``reader`` reads it back: printing what was read gives the same
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gangoffour.rules.cards import Cards
from gangoffour.rules.deal import Deal
from gangoffour.rules.editions import print_rules
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import RoundResult
from gangoffour.rules.match import Match
from gangoffour.rules.round import Move
from gangoffour.rules.view import Exchange

FORMAT = "gof 1"
OWN_TAGS = ("Format", "Rules", "Seats", "Seed", "Dealer", "Position")
_TAG_NAME = r"[A-Za-z][A-Za-z0-9_]{0,39}"
DIRECTIONS = {1: "counter-clockwise", -1: "clockwise"}


class Record(NamedTuple):
    """A match with what else is known about it: players' names, date, the commitment …"""

    match: Match
    tags: Mapping[str, str]


def print_record(match: Match, tags: Mapping[str, str] | None = None) -> str:
    """The whole match as text. It shows every hand: for a match that is over, or for analysis."""
    first = match.past[0].dealer if match.past else match.dealer
    own = {
        "Format": FORMAT,
        "Rules": print_rules(match.rules),
        "Seats": str(match.seats),
        "Seed": match.seed,
        "Dealer": str(first),
        **({} if match.origin is None else {"Position": match.origin}),
    }
    for name in tags or {}:
        if name in OWN_TAGS or not re.fullmatch(_TAG_NAME, str(name)):
            raise Refusal("bad_record", line=1, problem=f"{str(name)[:60]!r} cannot be a header.")
    lines = [f'[{name} "{_escape(value)}"]' for name, value in {**own, **(tags or {})}.items()]
    from_position = match.origin is not None
    for past in match.past:
        lines += _print_round(past.result.number, past.deal, past.exchange, from_position)
        lines += _print_tricks(past.history)
        lines.append(print_score(past.result))
        from_position = False
    if match.over:
        lines.append("winners " + " ".join(str(seat) for seat in match.winners))
    else:
        lines += _print_round(match.round.number, match.deal, match.exchange, from_position)
        lines += _print_tricks(match.round.history)
    return "\n".join(lines) + "\n"


def _escape(value: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise Refusal("bad_record", line=1, problem=f"{value!r} cannot stand in a header.")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _print_round(
    number: int, dealt: Deal, exchange: Exchange | None, from_position: bool
) -> Iterator[str]:
    yield ""
    yield f"round {number} {DIRECTIONS[1 if number % 2 else -1]}"
    if not from_position:  # else the position in the header tells the cards
        if dealt.ceremony is not None:
            shown = dealt.ceremony
            yield f"cut {shown.cutter} shown {' '.join(shown.shown)} first {shown.first}"
        for seat, hand in enumerate(dealt.hands):
            yield f"hand {seat} {Cards.of_word(hand)}"
        if dealt.dead:
            yield f"dead {Cards.of_word(dealt.dead)}"
    if exchange is not None:
        back = "" if exchange.back is None else f" back {exchange.back}"
        yield f"exchange {exchange.giver}>{exchange.taker} {exchange.card}{back}"


def _print_tricks(history: tuple[Move, ...]) -> list[str]:
    tricks: list[list[str]] = []
    for move in history:
        if move.lead or not tricks:
            tricks.append([])
        tricks[-1].append(print_move(move))
    return ["trick " + " ".join(moves) for moves in tricks]


def print_move(move: Move) -> str:
    """One move: ``2:G4,Y4`` a play, ``2:G4!`` with a call, ``2!`` a call after it, ``2:-`` a pass.

    >>> from gangoffour import combination
    >>> print_move(Move(2, combination("Y4 G4"), call=True))
    '2:G4,Y4!'
    """
    if move.play is None:
        return f"{move.seat}!" if move.call else f"{move.seat}:-"
    return f"{move.seat}:{','.join(move.play.codes)}{'!' if move.call else ''}"


def print_score(result: RoundResult) -> str:
    """What a round cost, and the totals after it."""
    points = " ".join(str(points) for points in result.points)
    totals = " ".join(str(total) for total in result.totals)
    return f"score {points} total {totals}"
