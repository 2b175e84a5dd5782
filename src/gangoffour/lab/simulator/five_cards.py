"""Straights, flushes and straight flushes in compiled code: how many beat the table, and the n-th.

Suited straights, and sets of one colour that are straight flushes or full houses, are counted as
guests (R2.4); ``plays`` says how they are turned away.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import (
    M1,
    ONE_COLOUR,
    U,
    bits_in,
    colour_word,
    colours_at,
    index_of,
    nth_bit,
)
from gangoffour.lab.simulator.compiled import compiled, leading_zeros, popcount


@compiled
def straights(word: Any, table: Any) -> Any:
    """How many straights, suited ones among them, beat the table's (0: any)."""
    ranks = (word & U(0x3FFFFFFF)) | (word >> U(30)) & U(1)
    held = (ranks | ranks >> U(1) | ranks >> U(2)) & ONE_COLOUR
    rows = held & held >> U(3) & held >> U(6) & held >> U(9) & held >> U(12)
    if rows == 0:
        return np.int64(0)
    low = 0
    total = np.int64(0)
    if table:
        low = lowest_rank(table)
        if rows >> U(3 * low) == 0:
            return total
        if rows >> U(3 * low) & U(1):
            total += straights_above(word, table, low)
        low += 1
    for start in range(low, 6):
        if rows >> U(3 * start) & U(1):
            ways = np.int64(1)
            for rank in range(start, start + 5):
                ways *= bits_in(colours_at(word, rank))
            total += ways
    return total


@compiled
def lowest_rank(word: Any) -> Any:
    """The lowest rank (0–9) in a straight's word."""
    if word & M1:
        return 0
    for rank in range(10):
        if word >> U(3 * rank) & U(7):
            return rank
    return 9


@compiled
def straights_above(word: Any, table: Any, low: Any) -> Any:
    """How many straights from ``low`` beat another from ``low`` (R3.2: from the top down)."""
    total = np.int64(0)
    for rank in range(low + 4, low - 1, -1):
        mine = colours_at(word, rank)
        theirs = colours_at(table, rank)
        ways = bits_in(mine & ~(2 * theirs - 1) & ~theirs)
        for lower in range(low, rank):
            ways *= bits_in(colours_at(word, lower))
        total += ways
        if not mine & theirs:
            break
    return total


@compiled
def pick_straight(word: Any, table: Any, nth: Any) -> Any:
    """The n-th straight of those ``straights`` counts."""
    low = 0
    if table:
        low = lowest_rank(table)
        above = np.int64(0)
        if popcount(word) >= 5 and straights_in(word, low):
            above = straights_above(word, table, low)
        if nth < above:
            return pick_straight_above(word, table, low, nth)
        nth -= above
        low += 1
    for start in range(low, 6):
        ways = straights_in(word, start)
        if nth < ways:
            made = U(0)
            for rank in range(start, start + 5):
                held = colours_at(word, rank)
                count = bits_in(held)
                made |= colour_word(rank, nth_bit(held, nth % count))
                nth //= count
            return made
        nth -= ways
    return U(0)


@compiled
def straights_in(word: Any, start: Any) -> Any:
    """How many straights begin at a rank."""
    ways = np.int64(1)
    for rank in range(start, start + 5):
        ways *= bits_in(colours_at(word, rank))
    return ways


