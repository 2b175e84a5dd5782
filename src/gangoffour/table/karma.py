"""Karma: what finishing a match among people brings, what leaving it costs, and who is spared."""

from __future__ import annotations

from typing import Final, Literal

from gangoffour.table.state import Table

KARMA_START: Final = 50
KARMA_RANGE: Final = (0, 100)
KARMA_FINISHED: Final = 1
KARMA_LEFT: Final = -5
SPARED_ACTIONS: Final = 12
"""What a stand-in may do for somebody whose line broke, or whose time was over, in a rated match:
about a round."""

Cost = Literal["none", "spared", "no_gain", "left"]
"""What a stand-in's choices have cost somebody so far: nothing as there were none; nothing yet; the
match can bring no gain; it counts as left."""

Leaving = Literal["unplayed", "first", "later", "rated"]
"""How it would be judged that somebody leaves the running match now and stays away: it is void for
them, they would be the first, somebody else was, or the match is rated, which always costs."""


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


def change(table: Table, index: int, finished: bool | None) -> int:
    """The change of karma of somebody whose match is over."""
    if table.solo or finished is None:
        return 0
    if table.first_leaver == table.seats[index].person or cost(table, index) == "left":
        return KARMA_LEFT
    return KARMA_FINISHED if finished else 0


def judged(table: Table, index: int) -> Leaving:
    """How it would be judged that somebody leaves now and stays away."""
    person = table.seats[index].person
    if person not in table.acted:
        return "unplayed"
    if table.options.rated:
        return "rated"
    return "first" if table.first_leaver in (None, person) else "later"


def leaving(table: Table, index: int) -> int:
    """The change of karma if somebody leaves the running match now and stays away."""
    costs = not table.solo and judged(table, index) in ("first", "rated")
    return KARMA_LEFT if costs else 0


def finishing(table: Table, index: int) -> int:
    """The change of karma if somebody plays on to the end, or begins to."""
    if table.solo:
        return 0
    lost = cost(table, index)
    return KARMA_LEFT if lost == "left" else 0 if lost == "no_gain" else KARMA_FINISHED


def within(karma: int) -> int:
    """Karma never leaves its range."""
    low, high = KARMA_RANGE
    return min(high, max(low, karma))
