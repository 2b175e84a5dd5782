"""A SQLite file has one server: a lock on a file beside it, held as long as that process lives.

The system frees it however the process ends. The file stays; it holds the process's number, and
nothing once it is about to end. Where nothing can be locked, nobody is hindered.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from sqlalchemy import URL

from gangoffour.server.storage.place import file_of, shown
from gangoffour.server.storage.private_file import MODE

PATIENCE_S: Final = 1.0
"""How long a server that was killed just now may take to be gone."""
ENDING_S: Final = 10.0
"""The same for one that says goodbye to people."""
LOOK_S: Final = 0.05


class Sole:
    """The right to serve a database alone."""

    def __init__(self, url: URL) -> None:
        path = file_of(url)
        self._url = url
        self._path: Path | None = None
        if path is not None:
            whole = Path(os.path.realpath(path))  # by whatever name it is called
            self._path = whole.with_name(whole.name + "-serving")
        self._held: int | None = None

    def take(self) -> bool:
        """Take the right if nobody has it; where there are no locks everybody gets it."""
        if self._path is None:
            return True
        try:
            opened = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
        except OSError:
            return True
        if not _lock(opened, fcntl.LOCK_EX):
            os.close(opened)
            return False
        self._held = opened
        self._write(f"{os.getpid()}\n")
        return True

    def holder(self) -> str:
        """The number of the process that has the right; empty if it is about to end."""
        try:
            return "" if self._path is None else self._path.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""

    def problem(self) -> str | None:
        """The sentence that names who has the right; nothing is taken, nor made."""
        if self._path is None:
            return None
        try:
            opened = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            return None if _lock(opened, fcntl.LOCK_SH) else self.refusal()
        finally:
            os.close(opened)

    def refusal(self) -> str:
        process = f" (process {self.holder()})" if self.holder() else ""
        return (
            f"Another server{process} has the database {shown(self._url)}: "
            "end it first, or name another one with --database."
        )

    def say_goodbye(self) -> None:
        """From now on whoever wants to serve waits for the end of this process."""
        self._write("")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a full disk: then nobody is named
            if self._held is not None:
                os.ftruncate(self._held, 0)
                os.pwrite(self._held, text.encode(), 0)

    def close(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None


def take(url: URL) -> Sole:
    """The right to serve a database, as soon as a server that is ending has ended; else why not."""
    sole, began = Sole(url), monotonic()
    while not sole.take():
        if monotonic() - began >= (PATIENCE_S if sole.holder() else ENDING_S):
            raise ValueError(sole.refusal())
        sleep(LOOK_S)
    return sole


def _lock(opened: int, kind: int) -> bool:
    """Lock a file, unless somebody else has it; a file system without locks says yes."""
    try:
        fcntl.flock(opened, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
