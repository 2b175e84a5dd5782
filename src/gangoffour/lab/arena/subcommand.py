"""The command ``gangoffour arena``; ``cli`` mounts it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from gangoffour.bots import BotError
from gangoffour.bots.outside.program import SECONDS_PER_MOVE
from gangoffour.lab.arena import arena as arena_module
from gangoffour.lab.arena.plot import check_plot
from gangoffour.lab.arena.plot import plot as draw
from gangoffour.lab.arena.printed import all_printed_aside
from gangoffour.lab.arena.report import Report
from gangoffour.lab.arena.table import say, show
from gangoffour.lab.errors import LabError
from gangoffour.lab.progress import progress_bar
from gangoffour.rules.editions import value_of
from gangoffour.rules.errors import Refusal

INTERRUPTED: Final = 130
NO_TARGET: Final = "The rule target has no effect on single rounds: --matches plays whole matches."

Bots = Annotated[
    list[str],
    typer.Argument(help="Names, level:N, mybot.py:MyBot, cmd:./prog, random or mcts200."),
]
Deals = Annotated[int, typer.Option(help="How many deals, each played with every seating.")]
Resume = Annotated[Path | None, typer.Option(help="Keep finished deals here, and go on from them.")]
Json = Annotated[
    Path | None, typer.Option("--json", help="Write the report here; - is the screen.")
]
Seconds = Annotated[float, typer.Option("--time", help="Seconds a program (cmd:) may take.")]
Strict = Annotated[bool, typer.Option(help="Stop at the first fault of a bot, and say where.")]
Rules = Annotated[
    list[str],
    typer.Option(metavar="NAME=VALUE", help="Change a rule of the edition: target=50."),
]
Records = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write every match there, as .gof.")
]
Blind = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The same without names; who played goes to DIR.key.json."),
]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster (auto).")]


def arena(
    bots: Bots,
    deals: Deals = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    seats: Annotated[int, typer.Option(help="3 or 4 players.")] = 4,
    lineup: Annotated[str, typer.Option(help="1v3, 2v2 or round_robin.")] = "1v3",
    matches: Annotated[bool, typer.Option(help="Whole matches instead of single rounds.")] = False,
    edition: Annotated[str, typer.Option(help="Which edition of the rules.")] = "official",
    rules: Rules = [],  # noqa: B006  typer copies it
    seconds: Seconds = SECONDS_PER_MOVE,
    strict: Strict = False,
    jobs: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    resume: Resume = None,
    json_: Json = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it: a .png, .svg or .pdf.")] = None,
    records: Records = None,
    blind: Blind = None,
    ray: Ray = None,
) -> None:
    """Let bots play each other on duplicate deals, and measure who is better.

    Every deal is played with every seating. Ctrl-C stops; with `--resume` nothing finished is lost.
    The exit code is 1 if a bot never made a move of its own, or with `--strict` at its first fault.

    \b
    Examples:
      gangoffour arena level:4 greedy --lineup 2v2 --deals 1000 --plot duel.png
      gangoffour arena mybot.py:MyBot level:2 --deals 500 --resume run.jsonl
      gangoffour arena "cmd:./prog --fast" level:1 random --seats 3 --matches
    """
    play = partial(
        arena_module.run,
        bots,
        deals=deals,
        seed=seed,
        seats=seats,
        lineup=lineup,
        matches=matches,
        edition=edition,
        changes=dict(map(_rule, rules)),
        seconds=seconds,
        strict=strict,
        jobs=jobs,
        resume=_no_option("--resume", resume),
        ray=ray,
        records=_folder(records, blind),
        blind=blind is not None,
    )
    _run(play, json_, plot, resume)


def _run(
    play: Callable[..., Report], json_: Path | None, plot: Path | None, resume: Path | None
) -> None:
    """Play with a bar to look at, and give the report where it is wanted."""
    aside = Console(stderr=True)
    quiet = json_ is not None and str(json_) == "-"
    with _refusals_told(aside, resume):
        _check_places(plot, None if quiet else json_)
        with (
            _endings_raised(),
            all_printed_aside(),
            progress_bar("deals", aside, not quiet) as told,
        ):
            report = play(progress=told, complain=partial(say, aside, style="yellow"))
        if not report.work.matches and "target" in report.work.written_changes:
            say(aside, NO_TARGET, "yellow")
        if plot is not None:
            draw(report, plot)
        _give(report, json_, quiet=quiet)


def _no_option(option: str, path: Path | None) -> Path | None:
    """Refuse the next option in the place of a forgotten name."""
    if path is not None and str(path).startswith("-"):
        raise typer.BadParameter(f"{option} needs a name; {path} looks like an option.")
    return path


def _folder(records: Path | None, blind: Path | None) -> Path | None:
    """Where the records go, with names or without; not both, for then the names tell who played."""
    if records is not None and blind is not None:
        told = "--blind writes the same records as --records, without names: give one of them."
        raise typer.BadParameter(told)
    return _no_option("--blind", blind) or _no_option("--records", records)


def _rule(text: str) -> tuple[str, object]:
    """A changed rule, its value as R9 writes it or as Python does; any other stays a text, to be
    refused as it was typed.

    >>> _rule("target=50"), _rule("duty_to_block=no"), _rule("duty_to_block=False")
    (('target', 50), ('duty_to_block', False), ('duty_to_block', False))
    >>> _rule("opening_limit=any"), _rule("opening_limit=none"), _rule("seats=both")
    (('opening_limit', None), ('opening_limit', None), ('seats', (3, 4)))
    """
    name, _, typed = text.partition("=")
    also = {"true": "yes", "false": "no", "none": "any", "both": "3+4"}
    written = also.get(typed.lower(), typed.lower())
    value = value_of(name, written)
    return name, typed if value == written else value


def _give(report: Report, json_: Path | None, *, quiet: bool) -> None:
    """Write the report and show it, in this order, for who reads it may be gone; ``quiet`` prints
    JSON and nothing else. A bot that never chose itself is told by the exit code."""
    text = json.dumps(report.as_dict(), indent=2)
    if json_ is not None and not quiet:
        _write(json_, text + "\n")
    if quiet:
        typer.echo(text)
    else:
        show(report, Console())
    if any(one.never_chose for one in report.standings):
        raise typer.Exit(1)


@contextmanager
def _refusals_told(aside: Console, resume: Path | None) -> Iterator[None]:
    """What is refused, and Ctrl-C, end in one sentence and an exit code."""
    try:
        yield
    except (BotError, LabError, Refusal) as refusal:
        say(aside, refusal.message, "red")
        raise typer.Exit(1 if refusal.code == "strict" else 2) from refusal
    except KeyboardInterrupt:
        kept = "--resume FILE would keep finished deals"
        if resume is not None:
            kept = f"finished deals are in {resume}, and the same command goes on from there"
        say(aside, f"Stopped; {kept}.", "yellow")
        raise typer.Exit(INTERRUPTED) from None


def _check_places(plot: Path | None, json_: Path | None) -> None:
    """Refuse at once, and not after hours of play, what could not be written in the end."""
    if plot is not None:
        check_plot(plot)
    for path in (plot, json_):
        if path is not None and (path.is_dir() or not os.access(path.parent, os.W_OK)):
            problem = "it is a folder" if path.is_dir() else f"{path.parent} cannot be written to"
            raise LabError("no_place", path=str(path), problem=problem)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise LabError("no_place", path=str(path), problem=problem.strerror) from problem


@contextmanager
def _endings_raised() -> Iterator[None]:
    """Here SIGTERM and SIGHUP act as Ctrl-C: nothing that a bot has started stays behind."""
    endings = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.default_int_handler) for number in endings}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def main() -> None:
    """The command by itself: ``python -m gangoffour.lab.arena.subcommand``."""
    typer.run(arena)


if __name__ == "__main__":
    main()
