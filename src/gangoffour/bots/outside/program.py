"""Bots that are programs: JSON lines over standard input and output, a time limit per move.

For each decision the program gets one line ``{"view": …, "seed": n}`` (the view as the engine
sends it) and answers one line with an action: ``{"play": ["G3"]}``, ``{"pass": true}``,
``{"call": true}`` or ``{"give": "G3"}``. What it writes to standard error is left alone.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

from gangoffour.bots.errors import BotError, misspelt
from gangoffour.rules.actions import Action, parse_action
from gangoffour.rules.errors import Refusal
from gangoffour.rules.view import View

SECONDS_PER_MOVE = 5.0
_LONGEST_ANSWER = 65_536
_RUNNING: set[subprocess.Popen[bytes]] = set()
_ENDINGS = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]
"""As many of them as this system has."""


def end_programs() -> None:
    """End all that this process has started, for whoever leaves at once."""
    for process in tuple(_RUNNING):
        _end(process)


def ending_in_words(code: int) -> str:
    """What a process has ended with.

    >>> ending_in_words(3), ending_in_words(-9)
    ('exit code 3', 'signal 9')
    """
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """It and whatever it has started; it is not asked whether it agrees."""
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):  # it ended just now
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _RUNNING.discard(process)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever is told to end meanwhile hears of it afterwards: a program that is just started is
    known by then, and does not stay behind."""
    if threading.current_thread() is not threading.main_thread():  # no signals elsewhere
        yield
        return
    told: list[int] = []
    before = {one: signal.getsignal(one) for one in _ENDINGS}
    ours = [one for one, handler in before.items() if callable(handler)]
    for one in ours:
        signal.signal(one, lambda number, _: told.append(number))
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, before[one])
        for number in told:
            signal.raise_signal(number)


class Program:
    """A bot in a process of its own, started at once and again after a failure.

    ``choose`` raises ``BotError`` for a crash, a late or an unreadable answer; ``Careful`` turns
    that into a fallback move. After a failure the process is replaced, so a late answer can never
    be taken for the next one. The program leads a process group of its own: Ctrl-C is not for it,
    and what it has started ends with it, unless that has left the group.
    """

    def __init__(self, command: str, seconds: float = SECONDS_PER_MOVE) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
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
            return self._parsed(self._asked(line.encode()), view)
        except BotError:
            self.close()
            raise

    def close(self) -> None:
        """End the program and whatever it has started."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        _end(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return (Program, (self.command, self.seconds))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        with _undisturbed():
            try:
                process = subprocess.Popen(
                    self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except (OSError, ValueError) as problem:
                reason = getattr(problem, "strerror", None) or problem
                raise BotError("no_program", command=self.command, problem=reason) from problem
            self._process = process
            _RUNNING.add(process)
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)  # it may never read what it is sent
        return process

    def _asked(self, line: bytes) -> bytes:
        """The program's line for ours, within the time limit; blank lines are passed over.

        What comes after that line was written before the next question.
        """
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        until = time.monotonic() + self.seconds
        answer = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if self._rest.strip():
                raise BotError("unasked", name=self.command)
            while selector.select(0):
                if self._read(process).strip() or time.monotonic() > until:
                    raise BotError("unasked", name=self.command)
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while line or b"\n" not in answer:
                ready = selector.select(max(0.0, until - time.monotonic()))
                if not ready or time.monotonic() > until:
                    raise BotError("late", name=self.command, seconds=self.seconds)
                for key, _ in ready:
                    if key.fileobj is process.stdout:
                        answer = (answer + self._read(process)).lstrip()
                    else:
                        line = line[self._written(process, line) :]
                if not line and process.stdin in selector.get_map():
                    selector.unregister(process.stdin)
                if len(answer) > _LONGEST_ANSWER:
                    break
        first, _, self._rest = answer.partition(b"\n")
        return first

    def _written(self, process: subprocess.Popen[bytes], line: bytes) -> int:
        assert process.stdin is not None
        try:
            return process.stdin.write(line) or 0
        except OSError as problem:
            raise self._crash(process) from problem

    def _read(self, process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout is not None
        part = process.stdout.read(4096)
        if not part:
            raise self._crash(process)
        return part

    def _crash(self, process: subprocess.Popen[bytes]) -> BotError:
        try:
            code = process.wait(0.5)
        except subprocess.TimeoutExpired:
            return BotError("crashed", name=self.command, problem="it has closed its pipe")
        problem = f"it has ended with {ending_in_words(code)}"
        return BotError("crashed", name=self.command, problem=problem)

    def _parsed(self, answer: bytes, view: View) -> Action:
        read: object = None
        try:
            read = json.loads(answer)
            return parse_action(read)
        except (ValueError, RecursionError, Refusal) as problem:
            quoted = answer.decode(errors="replace").strip()
            raise misspelt(self.command, read, quoted, view) from problem
