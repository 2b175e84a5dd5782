"""Hands as 64-bit words in compiled code: the operations of ``rules.cards``, and looking up."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.compiled import compiled
from gangoffour.lab.simulator.lookup import MULTIPLIER, SLOTS

U = np.uint64
ONE_COLOUR = U(0o1111111111)
"""The bits of green in ten ranks of three."""
PLANE = U((1 << 34) - 1)
M1 = U(1 << 30)


@compiled
def index_of(lookup: Any, word: Any) -> Any:
    """The catalogue index of a combination's word; −1 if it is none."""
    at = np.int64((word * U(MULTIPLIER)) >> U(48))
    while True:
        found = lookup.slots[at]
        if found == 0:
            return np.int64(-1)
        if lookup.word[found - 1] == word:
            return found - 1
        at = (at + 1) & (SLOTS - 1)


@compiled
def ordered(word: Any) -> Any:
    """The faces of a word in R1.3's order, one bit each: M1 moves between R1 and G2."""
    return (
        (word & U(7))
        | ((word >> U(27)) & U(8))
        | ((word & U(0x3FFFFFF8)) << U(1))
        | (word & U(7 << 31))
    )


@compiled
def face_word(order: Any) -> Any:
    """The word of the face at a place in R1.3's order."""
    if order == 3:
        return M1
    if order < 3 or order > 30:
        return U(1) << U(order)
    return U(1) << U(order - 1)


@compiled
def state_of(word: Any, rank: Any) -> Any:
    """The state of a rank (0–9): its cards as ``lookup`` numbers them."""
    shift = U(3 * rank)
    state = np.int64((word >> shift) & U(7)) | np.int64((word >> (shift + U(34))) & U(7)) << 3
    if rank == 0 and word & M1:
        state |= 64
    return state


@compiled
def remove(word: Any, cards: Any) -> Any:
    """``word`` without ``cards``, canonical again."""
    left = word & ~cards
    lone = (left >> U(34)) & ~left
    return (left | lone) & ~(lone << U(34))


@compiled
def add_face(word: Any, card: Any) -> Any:
    """``word`` with one more copy of the face whose first-copy bit is ``card``."""
    if word & card:
        return word | card << U(34)
    return word | card


@compiled
def has_pair_of_phoenixes(word: Any) -> Any:
    """1 if both phoenixes are held, else 0."""
    return np.int64((word >> U(31)) & (word >> U(32)) & U(1))


@compiled
def colours_at(word: Any, rank: Any) -> Any:
    """The colours held of a rank as bits green, yellow, red, and M1 with the ones."""
    bits = np.int64((word >> U(3 * rank)) & U(7))
    if rank == 0 and word & M1:
        bits |= 8
    return bits


@compiled
def bits_in(small: Any) -> Any:
    """How many of four bits are set."""
    return (small & 1) + (small >> 1 & 1) + (small >> 2 & 1) + (small >> 3 & 1)


@compiled
def nth_bit(bits: Any, nth: Any) -> Any:
    """The place of the n-th lowest of four bits."""
    for place in range(4):
        if bits >> place & 1:
            if nth == 0:
                return place
            nth -= 1
    return 0


@compiled
def colour_word(rank: Any, colour: Any) -> Any:
    """The word of one number card; colour 3 is M1's."""
    if colour == 3:
        return M1
    return U(1) << U(3 * rank + colour)


@compiled
def union(word: Any, cards: Any) -> Any:
    """All cards of both words, of which there are no more than two copies together."""
    return word | cards | (word & cards & PLANE) << U(34)
