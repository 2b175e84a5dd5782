"""The one way a command ends badly on purpose."""

from __future__ import annotations

import errno
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
        return words(self.key, path=self.blanks["path"], why=why)
