"""The score sheet, as on the paper pad: rounds down, players across, totals below."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from gangoffour.rules.events import RoundResult
from gangoffour.terminal.console import Screen


def sheet_drawing(
    results: Sequence[RoundResult],
    names: Sequence[str],
    screen: Screen,
    winners: Sequence[int] = (),
) -> Table:
    """One line a round: its direction, everybody's points, who won, lost and was barred."""
    glyphs = screen.glyphs
    words = screen.words
    legend = (
        f"{glyphs.won} {words('sheet_legend_won')}   {glyphs.lost} {words('sheet_legend_lost')}"
    )
    if any(result.barred for result in results):
        legend += f"   {glyphs.barred} {words('state_barred')}"
    shape = box.SIMPLE_HEAVY if glyphs.dash == "·" else box.ASCII2
    sheet = Table(box=shape, caption=legend, caption_justify="left", pad_edge=False)
    sheet.add_column(words("round_word"), no_wrap=True)
    for name in names:
        sheet.add_column(name, min_width=6, overflow="ellipsis", no_wrap=True)
    for result in results:
        sheet.add_row(
            f"{result.number:>2} {glyphs.directions[result.direction]}",
            *(_cell(result, seat, screen) for seat in range(len(names))),
        )
    totals = results[-1].totals if results else (0,) * len(names)
    sheet.add_section()
    sheet.add_row(
        Text(words("sheet_total"), "good"),
        *(
            Text(f"{total:>4} {glyphs.won if seat in winners else ''}", "good")
            for seat, total in enumerate(totals)
        ),
    )
    return sheet


def _cell(result: RoundResult, seat: int, screen: Screen) -> Text:
    glyphs = screen.glyphs
    mark = style = ""
    if seat == result.winner:
        mark, style = glyphs.won, "good"
    elif seat == result.loser:
        mark = glyphs.lost
    if seat in result.barred:
        mark = glyphs.barred
    return Text(f"{result.points[seat]:>4} {mark}", style)
