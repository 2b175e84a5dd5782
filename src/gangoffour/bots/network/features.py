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
from gangoffour.bots.position.position import GIVE, NOTHING, PASS, PLACES, Position
from gangoffour.bots.position.strength import COMBINATIONS, LEVELS, class_of
from gangoffour.rules.cards import COPY_SHIFT, ORDER_OF, RD_FACE
from gangoffour.rules.combinations import Kind, by_word

Floats = NDArray[np.float32]
FACES: Final = RD_FACE + 1
POLICY_BITS: Final = 866
CRITIC_BITS: Final = 492
STATIC_BITS: Final = 176
OUTLINE_BITS: Final = 90
"""What is seen of the shape of some cards (``outline``)."""
PLAY_BITS: Final = STATIC_BITS + 20
DIRECT_BITS: Final = 192
"""Own hand, unseen cards and table also reach the plays' layer directly."""

_COPY = np.uint64(COPY_SHIFT)
_KEPT: Final = 4096
"""So many parts of each kind are kept: positions of one round share most of them."""


class _Bits:
    """Appends bit fields to one long number, the first at the bottom."""

    __slots__ = ("at", "value")

    def __init__(self) -> None:
        self.value, self.at = 0, 0

    def put(self, field: int, width: int) -> None:
        self.value |= (field & ((1 << width) - 1)) << self.at
        self.at += width


def unpack(value: int, width: int) -> Floats:
    """The lowest ``width`` bits of a number as zeros and ones."""
    data = np.frombuffer(value.to_bytes((width + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, count=width, bitorder="little").astype(np.float32)


def _by_place(values: Sequence[int]) -> list[int | None]:
    """Values in turn order, at their places; None where nobody sits."""
    placed: list[int | None] = [None] * 4
    for place, value in zip(PLACES[len(values)], values, strict=True):
        placed[place] = value
    return placed


@lru_cache(maxsize=_KEPT)
def _counts(counts: tuple[int, ...], totals: tuple[int, ...]) -> int:
    """Cards left and match totals by place."""
    bits = _Bits()
    for count in _by_place(counts):
        bits.put(0 if count is None else 1 << count, 18)
    for total in _by_place(totals):
        bits.put((1 << min((total or 0) // 5, 20)) - 1, 20)
    return bits.value


def _shared(now: Position) -> int:
    """What both the policy and the critic see besides cards."""
    places = PLACES[now.seats]
    bits = _Bits()
    kind = int(by_word()[now.table].kind) if now.table else 0
    bits.put(1 << kind - 1 if kind else 0, 8)
    bits.put(1 << places[now.table_by] - 1 if kind else 0, 3)
    bits.put(sum([1 << places[turn] - 1 for turn in now.passed if turn]), 3)
    aims = now.totals is not None
    for flag in (now.giving, not now.table, now.opening, now.duty, now.seats == 3, aims):
        bits.put(flag, 1)
    return bits.value | _counts(now.counts, now.totals or (0,) * now.seats) << bits.at


@lru_cache(maxsize=_KEPT)
def _declined(declined: tuple[tuple[int, ...], ...], seats: int) -> int:
    """The levels each opponent has declined to beat, and all above them."""
    bits = _Bits()
    turn_at = {place: turn for turn, place in enumerate(PLACES[seats])}
    for place in (1, 2, 3):
        levels = declined[turn_at[place]] if declined and place in turn_at else (NOTHING,) * 4
        for level, width in zip(levels, LEVELS[:4], strict=True):
            bits.put(0 if level == NOTHING else -1 << level, width)
    return bits.value


@lru_cache(maxsize=_KEPT)
def _exchanged(taken: int, given: int, winner: int, loser: int, seats: int) -> int:
    """The exchanged cards (R7.1) and who exchanged them."""
    bits = _Bits()
    for card in (taken, given):
        bits.put(1 << ORDER_OF[card.bit_length() - 1] if card else 0, 34)
    for turn in (winner, loser):
        bits.put(1 << PLACES[seats][turn] if taken else 0, 4)
    return bits.value


@lru_cache(maxsize=_KEPT)
def _strongest(top: tuple[int, ...]) -> int:
    """The levels of the strongest unseen combinations, and the size of the strongest gang."""
    bits, known = _Bits(), lookup()
    for place, width in zip(top, LEVELS, strict=True):
        bits.put(1 << int(known.level[place]) if place >= 0 else 0, width)
    bits.put(1 << int(known.word[top[4]]).bit_count() - 4 if top[4] >= 0 else 0, 4)
    return bits.value


def policy_bits(now: Position, top: tuple[int, ...]) -> int:
    """What the policy sees; ``top`` is ``strongest(now.unseen)``."""
    _, following, across, previous = _by_place(now.played)
    exchanged = _exchanged(now.taken, now.given, now.winner, now.loser, now.seats)
    return (
        now.hand
        | now.unseen << 64
        | now.table << 128
        | (following or 0) << 192
        | (across or 0) << 256
        | (previous or 0) << 320
        | _shared(now) << 384
        | _declined(now.declined, now.seats) << 556
        | exchanged << 721
        | _strongest(top) << 797
    )


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
    bits = _Bits()
    for word in _by_place(hands):
        bits.put(word or 0, 64)
    bits.put(now.table, 64)
    return bits.value | _shared(now) << bits.at


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
    bits = _Bits()
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