@compiled
def pick_straight_above(word: Any, table: Any, low: Any, nth: Any) -> Any:
    """The n-th straight of those ``straights_above`` counts."""
    made = U(0)
    for rank in range(low + 4, low - 1, -1):
        mine = colours_at(word, rank)
        theirs = colours_at(table, rank)
        higher = mine & ~(2 * theirs - 1) & ~theirs
        lower_ways = np.int64(1)
        for lower in range(low, rank):
            lower_ways *= bits_in(colours_at(word, lower))
        ways = bits_in(higher) * lower_ways
        if nth < ways:
            made |= colour_word(rank, nth_bit(higher, nth // lower_ways))
            nth %= lower_ways
            for lower in range(low, rank):
                held = colours_at(word, lower)
                count = bits_in(held)
                made |= colour_word(lower, nth_bit(held, nth % count))
                nth //= count
            return made
        nth -= ways
        made |= colour_word(rank, nth_bit(theirs, 0))
    return U(0)


@compiled
def is_suited(straight: Any) -> Any:
    """Whether a straight is of one colour, M1 counting as any (R2)."""
    colours = 0
    for colour in range(3):
        colours += popcount(straight & ((ONE_COLOUR << U(colour)) | M1)) == 5
    return colours > 0


@compiled
def flush_colour(table: Any) -> Any:
    """The colour of a flush: that of any card of it that is not M1."""
    number = table & U(0x3FFFFFFF)
    for colour in range(3):
        if (number >> U(colour)) & ONE_COLOUR:
            return colour
    return 3


@compiled
def flushes(lookup: Any, word: Any, table: Any) -> Any:
    """How many sets of five of one colour, guests among them, beat the table's flush (0: any)."""
    total = np.int64(0)
    for colour in range(3):
        total += flushes_of(lookup, word, table, colour)
    return total


@compiled
def top_rank(bits: Any) -> Any:
    """The highest rank (0–9) in the bits of one colour."""
    return (63 - leading_zeros(bits)) // 3


@compiled
def sets_below(lookup: Any, lone: Any, twin: Any, joker: Any, rank: Any, size: Any) -> Any:
    """How many sets of ``size`` use only ranks below ``rank``; M1 counts among the ones."""
    if size == 0:
        return np.int64(1)
    if rank <= 0:
        return np.int64(0)
    mask = (U(1) << U(3 * rank)) - U(1)
    return lookup.choices[popcount(lone & mask) + joker, popcount(twin & mask), size]


@compiled
def flushes_of(lookup: Any, word: Any, table: Any, colour: Any) -> Any:
    """``flushes`` of one colour."""
    once = (word >> U(colour)) & ONE_COLOUR
    twin = (word >> U(34 + colour)) & ONE_COLOUR
    joker = np.int64(word >> U(30) & U(1))
    if popcount(once) + popcount(twin) + joker < 5:
        return np.int64(0)
    lone = once & ~twin
    total = lookup.choices[popcount(lone) + joker, popcount(twin), 5]
    if not table:
        return total
    suit = flush_colour(table)
    theirs = (table >> U(suit)) & ONE_COLOUR
    if suit != colour:
        rank = top_rank(theirs)
        if colour < suit:
            rank += 1
        return total - sets_below(lookup, lone, twin, joker, rank, 5)
    return flushes_above(lookup, once, twin, joker, table, colour)


@compiled
def flushes_above(lookup: Any, once: Any, twin: Any, joker: Any, table: Any, colour: Any) -> Any:
    """How many sets of five beat a flush of the same colour: more of the first card to differ."""
    theirs = (table >> U(colour)) & ONE_COLOUR
    theirs_twin = (table >> U(34 + colour)) & ONE_COLOUR
    theirs_joker = np.int64(table >> U(30) & U(1))
    lone = once & ~twin
    total = np.int64(0)
    need = np.int64(5)
    for rank in range(9, 0, -1):
        shift = U(3 * rank)
        mine = np.int64(once >> shift & U(1)) + np.int64(twin >> shift & U(1))
        used = np.int64(theirs >> shift & U(1)) + np.int64(theirs_twin >> shift & U(1))
        most: Any = min(mine, need)
        for more in range(used + 1, most + 1):
            total += sets_below(lookup, lone, twin, joker, rank, need - more)
        if mine < used:
            return total
        need -= used
    if joker and not theirs_joker and need > 0:  # M1 is the highest one (R3.6)
        ones = np.int64(once & U(1)) + np.int64(twin & U(1))
        if ones >= need - 1:
            total += 1
    return total


@compiled
def pick_flush(lookup: Any, word: Any, table: Any, nth: Any) -> Any:
    """The n-th set of those ``flushes`` counts; 0 for a guest."""
    for colour in range(3):
        ways = flushes_of(lookup, word, table, colour)
        if nth < ways:
            made = pick_flush_of(lookup, word, table, colour, nth)
            if is_flush(lookup, made):
                return made
            return U(0)
        nth -= ways
    return U(0)


@compiled
def is_flush(lookup: Any, made: Any) -> Any:
    """Whether a set of five of one colour is a flush, not a stronger kind (R2.4)."""
    index = index_of(lookup, made)
    return index >= lookup.bounds[1] and index < lookup.bounds[2]


@compiled
def pick_flush_of(lookup: Any, word: Any, table: Any, colour: Any, nth: Any) -> Any:
    """The n-th set of one colour: from the highest rank down, more copies first."""
    once = (word >> U(colour)) & ONE_COLOUR
    twin = (word >> U(34 + colour)) & ONE_COLOUR
    joker = np.int64(word >> U(30) & U(1))
    lone = once & ~twin
    need = np.int64(5)
    made = U(0)
    # sets run from the strongest down, so those that beat the table come first
    for rank in range(9, 0, -1):
        shift = U(3 * rank)
        mine = np.int64(once >> shift & U(1)) + np.int64(twin >> shift & U(1))
        most: Any = min(mine, need)
        for more in range(most, -1, -1):
            ways = sets_below(lookup, lone, twin, joker, rank, need - more)
            if nth < ways:
                if more > 0:
                    made |= U(1) << U(3 * rank + colour)
                if more > 1:
                    made |= U(1) << U(34 + 3 * rank + colour)
                need -= more
                break
            nth -= ways
    if need:
        ones = np.int64(once & U(1)) + np.int64(twin & U(1))
        if joker and ones >= need - 1 and nth == 0:
            made |= M1
            need -= 1
        if need > 0:
            made |= U(1) << U(colour)
        if need > 1:
            made |= U(1) << U(34 + colour)
    return made


@compiled
def straight_flushes(lookup: Any, word: Any, above: Any) -> Any:
    """How many straight flushes come at or after a catalogue index."""
    total = np.int64(0)
    for index in range(above, lookup.bounds[4]):
        cards = lookup.word[index]
        if word & cards == cards:
            total += 1
    return total


@compiled
def pick_straight_flush(lookup: Any, word: Any, above: Any, nth: Any) -> Any:
    """The n-th straight flush at or after a catalogue index."""
    for index in range(above, lookup.bounds[4]):
        cards = lookup.word[index]
        if word & cards == cards:
            if nth == 0:
                return cards
            nth -= 1
    return U(0)
