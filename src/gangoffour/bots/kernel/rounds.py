"""What the compiled kernel does, with arrays in and arrays out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_int16, c_int32, c_uint8, c_uint64, c_void_p
from functools import cache
from itertools import pairwise
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import Rounds
from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.kernel.layers import Layers, Players
from gangoffour.bots.kernel.library import BLOCK, HEAP, library
from gangoffour.bots.kernel.memory import aligned, kept_room
from gangoffour.bots.kernel.rows import by_parts, declined_rows
from gangoffour.bots.network import CLASS_BEGIN, COMBINATIONS, EVENTS, Floats, Network, Reflex
from gangoffour.bots.network.belief import FINE, ODDS, SLIM
from gangoffour.bots.position.going_out import barred_in
from gangoffour.bots.position.position import NOTHING, PASS
from gangoffour.bots.position.strength import LEVELS
from gangoffour.rules.cards import COPY_SHIFT, union
from gangoffour.rules.view import View

Doubles = NDArray[np.float64]

CERTAIN: Final = 1 << 20
"""How likely a move is that had to be made, as the kernel tells it."""
HEAT: Final = 0.7
"""The others choose more surely than the reflex, which has learnt to doubt, says of them."""


class _Mind(ctypes.Structure):
    """``Mind`` of kernel.c: addresses of arrays."""

    _fields_ = [
        (name, c_void_p)
        for name in (
            *("word", "need", "traits", "heap", "after", "equal", "kind", "level", "strength"),
            *("look", "trunk", "declined", "direct", "actions", "state", "state_b"),
            *("first", "first_b", "second", "second_b", "advantage"),
        )
    ]


class _Event(ctypes.Structure):
    """``Event`` of kernel.c: a play of the round."""

    _fields_ = [
        ("play", c_int16),
        *((name, c_uint8) for name in ("seat", "led", "passed")),
        ("counts", c_uint8 * 4),
    ]


class _Start(ctypes.Structure):
    """``Start`` of kernel.c: where imagined rounds begin."""

    _fields_ = [
        *((name, c_int32) for name in ("seats", "direction", "duty", "gang_must_block")),
        *((name, c_int32) for name in ("passed_may_return", "turn", "table", "by")),
        *((name, c_int32) for name in ("passed", "called", "barred")),
        ("played", c_uint64 * 4),
        ("declined", c_uint8 * 16),
        ("events", c_int32),
        ("event", _Event * EVENTS),
    ]


class _Past(ctypes.Structure):
    """``Past`` of kernel.c: a move that was made."""

    _fields_ = [(name, c_int32) for name in ("seat", "action", "look", "called", "barred")]


class Imagination:
    """The kernel with one reflex."""

    def __init__(self, kernel: ctypes.CDLL, reflex: Reflex) -> None:
        self.kernel, self._reflex = kernel, reflex
        whole, sums = reflex.whole, reflex.sums
        look, actions = by_parts(sums["play.w"])
        arrays = [*_catalogue(), look, sums["trunk.w"].astype(np.int16)]
        arrays += [declined_rows(sums["trunk.w"]), sums["direct.w"].astype(np.int16), actions]
        for layer in ("state", "first", "second"):
            arrays += [_paired(whole[f"{layer}.w"]), whole[f"{layer}.b"].astype(np.int32)]
        arrays += [whole["advantage.w"].astype(np.int16)]
        self._kept = [aligned(array) for array in arrays]
        self.mind = _Mind(*(array.ctypes.data for array in self._kept))

    def behind(self, backdrop: Floats) -> NDArray[np.int16]:
        """What each seat makes of what does not change while a round is played."""
        rows, start = self._reflex.sums["trunk.w"], self._reflex.sums["trunk.b"]
        sums = [start + rows[np.flatnonzero(bits)].sum(axis=0) for bits in backdrop]
        return np.array(sums).astype(np.int16)

    def begin(self, view: View, behind: Floats, players: Players | None = None) -> Beginning:
        """What all rounds imagined from a view share; ``behind`` is its ``backdrop``. With
        ``players`` a network can play and look back, too."""
        return Beginning(self, view, behind, players)

    def play_out(
        self, view: View, worlds: CardBits, actions: Sequence[int], behind: Floats
    ) -> tuple[CardBits, int]:
        """Rounds from a view on, as ``Beginning.play_out`` tells them."""
        return self.begin(view, behind).play_out(worlds, actions)


class Beginning:
    """Where imagined rounds begin, and the room to play them in: for one at a time to use."""

    def __init__(
        self, engine: Imagination, view: View, behind: Floats, players: Players | None
    ) -> None:
        self._engine, self._view, self._behind, self._players = engine, view, behind, players
        self._rows = engine.behind(behind)
        self._start = _begin(view)
        self._room = kept_room(engine.kernel.room_size(players is not None))

    def play_out(
        self, worlds: CardBits, actions: Sequence[int], glance: float | None = None
    ) -> tuple[CardBits, int]:
        """What everybody is left with when each action is made in each world and the reflex plays
        on in every seat: a row for each, the first action's first. And how many moves that took.

        With ``glance`` the networks play on, and weigh what the reflex finds at most so many nats
        worse than its best.
        """
        hands, made = _four(worlds, self._view.seats), np.array(actions, np.int32)
        found = np.zeros((len(made) * len(hands), 4), np.uint64)
        others = own = deep = None
        if self._players is not None and glance is not None:
            own, others = (byref(one.handed_over(glance)) for one in self._players)
            deep = self._players.behind(self._behind, self._start.turn)
        moves = self._engine.kernel.play_out(
            *(byref(self._engine.mind), others, own, byref(self._start)),
            *(self._rows.ctypes.data, _address(deep)),
            *(hands.ctypes.data, len(hands), made.ctypes.data, len(made), found.ctypes.data),
            self._room.ctypes.data,
        )
        return found[:, : self._view.seats], int(moves)

    def look_back(
        self, dealt: CardBits, glance: float | None = None, heats: Sequence[float] = (HEAT,)
    ) -> Doubles:
        """How likely each move of the others but the round's first was, in the reflex's eyes, from
        the hands that were dealt: for each heat a row for each world. With ``glance`` in the
        network's, to whom a play is e times less likely that is worse by so many points."""
        past = _past(self._view, [int(count) for count in np.bitwise_count(dealt[0])])
        start = _Start(self._view.seats, self._view.direction, *_rules(self._view), 0, -1, -1)
        start.declined[:] = [NOTHING] * 16
        network = deep = None
        if self._players is not None and glance is not None:
            network = byref(self._players.others.handed_over(glance))
            deep = self._players.others.behind(self._behind)
        hands, odds = _four(dealt, self._view.seats), _odds(tuple(heats))
        shares = np.empty((len(hands), sum(one.look for one in past), len(odds)), np.int32)
        self._engine.kernel.look_back(
            *(byref(self._engine.mind), network, byref(start)),
            *(self._rows.ctypes.data, _address(deep)),
            *(hands.ctypes.data, len(hands), past, len(past), odds.ctypes.data),
            *(len(odds), shares.ctypes.data, self._room.ctypes.data),
        )
        return np.moveaxis(shares, 2, 0) / CERTAIN


