"""A score sheet as a picture: a line for each round (R6)."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.match import Match
from gangoffour.rules.sheet import Sheet
from gangoffour.rules.view import View
from gangoffour.svg.picture import EDGE, INK, PAPER, Picture, box, picture, text

ROUND, COLUMN, LINE = 64, 96, 28


def sheet(shown: Match | View | Sheet, *, names: Sequence[str] = ()) -> Picture:
    """What everybody has after each round; points of the round small beside the total.

    >>> from gangoffour import Match
    >>> "Seat 4" in sheet(Match.new(seed=1))
    True
    """
    seats = len(shown.totals)
    heads = [names[seat] if seat < len(names) else f"Seat {seat + 1}" for seat in range(seats)]
    width, height = ROUND + COLUMN * seats + 16, LINE * (len(shown.results) + 2) + 16
    inside = box(0, 0, width, height, PAPER, 8)
    y = 8 + LINE * 0.7
    inside += "".join(_cell(seat, y, head, bold=True) for seat, head in enumerate(heads))
    for result in shown.results:
        inside += _rule(y + LINE * 0.3, width)
        y += LINE
        arrow = "↺" if result.direction == 1 else "↻"
        inside += text(12, y, f"{result.number} {arrow}", 14)
        for seat, (points, total) in enumerate(zip(result.points, result.totals, strict=True)):
            inside += _cell(seat, y, str(total), bold=False)
            inside += text(ROUND + COLUMN * (seat + 1) - 8, y, f"+{points}", 11, text_anchor="end")
    inside += _rule(y + LINE * 0.3, width)
    y += LINE
    for seat, total in enumerate(shown.totals):
        inside += _cell(seat, y, str(total), bold=True)
    told = ", ".join(f"{name} {total}" for name, total in zip(heads, shown.totals, strict=True))
    return picture(width, height, inside, f"Score after {len(shown.results)} rounds: {told}")


def _cell(seat: int, y: float, words: str, *, bold: bool) -> str:
    weight = "700" if bold else "400"
    x = ROUND + COLUMN * seat + COLUMN / 2
    return text(x, y, words, 15, text_anchor="middle", font_weight=weight, fill=INK)


def _rule(y: float, width: float) -> str:
    return f'<path d="M8 {y:g}H{width - 8:g}" stroke="{EDGE}"/>'
