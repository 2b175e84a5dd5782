"""What a match means for the people who played it: places, karma, and what counts at all."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from gangoffour.table.state import Table

KARMA_START: Final = 50
KARMA_FINISHED: Final = 1
KARMA_LEFT: Final = -5
SPARED_ACTIONS: Final = 12
"""What a stand-in may do for somebody whose line broke, or whose time was over, in a rated match:
about a round."""

Cost = Literal["none", "spared", "no_gain", "left"]
"""What a stand-in's choices have cost somebody so far: nothing as there were none; nothing yet; the
match can bring no gain; it counts as left."""


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
                _karma(table, index, finished),
                finished,
            )
        )
    return tuple(found)


def cost(table: Table, index: int) -> Cost:
    """What it costs in a rated match that a stand-in has chosen for somebody.

    Who left on purpose has left. A line may break once, or time run out, for about a round; twice,
    or for longer, and there is nothing to gain; a third time it is leaving by another name.
    """
    seat = table.seats[index]
    if seat.person is None or not table.options.rated:
        return "none"
    if seat.person in table.helped or seat.absences > 2:
        return "left"
    if seat.absences == 2 or seat.stood_for > SPARED_ACTIONS:
        return "no_gain"
    return "spared" if seat.absences else "none"


def _finished(table: Table, index: int) -> bool | None:
    seat = table.seats[index]
    if seat.person not in table.acted or (seat.stand_in is not None and seat.excused):
        return None
    return seat.stand_in is None and cost(table, index) in ("none", "spared")


def _karma(table: Table, index: int, finished: bool | None) -> int:
    if table.solo or finished is None:
        return 0
    if table.first_leaver == table.seats[index].person or cost(table, index) == "left":
        return KARMA_LEFT
    return KARMA_FINISHED if finished else 0


def leaving(table: Table, index: int) -> int:
    """The change of karma if somebody leaves the running match now and stays away."""
    person = table.seats[index].person
    if table.solo or person not in table.acted:
        return 0
    first = table.first_leaver in (None, person)
    return KARMA_LEFT if first or table.options.rated else 0


def finishing(table: Table, index: int) -> int:
    """The change of karma if somebody plays on to the end, or begins to."""
    if table.solo:
        return 0
    lost = cost(table, index)
    return KARMA_LEFT if lost == "left" else 0 if lost == "no_gain" else KARMA_FINISHED


def deserter(table: Table) -> str | None:
    """Who left first of a match that all left one by one: the others had to go on without them."""
    first = table.first_leaver
    return first if len(table.leavers) > 1 else None


def rated(table: Table) -> bool:
    """Only matches of at least two people at a rated table count for ratings."""
    return table.options.rated and len(table.people) >= 2
