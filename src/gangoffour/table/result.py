"""What a match means for the people who played it: places, and what counts at all."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.table import karma
from gangoffour.table.state import Table


class Outcome(NamedTuple):
    """One person's result. What a stand-in played in their name is never their win."""

    seat: int
    person: str
    total: int
    place: int
    """1 for the lowest total; equal totals share a place."""
    won: bool
    karma: int
    """The change of karma: +1 for finishing among people; −5 for having left first and stayed away,
    or where a rated match counts as left (``cost``)."""
    finished: bool | None
    """Played it to its end; not if a bot did. None: it is void for them, as they never acted, or
    did not come back after the server was away."""


def outcomes(table: Table) -> tuple[Outcome, ...]:
    """Everybody's result once the match is over."""
    match = table.match
    assert match is not None
    assert match.over
    found = []
    for index in table.people:
        person, total = table.seats[index].person or "", match.totals[index]
        finished = _finished(table, index)
        found.append(
            Outcome(
                index,
                person,
                total,
                1 + sum(other < total for other in match.totals),
                index in match.winners and finished is True,
                karma.change(table, index, finished),
                finished,
            )
        )
    return tuple(found)


def _finished(table: Table, index: int) -> bool | None:
    seat = table.seats[index]
    if seat.person not in table.acted or (seat.stand_in is not None and seat.excused):
        return None
    return seat.stand_in is None and karma.cost(table, index) in ("none", "spared")


def deserter(table: Table) -> str | None:
    """Who left first of a match that all left one by one: the others had to go on without them."""
    first = table.first_leaver
    return first if len(table.leavers) > 1 else None


def rated(table: Table) -> bool:
    """Only matches of at least two people at a rated table count for ratings."""
    return table.options.rated and len(table.people) >= 2
