"""How a command ends badly: on purpose, or because nobody takes its words any more."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gangoffour.bots import BotError
    from gangoffour.terminal.languages import Words

WHY: Final = {
    errno.ENOENT: "why_missing",
    errno.EISDIR: "why_folder",
    errno.ENOTDIR: "why_missing",
    errno.EACCES: "why_denied",
    errno.EPERM: "why_denied",
    errno.EROFS: "why_denied",
    errno.ENOSPC: "why_full",
}
"""What a system says of a file, by the key of our words for it."""
LOST: Final = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a system says of an output that takes no more words."""


class Failure(Exception):
    """Why a command cannot go on: the key of one sentence and its blanks; exit code 1."""

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks

    def told(self, words: Words) -> str:
        """The sentence, in the reader's language."""
        return words(self.key, **self.blanks)


class BotFailure(Failure):
    """A bot that cannot be had."""

    def __init__(self, problem: BotError) -> None:
        super().__init__(f"bot_error_{problem.code}", **problem.params)
        self.problem = problem

    def told(self, words: Words) -> str:
        return words.bot_error(self.problem)


class FileFailure(Failure):
    """A file that cannot be read or written, and why."""

    def told(self, words: Words) -> str:
        problem = self.blanks["problem"]
        assert isinstance(problem, OSError)
        key = WHY.get(problem.errno or 0)
        why = words(key) if key else problem.strerror or type(problem).__name__
        return words(self.key, **{**self.blanks, "why": why})


@contextmanager
def lost_output_told() -> Iterator[None]:
    """Meanwhile, and where the last words are written: whoever reads no further is told nothing,
    a disk that is full is told of in a sentence. Either way the exit code is 1."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as problem:
        if problem.errno not in LOST or problem.filename is not None:
            raise
        _write_nowhere()
        if problem.errno != errno.EPIPE:
            _tell(problem)
        sys.exit(1)


def _write_nowhere() -> None:
    """What is still to be written would only be refused again when Python ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _tell(problem: OSError) -> None:
    told = FileFailure("output_unwritable", problem=problem).told(_words())
    with suppress(OSError):  # the terminal may be gone
        sys.stderr.write(f"gangoffour: {told}\n")


def _words() -> Words:
    """The words for whoever typed this command; English where typer is not installed."""
    try:
        from gangoffour.terminal.usage import asked_language, spoken
    except ModuleNotFoundError:
        from gangoffour.terminal.languages import words_in

        return words_in("en", plain=True)
    return spoken(asked_language(sys.argv[1:]))
