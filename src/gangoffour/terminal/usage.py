"""Help and usage errors of the game's commands, in the user's language.

Typer speaks English alone, so what it would say is said here again, from the same words as the
game. Commands for those who run a server or write programs keep Typer's own help; what was typed
wrong is told alike for all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final

import typer
from typer.core import TyperCommand

from gangoffour.terminal.languages import LANGUAGES, Words, local_language, words_in

CHOSEN: Final = "gangoffour.language"
"""Where a context keeps the language that was asked for."""

NUMBERS: Final[dict[Any, str]] = {int: "a whole number", float: "a number"}
"""Kinds of values, in our words."""

EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "play": (
        ("play", ""),
        ("play --seats 3 --bots tiger --edition german", ""),
        ("play --bots 1,2,3 --target 50 --call hand --save tonight.gof", ""),
        ("play --language de", ""),
    ),
    "rules": (
        ("rules R2", "cli_example_combinations"),
        ("rules R5.4", "cli_example_block"),
        ("rules german", "cli_example_german"),
        ("rules R4.4 -l fr", "cli_example_french"),
    ),
    "replay": (("replay tonight.gof", ""), ("replay tonight.gof --print | less", "")),
    "review": (("review tonight.gof", ""), ("review tonight.gof --seat 0 --seat 2", "")),
    "verify": (("verify tonight.gof", ""),),
}
"""The commands that speak eight languages: what may be typed, and the key of what it shows."""


def asked_language(arguments: Sequence[str]) -> str:
    """What ``--language`` says anywhere among the arguments, else what the locale does.

    >>> asked_language(["play", "-l", "fr"]), asked_language(["--language=pl", "play"])
    ('fr', 'pl')
    """
    for place, one in enumerate(arguments):
        name, _, value = one.partition("=")
        if name in ("--language", "-l"):
            wanted = value or next(iter(arguments[place + 1 :]), "")
            if wanted in LANGUAGES:
                return wanted
    return local_language()


def spoken(language: str) -> Words:
    """The words of a language; English where the terminal lacks the letters of the others."""
    fancy = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    return words_in(language) if fancy else words_in("en", plain=True)


def words_of(ctx: Any) -> Words:
    """The words for whoever called a command."""
    return spoken(ctx.meta.get(CHOSEN) or local_language())


class PlacedCommand(TyperCommand):
    """A command whose usage errors know that they are its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:  # some do not know where they happened
            error.ctx = getattr(error, "ctx", None) or ctx  # type: ignore[attr-defined]
            raise


