"""Where lines come from: a person at a terminal, or a script on standard input."""

from __future__ import annotations

import io
import select
import sys
from contextlib import suppress
from typing import Final

from rich.text import Text

from gangoffour.terminal.console import Screen
from gangoffour.terminal.typed_line import read_entry

GRACE_SECONDS: Final = 4.0
"""How long the others wait for a "Last card!" that was not said with the play (R5.1)."""


class Keyboard:
    """Reads lines; a script's lines are echoed, so that a transcript reads like a game."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._held: str | None = None
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if screen.live:
            with suppress(ImportError):  # line editing and history for input(), where there is one
                import readline  # noqa: F401

    def line(self, prompt: str) -> str:
        """The next line; ``EOFError`` when there is none."""
        if self._screen.live:
            return input(prompt)
        text = self._next()
        self._screen.console.print(Text(f"{prompt}{text}"))
        return text

    def called_in_time(self) -> bool:
        """Whether "Last card!" is said before the next player acts (R5.1)."""
        if not self._screen.live:
            return self._script_calls()
        self._screen.console.print(Text(f" {self._screen.words('looks')}", "quiet"))
        ready, _, _ = select.select([sys.stdin], [], [], GRACE_SECONDS)
        return bool(ready) and read_entry(sys.stdin.readline()).verb == "call"

    def _script_calls(self) -> bool:
        try:
            self._held = self._next()
        except EOFError:
            return False
        if read_entry(self._held).verb != "call":
            return False
        self._screen.console.print(Text(self._held))
        self._held = None
        return True

    def _next(self) -> str:
        if self._held is not None:
            text, self._held = self._held, None
            return text
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")
