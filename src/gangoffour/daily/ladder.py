"""The ladder: alone against three bots of one level, from the weakest up, with medals.

What counts at a level is the best of three matches in a row: one win is bronze, two are silver,
three are gold. A medal stays, whatever is played later. Matches are in the order in which they were
begun, and one that is open is not won: so it never pays to leave one open that goes badly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

IN_A_ROW: Final = 3
MIN_ROUNDS: Final = 3
"""A match that is over sooner was made short, and does not count."""
Medal = Literal["bronze", "silver", "gold"]
MEDALS: Final[tuple[Medal, ...]] = ("bronze", "silver", "gold")


class Rung(NamedTuple):
    """One level of the ladder."""

    level: int
    matches: int
    """Those that are over."""
    wins: int
    medal: Medal | None
    open: int


class Step(NamedTuple):
    """What to try next: a medal at a level."""

    level: int
    medal: Medal


def rung(level: int, won: Sequence[bool | None]) -> Rung:
    """A level from its matches, the first begun first; None for one that is open.

    >>> rung(2, [True, False, False, True, True]).medal
    'silver'
    >>> rung(2, [True, None, True, True])
    Rung(level=2, matches=3, wins=3, medal='silver', open=1)
    """
    wins = [one is True for one in won]
    best = max((sum(wins[at : at + IN_A_ROW]) for at in range(len(wins))), default=0)
    medal = None if best == 0 else MEDALS[best - 1]
    unfinished = won.count(None)
    return Rung(level, len(won) - unfinished, sum(wins), medal, unfinished)


def ladder(levels: Iterable[int], played: Mapping[int, Sequence[bool | None]]) -> list[Rung]:
    """All rungs, the lowest first."""
    return [rung(level, played.get(level, ())) for level in levels]


def next_step(rungs: Sequence[Rung]) -> Step | None:
    """The next sensible step: a first win at the lowest level without one; once there is a medal
    everywhere, the better medals from below. None for who has all gold.

    Nobody has to begin at the bottom: a medal at a level stands for those below it.
    """
    for medal in MEDALS:
        worth = MEDALS.index(medal)
        has = [one.medal is not None and MEDALS.index(one.medal) >= worth for one in rungs]
        reached = max((at for at, yes in enumerate(has) if yes), default=-1)
        if reached + 1 < len(rungs):
            return Step(rungs[reached + 1].level, medal)
    return None
