"""What a finished match means for the people who played it: places and karma."""

from __future__ import annotations

from typing import Final, NamedTuple

from gangoffour.table.state import Table

KARMA_START: Final = 50
KARMA_FINISHED: Final = 1
KARMA_LEFT_FIRST: Final = -5


class Outcome(NamedTuple):
    """One person's result. A stand-in's result counts for the person it stood in for."""

    seat: int
    person: str
    total: int
    place: int
    """1 for the lowest total; equal totals share a place."""
    won: bool
    karma: int
    """The change of karma: +1 for finishing, −5 for having left first and stayed away."""
    finished: bool
    """Sat there at the end; whoever a bot stood in for did not."""


def outcomes(table: Table) -> tuple[Outcome, ...]:
    """Everybody's result once the match is over."""
    match = table.match
    assert match is not None
    assert match.over
    found = []
    for index in table.people:
        seat = table.seats[index]
        total = match.totals[index]
        karma = KARMA_FINISHED if seat.stand_in is None else 0
        if table.first_leaver == seat.person:
            karma = KARMA_LEFT_FIRST
        found.append(
            Outcome(
                index,
                seat.person or "",
                total,
                1 + sum(other < total for other in match.totals),
                index in match.winners,
                karma,
                seat.stand_in is None,
            )
        )
    return tuple(found)


def rated(table: Table) -> bool:
    """Only matches of at least two people at a rated table count for ratings."""
    return table.options.rated and len(table.people) >= 2
