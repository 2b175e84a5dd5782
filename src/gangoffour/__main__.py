"""The command ``gangoffour``, also ``python -m gangoffour``.

The rules and the engine need nothing but Python. Everything else is an extra of the package, and
a command whose extra is missing says in one sentence what to install.
"""

from __future__ import annotations

import sys


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
        sys.exit(
            "gangoffour: only the rules and `gangoffour engine` are installed. "
            "For the game in the terminal: pip install 'gangoffour[play]'; "
            "to serve it: pip install 'gangoffour[server]'."
        )
    return command_line()


if __name__ == "__main__":
    main()
