"""What the network sees of a position, as one long number: the bits of ``features`` without numpy.

A browser without numpy plays by the same network (``pocket.network``), so they are written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from gangoffour.bots.position.position import NOTHING, PLACES, Event, Position
from gangoffour.bots.position.strength import LEVELS, class_of, levels
from gangoffour.rules.cards import ORDER_OF
from gangoffour.rules.combinations import by_word, catalogue

POLICY_BITS: Final = 866
EVENTS: Final = 24
"""So many of the round's last plays are seen; a round of good players has about twenty."""
_ALL: Final = sum(LEVELS)
_BEFORE: Final = tuple(accumulate(LEVELS[:-1], initial=0))
_LED: Final = 4 * _ALL
_COUNTS: Final = _LED + 1
_PASSED: Final = _COUNTS + 4 * 17
_BEATEN: Final = _PASSED + 4
_BACK: Final = _BEATEN + _ALL + 4
_KIND: Final = _BACK + EVENTS
EVENT_BITS: Final = _KIND + 8
_KEPT: Final = 4096
"""So many parts of each kind are kept: positions of one round share most of them."""


class Bits:
    """Appends bit fields to one long number, the first at the bottom."""

    __slots__ = ("at", "value")

    def __init__(self) -> None:
        self.value, self.at = 0, 0

    def put(self, field: int, width: int) -> None:
        self.value |= (field & ((1 << width) - 1)) << self.at
        self.at += width


def by_place(values: Sequence[int]) -> list[int | None]:
    """Values in turn order, at their places; None where nobody sits."""
    placed: list[int | None] = [None] * 4
    for place, value in zip(PLACES[len(values)], values, strict=True):
        placed[place] = value
    return placed


@lru_cache(maxsize=_KEPT)
def _counts(counts: tuple[int, ...], totals: tuple[int, ...]) -> int:
    """Cards left and match totals by place."""
    bits = Bits()
    for count in by_place(counts):
        bits.put(0 if count is None else 1 << count, 18)
    for total in by_place(totals):
        bits.put((1 << min((total or 0) // 5, 20)) - 1, 20)
    return bits.value


def shared_bits(now: Position) -> int:
    """What both the policy and the critic see besides cards."""
    places = PLACES[now.seats]
    bits = Bits()
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
    bits = Bits()
    turn_at = {place: turn for turn, place in enumerate(PLACES[seats])}
    for place in (1, 2, 3):
        levels = declined[turn_at[place]] if declined and place in turn_at else (NOTHING,) * 4
        for level, width in zip(levels, LEVELS[:4], strict=True):
            bits.put(0 if level == NOTHING else -1 << level, width)
    return bits.value


@lru_cache(maxsize=_KEPT)
def _exchanged(taken: int, given: int, winner: int, loser: int, seats: int) -> int:
    """The exchanged cards (R7.1) and who exchanged them."""
    bits = Bits()
    for card in (taken, given):
        bits.put(1 << ORDER_OF[card.bit_length() - 1] if card else 0, 34)
    for turn in (winner, loser):
        bits.put(1 << PLACES[seats][turn] if taken else 0, 4)
    return bits.value


@lru_cache(maxsize=_KEPT)
def _strongest(top: tuple[int, ...]) -> int:
    """The levels of the strongest unseen combinations, and the size of the strongest gang."""
    bits, known = Bits(), levels()
    for place, width in zip(top, LEVELS, strict=True):
        bits.put(1 << known[place] if place >= 0 else 0, width)
    bits.put(1 << catalogue()[top[4]].word.bit_count() - 4 if top[4] >= 0 else 0, 4)
    return bits.value


def policy_bits(now: Position, top: tuple[int, ...]) -> int:
    """What the policy sees; ``top`` is ``strongest(now.unseen)``."""
    _, following, across, previous = by_place(now.played)
    exchanged = _exchanged(now.taken, now.given, now.winner, now.loser, now.seats)
    return (
        now.hand
        | now.unseen << 64
        | now.table << 128
        | (following or 0) << 192
        | (across or 0) << 256
        | (previous or 0) << 320
        | shared_bits(now) << 384
        | _declined(now.declined, now.seats) << 556
        | exchanged << 721
        | _strongest(top) << 797
    )


def event_bits(events: Sequence[Event]) -> list[int]:
    """The bits of each of the last plays, the last one first."""
    seen, known = events[-EVENTS:], levels()
    rows = []
    for back, one in enumerate(reversed(seen)):
        kind = int(catalogue()[one.play].kind)
        row = 1 << one.place * _ALL + _BEFORE[class_of(kind)] + known[one.play]
        row |= one.led << _LED
        for place, count in enumerate(one.counts):
            if count >= 0:
                row |= 1 << _COUNTS + 17 * place + count
            row |= (one.passed >> place & 1) << _PASSED + place
        if not one.led and back + 1 < len(seen):
            beaten = seen[-2 - back]
            level = _BEFORE[class_of(int(catalogue()[beaten.play].kind))] + known[beaten.play]
            row |= 1 << _BEATEN + level | 1 << _BEATEN + _ALL + beaten.place
        rows.append(row | 1 << _BACK + back | 1 << _KIND + kind - 1)
    return rows
