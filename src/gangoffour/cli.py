"""The command line: the commands of the table, each imported only when it is used."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from gangoffour import Refusal, __version__
from gangoffour.command_table import COMMANDS
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.subcommands import Language
from gangoffour.terminal.usage import (
    CHOSEN,
    EXAMPLES,
    PlacedCommand,
    SpokenCommand,
    asked_language,
    heading,
    refuse_usage,
    spoken,
    words_of,
    write_params,
)

SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@contextmanager
def _refusals_told(ctx: Any) -> Iterator[None]:
    """What goes wrong meanwhile is said in one sentence, in the user's language."""
    try:
        yield
    except (Refusal, Failure) as problem:
        words = words_of(ctx)
        told = problem.told(words) if isinstance(problem, Failure) else words.refused(problem)
        typer.echo(f"gangoffour: {told}", err=True)
        raise typer.Exit(1) from None
    except typer.TyperException as error:
        if not hasattr(error, "ctx") or type(error).__name__ == "NoArgsIsHelpError":
            raise
        error.ctx = error.ctx or ctx
        ours = isinstance(error.ctx.command, Commands | SpokenCommand)
        raise refuse_usage(error, words_of(ctx) if ours else spoken("en")) from None


def not_installed(name: str | None, missing: ModuleNotFoundError) -> Exception:
    """Where a package is not there, the extra is named that brings it for this command."""
    if name not in COMMANDS or missing.name is None or missing.name.startswith("gangoffour"):
        return missing
    install = f"pip install 'gangoffour[{COMMANDS[name].extra}]'"
    return Failure("cli_not_installed", command=name, install=install)


class Commands(TyperGroup):
    """The commands of the table, listed from it and loaded on use."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name in COMMANDS:
            self.commands[name] = TyperCommand(name)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself in place of its line in the overview."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else command, rest

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[CHOSEN] = asked_language(args)
        with _refusals_told(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what is refused ends in one sentence, not in a traceback."""
        with _refusals_told(ctx):
            try:
                return super().invoke(ctx)
            except ModuleNotFoundError as missing:
                raise not_installed(ctx.invoked_subcommand, missing) from None

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        words = words_of(ctx)
        blanks = f"{words('cli_options_blank')} {words('cli_command_blank')}"
        formatter.write_usage(ctx.command_path, blanks, f"{words('cli_usage')} ")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words_of(ctx)("cli_overview"))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        words = words_of(ctx)
        write_params(self, ctx, formatter)
        with formatter.section(heading("cli_commands", words)):
            formatter.write_dl([(name, words(f"command_{name}")) for name in COMMANDS])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words_of(ctx)("cli_epilog"))


def load(name: str | None) -> Any:
    """The command of a name, imported."""
    assert name is not None
    module, _, attribute = COMMANDS[name].place.partition(":")
    try:
        target = getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        raise not_installed(name, missing) from None
    if not gc.isenabled():  # as main left it
        gc.freeze()  # what is loaded stays
        gc.enable()
    return _command(name, target)


@cache
def _command(name: str, target: Any) -> Any:
    """Made once, however often it is asked for."""
    if not isinstance(target, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        kind = SpokenCommand if name in EXAMPLES else PlacedCommand
        alone.command(name, cls=kind, context_settings=SETTINGS)(target)
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


@app.callback()
def _overview(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    language: Language = None,
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
    gc.disable()  # until the command is loaded: until then nothing is garbage
    gc.freeze()  # nor later: to look through all of it is a tenth of a short command's time
    app(prog_name="gangoffour")
