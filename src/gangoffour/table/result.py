"""What a match means for the people who played it: places, karma, and what counts at all."""

from __future__ import annotations

from typing import Final, NamedTuple

from gangoffour.table.state import Table

KARMA_START: Final = 50
KARMA_FINISHED: Final = 1
KARMA_LEFT: Final = -5


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
    or for having let a stand-in choose in a rated match."""
    finished: bool | None
    """Played it to its end; not if a bot did. None: never acted, so it is void for them."""


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
                _karma(table, person, finished),
                finished,
            )
        )
    return tuple(found)


def _finished(table: Table, index: int) -> bool | None:
    seat = table.seats[index]
    if seat.person not in table.acted:
        return None
    return seat.stand_in is None and not (table.options.rated and seat.person in table.helped)


def _karma(table: Table, person: str, finished: bool | None) -> int:
    if table.solo or finished is None:
        return 0
    if table.first_leaver == person or (table.options.rated and person in table.helped):
        return KARMA_LEFT
    return KARMA_FINISHED if finished else 0


def leaving(table: Table, person: str) -> int:
    """The change of karma if somebody leaves the running match now and stays away."""
    if table.solo or person not in table.acted:
        return 0
    first = table.first_leaver in (None, person)
    return KARMA_LEFT if first or table.options.rated else 0


def deserter(table: Table) -> str | None:
    """Who left first of a match that all left one by one: the others had to go on without them."""
    first = table.first_leaver
    return first if len(table.leavers) > 1 else None


def rated(table: Table) -> bool:
    """Only matches of at least two people at a rated table count for ratings."""
    return table.options.rated and len(table.people) >= 2
