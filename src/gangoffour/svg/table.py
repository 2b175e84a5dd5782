"""A table as one seat sees it: the others and their counts, what lies, the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gangoffour.rules.match import Match
from gangoffour.rules.view import View
from gangoffour.svg.cards import HEIGHT, WIDTH, drawn, row
from gangoffour.svg.picture import FELT, GOLD, PAPER, Picture, at, box, picture, text

WIDE, TALL = 720, 560
_PLACES: Final = {3: ((0.82, 0.2), (0.18, 0.2)), 4: ((0.85, 0.4), (0.5, 0.12), (0.15, 0.4))}
"""Where the others sit, the next counter-clockwise first (R4.1)."""


def table(shown: View | Match, *, names: Sequence[str] = ()) -> Picture:
    """The table from a view; of a match, as whoever is to play sees it."""
    view = shown.view(shown.turn) if isinstance(shown, Match) else shown
    seats = len(view.counts)
    called = [names[seat] if seat < len(names) else f"Seat {seat + 1}" for seat in range(seats)]
    me = view.seat or 0
    inside = box(0, 0, WIDE, TALL, FELT, 24)
    for turn, (across, down) in enumerate(_PLACES[seats], 1):
        inside += _other(view, (me + turn) % seats, called, across * WIDE, down * TALL)
    inside += _on_table(view, called)
    if view.seat is not None:
        inside += _own(view, called[me])
    return picture(WIDE, TALL, inside, _told(view, called))


def _mark(view: View, seat: int) -> str:
    marks = [
        "last card!" if seat in view.called else "",
        "barred" if seat in view.barred else "",
        "passed" if seat in view.passed else "",
    ]
    return ", ".join(mark for mark in marks if mark)


def _line(x: float, y: float, words: str, size: float, *, on: bool) -> str:
    return text(x, y, words, size, text_anchor="middle", fill=GOLD if on else PAPER)


def _other(view: View, seat: int, names: list[str], x: float, y: float) -> str:
    turn = view.turn == seat
    found = at(x - 22, y - 30, drawn("back"), 0.44)
    found += f'<circle cx="{x + 24:g}" cy="{y - 26:g}" r="15" fill="{PAPER}"/>'
    found += text(
        x + 24, y - 20, str(view.counts[seat]), 17, text_anchor="middle", font_weight="700"
    )
    found += _line(x, y + 52, names[seat], 16, on=turn)
    return found + _line(x, y + 70, _mark(view, seat), 12, on=False)


def _on_table(view: View, names: list[str]) -> str:
    middle = TALL * 0.4
    if view.table is None:
        leader = "" if view.turn is None else f"{names[view.turn]} leads"
        return _line(WIDE / 2, middle, leader, 18, on=False)
    cards, width = row(view.table.cards)
    found = at(WIDE / 2 - width * 0.35, middle - 0.35 * HEIGHT, cards, 0.7)
    by = "" if view.table_by is None else names[view.table_by]
    return found + _line(WIDE / 2, middle + 0.35 * HEIGHT + 20, by, 14, on=False)


def _own(view: View, name: str) -> str:
    cards, width = row(view.hand)
    scale = min(0.9, (WIDE - 40) / max(width, WIDTH))
    top = TALL - 20 - HEIGHT * scale
    found = at((WIDE - width * scale) / 2, top, cards, scale)
    words = ", ".join(part for part in (name, _mark(view, view.seat or 0)) if part)
    return found + _line(WIDE / 2, top - 12, words, 16, on=view.turn == view.seat)


def _told(view: View, names: list[str]) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in zip(names, view.counts, strict=True))
    lies = "nothing on the table" if view.table is None else f"on the table {view.table}"
    return f"Cards: {counts}; {lies}"