def _address(array: NDArray[Any] | None) -> int:
    return 0 if array is None else int(array.ctypes.data)


@cache
def players_of(own: Network, others: Network) -> Players | None:
    """Networks for the kernel; None where there is no kernel, or one that is slow with them."""
    kernel = library()
    if kernel is None or not kernel.quick_with_network():
        return None
    return Players(Layers(own), Layers(others))


@cache
def imagination(reflex: Reflex) -> Imagination | None:
    """The kernel for a reflex; None where there is none."""
    kernel = library()
    return None if kernel is None or not isinstance(reflex, Reflex) else Imagination(kernel, reflex)


def _catalogue() -> list[NDArray[Any]]:
    """What the kernel looks up of every combination, and of blocks of them."""
    known = lookup()
    traits = _shared(_traits(known.word), BLOCK)
    kind = np.searchsorted(CLASS_BEGIN, np.arange(COMBINATIONS), side="right") - 1
    equal = np.arange(COMBINATIONS)
    for begin, end in pairwise(CLASS_BEGIN):
        equal[begin:end] = begin + np.searchsorted(
            known.after[begin:end], equal[begin:end], "right"
        )
    level = np.where(kind == 4, np.maximum(known.level.astype(np.int64) - 1, 0), known.level)
    strength = np.cumsum((0, *LEVELS[:-1]))[kind] + level
    need = _filled_up(_shared(known.word, BLOCK))
    blocks: list[NDArray[Any]] = [need, _filled_up(traits), _shared(traits, HEAP)]
    places = [known.after, equal.astype(np.int16)]
    return [known.word, *blocks, *places, known.kind, known.level, strength.astype(np.uint8)]


