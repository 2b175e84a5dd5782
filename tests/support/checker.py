"""The proof from the records: what the database keeps, compared with what people were told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from gangoffour.table import events as e
from gangoffour.table.events import decode_event
from gangoffour.table.fold import apply
from gangoffour.table.state import Table
from gangoffour.table.views.facts import happenings
from gangoffour.table.views.seat_view import own
from tests.support.chronicle import Standstill, Told
from tests.support.regular import Frames, Regular, Report

Row = tuple[str, int, int, str | None, bytes]
"""Table, number, time, command and body of an event."""


def check(rows: Iterable[Row], regulars: Sequence[Regular], report: Report) -> None:
    """Everything acknowledged is kept once and in order; every match replays; nobody peeked.

    The report tells how long a running match stood still, and where.
    """
    stored = sorted((row for row in rows), key=lambda row: (row[0], row[1]))
    commands = Counter(_person_and_id(row[3]) for row in stored if row[3] is not None)
    assert set(commands.values()) <= {1}, "a command was applied twice"
    where = {_person_and_id(row[3]): (row[0], row[1]) for row in stored if row[3] is not None}
    for command, (table_id, seq) in report.acknowledged.items():
        assert command in where, f"{command} was acknowledged and is gone"
        assert where[command][0] == table_id
        assert where[command][1] == seq, "sent again, it was answered otherwise"
    _check_order(where, report)
    by_table: defaultdict[str, list[Row]] = defaultdict(list)
    for row in stored:
        by_table[row[0]].append(row)
    report.events = len(stored)
    running_seeds: set[str] = set()
    for table_id, mine in by_table.items():
        running_seeds |= _replay(table_id, mine, regulars, report)
    for one in regulars:
        frames = one.client.frames
        assert isinstance(frames, Frames)
        assert not frames.secrets & running_seeds, f"{one.id} was told the seed of a running match"


def _person_and_id(stored: str) -> str:
    """Whose command it was and its id, without the session and what was asked."""
    person, _, rest = stored.partition(":")
    return f"{person}:{rest.partition(':')[2].rpartition('#')[0]}"


def _check_order(where: dict[str, tuple[str, int]], report: Report) -> None:
    """What one person did at one table is stored in the order in which it was acknowledged."""
    last: dict[tuple[str, str], int] = {}
    for command in report.acknowledged:  # in the order of the answers
        person = command.partition(":")[0]
        table_id, seq = where[command]
        assert seq > last.get((person, table_id), 0), f"{command} is out of order"
        last[person, table_id] = seq


def _replay(
    table_id: str,
    rows: Sequence[Row],
    regulars: Sequence[Regular],
    report: Report,
) -> set[str]:
    """Fold a table's events, comparing at each number; the seeds of matches not over."""
    table, last_at, seed = Table(), 0, ""
    facts: dict[int, list[object]] = {}
    watching = [one for one in regulars if table_id in one.client.facts]
    for number, (_, seq, at, _, body) in enumerate(rows, 1):
        assert seq == number, f"number {number} of {table_id} is missing"
        event = decode_event(body)
        before, table = table, apply(table, event, at)  # raises unless it is legal
        if isinstance(event, e.Started):
            seed = event.seed
        if before.running and at - last_at > report.longest.ms:
            around = tuple(_told(row) for row in rows[max(0, seq - 5) : seq + 2])
            report.longest = Standstill(at - last_at, table_id, last_at, around)
        last_at = at
        report.matches += table.phase == "over" and before.phase != "over"
        told = [msgspec.to_builtins(one.what) for one in happenings(before, (event,), table)]
        facts[seq] = told
        for one in watching:
            _check_view(one, table, seq, report)
    for one in watching:
        for seq, heard in one.client.facts[table_id].items():
            assert facts[seq] == heard, f"{one.id} at {seq}: {heard}, not {facts[seq]}"
    return {seed} if table.running else set()


def _told(row: Row) -> Told:
    """An event as the chronicle tells it; never a seed."""
    table_id, seq, at, _, body = row
    shown = "{...}" if b'"seed"' in body else body.decode()
    return Told(at, "table", f"event {seq} {shown}", table_id)


def _check_view(one: Regular, table: Table, seq: int, report: Report) -> None:
    """What was shown as this person's hand at a number is their hand at that number."""
    seen = one.client.sights.get(table.id, {}).get(seq)
    seat = table.seat_of(one.id)
    if seen is None or seat is None:
        return
    mine: Any = msgspec.to_builtins(own(table, seat))
    assert seen == msgspec.json.encode([seat, sorted(mine["hand"])]), f"another hand at {seq}"
    report.sights += 1
