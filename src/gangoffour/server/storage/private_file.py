"""A SQLite database is for the eyes of its owner only: hashes, words, everybody's cards."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

from sqlalchemy import URL

MODE: Final = 0o600
log = logging.getLogger("gangoffour.storage")


def make_private(url: URL) -> None:
    """Nobody but its owner may read a SQLite file, nor the two beside it.

    SQLite gives those the mode of the first; here they are only mended.
    """
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return
    path = Path(url.database)
    try:
        new = not path.exists()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, MODE))
        if new:
            give_to_owner_of_folder(path)
        for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if one.exists() and one.stat().st_mode & 0o077:
                one.chmod(MODE)
    except (FileNotFoundError, IsADirectoryError):
        return  # SQLite will say so
    except OSError as error:  # another's file, or a file system without modes
        log.warning("the database file stays as it is: %s", error.strerror)


def give_to_owner_of_folder(path: Path) -> None:
    """What root makes for a server that runs as somebody else is theirs, or they could not open it.
    SQLite gives the files beside a database to its owner by itself."""
    folder = path.parent.stat()
    if os.geteuid() == 0 and folder.st_uid != 0:
        os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)
