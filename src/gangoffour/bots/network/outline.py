"""The outline of some cards: which strengths they can make, and in how many plays they go.

What a play leaves is a hand to be laid in as few plays as can be, and of those some nobody can
beat: the network sees both of every play. ``training/features.cuh`` writes the same bits on the
GPU; a test compares the two on the same states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import without
from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.network.features import OUTLINE_BITS, Floats
from gangoffour.bots.position.position import GIVE, PASS
from gangoffour.bots.position.strength import CLASS_BEGIN, COMBINATIONS, LEVELS
from gangoffour.rules.cards import COPY_SHIFT

Integers = NDArray[np.int64]

TURNS: Final = 13
"""Numbers of plays that are told apart; more count as the last."""
LOSERS: Final = 8
"""Numbers of plays somebody may beat that are told apart."""
FIVES_AT_MOST: Final = 3
_CONTROLS: Final = 64 + TURNS
_LOSERS: Final = _CONTROLS + len(LEVELS)
_COPY = np.uint64(COPY_SHIFT)
_NUMBERS = np.uint64((1 << 30) - 1)
_LOWEST = np.uint64(0x9249249)
_NONE: Final = 1 << 40


class _Known(NamedTuple):
    """What is asked of every combination again and again."""

    kind: Integers
    """The class: 0 singles … 4 gangs."""
    size: Integers
    """Cards somebody needs to beat it with as many; four for every gang."""
    bit: CardBits
    """Its place among the 64 strengths."""
    ranks: CardBits
    """The cards of each rank, the phoenixes, the dragon."""


@cache
def _known() -> _Known:
    known = lookup()
    kind = np.searchsorted(CLASS_BEGIN, np.arange(COMBINATIONS), side="right") - 1
    size = np.where(kind == 4, 4, np.bitwise_count(known.word).astype(np.int64))
    level = known.level.astype(np.int64)
    level = np.where(kind == 4, np.maximum(level - 1, 0), level)
    before = np.array(list(accumulate(LEVELS[:-1], initial=0)))
    bit = np.left_shift(np.uint64(1), (before[kind] + level).astype(np.uint64))
    numbers = [0b111 << 3 * rank for rank in range(10)]
    words = [word | word << COPY_SHIFT for word in numbers]
    words[0] |= 1 << 30
    return _Known(kind, size, bit, np.array([*words, 0b11 << 31, 1 << 33], np.uint64))


def _groups(words: CardBits) -> Integers:
    """In how many plays some cards go without five at a time: ranks, phoenixes, dragon."""
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    ranks = (words | words >> _COPY) & _NUMBERS
    ranks = (ranks | ranks >> one | ranks >> two) & _LOWEST
    ranks |= words >> np.uint64(30) & one
    phoenix = (words >> np.uint64(31) & three) != 0
    dragon = words >> np.uint64(33) & one
    return cast(Integers, np.bitwise_count(ranks) + phoenix + dragon.astype(np.int64))


def outline_rows(hand: int, actions: Sequence[int], top: Sequence[int], fullest: int) -> Floats:
    """The outline of a hand, then of what each action leaves, as rows of zeros and ones.

    ``top`` are the strongest unseen combinations, ``fullest`` the most cards another player holds.
    """
    known, asked, every = lookup(), _known(), np.full(1, hand, np.uint64)
    held = np.flatnonzero((known.word & ~every) == 0)
    words, kind = known.word[held], asked.kind[held]
    tops = np.array(top)
    sure = (fullest < asked.size[held]) | (tops[kind] < known.after[held])
    number = np.array(actions, np.int64)
    laid = known.word[np.where(number < GIVE, number % PASS, number - GIVE)]
    laid = np.where(number == PASS, np.uint64(0), laid)
    rests = np.append(every, without(every, laid))
    inside = (words & ~rests[:, None]) == 0
    can = np.bitwise_or.reduce(np.where(inside, asked.bit[held], np.uint64(0)), axis=1)
    one = np.left_shift(1, kind[sure])
    controls = np.bitwise_or.reduce(np.where(inside[:, sure], one, 0), axis=1)
    fives = kind == 3
    turns, losers, left = _laid_out(rests, words[fives], held[fives], sure[fives])
    losers += _beatable(left, tops, fullest)

    rows = np.zeros((len(rests), OUTLINE_BITS), np.float32)
    octets = can.astype(np.dtype("<u8"))[:, None].view(np.uint8)
    rows[:, :64] = np.unpackbits(octets, axis=1, bitorder="little")
    at = np.arange(len(rests))
    rows[at, 64 + np.minimum(turns, TURNS - 1)] = 1
    rows[:, _CONTROLS:_LOSERS] = controls[:, None] >> np.arange(len(LEVELS)) & 1
    rows[at, _LOSERS + np.minimum(losers, LOSERS - 1)] = 1
    return rows


def _laid_out(
    rests: CardBits, words: CardBits, places: Integers, sure: NDArray[np.bool_]
) -> tuple[Integers, Integers, CardBits]:
    """In how many plays each of some rests goes, how many of the five-card ones among them somebody
    may beat, and what is left beside those.

    Five cards are laid at once while that saves a play: those first that leave the fewest plays,
    then those that nobody can beat, then the weakest.
    """
    left, now = rests.copy(), _groups(rests)
    turns, losers = np.zeros(len(rests), np.int64), np.zeros(len(rests), np.int64)
    last = (~sure).astype(np.int64) << 15 | places
    at = np.arange(len(rests)) if len(words) else np.zeros(0, np.int64)
    for _ in range(FIVES_AT_MOST):
        at = at[np.bitwise_count(left[at]) >= 5]
        if not len(at):
            break
        some = left[at][:, None]
        keys = _groups(without(some, words)) << 16 | last
        best = np.where((words & ~some) == 0, keys, _NONE).min(axis=1)
        saves = best >> 16 <= now[at] - 2
        at, best = at[saves], best[saves]
        left[at] = without(left[at], lookup().word[best & 0x7FFF])
        now[at] = best >> 16
        turns[at] += 1
        losers[at] += best >> 15 & 1
    return turns + now, losers, left


def _beatable(left: CardBits, top: Integers, fullest: int) -> Integers:
    """How many of the ranks, phoenixes and the dragon somebody may beat, each laid as a whole."""
    count = np.bitwise_count(left[:, None] & _known().ranks).astype(np.int64)
    kind = np.where(count > 3, 4, np.maximum(count - 1, 0))
    level = np.where(top >= 0, lookup().level[top].astype(np.int64), -1)[kind]
    beatable = (count > 0) & (fullest >= np.minimum(count, 4)) & (level >= np.arange(12))
    return cast(Integers, beatable.sum(axis=1))
