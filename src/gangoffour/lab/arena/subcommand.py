"""The command ``gangoffour arena``; ``cli`` mounts it."""

from __future__ import annotations

import json
import signal
import threading
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
from gangoffour.lab.arena.places import SCREEN, Places
from gangoffour.lab.arena.plot import plot as draw
from gangoffour.lab.arena.printed import all_printed_aside
from gangoffour.lab.arena.report import Report
from gangoffour.lab.arena.table import show
from gangoffour.lab.errors import LabError
from gangoffour.lab.processes import leave_if_kept
from gangoffour.lab.progress import progress_bar, say
from gangoffour.rules.editions import read_value
from gangoffour.rules.errors import Refusal

INTERRUPTED: Final = 130
NO_TARGET: Final = "The rule target has no effect on single rounds: --matches plays whole matches."

Bots = Annotated[
    list[str],
    typer.Argument(help="Names, level:N, mybot.py:MyBot, cmd:./prog, random or mcts200."),
]
Deals = Annotated[int, typer.Option(help="How many deals, each played with every seating.")]
Seed = Annotated[
    int, typer.Option(help="Which deals. The same seed, the same figures, but for mctsN.")
]
Resume = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Keep finished deals here, and go on from them."),
]
Json = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the report here; - is the screen."),
]
Plot = Annotated[str | None, typer.Option(metavar="FILE", help="Draw it: a .png, .svg or .pdf.")]
Seconds = Annotated[float, typer.Option("--time", help="Seconds a program (cmd:) may take.")]
Strict = Annotated[bool, typer.Option(help="Stop at the first fault of a bot, and say where.")]
Rules = Annotated[
    list[str],
    typer.Option(metavar="NAME=VALUE", help="Change a rule of the edition: target=50."),
]
Records = Annotated[
    str | None, typer.Option(metavar="DIR", help="Write every match there, as .gof.")
]
Blind = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="The same without names; who played goes to DIR.key.json."),
]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster (auto).")]


def arena(
    bots: Bots,
    deals: Deals = 200,
    seed: Seed = 0,
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
    plot: Plot = None,
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
    places = Places(json_, plot, resume, records, blind)
    play = partial(
        arena_module.run,
        bots,
        deals=deals,
        seed=seed,
        seats=seats,
        lineup=lineup,
        matches=matches,
        edition=edition,
        seconds=seconds,
        strict=strict,
        jobs=jobs,
        resume=places.resume,
        ray=ray,
        records=places.records or places.blind,
        blind=blind is not None,
    )
    _run(play, places, bots, rules)


def _run(play: Callable[..., Report], places: Places, bots: list[str], rules: list[str]) -> None:
    """Play with a bar to look at, and give the report where it is wanted."""
    aside, quiet = Console(stderr=True), places.quiet
    with _not_kept(), _refusals_told(aside, places.resume):
        places.check(bots)
        play = partial(play, changes=dict(map(_rule, rules)))
        json_, plot = places.outputs
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
        _give(report, json_)


def _rule(text: str) -> tuple[str, object]:
    """A changed rule, its value as R9 writes it or as Python does; any other is refused as it was
    typed.

    >>> _rule("target=50"), _rule("duty_to_block=no"), _rule("duty_to_block=False")
    (('target', 50), ('duty_to_block', False), ('duty_to_block', False))
    >>> _rule("opening_limit=any"), _rule("opening_limit=none"), _rule("seats=both")
    (('opening_limit', None), ('opening_limit', None), ('seats', (3, 4)))
    """
    name, _, typed = text.partition("=")
    also = {"true": "yes", "false": "no", "none": "any", "both": "3+4"}
    written = also.get(typed.lower(), typed.lower())
    try:
        return name, read_value(name, written)
    except Refusal as refusal:
        told = {**refusal.params, "input": typed}
        raise Refusal("bad_rule_value", rule=refusal.rule, **told) from None


def _give(report: Report, json_: Path | str | None) -> None:
    """Write the report and show it, in this order, for who reads it may be gone; ``-`` prints
    JSON and nothing else. A bot that never chose itself is told by the exit code."""
    text = json.dumps(report.as_dict(), indent=2, allow_nan=False)
    if isinstance(json_, Path):
        _write(json_, text + "\n")
    if json_ == SCREEN:
        typer.echo(text)
    else:
        show(report, Console())
    if any(one.never_chose for one in report.standings):
        raise typer.Exit(1)


@contextmanager
def _not_kept() -> Iterator[None]:
    """Meanwhile a bot may start threads: none of them keeps the command from its end."""
    before = threading.enumerate()
    try:
        yield
    except typer.Exit as ended:
        leave_if_kept(ended.exit_code, before)
        raise
    leave_if_kept(0, before)


@contextmanager
def _refusals_told(aside: Console, resume: str | None) -> Iterator[None]:
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
