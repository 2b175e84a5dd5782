"""Deadlines of a table: the turn's, a lost connection's, and the time between rounds.

All times are the server's, in milliseconds. A table without a clock has no turn deadline. Who is
alone with bots has no deadline at all, and while nobody is at a table its clocks stand still; so
does the clock of somebody who is away for some days, where a move may take days.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from gangoffour.table.state import Table
from gangoffour.table.time_limits import REVEAL_MS


class TurnClock(NamedTuple):
    """What the player to move has left: of this move's allowance, then of the bank."""

    seat: int
    move_ms: int
    bank_ms: int


def runs_from(table: Table) -> int:
    """From when on the turn's time counts: not while the player to move is away."""
    turn = table.match.turn if table.match else None
    return table.since if turn is None else max(table.since, table.seats[turn].away_until)


def elapsed(table: Table, now: int) -> int:
    """How much of the turn has passed since its clock began, or went on."""
    return max(0, now - runs_from(table))


def stopped_or_started(before: Table, after: Table, at: int) -> Table:
    """Clocks stand still while nobody is at the table, and go on for whoever is back."""
    if before.asleep == after.asleep:
        return after
    if after.asleep:
        ran = elapsed(before, at) if before.phase == "playing" else 0
        return replace(after, used_ms=after.used_ms + ran)
    seats = tuple(
        replace(seat, dropped_at=at) if seat.dropped_at is not None else seat
        for seat in after.seats
    )
    return replace(after, since=at, seats=seats)


def turn_clock(table: Table, now: int) -> TurnClock | None:
    """The clock of the player to move at ``now``; None if none runs."""
    pace = table.options.pace
    if pace is None or table.match is None or (turn := table.match.turn) is None:
        return None
    if not table.running or not table.seats[turn].present or table.solo:
        return None
    used = table.used_ms
    if table.phase == "playing" and not table.asleep:
        used += elapsed(table, now)
    bank = table.seats[turn].bank_ms
    over = max(0, used - pace.move_ms)
    return TurnClock(turn, max(0, pace.move_ms - used), max(0, bank - over))


def bank_after(table: Table, seat: int, now: int) -> int:
    """A seat's bank after acting at ``now``."""
    pace = table.options.pace
    bank = table.seats[seat].bank_ms
    if pace is None or not table.seats[seat].present or table.solo:
        return bank
    used = table.used_ms + (0 if table.asleep else elapsed(table, now))
    return max(0, bank - max(0, used - pace.move_ms))


def turn_deadline(table: Table) -> int | None:
    """When the player to move is out of time and of grace."""
    pace = table.options.pace
    if pace is None or (turn := table.turn) is None:
        return None
    if not table.seats[turn].present or table.solo or table.asleep:
        return None
    left = pace.move_ms + table.seats[turn].bank_ms + pace.grace_ms - table.used_ms
    return runs_from(table) + left


def deal_deadline(table: Table) -> int | None:
    """When the cards are dealt although somebody has not said what they promised for it."""
    return table.since + REVEAL_MS if table.phase == "dealing" else None


def between_deadline(table: Table) -> int | None:
    """When the next round begins although not everybody is ready."""
    if table.phase != "between":
        return None
    pace = table.options.pace
    if pace is None or table.solo or table.asleep:
        return None
    return table.since + pace.between_ms


def drop_deadline(table: Table, seat: int) -> int | None:
    """When a bot stands in for a seat whose connection is gone."""
    grace, at = table.options.grace_ms, table.seats[seat]
    if not table.running or table.phase == "paused" or grace is None:
        return None
    if at.dropped_at is None or not at.present or table.solo or table.asleep:
        return None
    return at.dropped_at + grace


def next_deadline(table: Table) -> int | None:
    """The earliest moment at which a ``Tick`` changes anything."""
    if not table.running:
        return None
    of_all = (turn_deadline(table), between_deadline(table), deal_deadline(table))
    deadlines = [one for one in of_all if one is not None]
    for index, seat in enumerate(table.seats):
        if seat.dropped_at is not None and (drop := drop_deadline(table, index)) is not None:
            deadlines.append(drop)
    return min(deadlines) if deadlines else None
