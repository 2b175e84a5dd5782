"""What the compiled kernel does, with arrays in and arrays out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_int32, c_uint8, c_uint64, c_void_p
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import Rounds, barred_in
from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.kernel.library import library
from gangoffour.bots.network import Floats, Reflex
from gangoffour.bots.position.position import NOTHING, PASS
from gangoffour.bots.position.strength import LEVELS
from gangoffour.rules.cards import union
from gangoffour.rules.round import Move
from gangoffour.rules.view import View

DECLINED: Final = 556


class _Mind(ctypes.Structure):
    """``Mind`` of kernel.c: addresses of arrays."""

    _fields_ = [
        (name, c_void_p)
        for name in (
            *("word", "need", "after", "kind", "level", "trunk", "declined", "direct"),
            *("state", "state_b", "plays", "leaves", "rest", "first", "first_b"),
            *("second", "second_b", "advantage"),
        )
    ]


class _Start(ctypes.Structure):
    """``Start`` of kernel.c: where imagined rounds begin."""

    _fields_ = [
        *((name, c_int32) for name in ("seats", "direction", "duty", "gang_must_block")),
        *((name, c_int32) for name in ("passed_may_return", "turn", "table", "by")),
        *((name, c_int32) for name in ("passed", "called", "barred")),
        ("played", c_uint64 * 4),
        ("declined", c_uint8 * 16),
    ]


class Imagination:
    """The kernel with one reflex."""

    def __init__(self, kernel: ctypes.CDLL, reflex: Reflex) -> None:
        self._kernel, self._reflex = kernel, reflex
        known, whole, sums = lookup(), reflex.whole, reflex.sums
        need = np.bitwise_and.reduce(known.word.reshape(-1, 32), axis=1)
        short, long = np.int16, np.int32
        arrays: list[NDArray[Any]] = [known.word, need, known.after, known.kind, known.level]
        arrays += [sums["trunk.w"].astype(short), _declined(sums["trunk.w"])]
        arrays += [sums["direct.w"].astype(short), whole["state.w"].T.astype(short)]
        arrays += [whole["state.b"].astype(long), reflex.plays.astype(short)]
        arrays += [reflex.leaves.astype(short), reflex.rest.astype(short)]
        arrays += [whole["first.w"].T.astype(short), whole["first.b"].astype(long)]
        arrays += [whole["second.w"].T.astype(short), whole["second.b"].astype(long)]
        arrays += [whole["advantage.w"].astype(short)]
        self._kept = [np.ascontiguousarray(array) for array in arrays]
        self._mind = _Mind(*(array.ctypes.data for array in self._kept))

    def _behind(self, behind: Floats) -> NDArray[np.int16]:
        rows, start = self._reflex.sums["trunk.w"], self._reflex.sums["trunk.b"]
        sums = [start + rows[np.flatnonzero(bits)].sum(axis=0) for bits in behind]
        return np.array(sums).astype(np.int16)

    def play_out(
        self, view: View, worlds: CardBits, actions: Sequence[int], behind: Floats
    ) -> tuple[CardBits, int]:
        """What everybody is left with when each action is made in each world and the reflex plays
        on in every seat: a row for each, the first action's first. And how many moves that took."""
        start, hands = _begin(view), _four(worlds, view.seats)
        made = np.array(actions, np.int32)
        found = np.zeros((len(made) * len(hands), 4), np.uint64)
        rows, room = self._behind(behind), self._room()
        moves = self._kernel.play_out(
            *(byref(self._mind), byref(start), rows.ctypes.data, hands.ctypes.data, len(hands)),
            *(made.ctypes.data, len(made), found.ctypes.data, room.ctypes.data),
        )
        return found[:, : view.seats], int(moves)

    def _room(self) -> NDArray[np.uint8]:
        return np.empty(self._kernel.room_size(), np.uint8)


@cache
def imagination(reflex: Reflex) -> Imagination | None:
    """The kernel for a reflex; None where there is none."""
    kernel = library()
    return None if kernel is None or not isinstance(reflex, Reflex) else Imagination(kernel, reflex)


def _declined(trunk: Floats) -> NDArray[np.int16]:
    """The sums of a class's rows from each level on, for each place: how declining it looks."""
    rows, at = [], DECLINED
    for _ in range(3):
        for width in LEVELS[:4]:
            rows.append(trunk[at : at + width][::-1].cumsum(axis=0)[::-1])
            at += width
    return np.concatenate(rows).astype(np.int16)


def _four(worlds: CardBits, seats: int) -> CardBits:
    hands = np.zeros((len(worlds), 4), np.uint64)
    hands[:, :seats] = worlds[:, :seats]
    return hands


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _rules(view: View) -> tuple[int, int, int]:
    rules = view.rules
    return rules.duty_to_block, rules.gang_must_block, rules.passed_may_return


def _begin(view: View) -> _Start:
    """Where a view is, as ``Rounds`` begins."""
    start = _Start(
        *(view.seats, view.direction, *_rules(view), view.seat),
        *(-1 if view.table is None else view.table.index,),
        *(-1 if view.table_by is None else view.table_by, _bits(view.passed)),
        *(_bits(view.called), _bits(barred_in(view))),
    )
    declined = [[NOTHING] * 4 for _ in range(4)]
    known, table = lookup(), -1
    for move in view.history:
        if move.play is not None:
            table = move.play.index
            start.played[move.seat] = union(start.played[move.seat], move.play.word)
        elif move.is_pass and table >= 0:
            kind = Rounds.kind_of(table)
            if kind < 4:
                least = declined[move.seat]
                least[kind] = min(least[kind], int(known.level[table]))
    start.declined[:] = [one for least in declined for one in least]
    return start


def _marks(view: View, moves: Sequence[Move], counts: list[int]) -> NDArray[np.int32]:
    """Each move: seat, action, whether to look, who has called and who is barred after it."""
    rows = []
    for at, move in enumerate(moves):
        if move.play is not None:
            counts[move.seat] -= move.play.size
        last = [seat for seat, count in enumerate(counts) if count == 1]
        called = _bits([seat for seat in last if seat in view.called])
        barred = _bits([seat for seat in last if seat in view.barred])
        look = at > 0 and move.seat != view.seat
        action = PASS if move.play is None else move.play.index
        rows.append((move.seat, action, look, called, barred))
    return np.array(rows, np.int32)
