"""The command line: a table of commands, each imported only when it is used.

A command is a function (or a ``typer.Typer`` of its own) somewhere in the package; its line in
``COMMANDS`` says where, so ``gangoffour --help`` stays quick however heavy a command is.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from gangoffour import Refusal, __version__
from gangoffour.terminal.failure import Failure

SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Command(NamedTuple):
    """Where a command lives (``module:name``), its line in the overview, and what it needs."""

    place: str
    summary: str
    extra: str = "play"
    """The extra of the package that brings what it needs."""


COMMANDS: Final[dict[str, Command]] = {
    "serve": Command(
        "gangoffour.server.serve:serve",
        "Serve the game to browsers and programs; this is what make play does.",
        "server",
    ),
    "play": Command(
        "gangoffour.terminal.commands:play",
        "Play a match against bots, here in the terminal.",
    ),
    "arena": Command(
        "gangoffour.lab.arena.subcommand:arena",
        "Let bots play duplicate deals against each other, and measure who is stronger.",
        "lab",
    ),
    "worker": Command(
        "gangoffour.server.bots.worker:worker",
        "Think for several servers: bots, hints, reviews; add workers to add bots.",
        "server",
    ),
    "admin": Command(
        "gangoffour.server.people.admin:app",
        "For the host: ban and unban, read reports, look people up.",
        "server",
    ),
    "backup": Command(
        "gangoffour.server.operate:backup",
        "Copy a server's whole database into one file, while it is played on.",
    ),
    "restore": Command(
        "gangoffour.server.operate:restore",
        "Put such a copy into a new database, and check it.",
    ),
    "migrate": Command(
        "gangoffour.server.operate:migrate",
        "Bring a server's database up to date.",
    ),
    "check-config": Command(
        "gangoffour.server.operate:check_config",
        "Say whether a server could start with these settings.",
    ),
    "rules": Command(
        "gangoffour.terminal.commands:rules",
        "Read the rules: all of them, one by its number, or how an edition differs.",
    ),
    "replay": Command(
        "gangoffour.terminal.commands:replay",
        "Step through a recorded match with all hands open, or print it.",
    ),
    "review": Command(
        "gangoffour.terminal.commands:review",
        "Review a recorded match: what was good, what cost points, and what was better.",
    ),
    "verify": Command(
        "gangoffour.terminal.commands:verify",
        "Check that the deals of a recorded match were fair.",
    ),
    "engine": Command(
        "gangoffour.terminal.commands:engine",
        "Serve the rules to a program in any language: a line of JSON in, a line out.",
    ),
}
"""Every command, in the order of the overview."""


class Commands(TyperGroup):
    """The commands of the table, listed from it and loaded on use."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, command in COMMANDS.items():
            self.commands[name] = TyperCommand(name, short_help=command.summary)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself in place of its line in the overview."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what the rules refuse ends in one sentence, not in a traceback."""
        try:
            return super().invoke(ctx)
        except (Refusal, Failure) as problem:
            typer.echo(f"gangoffour: {problem}", err=True)
            raise typer.Exit(1) from None


def load(name: str | None) -> Any:
    """The command of a name, imported."""
    assert name is not None
    module, _, attribute = COMMANDS[name].place.partition(":")
    try:
        target = getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("gangoffour"):
            raise
        what = f"`gangoffour {name}` needs {missing.name}, which is not installed"
        raise Failure(f"{what}: pip install 'gangoffour[{COMMANDS[name].extra}]'.") from None
    if not isinstance(target, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name, context_settings=SETTINGS)(target)
        target = alone
    command = typer.main.get_command(target)
    command.name = name
    return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help texts come up three times as fast
    context_settings=SETTINGS,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gangoffour {__version__}")
        raise typer.Exit


@app.callback(
    epilog="New here? `gangoffour play` deals you in, `gangoffour rules R2` shows the "
    "combinations, and `gangoffour COMMAND --help` has examples."
)
def _overview(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Gang of Four, the card game: get rid of your cards before the others do."""


def main() -> None:
    """The ``gangoffour`` command. What a terminal cannot show becomes ``?``, never an error."""
    if sys.stdin is None:  # closed by whoever started this: there is nothing to read
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # a bot's matrices are small: threads cost ten times more
    app(prog_name="gangoffour")