class SpokenCommand(PlacedCommand):
    """A command of the game: its help comes from the words, by its name and its options'."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        words = words_of(ctx)
        pieces = [words("cli_options_blank")]
        for param in self.get_params(ctx):
            if param.param_type_name == "argument":
                name = _blank(param, words)
                pieces.append(name if param.required else f"[{name}]")
        formatter.write_usage(ctx.command_path, " ".join(pieces), f"{words('cli_usage')} ")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        words = words_of(ctx)
        paragraphs = [words(f"command_{self.name}")]
        if f"cli_{self.name}" in words.texts:
            paragraphs.append(words(f"cli_{self.name}"))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(paragraphs))
        with formatter.section(heading("cli_examples", words)):
            rows = [(f"gangoffour {line}", key) for line, key in EXAMPLES[str(self.name)]]
            formatter.write_dl([(line, words(key) if key else "") for line, key in rows], 90)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_params(self, ctx, formatter)


def heading(key: str, words: Words) -> str:
    """What a colon will follow, which French keeps at a distance."""
    return f"{words(key)}\u202f" if words.language == "fr" else words(key)


def write_params(command: Any, ctx: Any, formatter: Any) -> None:
    """What a command takes: arguments, then options, each with its blank, limits and default."""
    words = words_of(ctx)
    for kind in ("argument", "option"):
        params = [one for one in command.get_params(ctx) if one.param_type_name == kind]
        if params:
            with formatter.section(heading(f"cli_{kind}s", words)):
                formatter.write_dl([_row(command, param, words) for param in params])


def _row(command: Any, param: Any, words: Words) -> tuple[str, str]:
    """One option or argument, and what it does."""
    own = f"option_{command.name}_{param.name}"
    told = words(own if own in words.texts else f"option_{param.name}")
    if param.param_type_name == "argument":
        return _blank(param, words), told
    left = ", ".join(sorted(param.opts, key=len))
    if not param.is_flag:
        left += f" {_blank(param, words)}"
    more = []
    if param.min is not None and param.max is not None:
        more.append(words("cli_range", low=param.min, high=param.max))
    if param.default not in (None, "", False, ()) and param.name != "name":
        more.append(words("cli_default", value=param.default))
    return left, f"{told}  [{'; '.join(more)}]" if more else told


def _blank(param: Any, words: Words) -> str:
    """What stands for a value: the choices there are, or a word for its kind."""
    if param.metavar:
        return str(param.metavar)
    if f"blank_{param.name}" in words.texts:
        return words(f"blank_{param.name}")
    described = param.type_descriptor
    if described.is_choice:
        return "|".join(described.choices)
    if described.is_path:
        return words("cli_file")
    return words("cli_number" if param.min is not None else "cli_text")


def usage_problem(error: Any, words: Words) -> str:
    """What was wrong with what was typed, in one sentence."""
    param, ctx = getattr(error, "param", None), error.ctx
    match type(error).__name__:
        case "NoSuchOption":
            told = words("cli_no_option", option=error.option_name)
            return f"{told} {_meant(error.possibilities or (), words)}".strip()
        case "BadOptionUsage":
            needs = "requires" in error.message
            return words("cli_needs_value" if needs else "cli_no_value", option=error.option_name)
        case "MissingParameter" if param is not None:
            spoken = isinstance(ctx.command, SpokenCommand)
            what = _blank(param, words) if spoken else f"{{{param.name}}}"
            return words("cli_missing", what=what)
        case "BadParameter" if param is not None:
            return _bad_value(error, words)
        case "BadParameter":  # said by the command itself
            return str(error.message)
        case "UsageError" if ctx.parent is not None and not hasattr(ctx.command, "commands"):
            return words("cli_too_much", command=ctx.command_path)
    typed = error.message.partition("'")[2].partition("'")[0]
    if not typed:
        return words("cli_no_command")
    close = get_close_matches(typed, ctx.command.list_commands(ctx))
    return f"{words('cli_unknown_command', command=typed)} {_meant(close, words)}".strip()


def _meant(options: Sequence[str], words: Words) -> str:
    return words("cli_meant", options=", ".join(sorted(options))) if options else ""


def _bad_value(error: Any, words: Words) -> str:
    """What a parameter would take; numbers that are none are quoted where all speak English."""
    param = error.param
    kind = getattr(param.type_descriptor, "annotation", None)
    typed: list[Any] = getattr(error.__cause__, "errors", list)()
    if kind in NUMBERS and typed and not isinstance(error.ctx.command, SpokenCommand):
        return _no_such_number(param, NUMBERS[kind], typed[0]["input"])
    what = max(param.opts, key=len)
    if param.type_descriptor.is_choice:
        choices = ", ".join(param.type_descriptor.choices)
        return words("cli_bad_choice", option=what, choices=choices)
    if param.min is not None and param.max is not None:
        return words("cli_bad_number", option=what, low=param.min, high=param.max)
    return words("cli_bad_value", option=what)


def _no_such_number(param: Any, kind: str, typed: str) -> str:
    """In the words that settings have."""
    match (param.min, param.max):
        case (None, None):
            between = ""
        case (least, None):
            between = f" of {least} or more"
        case (None, most):
            between = f" of {most} or less"
        case (least, most):
            between = f" from {least} to {most}"
    return f"{max(param.opts, key=len)} must be {kind}{between}, not {typed!r}."


def refuse_usage(error: Any, words: Words) -> typer.Exit:
    """Say what was wrong and where help is; the end with exit code 2."""
    usage = error.ctx.get_usage()
    hint = words("cli_try", command=f"{error.ctx.command_path} --help")
    typer.echo(f"{usage}\n{hint}\n\n{usage_problem(error, words)}", err=True)
    return typer.Exit(error.exit_code)
