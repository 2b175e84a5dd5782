"""Line-ups: which bot sits where, so that everybody plays every deal from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from gangoffour.lab.errors import LabError

Seating = tuple[int, ...]
"""For each seat, the number of the bot that sits there."""

LINEUPS: Final = ("1v3", "2v2", "round_robin")


def seatings(lineup: str, bots: int, seats: int) -> tuple[Seating, ...]:
    """All seatings of a line-up; each deal is played once with each of them.

    ``1v3`` is one bot against the rest of the table (two of them with three players), ``2v2`` two
    seats each in all six ways, ``round_robin`` each pair of bots as ``2v2`` (with three players:
    one against two, both ways round). With three or four bots, ``1v3`` seats them all.

    >>> seatings("1v3", 2, 4)
    ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    >>> len(seatings("2v2", 2, 4)), len(seatings("round_robin", 3, 3))
    (6, 18)
    """
    if lineup not in LINEUPS:
        raise LabError("bad_lineup", lineup=lineup)
    if lineup == "1v3":
        if not 2 <= bots <= seats:
            raise LabError("wrong_bots", lineup=lineup, needed=f"2 to {seats}", given=bots)
        table = [min(seat, bots - 1) for seat in range(seats)]
        return _rotations(table)
    if lineup == "2v2":
        if seats != 4:
            raise LabError("wrong_seats", lineup=f"The line-up {lineup}", seats=seats)
        if bots != 2:
            raise LabError("wrong_bots", lineup=lineup, needed=2, given=bots)
        return _pair(0, 1, seats)
    if bots < 2:
        raise LabError("wrong_bots", lineup=lineup, needed="2 or more", given=bots)
    return tuple(
        seating
        for first, second in combinations(range(bots), 2)
        for seating in _pair(first, second, seats)
    )


def _pair(first: int, second: int, seats: int) -> tuple[Seating, ...]:
    sizes = (2,) if seats == 4 else (1, 2)
    return tuple(
        tuple(first if seat in chosen else second for seat in range(seats))
        for size in sizes
        for chosen in combinations(range(seats), size)
    )


def _rotations(table: Sequence[int]) -> tuple[Seating, ...]:
    found = (tuple(table[-turn:]) + tuple(table[:-turn]) for turn in range(len(table)))
    return tuple(dict.fromkeys(found))
