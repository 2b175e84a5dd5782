"""What was played, as ``.gof`` files to replay; blind, without names and with the key apart."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from gangoffour.lab.arena.work import Work
from gangoffour.lab.errors import LabError
from gangoffour.rules.match import Match
from gangoffour.rules.record import print_record


def prepare(folder: Path, *, begun: bool) -> None:
    """Make the folder; refused at once where nothing could be written, or where records lie that
    are not those of the same run, ``begun`` before."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        used = any(folder.glob("*.gof"))
    except OSError as problem:
        raise LabError("no_place", path=str(folder), problem=problem.strerror) from problem
    if used and not begun:
        raise LabError("no_place", path=str(folder), problem="it holds records already")


def name_of(work: Work, deal: int, table: int) -> str:
    """The file of one deal and seating; blind names follow no order that could tell anything."""
    if not work.blind:
        return f"deal-{deal:06}-{table + 1}.gof"
    drawn = hashlib.sha256(f"{work.seed}/{deal}/{table}".encode()).hexdigest()
    return f"{drawn[:12]}.gof"


def write(work: Work, deal: int, table: int, match: Match) -> None:
    """One table's record, if records are wanted."""
    if not work.records:
        return
    tags = {}
    if not work.blind:
        seated = enumerate(work.seatings[table])
        tags = {f"Player{seat}": work.bots[bot] for seat, bot in seated}
    _write(Path(work.records, name_of(work, deal, table)), print_record(match, tags))


def key_beside(folder: str) -> Path:
    """Where it stands who played: beside the folder and not in it."""
    return Path(f"{Path(folder)}.key.json")


def write_key(work: Work, deals: int) -> None:
    """Who sat where, if records do not tell."""
    if not work.records or not work.blind:
        return
    key = {
        name_of(work, deal, table): [work.bots[bot] for bot in seating]
        for deal in range(deals)
        for table, seating in enumerate(work.seatings)
    }
    _write(key_beside(work.records), json.dumps(dict(sorted(key.items())), indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    """Write a file; that the disk is full is for whoever runs the arena to tell."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        if problem.filename is None:
            raise
        raise LabError("no_place", path=str(path), problem=problem.strerror) from problem
