"""Finished deals in a file of JSON lines, so that a stopped run goes on where it was.

The file may have been damaged or changed by hand. What is looked at is what the report is made of:
that every number is one, that it is within what the deal can give, and that a bot's figures are
those of the tables it sat at.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import relpath
from pathlib import Path
from typing import Any, Final

from gangoffour.bots.outside.made_of import changed, made_of
from gangoffour.bots.outside.program import SECONDS_PER_MOVE
from gangoffour.lab.arena.deal import BUCKETS_PER_DECADE, Row
from gangoffour.lab.arena.work import MOST_DEALS, Work
from gangoffour.lab.errors import LabError
from gangoffour.rules.scoring import points_for

MOST: Final = 10**9
"""No count of one deal is larger."""
COUNTS: Final = ("seat_rounds", "points", "rounds", "first_out", "matches", "decisions")
LATER_COUNTS: Final = ("asked", "barred")
"""Not told by older versions."""
AMOUNTS: Final = ("ranks", "wins", "seconds")
BY_NAME: Final = ("times", "faults")
NEAR: Final = 0.001
"""Sums are rounded as they are kept."""


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
        if _is_sound(row, work, MOST_DEALS) and row["deal"] not in rows:
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


def _is_sound(row: Any, work: Work, most_deals: int) -> bool:
    """Whether a line's content can be a finished deal of this work."""
    deal, bots, tables = row.get("deal"), row.get("bots"), row.get("tables")
    if type(deal) is not int or not 0 <= deal < most_deals:
        return False
    if not _is_list(bots, len(work.bots)) or not _is_list(tables, len(work.seatings)):
        return False
    return (
        all(_is_table(table, work) for table in tables)
        and all(_is_bot(bot) for bot in bots)
        and _agree(bots, work)
        and all(_sat_there(bots[one], one, tables, work) for one in range(len(bots)))
    )


def _is_list(value: Any, size: int) -> bool:
    return isinstance(value, list) and len(value) == size


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_amount(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= MOST


def _most_points(work: Work) -> int:
    """What one round may cost a seat (R6.1, R9)."""
    return points_for(16) + work.rules.barred_extra


def _is_table(table: Any, work: Work) -> bool:
    """A payoff and points for each seat, the one from the others' points."""
    if not _is_list(table, work.seats):
        return False
    if not all(_is_list(seat, 2) and all(map(_is_amount, seat)) for seat in table):
        return False
    points, seats = [seat[1] for seat in table], work.seats
    if not all(0 <= one <= _most_points(work) for one in points):
        return False
    paid = [(sum(points) - one) / (seats - 1) - one for one in points]
    return all(abs(seat[0] - one) < NEAR for seat, one in zip(table, paid, strict=True))


def _is_bot(bot: Any) -> bool:
    """Every figure of a bot is there, and a number that it can be."""
    if not isinstance(bot, dict) or not _is_amount(bot.get("payoff")):
        return False
    counts = [bot.get(name) for name in COUNTS] + [bot.get(name, 0) for name in LATER_COUNTS]
    if not all(map(_is_count, counts)):
        return False
    if not all(_is_amount(bot.get(name)) and bot[name] >= 0 for name in AMOUNTS):
        return False
    named = [bot.get(name) for name in BY_NAME]
    if not all(isinstance(one, dict) and all(map(_is_count, one.values())) for one in named):
        return False
    return _is_timed(bot) and bot["decisions"] <= bot.get("asked", MOST)


def _is_timed(bot: dict[str, Any]) -> bool:
    """As many times as decisions, which make its seconds together."""
    times = bot["times"]
    if not all(key.isascii() and key.isdecimal() and len(key) < 4 for key in times):
        return False
    least = sum(n * _seconds(int(key) - 0.5) for key, n in times.items() if int(key))
    most = sum(n * _seconds(int(key) + 0.5) for key, n in times.items())
    if sum(times.values()) != bot["decisions"]:
        return False
    return bool(least - NEAR <= bot["seconds"] <= most + NEAR)


def _seconds(bucket: float) -> float:
    return float(10 ** (bucket / BUCKETS_PER_DECADE) / 1e6)


def _agree(bots: list[dict[str, Any]], work: Work) -> bool:
    """All seats are somebody's, one goes out first, and what one is paid others pay."""
    all_of = {name: sum(bot[name] for bot in bots) for name in ("seat_rounds", "payoff", "ranks")}
    rounds, left = divmod(all_of["seat_rounds"], work.seats)
    fewest = len(work.seatings)
    return bool(
        left == 0
        and (rounds >= fewest if work.matches else rounds == fewest)
        and sum(bot["first_out"] for bot in bots) == rounds
        and abs(all_of["payoff"]) < NEAR * rounds
        and abs(all_of["ranks"] - rounds * work.seats * (work.seats + 1) / 2) < NEAR
    )


def _sat_there(bot: dict[str, Any], number: int, tables: list[Any], work: Work) -> bool:
    """Whether a bot's figures are those of its seats."""
    sat = [
        (table[seat], at)
        for at, (table, seating) in enumerate(zip(tables, work.seatings, strict=True))
        for seat in range(work.seats)
        if seating[seat] == number
    ]
    at_tables = len({at for _, at in sat})
    if work.matches:
        return _of_matches(bot, at_tables, work)
    return bool(
        bot["seat_rounds"] == len(sat)
        and bot["rounds"] == at_tables
        and bot["first_out"] <= at_tables
        and bot.get("barred", 0) <= len(sat)
        and bot["matches"] == bot["wins"] == 0
        and abs(bot["payoff"] - sum(seat[0] for seat, _ in sat)) < NEAR
        and abs(bot["points"] - sum(seat[1] for seat, _ in sat)) < NEAR
    )


def _of_matches(bot: dict[str, Any], played: int, work: Work) -> bool:
    """Within what so many matches can give, of which only each seat's means are kept."""
    rounds, seats = bot["rounds"], bot["seat_rounds"]
    most = seats * _most_points(work)
    return bool(
        played == bot["matches"] <= rounds <= seats <= rounds * work.seats
        and bot["first_out"] <= rounds
        and bot.get("barred", 0) <= seats <= bot["ranks"] + NEAR
        and bot["wins"] <= played + NEAR
        and abs(bot["payoff"]) <= most >= bot["points"]
    )
