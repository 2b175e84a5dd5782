"""The command ``gangoffour arena``; ``cli`` mounts it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from gangoffour.bots import BotError
from gangoffour.lab import arena as arena_module
from gangoffour.lab.errors import LabError
from gangoffour.lab.plot import plot as draw
from gangoffour.lab.report import Report
from gangoffour.rules.errors import Refusal


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(help="Names, level:N, mybot.py:MyBot, cmd:./prog, random or mcts200."),
    ],
    deals: Annotated[int, typer.Option(help="How many deals, each played with every seating.")] = (
        200
    ),
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    seats: Annotated[int, typer.Option(help="3 or 4 players.")] = 4,
    lineup: Annotated[str, typer.Option(help="1v3, 2v2 or round_robin.")] = "1v3",
    matches: Annotated[bool, typer.Option(help="Whole matches instead of single rounds.")] = False,
    edition: Annotated[str, typer.Option(help="Which edition of the rules.")] = "official",
    jobs: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep finished deals here, and go on from them.")
    ] = None,
    json_: Annotated[
        Path | None, typer.Option("--json", help="Write the report here; - is the screen.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it: a .png, .svg or .pdf.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster (auto).")
    ] = None,
) -> None:
    """Let bots play each other on duplicate deals, and measure who is better."""
    screen = Console()
    quiet = json_ is not None and str(json_) == "-"
    try:
        with _progress(not quiet) as told:
            report = arena_module.run(
                bots,
                deals=deals,
                seed=seed,
                seats=seats,
                lineup=lineup,
                matches=matches,
                edition=edition,
                jobs=jobs,
                resume=resume,
                ray=ray,
                progress=told,
            )
        if plot is not None:
            draw(report, plot)
    except (BotError, LabError, Refusal) as refusal:
        Console(stderr=True).print(refusal.message, style="red", markup=False, highlight=False)
        raise typer.Exit(2) from refusal
    text = json.dumps(report.as_dict(), indent=2)
    if quiet:
        typer.echo(text)
    else:
        show(report, screen)
        if json_ is not None:
            json_.write_text(text + "\n")


@contextmanager
def _progress(shown: bool) -> Iterator[arena_module.Progress]:
    columns = (
        TextColumn("deals"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, transient=True, console=console, disable=not shown) as bar:
        task = bar.add_task("deals", total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield told


def show(report: Report, screen: Console) -> None:
    """Print a report as tables."""
    table = Table(
        title=f"{report.lineup}, {report.work.seats} players: {report.rounds:,} rounds, "
        f"{report.deals:,} deals, seed {report.work.seed}",
        caption="95 % intervals, clustered by deal",
    )
    table.add_column("bot")
    names = ["payoff", "points", "first out", "rank"]
    if report.work.matches:
        names.append("match wins")
    if report.pairs:
        names.append("rating")
    for name in [*names, "ms", "p95 ms", "faults"]:
        table.add_column(name, justify="right")
    for one in report.standings:
        cells = [
            str(one.payoff),
            f"{one.points.mean:.2f} ± {one.points.margin:.2f}",
            f"{one.first_out.mean:.1%} ± {one.first_out.margin:.1%}",
            f"{one.rank.mean:.3f}",
        ]
        if one.match_wins is not None:
            cells.append(f"{one.match_wins.mean:.1%} ± {one.match_wins.margin:.1%}")
        if one.rating is not None:
            cells.append(f"{one.rating.mu:.2f} ± {one.rating.sigma:.2f}")
        cells += [f"{one.milliseconds.mean:.3f}", f"{one.p95_milliseconds:.2f}"]
        cells.append(", ".join(f"{code} {n}" for code, n in one.faults.items()) or "none")
        table.add_row(one.bot, *cells)
    screen.print(table)
    for first, second, figure in report.pairs:
        screen.print(f"{first} v {second}: {figure}", highlight=False)


def main() -> None:
    """The command by itself: ``python -m gangoffour.lab.command``."""
    typer.run(arena)


if __name__ == "__main__":
    main()
