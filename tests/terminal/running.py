"""Running the command line: in this process, in another, forked, or in a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from typer.testing import CliRunner, Result

from gangoffour.cli import app
from tests.terminal.forked import Forked

COMMAND = [sys.executable, "-c", "from gangoffour.cli import main; main()"]


TEA_5 = ("--seed", "tea 5", "--bots", f"{Path(__file__).with_name('quiet.py')}:Quiet")
"""A deal in which a flush is led, and the person at the keyboard is the next to choose."""
NEARLY_OUT = (
    "official round 2 - dealer 1 hands G3,R9/Y2,Y4,RD/G7,R7,R8/R1,M1,YP turn 0 totals 0,0,0,0"
)
"""The person leads with two cards; calls are made by hand."""


def run(*arguments: str, lines: Sequence[str] = (), **env: str) -> Result:
    """A command within this process, fed with lines; the result has output and exit code."""
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, list(arguments), input=text, env=env, prog_name="gangoffour")


def run_process(
    *arguments: str, lines: Sequence[str] = (), **env: str
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; text in, text out."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **env},
        timeout=120,
        check=False,
    )


def run_forked(*arguments: str, lines: Sequence[str] = (), **env: str) -> tuple[int, str, str]:
    """The same without the half second of a start: exit code, output and errors."""
    new = tempfile.TemporaryFile
    with new() as typed, new() as out, new() as errors:
        typed.write("".join(f"{line}\n" for line in lines).encode())
        typed.seek(0)
        files = (typed.fileno(), out.fileno(), errors.fileno())
        code = Forked(arguments, files, {**os.environ, **env}).wait(120)
        return code, _all_of(out), _all_of(errors)


def _all_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


class Terminal:
    """A command at a terminal of its own, as a person would use it."""

    def __init__(self, *arguments: str, state: Path, columns: int = 100) -> None:
        self.controller, terminal = pty.openpty()
        env = {
            **os.environ,
            "XDG_STATE_HOME": str(state),
            "TERM": "xterm-256color",
            "COLUMNS": str(columns),
            "LINES": "50",
            "PYTHONIOENCODING": "utf-8",
        }
        self.terminal = terminal
        self.process = Forked(arguments, (terminal, terminal, terminal), env)
        self.settings = termios.tcgetattr(terminal)
        self.settings_after: list[object] = []
        self.seen = ""
        self._waited = 0

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until the text was written, after what was waited for last: both may come at once,
        or one after the other."""
        end = time.monotonic() + seconds
        while text not in self.seen[self._waited :]:
            left = end - time.monotonic()
            assert left > 0, f"no {text!r} in {self.seen[-2000:]!r}"
            if select.select([self.controller], [], [], left)[0]:
                self.seen += self._read()
        self._waited = self.seen.index(text, self._waited) + len(text)

    def _read(self) -> str:
        try:
            return os.read(self.controller, 65536).decode(errors="replace")
        except OSError:  # the other side is closed
            return ""

    def settle(self) -> None:
        """Wait until the process waits for a key: a signal just before that would be kept back."""
        before, now = None, self._worked()
        while now != before or now[0] == "R":  # it may wait for a processor
            time.sleep(0.5)
            before, now = now, self._worked()

    def _worked(self) -> tuple[str, ...]:
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # not Linux: half a second has to do
            return ("",)
        return fields[0], fields[11], fields[12]

    def type(self, keys: str) -> None:
        os.write(self.controller, keys.encode())

    def end(self) -> int:
        """Wait for the process; its exit code."""
        deadline = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < deadline:
            if select.select([self.controller], [], [], 0.05)[0]:
                self.seen += self._read()
        while select.select([self.controller], [], [], 0.05)[0]:
            text = self._read()
            self.seen += text
            if not text:
                break
        code = self.process.wait(timeout=1)
        self.settings_after = termios.tcgetattr(self.terminal)
        os.close(self.controller)
        os.close(self.terminal)
        return code
