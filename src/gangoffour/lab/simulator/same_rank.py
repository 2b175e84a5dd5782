"""Pairs, triples, full houses and gangs in compiled code: how many beat the table, and the n-th."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import U, has_pair_of_phoenixes, state_of
from gangoffour.lab.simulator.compiled import compiled, popcount


@compiled
def pairs_above(tables: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many pairs of one rank are above a place within it."""
    state = state_of(word, rank)
    total = np.int64(0)
    for place in range(tables.pairs[state]):
        if tables.pair_locals[state, place] > local:
            total += 1
    return total


@compiled
def pairs(tables: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many pairs are above a pair's rank and place; rank −1 for all."""
    total = np.int64(0)
    if rank < 10:
        total += has_pair_of_phoenixes(word)
    if rank >= 0 and rank < 10:
        total += pairs_above(tables, word, rank, local)
    for other in range(rank + 1, 10):
        total += tables.pairs[state_of(word, other)]
    return total


@compiled
def pick_pair(tables: Any, word: Any, rank: Any, local: Any, without: Any, nth: Any) -> Any:
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
        for place in range(tables.pairs[state] - 1, -1, -1):
            if other == rank and tables.pair_locals[state, place] <= local:
                continue
            if nth == 0:
                return tables.pair_words[state, place] << U(3 * other)
            nth -= 1
    return U(0)


@compiled
def triples(tables: Any, word: Any, rank: Any, local: Any) -> Any:
    """How many triples are above a triple's rank and place; rank −1 for all."""
    total = np.int64(0)
    first: Any = max(rank, 0)
    for other in range(first, 10):
        state = state_of(word, other)
        if other == rank:
            for place in range(tables.triples[state]):
                if tables.triple_locals[state, place] > local:
                    total += 1
        else:
            total += tables.triples[state]
    return total


@compiled
def pick_triple(tables: Any, word: Any, rank: Any, local: Any, nth: Any) -> Any:
    """The n-th triple above a place, the highest rank first."""
    first: Any = max(rank, 0)
    for other in range(9, first - 1, -1):
        state = state_of(word, other)
        for place in range(tables.triples[state] - 1, -1, -1):
            if other == rank and tables.triple_locals[state, place] <= local:
                continue
            if nth == 0:
                return tables.triple_words[state, place] << U(3 * other)
            nth -= 1
    return U(0)


@compiled
def full_houses(tables: Any, word: Any, table: Any, index: Any) -> Any:
    """How many full houses beat the table's (index −1: any), by triple, then pair (R3.3)."""
    rank = np.int64(-1)
    local = np.int64(-1)
    if index >= 0:
        rank = tables.rank[index]
        local = tables.local[index]
    total = np.int64(0)
    twos = np.int64(-1)
    first: Any = max(rank, 0)
    for other in range(first, 10):
        state = state_of(word, other)
        if tables.triples[state] == 0:
            continue
        if twos < 0:
            twos = pairs(tables, word, np.int64(-1), np.int64(-1))
        rest = twos - tables.pairs[state]
        if other != rank:
            total += tables.triples[state] * rest
            continue
        for place in range(tables.triples[state]):
            if tables.triple_locals[state, place] > local:
                total += rest
            elif tables.triple_locals[state, place] == local:
                low = tables.pair_rank[index]
                more = pairs(tables, word, low, tables.pair_local[index])
                if other > low:
                    more -= tables.pairs[state]
                total += more
    return total


@compiled
def pick_full_house(tables: Any, word: Any, index: Any, nth: Any) -> Any:
    """The n-th full house of those ``full_houses`` counts."""
    rank = np.int64(-1)
    local = np.int64(-1)
    if index >= 0:
        rank = tables.rank[index]
        local = tables.local[index]
    none = np.int64(-1)
    twos = pairs(tables, word, none, none)
    first: Any = max(rank, 0)
    for other in range(9, first - 1, -1):
        state = state_of(word, other)
        rest = twos - tables.pairs[state]
        for place in range(tables.triples[state] - 1, -1, -1):
            three = tables.triple_words[state, place] << U(3 * other)
            if other != rank or tables.triple_locals[state, place] > local:
                if nth < rest:
                    return three | pick_pair(tables, word, none, none, other, nth)
                nth -= rest
            elif tables.triple_locals[state, place] == local:
                low = tables.pair_rank[index]
                return three | pick_pair(tables, word, low, tables.pair_local[index], other, nth)
    return U(0)


@compiled
def gangs(tables: Any, word: Any, size: Any, rank: Any) -> Any:
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
                total += tables.gangs[state, four]
    return total


@compiled
def pick_gang(tables: Any, word: Any, size: Any, rank: Any, nth: Any) -> Any:
    """The n-th gang of those ``gangs`` counts."""
    for other in range(10):
        state = state_of(word, other)
        for four in range(4):
            if four + 4 > size or (four + 4 == size and other > rank):
                ways = tables.gangs[state, four]
                if nth < ways:
                    return tables.gang_words[state, four, nth] << U(3 * other)
                nth -= ways
    return U(0)
