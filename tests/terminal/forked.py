"""The command as a process that is forked, not started: to import the game costs half a second.

A fork server of the standard library has imported it. What is forked is the same command with its
own files, terminal, environment and signals.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib
import multiprocessing
import os
import sys
import termios
from multiprocessing.reduction import DupFd
from typing import Any, Final

_FORKING: Final = multiprocessing.get_context("forkserver")
_IMPORTED: Final = ("gangoffour.cli", "gangoffour.terminal.session", "gangoffour.terminal.replay")
_FORKING.set_forkserver_preload([__name__, *_IMPORTED])


class _Lent:
    """An open file, which arrives in the other process under its number there."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (DupFd(self._number),)


def _arrived(file: Any) -> int:
    number: int = file.detach()
    return number


class Forked:
    """``gangoffour`` with these arguments, on these three files."""

    def __init__(
        self, arguments: tuple[str, ...], files: tuple[int, int, int], environment: dict[str, str]
    ) -> None:
        lent = [_Lent(file) for file in files]
        self._process = _FORKING.Process(target=_become, args=(arguments, lent, environment))
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        assert code is not None, "it does not end"
        return code


def _become(arguments: tuple[str, ...], files: list[int], environment: dict[str, str]) -> None:
    """In the new process: be the command."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the session's own, so that Ctrl-C reaches it
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["gangoffour", *arguments]
    try:
        importlib.import_module("gangoffour.cli").main()
    finally:
        atexit._run_exitfuncs()
