"""Finished deals in a file of JSON lines, so that a stopped run goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import relpath
from pathlib import Path
from typing import Any

from gangoffour.bots.outside.program import SECONDS_PER_MOVE
from gangoffour.lab.arena.deal import Row
from gangoffour.lab.arena.made_of import changed, made_of
from gangoffour.lab.arena.sound_rows import is_sound
from gangoffour.lab.arena.work import MOST_DEALS, Work
from gangoffour.lab.errors import LabError


class KeptPlace:
    """The file of a run as it was named when the run began, wherever its bots go meanwhile."""

    def __init__(self, work: Work, lineup: str, path: Path) -> None:
        self.work = work
        self.named = str(path)
        self.path = path.absolute()
        self.header = _header(work, lineup, path)

    def has_begun(self) -> bool:
        """Whether an earlier call of the run has left something; any other file is refused."""
        with self.usable():
            found = self.found()
            if found:
                _read(self, found.splitlines())
        return bool(found)

    def found(self) -> str:
        """What lies there."""
        path = self.path
        if path.exists() and not path.is_file() and not path.is_dir():
            raise LabError("unreadable_run", path=self.named)  # a device may never end
        try:
            return path.read_text(encoding="utf-8") if path.exists() else ""
        except UnicodeDecodeError as problem:
            raise LabError("unreadable_run", path=self.named) from problem

    @contextmanager
    def usable(self) -> Iterator[None]:
        """What goes wrong there meanwhile is told in a sentence."""
        try:
            yield
        except OSError as problem:
            raise LabError("no_place", path=self.named, problem=problem.strerror) from problem


class Kept:
    """The deals of a run that are finished, in memory and, with a place, in a file."""

    def __init__(self, place: KeptPlace | None) -> None:
        """Read what an earlier call of the same run has left; any other file is refused."""
        self.rows: list[Row] = []
        self._place = place
        self._file: Any = None
        if place is None:
            return
        with place.usable():
            found = place.found()
            lines = [json.dumps(place.header)]
            if found:
                self.rows, lines = _read(place, found.splitlines())
            text = "\n".join(lines) + "\n"
            if text != found:
                _replace(place.path, text)
            self._file = place.path.open("a", encoding="utf-8")

    def keep(self, row: Row) -> None:
        """Add a finished deal; it is in the file when this returns."""
        self.rows.append(row)
        if self._file is not None and self._place is not None:
            with self._place.usable():
                self._file.write(json.dumps(row) + "\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _header(work: Work, lineup: str, path: Path) -> dict[str, object]:
    """What a run is. Where its records lie is part of it: none is missing in the end, and those of
    another run are never written over."""
    header: dict[str, object] = {
        "arena": 1,
        "bots": list(work.bots),
        "lineup": lineup,
        "seed": work.seed,
        "seats": work.seats,
        "matches": work.matches,
        "edition": work.edition,
        "changes": [list(change) for change in work.changes],
    }
    if work.seconds != SECONDS_PER_MOVE:
        header["seconds"] = work.seconds
    if work.records:
        header["blind" if work.blind else "records"] = relpath(work.records, path.parent)
    header["made_of"] = made_of(work.bots)
    return header


def _read(place: KeptPlace, lines: list[str]) -> tuple[list[Row], list[str]]:
    """The deals that were written whole (a stopped run may leave half a line) and can be what was
    played, and their lines; all others are played again."""
    first, header, work = _parsed(lines[0]), place.header, place.work
    if "arena" not in first:
        raise LabError("unreadable_run", path=place.named)
    for field in header | first:
        there, wanted = (told.get(field, "not given") for told in (first, header))
        if field == "made_of":  # not told by older versions
            field, there, wanted = changed(there, wanted) or (field, None, None)
        if there != wanted:
            raise LabError("other_run", path=place.named, field=field, found=there, wanted=wanted)
    rows: dict[int, Row] = {}
    kept = [lines[0]]
    for line in lines[1:]:
        row = _parsed(line)
        if is_sound(row, work, MOST_DEALS) and row["deal"] not in rows:
            rows[row["deal"]] = row
            kept.append(line)
    return list(rows.values()), kept


def _parsed(line: str) -> Row:
    """The object in a line, an empty one if there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _replace(path: Path, text: str) -> None:
    """Write a file at once or not at all: no deal is lost if this is interrupted."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)
