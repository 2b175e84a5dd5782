"""A hand laid out in combinations, as somebody who holds it wants to see it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gangoffour.bots.planning.plan import RANK_MASKS, Planner
from gangoffour.rules.cards import remove
from gangoffour.rules.combinations import Combination, Kind, by_word

_KINDS_DOWN: Final = (
    *(Kind.GANG, Kind.STRAIGHT_FLUSH, Kind.FULL_HOUSE, Kind.FLUSH, Kind.STRAIGHT),
    *(Kind.TRIPLE, Kind.PAIR, Kind.SINGLE),
)


@lru_cache(maxsize=1 << 10)
def arranged(word: int) -> tuple[Combination, ...]:
    """A hand laid out in likely combinations, each card once; the strongest kinds come first.

    >>> from gangoffour.rules.cards import Cards
    >>> [str(group) for group in arranged(Cards.parse("G2 Y2 R2 G5 G6 R6 RD").word)]
    ['G2 Y2 R2 G6 R6', 'G5', 'RD']

    Whoever holds a gang wants to see it whole, whatever its cards could be besides.

    >>> [str(group) for group in arranged(Cards.parse("G3 G4 Y4 R4 R4 G5 G6 G7").word)]
    ['G4 Y4 R4 R4', 'G3', 'G5', 'G6', 'G7']
    """
    gangs = tuple(by_word()[word & mask] for mask in RANK_MASKS if (word & mask).bit_count() >= 4)
    rest = remove(word, sum(gang.word for gang in gangs))
    groups = gangs + Planner().plan(rest).plays
    return tuple(sorted(groups, key=lambda one: (_KINDS_DOWN.index(one.kind), one.strength)))
