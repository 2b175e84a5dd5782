"""The arena: bots against each other on duplicate deals, resumable, on all cores or a cluster.

>>> report = run(["greedy", "random"], deals=3, seed=1, lineup="1v3", jobs=1)
>>> report.deals, report.rounds, report.standings[0].bot
(3, 12, 'greedy')
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gangoffour.lab.cluster import on_cluster
from gangoffour.lab.duplicate import Players, Work
from gangoffour.lab.errors import LabError
from gangoffour.lab.players import load_player
from gangoffour.lab.report import Report, report
from gangoffour.lab.seating import seatings
from gangoffour.rules.editions import rule_set

Row = dict[str, Any]
Progress = Callable[[int, int], None]
"""Told how many deals are done and how many there are."""

_players: Players | None = None


def run(
    bots: Sequence[str],
    *,
    deals: int,
    seed: int = 0,
    seats: int = 4,
    lineup: str = "1v3",
    matches: bool = False,
    edition: str = "official",
    changes: dict[str, object] | None = None,
    jobs: int | None = None,
    resume: Path | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play ``deals`` deals with every seating of the line-up and report.

    The same arguments give the same figures (but for the times). With ``resume``, finished deals
    are kept in a file of JSON lines and not played again.
    """
    for name, value, least in (("deals", deals, 1), ("jobs", jobs, 1)):
        if value is not None and value < least:
            raise LabError("bad_number", name=name, least=least, given=value)
    work = Work(
        tuple(bots),
        seatings(lineup, len(bots), seats),
        seed,
        seats,
        matches,
        edition,
        tuple(sorted((changes or {}).items())),
    )
    if seats not in rule_set(edition, **(changes or {})).seats:
        raise LabError("wrong_seats", lineup=f"{lineup} in the edition {edition}", seats=seats)
    for name in dict.fromkeys(bots):
        load_player(name)  # refuse at once, in one sentence
    with ExitStack() as stack:
        rows: list[Row] = []
        keep: Callable[[Row], None] = rows.append
        if resume is not None:
            rows, keep = _resumed(resume, work, lineup, stack)
            rows = [row for row in rows if row["deal"] < deals]
        done = {row["deal"] for row in rows}
        todo = [deal for deal in range(deals) if deal not in done]
        if progress is not None:
            progress(len(done), deals)
        for row in _played(work, todo, jobs, ray):
            keep(row)
            if resume is not None:
                rows.append(row)
            if progress is not None:
                progress(len(rows), deals)
    return report(work, lineup, rows)


def _played(work: Work, todo: list[int], jobs: int | None, ray: str | None) -> Iterable[Row]:
    if ray is not None:
        return on_cluster(ray, work, todo)
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(todo)))
    if jobs == 1:
        players = Players(work)
        return (players.play(deal) for deal in todo)
    return _on_all_cores(work, todo, jobs)


def _on_all_cores(work: Work, todo: list[int], jobs: int) -> Iterator[Row]:
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _prepare, (work,)) as pool:
        yield from pool.imap_unordered(_play, todo, chunksize=1)


def _prepare(work: Work) -> None:
    global _players
    _players = Players(work)


def _play(deal: int) -> Row:
    assert _players is not None
    return _players.play(deal)


def _resumed(
    path: Path, work: Work, lineup: str, stack: ExitStack
) -> tuple[list[Row], Callable[[Row], None]]:
    """The finished deals of an earlier run, and where to add more; another run is refused."""
    header = {
        "arena": 1,
        "bots": list(work.bots),
        "lineup": lineup,
        "seed": work.seed,
        "seats": work.seats,
        "matches": work.matches,
        "edition": work.edition,
        "changes": [list(change) for change in work.changes],
    }
    rows: list[Row] = []
    text = path.read_text() if path.exists() else ""
    lines = text.splitlines()
    if lines:
        try:
            found = json.loads(lines[0])
        except ValueError as problem:
            raise LabError("unreadable_run", path=str(path)) from problem
        if not isinstance(found, dict) or "arena" not in found:
            raise LabError("unreadable_run", path=str(path))
        for field, wanted in header.items():
            if found.get(field) != wanted:
                raise LabError(
                    "other_run", path=str(path), field=field, found=found.get(field), wanted=wanted
                )
        rows, text = _whole(lines)
        path.write_text(text)
    file = stack.enter_context(path.open("a"))
    if not lines:
        file.write(json.dumps(header) + "\n")

    def keep(row: Row) -> None:
        file.write(json.dumps(row) + "\n")
        file.flush()

    return rows, keep


def _whole(lines: list[str]) -> tuple[list[Row], str]:
    """The rows that were written whole (a stopped run may leave half a line), and their text."""
    rows, kept = [], [lines[0]]
    for line in lines[1:]:
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
        kept.append(line)
    return rows, "\n".join(kept) + "\n"
