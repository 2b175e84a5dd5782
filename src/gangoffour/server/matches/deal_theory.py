"""What chance alone makes of deals: how often a hand holds gangs, and where single cards fall.

Exact, by counting hands. A dealt hand is any 16 of the 64 cards alike (R2).
"""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from typing import Final, NamedTuple

from gangoffour.rules.cards import DECK, DECK_SIZE, RANK_OF, faces

HAND: Final = 16
GANG: Final = 4
SINGLES: Final = 11
"""From this rank on (phoenixes, dragon) cards make no gang."""
MOST_GANGS: Final = HAND // GANG
_RANKS: Final = tuple(RANK_OF[face] for face in DECK)


class Spread(NamedTuple):
    """How many are expected, and how far off chance usually is (one standard deviation)."""

    expected: float
    deviation: float


def gangs_in(hand: int) -> int:
    """How many ranks of a hand make a gang."""
    held = [RANK_OF[face] for face in faces(hand)]
    return sum(held.count(rank) >= GANG for rank in set(held) if rank < SINGLES)


@cache
def gang_chances() -> tuple[float, ...]:
    """The chance that a hand holds no gang, one, two, …

    >>> [round(one, 4) for one in gang_chances()]
    [0.6897, 0.289, 0.0211, 0.0002, 0.0]
    >>> round(sum(gang_chances()), 12)
    1.0
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # by cards taken and gangs among them
    for rank in sorted(set(_RANKS)):
        copies, after = _RANKS.count(rank), dict[tuple[int, int], int]()
        for (cards, gangs), count in ways.items():
            for taken in range(min(copies, HAND - cards) + 1):
                key = (cards + taken, gangs + (taken >= GANG and rank < SINGLES))
                after[key] = after.get(key, 0) + count * comb(copies, taken)
        ways = after
    whole = comb(DECK_SIZE, HAND)
    return tuple(ways.get((HAND, gangs), 0) / whole for gangs in range(MOST_GANGS + 1))


def spread(tries: int, chance: float) -> Spread:
    """What chance makes of so many tries.

    >>> spread(400, 0.25)
    Spread(expected=100.0, deviation=8.660254037844387)
    """
    return Spread(tries * chance, sqrt(tries * chance * (1 - chance)))
