"""The command ``gangoffour``, also ``python -m gangoffour``.

The rules and the engine need nothing but Python. Everything else is an extra of the package, and
a command whose extra is missing says in one sentence what to install.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

ENGINE = """Usage: gangoffour engine

  Serve the rules to a program in any language: a line of JSON in, a line out.

  Answers come in the order of the requests, and bad input is answered, never
  fatal. docs/engine.md lists the operations.
"""


def main() -> None:
    """Run a command."""
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
    if first == "engine" and rest[0] in ("-h", "--help"):
        sys.stdout.write(ENGINE)
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


if __name__ == "__main__":
    main()
