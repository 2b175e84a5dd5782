"""Legal plays in compiled code: counted by kind from the hand's own cards, picked by number.

Nothing is listed to choose at random: ``measure`` counts the plays of each kind that beat the
table, ``pick`` makes the k-th of them. Two kinds are counted with a few guests that belong to a
stronger kind (R2.4): suited straights, and flushes that are straight flushes or full houses.
``pick`` answers 0 for a guest, and whoever draws draws again, so the choice stays uniform.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import PLANE, U, face_word, ordered
from gangoffour.lab.simulator.compiled import compiled, leading_zeros, popcount
from gangoffour.lab.simulator.five_cards import (
    flushes,
    is_suited,
    pick_flush,
    pick_straight,
    pick_straight_flush,
    straight_flushes,
    straights,
)
from gangoffour.lab.simulator.same_rank import (
    full_houses,
    gangs,
    pairs,
    pick_full_house,
    pick_gang,
    pick_pair,
    pick_triple,
    triples,
)

KINDS = 9
"""Places of a measure: by kind 1–8, place 0 the sum."""


@compiled
def measure(lookup: Any, word: Any, index: Any, out: Any) -> Any:
    """Count by kind, into ``out``, the plays that beat the table (−1: all); answer their sum."""
    for kind in range(KINDS):
        out[kind] = 0
    none = np.int64(-1)
    if index < 0:
        out[1] = popcount(word & PLANE)
        out[2] = pairs(lookup, word, none, none)
        out[3] = triples(lookup, word, none, none)
        if popcount(word) >= 5:
            out[4] = straights(word, U(0))
            out[5] = flushes(lookup, word, U(0))
            if out[3]:
                out[6] = full_houses(lookup, word, U(0), none)
            if out[4]:
                out[7] = straight_flushes(lookup, word, lookup.bounds[3])
        out[8] = gangs(lookup, word, np.int64(0), none)
    else:
        kind = lookup.kind[index]
        if kind == 8:
            out[8] = gangs(lookup, word, lookup.size[index], lookup.rank[index])
        else:
            out[8] = gangs(lookup, word, np.int64(0), none)
            if kind == 1:
                out[1] = popcount(ordered(word) >> U(index + 1))
            elif kind == 2:
                out[2] = pairs(lookup, word, lookup.rank[index], lookup.local[index])
            elif kind == 3:
                out[3] = triples(lookup, word, lookup.rank[index], lookup.local[index])
            elif popcount(word) >= 5:
                table = lookup.word[index]
                if kind == 4:
                    out[4] = straights(word, table)
                if kind == 5:
                    out[5] = flushes(lookup, word, table)
                elif kind < 5:
                    out[5] = flushes(lookup, word, U(0))
                if kind == 6:
                    out[6] = full_houses(lookup, word, table, index)
                elif kind < 6:
                    out[6] = full_houses(lookup, word, U(0), none)
                above = lookup.after[index] if kind == 7 else lookup.bounds[3]
                out[7] = straight_flushes(lookup, word, above)
    total = np.int64(0)
    for kind in range(1, KINDS):
        total += out[kind]
    out[0] = total
    return total


@compiled
def pick(lookup: Any, word: Any, index: Any, counts: Any, nth: Any) -> Any:
    """The n-th of the plays ``measure`` counted, as a word; 0 for a guest."""
    none = np.int64(-1)
    kind = 1
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    on = np.int64(0)
    if index >= 0:
        on = lookup.kind[index]
    rank = none
    local = none
    if on == kind:
        rank = lookup.rank[index]
        local = lookup.local[index]
    if kind == 1:
        bits = ordered(word)
        if on == 1:
            bits = bits >> U(index + 1) << U(index + 1)
        for _ in range(nth):
            bits &= bits - U(1)
        return face_word(63 - leading_zeros(bits & (~bits + U(1))))
    if kind == 2:
        return pick_pair(lookup, word, rank, local, none, nth)
    if kind == 3:
        return pick_triple(lookup, word, rank, local, nth)
    if kind == 4:
        made = pick_straight(word, lookup.word[index] if on == 4 else U(0), nth)
        return U(0) if is_suited(made) else made
    if kind == 5:
        return pick_flush(lookup, word, lookup.word[index] if on == 5 else U(0), nth)
    if kind == 6:
        return pick_full_house(lookup, word, index if on == 6 else none, nth)
    if kind == 7:
        above = lookup.bounds[3]
        if on == 7:
            above = lookup.after[index]
        return pick_straight_flush(lookup, word, above, nth)
    size = np.int64(0)
    if on == 8:
        size = lookup.size[index]
    return pick_gang(lookup, word, size, rank, nth)
