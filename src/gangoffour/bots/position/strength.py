"""How strong combinations are, coarsely: classes, levels, each class's strongest in some cards.

The catalogue's order (R3) decides. ``arrays.strength`` has the same as arrays, for the network and
the GPU environment.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import pairwise
from operator import and_
from typing import Final

from gangoffour.rules.cards import FULL_DECK, RANK_OF, highest
from gangoffour.rules.combinations import Combination, Kind, catalogue

COMBINATIONS: Final = 12_352
CLASS_SIZES: Final = (34, 64, 76, 12_061, 117)
"""Singles, pairs, triples, five cards, gangs: the classes of the catalogue, in its order."""
CLASS_BEGIN: Final = (0, 34, 98, 174, 12_235, COMBINATIONS)
BLOCK: Final = 16
GLANCE: Final = 200
"""So many combinations of a class are looked at one by one, the strongest first."""
LEVELS: Final = (12, 11, 10, 22, 10)
"""How many coarse strengths ("levels") each class has."""


def class_of(kind: int) -> int:
    """The class of a kind: 0 singles, 1 pairs, 2 triples, 3 five cards, 4 gangs."""
    return kind - 1 if kind <= Kind.TRIPLE else 3 if kind < Kind.GANG else 4


def level_of(one: Combination) -> int:
    """The coarse strength of a combination within its class; never falls as strength rises."""
    top = RANK_OF[highest(one.word)]
    match one.kind:
        case Kind.STRAIGHT:
            return top - 5
        case Kind.FLUSH:
            return max(top, 6)
        case Kind.FULL_HOUSE:
            return 10 + _triple_rank(one.word)
        case Kind.STRAIGHT_FLUSH:
            return 21
        case _:
            return top - 1


def _triple_rank(word: int) -> int:
    for rank in range(10):
        mask = 0b111 << 3 * rank
        held = word & (mask | mask << 34 | (1 << 30 if rank == 0 else 0))
        if held.bit_count() == 3:
            return rank + 1
    raise ValueError(f"no triple in {word:#x}")


@cache
def levels() -> tuple[int, ...]:
    """The level of each combination of the catalogue."""
    return tuple(level_of(one) for one in catalogue())


@cache
def stronger() -> tuple[int, ...]:
    """For each combination the first of the same class that is strictly stronger."""
    every = catalogue()
    after = [0] * len(every)
    for begin, end in pairwise(CLASS_BEGIN):
        next_up = end
        for index in range(end - 1, begin - 1, -1):
            if index + 1 < end and every[index + 1].strength > every[index].strength:
                next_up = index + 1
            after[index] = next_up
    return tuple(after)


@cache
def _from_the_top() -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each class, its places and words, the strongest first."""
    every = catalogue()
    return tuple(
        tuple((at, every[at].word) for at in range(end - 1, begin - 1, -1))
        for begin, end in pairwise(CLASS_BEGIN)
    )


def strongest(cards: int) -> tuple[int, ...]:
    """The catalogue's place of the strongest combination of each class in some cards, or -1."""
    missing = cards ^ FULL_DECK
    found = []
    for every in _from_the_top():
        for place, word in every[:GLANCE]:
            if not word & missing:
                found.append(place)
                break
        else:
            found.append(_search(missing) if len(every) > GLANCE else -1)
    return tuple(found)


@cache
def _blocks() -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The five-card plays in blocks, the strongest first; with each block what all in it need."""
    every = _from_the_top()[3]
    blocks = (every[at : at + BLOCK] for at in range(GLANCE, len(every), BLOCK))
    return tuple((reduce(and_, (word for _, word in block)), block) for block in blocks)


def _search(missing: int) -> int:
    """The strongest five-card play that needs none of the missing cards, by blocks; or -1."""
    for need, block in _blocks():
        if not need & missing:
            for place, word in block:
                if not word & missing:
                    return place
    return -1
