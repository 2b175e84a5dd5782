"""What the network sees of a position, bit by bit, exactly as in training.

``training/features.cuh`` writes the same bits on the GPU; a test compares the two on the same
states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.position.position import GIVE, PASS, Position
from gangoffour.bots.position.seen_bits import POLICY_BITS, Bits, by_place, policy_bits, shared_bits
from gangoffour.bots.position.strength import COMBINATIONS, LEVELS, class_of
from gangoffour.rules.cards import COPY_SHIFT, RD_FACE
from gangoffour.rules.combinations import Kind

Floats = NDArray[np.float32]
FACES: Final = RD_FACE + 1
CRITIC_BITS: Final = 492
STATIC_BITS: Final = 176
OUTLINE_BITS: Final = 90
"""What is seen of the shape of some cards (``outline``)."""
PLAY_BITS: Final = STATIC_BITS + 20
DIRECT_BITS: Final = 192
"""Own hand, unseen cards and table also reach the plays' layer directly."""

_COPY = np.uint64(COPY_SHIFT)


def unpack(value: int, width: int) -> Floats:
    """The lowest ``width`` bits of a number as zeros and ones."""
    data = np.frombuffer(value.to_bytes((width + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, count=width, bitorder="little").astype(np.float32)


def policy_rows(positions: Sequence[Position], tops: Sequence[tuple[int, ...]]) -> Floats:
    """``policy_bits`` of many positions as rows of zeros and ones."""
    length = (POLICY_BITS + 7) // 8
    data = b"".join(
        policy_bits(now, top).to_bytes(length, "little")
        for now, top in zip(positions, tops, strict=True)
    )
    octets = np.frombuffer(data, np.uint8).reshape(-1, length)
    bits = np.unpackbits(octets, axis=1, count=POLICY_BITS, bitorder="little")
    return bits.astype(np.float32)


def critic_bits(now: Position, hands: Sequence[int]) -> int:
    """What the critic sees: all hands, in turn order from the player to move."""
    bits = Bits()
    for word in by_place(hands):
        bits.put(word or 0, 64)
    bits.put(now.table, 64)
    return bits.value | shared_bits(now) << bits.at


def left_by_each(
    positions: Sequence[Position], tops: Sequence[Sequence[int]], actions: Sequence[Sequence[int]]
) -> NDArray[np.int64]:
    """``left_by`` of every action of many positions, one after the other."""
    sizes = [len(legal) for legal in actions]
    return left_by_all(
        np.array([action for legal in actions for action in legal], np.int64),
        np.repeat(np.array([now.hand for now in positions], np.uint64), sizes),
        np.repeat([max(now.counts[1:]) for now in positions], sizes),
        np.repeat(np.array(tops, np.int64).reshape(-1, 5), sizes, axis=0),
    )


def left_by_all(
    number: NDArray[np.int64], hand: CardBits, fullest: NDArray[np.int64], top: NDArray[np.int64]
) -> NDArray[np.int64]:
    """``left_by`` of many actions: each with the hand it is taken from, the most cards another
    player holds, and the strongest unseen combinations."""
    known = lookup()
    count = np.bitwise_count(hand).astype(np.int64)
    is_play = number < COMBINATIONS
    place = np.where(is_play, number, 0)
    word = known.word[place]
    kind = known.kind[place].astype(np.int64)
    size = np.bitwise_count(word).astype(np.int64)
    kind = np.where(kind <= Kind.TRIPLE, kind - 1, np.where(kind < Kind.GANG, 3, 4))
    left = hand & ~word
    lone = (left >> _COPY) & ~left
    rest = (left | lone) & ~(lone << _COPY)
    is_gang = kind == 4
    alike = (fullest < np.where(is_gang, 4, size)) | (
        top[np.arange(len(kind)), kind] < known.after[place]
    )
    every = alike & (is_gang | (fullest < 4) | (top[:, 4] < 0))
    whole = known.in_order[np.searchsorted(known.in_order[:-1], rest)] == rest
    found = (count - size) | alike << 5 | every << 6 | whole << 7
    return np.where(is_play, found, count - (number >= GIVE))


def play_bits(action: int, left: int) -> int:
    """What the policy sees of an action."""
    bits = Bits()
    if action < COMBINATIONS:
        known = lookup()
        word, kind, level = (int(column[action]) for column in known[:3])
        bits.put(word, 64)
        bits.put(1 << kind - 1, 8)
        bits.put(1 << word.bit_count() - 4 if kind == Kind.GANG else 0, 4)
        for one in range(5):
            bits.put(1 << level if one == class_of(kind) else 0, LEVELS[one])
    bits.at = 141
    bits.put(action == PASS, 1)
    bits.put(1 << action - GIVE if action >= GIVE else 0, FACES)
    bits.put(1 << (left & 31), 17)
    bits.put(left >> 5, 3)
    return bits.value


@lru_cache(maxsize=GIVE + FACES)
def _unchanging(action: int) -> NDArray[np.uint8]:
    """The bits of an action that do not depend on the hand."""
    data = (play_bits(action, 0) & ((1 << STATIC_BITS) - 1)).to_bytes(STATIC_BITS // 8, "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")


def every_play() -> Floats:
    """The unchanging bits of every action, as rows of zeros and ones."""
    known, at = lookup(), np.arange(COMBINATIONS)
    rows = np.zeros((GIVE + FACES, STATIC_BITS), np.float32)
    words = known.word.astype(np.dtype("<u8"))[:, None].view(np.uint8)
    rows[:COMBINATIONS, :64] = np.unpackbits(words, axis=1, bitorder="little")
    kind = known.kind.astype(np.int64)
    rows[at, 63 + kind] = 1
    gangs = at[kind == Kind.GANG]
    rows[gangs, 68 + np.bitwise_count(known.word[gangs]).astype(np.int64)] = 1
    begins = np.cumsum((76, *LEVELS[:-1]))
    classes = np.array([class_of(one) for one in range(1, max(Kind) + 1)])
    rows[at, begins[classes[kind - 1]] + known.level] = 1
    rows[PASS, 141] = 1
    rows[GIVE + np.arange(FACES), 142 + np.arange(FACES)] = 1
    return rows


def play_rows(actions: Sequence[int], lefts: Sequence[int] | NDArray[np.int64]) -> Floats:
    """``play_bits`` of many actions as rows of zeros and ones."""
    rows = np.zeros((len(actions), PLAY_BITS), np.float32)
    rows[:, :STATIC_BITS] = [_unchanging(action) for action in actions]
    left = np.array(lefts)
    rows[np.arange(len(actions)), STATIC_BITS + (left & 31)] = 1
    rows[:, PLAY_BITS - 3 :] = left[:, None] >> np.array((5, 6, 7)) & 1
    return rows