def _traits(words: CardBits) -> CardBits:
    """``traits_of`` of kernel.c: for each rank, phoenixes and dragon bits for one, two, three cards
    or more; for each colour whether there are five."""
    found = np.zeros(len(words), np.uint64)
    ones = [0o7 << 3 * rank for rank in range(10)]
    masks = [one | one << COPY_SHIFT for one in ones] + [0b11 << 31, 1 << 33]
    masks[0] |= 1 << 30
    for rank, mask in enumerate(masks):
        for least in range(3):
            held = np.bitwise_count(words & np.uint64(mask)) > least
            found |= held.astype(np.uint64) << np.uint64(3 * rank + least)
    for colour in range(3):
        mask = 0o1111111111 << colour
        held = np.bitwise_count(words & np.uint64(mask | mask << COPY_SHIFT | 1 << 30)) >= 5
        found |= held.astype(np.uint64) << np.uint64(36 + colour)
    return found


def _shared(words: CardBits, size: int) -> CardBits:
    """What all in a block have in common."""
    return np.bitwise_and.reduceat(words, np.arange(0, len(words), size))


def _filled_up(blocks: CardBits) -> CardBits:
    """To a whole number of heaps, with blocks that nobody holds."""
    more = -len(blocks) % HEAP
    return np.pad(blocks, (0, more), constant_values=np.uint64((1 << 64) - 1))


def _paired(weights: Doubles) -> NDArray[np.int16]:
    """A layer's weights: for each two numbers that go in, both weights of each that comes out."""
    height, width = weights.shape
    return weights.reshape(height // 2, 2, width).swapaxes(1, 2).astype(np.int16)


def _four(worlds: CardBits, seats: int) -> CardBits:
    hands = np.zeros((len(worlds), 4), np.uint64)
    hands[:, :seats] = worlds[:, :seats]
    return hands


@cache
def _odds(heats: tuple[float, ...]) -> NDArray[np.int32]:
    """How often the others make a move by how far it lags behind the best, a row for each heat."""
    lags = np.arange(SLIM) / (1 << FINE)
    found = np.maximum(np.rint(ODDS * np.exp(-lags / np.array(heats)[:, None])), 1)
    return cast(NDArray[np.int32], found.astype(np.int32))


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _rules(view: View) -> tuple[int, int, int]:
    rules = view.rules
    return rules.duty_to_block, rules.gang_must_block, rules.passed_may_return


def _past(view: View, counts: list[int]) -> ctypes.Array[_Past]:
    """The round's plays and passes; ``counts`` are the cards that everybody was dealt. What may
    open a match is limited (R4.3), so nobody asks for the first one. Who has called and who is
    barred is known, not imagined (R5.1, R5.2)."""
    found: list[_Past] = []
    for move in view.history:
        if move.is_call:
            continue
        if move.play is not None:
            counts[move.seat] -= move.play.size
        last = [seat for seat, count in enumerate(counts) if count == 1]
        called = _bits([seat for seat in last if seat in view.called])
        barred = _bits([seat for seat in last if seat in view.barred])
        look = bool(found) and move.seat != view.seat
        action = PASS if move.play is None else move.play.index
        found.append(_Past(move.seat, action, look, called, barred))
    return (_Past * len(found))(*found)


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
    for at, event in _events(view):
        start.event[at % EVENTS], start.events = event, at + 1
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


def _events(view: View) -> list[tuple[int, _Event]]:
    """The round's plays, numbered, each with who passed on it and the cards that all held then."""
    counts, passed, found = list(view.counts), 0, []
    for move in reversed(view.history):
        if move.is_pass:
            passed |= 1 << move.seat
        elif move.play is not None:
            event = _Event(move.play.index, move.seat, move.lead, passed)
            event.counts[: len(counts)] = counts
            found.append(event)
            counts[move.seat] += move.play.size
            passed = 0
    return list(enumerate(reversed(found)))
