"""Where a database is, and whether one can be there: each trouble in one sentence."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; none in memory, or of PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def shown(url: URL) -> str:
    """A database's place for people to read, without its password."""
    path = file_of(url)
    return url.render_as_string(hide_password=True) if path is None else str(path.absolute())


def unusable(url: URL, trouble: Exception) -> str:
    """Why a database cannot be used, in one sentence."""
    said = getattr(trouble, "strerror", None) or str(trouble)
    why = re.sub(r"^(\[Errno -?\d+\]|\(sqlite3\.\w+\)) ", "", said).rstrip(".")
    return f"The database {shown(url)} cannot be used: {why}."


def make_folder(url: URL) -> None:
    """Make the folder of a SQLite file, where there is none yet."""
    path = file_of(url)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)


def place_problem(url: URL) -> str | None:
    """Why a SQLite file cannot be there, as far as its folder tells; none is made, nor kept."""
    path = file_of(url)
    if path is None:
        return None
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            return f"The database cannot be used: {path.absolute()} is a folder."
        if not os.access(path, os.R_OK | os.W_OK):
            return f"The database {path.absolute()} may not be read and written by this user."
    except FileNotFoundError:
        pass  # it is made when a server starts
    except OSError as error:
        return unusable(url, error)
    folder = path.absolute().parent
    there = next(one for one in (folder, *folder.parents) if one.exists())
    try:
        with TemporaryDirectory(dir=there, prefix=".gangoffour-"):
            return None
    except OSError as error:
        doing = "written in" if there == folder else f"made in {there}"
        return f"The database's folder {folder} cannot be {doing}: {error.strerror}."
