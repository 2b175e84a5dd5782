"""Pairs, triples, full houses and gangs in compiled code: how many beat the table, and the n-th."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import U, has_pair_of_phoenixes, state_of
from gangoffour.lab.simulator.compiled import compiled, popcount


@compiled
def pairs_above(lookup: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many pairs of one rank are above a place within it."""
    state = state_of(word, rank)
    total = np.int64(0)
    for place in range(lookup.pairs[state]):
        if lookup.pair_locals[state, place] > local:
            total += 1
    return total


@compiled
def pairs(lookup: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many pairs are above a pair's rank and place; rank −1 for all."""
    total = np.int64(0)
    if rank < 10:
        total += has_pair_of_phoenixes(word)
    if rank >= 0 and rank < 10:
        total += pairs_above(lookup, word, rank, local)
    for other in range(rank + 1, 10):
        total += lookup.pairs[state_of(word, other)]
    return total


@compiled
def pick_pair(lookup: Any, word: Any, rank: Any, local: Any, without: Any, nth: Any) -> Any:
    """The n-th pair above a place, the highest rank first, leaving out one rank."""
    if rank < 10 and has_pair_of_phoenixes(word):
        if nth == 0:
            return U(3 << 31)
        nth -= 1
    first: Any = max(rank, 0)
    for other in range(9, first - 1, -1):
        if other == without:
            continue
        state = state_of(word, other)
        for place in range(lookup.pairs[state] - 1, -1, -1):
            if other == rank and lookup.pair_locals[state, place] <= local:
                continue
            if nth == 0:
                return lookup.pair_words[state, place] << U(3 * other)
            nth -= 1
    return U(0)


@compiled
def triples(lookup: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many triples are above a triple's rank and place; rank −1 for all."""
    total = np.int64(0)
    first: Any = max(rank, 0)
    for other in range(first, 10):
        state = state_of(word, other)
        if other == rank:
            for place in range(lookup.triples[state]):
                if lookup.triple_locals[state, place] > local:
                    total += 1
        else:
            total += lookup.triples[state]
    return total


@compiled
def pick_triple(lookup: Any, word: Any, rank: Any, local: Any, nth: Any) -> Any:
    """The n-th triple above a place, the highest rank first."""
    first: Any = max(rank, 0)
    for other in range(9, first - 1, -1):
        state = state_of(word, other)
        for place in range(lookup.triples[state] - 1, -1, -1):
            if other == rank and lookup.triple_locals[state, place] <= local:
                continue
            if nth == 0:
                return lookup.triple_words[state, place] << U(3 * other)
            nth -= 1
    return U(0)


@compiled
def full_houses(lookup: Any, word: Any, table: Any, index: Any) -> Any:
    """How many full houses beat the table's (index −1: any), by triple, then pair (R3.3)."""
    rank = np.int64(-1)
    local = np.int64(-1)
    if index >= 0:
        rank = lookup.rank[index]
        local = lookup.local[index]
    total = np.int64(0)
    twos = np.int64(-1)
    first: Any = max(rank, 0)
    for other in range(first, 10):
        state = state_of(word, other)
        if lookup.triples[state] == 0:
            continue
        if twos < 0:
            twos = pairs(lookup, word, np.int64(-1), np.int64(-1))
        rest = twos - lookup.pairs[state]
        if other != rank:
            total += lookup.triples[state] * rest
            continue
        for place in range(lookup.triples[state]):
            if lookup.triple_locals[state, place] > local:
                total += rest
            elif lookup.triple_locals[state, place] == local:
                low = lookup.pair_rank[index]
                more = pairs(lookup, word, low, lookup.pair_local[index])
                if other > low:
                    more -= lookup.pairs[state]
                total += more
    return total


@compiled
def pick_full_house(lookup: Any, word: Any, index: Any, nth: Any) -> Any:
    """The n-th full house of those ``full_houses`` counts."""
    rank = np.int64(-1)
    local = np.int64(-1)
    if index >= 0:
        rank = lookup.rank[index]
        local = lookup.local[index]
    none = np.int64(-1)
    twos = pairs(lookup, word, none, none)
    first: Any = max(rank, 0)
    for other in range(9, first - 1, -1):
        state = state_of(word, other)
        rest = twos - lookup.pairs[state]
        for place in range(lookup.triples[state] - 1, -1, -1):
            three = lookup.triple_words[state, place] << U(3 * other)
            if other != rank or lookup.triple_locals[state, place] > local:
                if nth < rest:
                    return three | pick_pair(lookup, word, none, none, other, nth)
                nth -= rest
            elif lookup.triple_locals[state, place] == local:
                low = lookup.pair_rank[index]
                return three | pick_pair(lookup, word, low, lookup.pair_local[index], other, nth)
    return U(0)


@compiled
def gangs(lookup: Any, word: Any, size: Any, rank: Any) -> Any:
    """How many gangs beat one of a size (0: any) and rank (R3.4)."""
    twins = word >> U(34) | word >> U(30) & U(1)  # M1 makes four with three colours
    if not twins or popcount(word) < 4:
        return np.int64(0)
    total = np.int64(0)
    for other in range(10):
        if not twins >> U(3 * other) & U(7):
            continue
        state = state_of(word, other)
        for four in range(4):
            if four + 4 > size or (four + 4 == size and other > rank):
                total += lookup.gangs[state, four]
    return total


@compiled
def pick_gang(lookup: Any, word: Any, size: Any, rank: Any, nth: Any) -> Any:
    """The n-th gang of those ``gangs`` counts."""
    for other in range(10):
        state = state_of(word, other)
        for four in range(4):
            if four + 4 > size or (four + 4 == size and other > rank):
                ways = lookup.gangs[state, four]
                if nth < ways:
                    return lookup.gang_words[state, four, nth] << U(3 * other)
                nth -= ways
    return U(0)
