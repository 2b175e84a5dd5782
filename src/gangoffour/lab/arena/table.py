"""A report as a terminal shows it."""

from __future__ import annotations

from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gangoffour.bots.outside.made_of import is_outside
from gangoffour.lab.arena.players import short
from gangoffour.lab.arena.report import Report
from gangoffour.lab.progress import say

SHORTEST_NAME: Final = 12
"""So much of a name is shown even where the screen is too narrow for it."""
WIDEST: Final = 10_000

EXPLAINED: Final = """\
payoff: the others' mean points minus its own, per round; above 0 is good.
points: what it scores itself, per round; few are good.
first out %: rounds in which one of its seats goes out first; even is {even}.
rank: its mean place in a round by points; 1 is best.
ms: mean time of a decision. p95 ms: 95 % of them take less.
Behind ± are 95 % intervals, clustered by deal."""


def show(report: Report, screen: Console) -> None:
    """Print a report: a table, what its columns are, and a line for whatever not every run has.

    No name is broken: at a terminal long ones lose their beginning, elsewhere lines are longer.
    """
    table = _table(report, WIDEST)
    options = screen.options.update(max_width=WIDEST)
    width = table.__rich_measure__(screen, options).maximum
    if screen.is_terminal and width > screen.width:
        longest = max(len(one.bot) for one in report.standings)
        table = _table(report, max(SHORTEST_NAME, longest - (width - screen.width)))
        width = table.__rich_measure__(screen, options).maximum
    before, screen.width = screen.width, max(width, screen.width)
    screen.print(table)
    screen.width = before
    for line in EXPLAINED.format(even=_even(report)).splitlines():
        screen.print(line, markup=False, emoji=False, highlight=False)
    screen.print()
    _say_more(report, screen)


def _table(report: Report, room: int) -> Table:
    """The figures, with so much room for a name."""
    table = Table(title=report.title, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot", no_wrap=True)
    for name in ("payoff", "points", "first out %", "rank", "ms", "p95 ms"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in report.standings:
        table.add_row(
            Text(short(one.bot, room)),
            str(one.payoff),
            one.points.shown(".2f"),
            one.first_out.shown(".1f", 100),
            f"{one.rank.mean:.2f}",
            f"{one.milliseconds.mean:.2f}",
            f"{one.p95_milliseconds:.2f}",
        )
    return table


def _even(report: Report) -> str:
    """What share of its rounds a bot would go out first in, were all seats alike."""
    shares: dict[str, list[str]] = {}
    for one in report.standings:
        shares.setdefault(f"{100 * one.first_out_even:.0f} %", []).append(one.bot)
    if len(shares) == 1:
        return next(iter(shares))
    return ", ".join(f"{even} for {' and '.join(bots)}" for even, bots in shares.items())


def _say_more(report: Report, screen: Console) -> None:
    """What not every run has."""
    for one in report.standings:
        if one.match_wins is not None:
            say(screen, f"{one.bot}: {one.match_wins.shown('.1f', 100)} % of the matches won")
    for one in report.standings:
        if one.rating is not None:
            say(screen, f"{one.bot}: rating {one.rating.figure.shown('.2f')}")
    for first, second, figure in report.pairs:
        say(screen, f"{first} v {second}: {figure}")
    for one in report.standings:
        if one.barred:
            times = "1 time" if one.barred == 1 else f"{one.barred:,} times"
            words = f"{one.bot}: barred {times} for its silence about the last card (R5.2)"
            how = "; it may call with the play that leaves one card, or when may_call is true"
            say(screen, words + how * is_outside(one.bot))
    for one in report.standings:
        if one.faults:
            counted = ", ".join(f"{code} {count:,}" for code, count in one.faults.items())
            all_of_them = ", for every single one" if one.never_chose else ""
            words = f"{one.bot}: {counted}; greedy's moves were made instead{all_of_them}"
            say(screen, words, "yellow")
