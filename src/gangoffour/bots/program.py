"""Bots that are programs: JSON lines over standard input and output, a time limit per move.

For each decision the program gets one line ``{"view": …, "seed": n}`` (the view as the engine
sends it) and answers one line with an action: ``{"play": ["G3"]}``, ``{"pass": true}``,
``{"call": true}`` or ``{"give": "G3"}``. What it writes to standard error is left alone.
"""

from __future__ import annotations

import json
import selectors
import shlex
import subprocess
import time
from random import Random

from gangoffour.bots.errors import BotError
from gangoffour.rules.actions import Action, parse_action
from gangoffour.rules.errors import Refusal
from gangoffour.rules.view import View

SECONDS_PER_MOVE = 5.0
_LONGEST_ANSWER = 65_536


class Program:
    """A bot in a process of its own. Started at the first move, restarted after a failure.

    ``choose`` raises ``BotError`` for a crash, a late or an unreadable answer; ``Careful`` turns
    that into a fallback move. After a failure the process is replaced, so a late answer can never
    be taken for the next one.
    """

    def __init__(self, command: str, seconds: float = SECONDS_PER_MOVE) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._words = shlex.split(command)
        except ValueError as problem:
            raise BotError("no_program", command=command, problem=problem) from problem
        if not self._words:
            raise BotError("no_program", command=command, problem="it is empty")
        self._started()

    def choose(self, view: View, rng: Random) -> Action:
        """The program's action."""
        line = json.dumps({"view": view.as_dict(), "seed": rng.getrandbits(32)}) + "\n"
        try:
            return self._parsed(self._asked(line.encode()))
        except BotError:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # a broken pipe that still held something to say
                    continue

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return (Program, (self.command, self.seconds))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        try:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise BotError("no_program", command=self.command, problem=reason) from problem
        return self._process

    def _asked(self, line: bytes) -> bytes:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        until = time.monotonic() + self.seconds
        try:
            process.stdin.write(line)
        except OSError as problem:
            raise BotError("crashed", name=self.command, problem="it has ended") from problem
        answer = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise BotError("late", name=self.command, seconds=self.seconds)
                part = process.stdout.read(4096)
                if not part:
                    raise BotError("crashed", name=self.command, problem="it has ended")
                answer += part
                if len(answer) > _LONGEST_ANSWER:
                    raise BotError("illegal", name=self.command, answer="too long a line")
        return answer

    def _parsed(self, answer: bytes) -> Action:
        try:
            return parse_action(json.loads(answer))
        except (ValueError, Refusal) as problem:
            quoted = answer.decode(errors="replace").strip()[:80]
            raise BotError("illegal", name=self.command, answer=quoted) from problem
