"""The command ``gangoffour``, also ``python -m gangoffour``.

The rules and the engine need nothing but Python. Everything else is an extra of the package, and
a command whose extra is missing says in one sentence what to install.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

HELP: Final = ("-h", "--help")
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells expect it."""


def main() -> None:
    """Run a command. Ctrl-C while it is still being loaded ends it without a word."""
    try:
        from gangoffour.terminal.failure import lost_output_told

        with lost_output_told():
            _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    if sys.argv[1:] == ["engine"] and sys.stdin is not None:
        from gangoffour.engine import read_lines, serve

        return serve(read_lines(sys.stdin.buffer), sys.stdout)
    try:
        from gangoffour.cli import main as command_line
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("gangoffour"):
            raise
        sys.exit(with_rules_only(sys.argv[1:]))
    return command_line()


def with_rules_only(words: Sequence[str]) -> int:
    """Answer what can be answered without any extra, and say what the rest needs; the status."""
    from gangoffour import __version__
    from gangoffour.command_table import COMMANDS

    first, *rest = (*words, "")
    if first == "--version":
        sys.stdout.write(f"gangoffour {__version__}\n")
        return 0
    if first in HELP:
        sys.stdout.write(overview())
        return 0
    if first == "engine" and rest[0] in HELP:
        sys.stdout.write(engine_help())
        return 0
    if first == "engine":
        sys.stderr.write(f"gangoffour: engine knows no {rest[0]!r}; it takes nothing but --help.\n")
        return 2
    if first in COMMANDS:
        install = f"pip install 'gangoffour[{COMMANDS[first].extra}]'"
        sys.stderr.write(f"gangoffour: {first} needs more than the rules: {install}\n")
        return 1
    sys.stderr.write(
        "gangoffour: only the rules and `gangoffour engine` are installed. "
        "For the game in the terminal: pip install 'gangoffour[play]'; "
        "to serve it: pip install 'gangoffour[server]'; to measure bots and to learn: "
        "pip install 'gangoffour[lab]'.\n"
    )
    return 1


def overview() -> str:
    """Every command, and which extra brings it, where none is installed."""
    from textwrap import fill

    from gangoffour.command_table import COMMANDS
    from gangoffour.terminal.languages import words_in

    said = words_in("en", plain=True)
    needs = {name: f" [{one.extra}]" for name, one in COMMANDS.items() if name != "engine"}
    rows = (f"  {name:<14}{said(f'command_{name}')}{needs.get(name, '')}" for name in COMMANDS)
    listed = "\n".join(fill(row, 78, subsequent_indent=" " * 16) for row in rows)
    return (
        f"Usage: gangoffour [OPTIONS] COMMAND\n\n  {said('cli_overview')}\n\n"
        "Only the rules and `gangoffour engine` are installed. What stands in brackets behind a\n"
        "command brings it: pip install 'gangoffour[play]', 'gangoffour[server]' or\n"
        "'gangoffour[lab]'.\n\nOptions:\n"
        f"  --version     {said('option_version')}\n  -h, --help    {said('option_help')}\n\n"
        f"Commands:\n{listed}\n"
    )


def engine_help() -> str:
    """What ``engine --help`` says where nothing could lay it out."""
    from textwrap import fill

    from gangoffour.engine.help import ABOUT, ANSWERS, EXAMPLE, OPERATIONS

    about = "\n\n".join(fill(text, 78) for text in (ABOUT, ANSWERS))
    return f"Usage: gangoffour engine\n\n{about}\n\n{OPERATIONS}\n\n{EXAMPLE}\n"


if __name__ == "__main__":
    main()
