"""Worlds: hidden hands dealt as they may lie, by what was seen and what is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.kernel import deal
from gangoffour.bots.network import PLACES, CardBits, Guess, unlearned
from gangoffour.bots.network.belief import (
    FACES,
    FINE,
    ORDER,
    REACH,
    SHARP,
    SLIM,
    SUMS,
    WAYS,
    Numbers,
    Shorts,
    odds_by_lag,
)
from gangoffour.bots.network.reflex import LEAK_PARTS
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.cards import COPY_SHIFT, faces
from gangoffour.rules.view import View

Longs = NDArray[np.int64]
Doubles = NDArray[np.float64]

DRAWS: Final = 128
"""Random numbers kept apart for each world."""
_GOLDEN: Final = 0x9E3779B97F4A7C15
_COPIES: Final = np.array([[way.count(place) for place in range(3)] for way in WAYS])
"""How many copies each way puts at each place."""


class Dealt(NamedTuple):
    """Worlds that were dealt, each once, and which of them each of those asked for is."""

    worlds: CardBits
    """A row of hands by seat each, the dead one last."""
    which: Longs


class Believed(NamedTuple):
    """Worlds as they are believed to be likely."""

    worlds: CardBits
    """A row of hands by seat each, the dead one last."""
    favours: Doubles
    """How many times likelier each was to be dealt than by chance."""


class HiddenHands:
    """What is known and believed of the hidden cards, to deal worlds by.

    Faces are gone through from the dragon down; its copies go to those who still need cards, in
    proportion to the need and, where there is a guess, to what is believed once all before lie as
    they do. What a seat is known to hold (R7.1) it holds in every world.
    """

    def __init__(self, view: View, hidden: Unseen, guess: Guess | None = None) -> None:
        assert view.seat is not None
        believed = unlearned() if guess is None else guess
        self._known = np.zeros(view.seats + 1, np.uint64)
        self._known[: view.seats] = np.array(hidden.known, np.uint64)
        self._column = _columns(view)
        self._needs = np.array([hidden.needs[seat] for seat in self._column], np.int32)
        self._guess = replace(believed, known=_with_what_is_held(believed, hidden, self._column))
        self._pool = hidden.pool

    def deal(self, number: int, rng: Random) -> Dealt:
        """So many ways the hidden cards may lie."""
        return Dealt(self.worlds(number, rng), np.arange(number))

    def worlds(self, number: int, rng: Random) -> CardBits:
        """So many ways the hidden cards may lie: a row of hands by seat each, the dead one last."""
        return self.believed(number, rng).worlds

    def believed(self, number: int, rng: Random) -> Believed:
        """The same, and how far they are believed."""
        hands, favours = np.tile(self._known, (number, 1)), np.ones(number)
        held = int(self._needs.sum())
        if held == len(self._pool):
            self._deal(rng, hands, favours, self._pool)
            return Believed(hands, favours)
        for one in range(number):  # a position set up by hand: some cards are out of play
            some = slice(one, one + 1)
            self._deal(rng, hands[some], favours[some], rng.sample(self._pool, held))
        return Believed(hands, favours)

    def _deal(self, rng: Random, hands: CardBits, favours: Doubles, pool: Sequence[int]) -> None:
        copies = np.bincount(np.array(pool, np.int64), minlength=FACES)[list(ORDER)]
        rest = (self._guess, copies.astype(np.int32), self._column, self._needs)
        seed = rng.getrandbits(64)
        if not deal(seed, hands, favours, *rest):
            deal_by_numpy(seed, hands, favours, *rest)


def imagine(
    view: View, hidden: Unseen, number: int, rng: Random, guess: Guess | None = None
) -> CardBits:
    """So many worlds at once, as ``HiddenHands`` deals them."""
    return HiddenHands(view, hidden, guess).worlds(number, rng)


def deal_by_numpy(
    seed: int,
    hands: CardBits,
    favours: Doubles,
    guess: Guess,
    copies: Numbers,
    column: Numbers,
    needs: Numbers,
) -> None:
    """What the kernel's ``deal`` does, card by card the same."""
    rows = np.arange(len(hands))
    need = np.tile(needs.astype(np.int64), (len(hands), 1))
    sums = np.tile(guess.known.astype(np.int64), (len(hands), 1))
    put, twin = guess.put.astype(np.int64), guess.twin.astype(np.int64)
    for turn, face in enumerate(ORDER):
        if not copies[turn]:
            continue
        some = slice(0, 3) if copies[turn] == 1 else slice(3, 9)
        chances = _chances(some, need)
        weights = chances * _odds(guess, turn, some, sums, chances)
        reached = weights.cumsum(axis=1)
        drawn = _draw(seed, rows, turn) * reached[:, -1].astype(np.uint64) >> np.uint64(32)
        chosen = (reached <= drawn[:, None].astype(np.int64)).sum(axis=1)
        believed = weights[rows, chosen] * chances.sum(axis=1)
        favours *= believed / (reached[:, -1] * chances[rows, chosen])
        got = _COPIES[some][chosen]
        need -= got
        sums += got @ put[turn] + (got == 2) @ twin[turn]
        card = np.uint64(1) << np.uint64(face)
        for place in range(3):
            for least in (1, 2):
                who = rows[got[:, place] >= least]
                held = hands[who, column[place]]
                another = np.where(held & card, card << np.uint64(COPY_SHIFT), card)
                hands[who, column[place]] = held | another


def _chances(some: slice, need: Longs) -> Longs:
    """How many ways of each kind there are to give the cards wanted: a row for each world."""
    wanted, ways = need[:, None, :], _COPIES[some]
    free = np.where(ways == 1, wanted, np.where(ways == 2, wanted * (wanted - 1) // 2, 1))
    return cast(Longs, free.prod(axis=2))


def _odds(guess: Guess, turn: int, some: slice, sums: Longs, chances: Longs) -> Longs:
    """How much likelier each is believed to be than another, in whole numbers."""
    bent = np.clip(np.where(sums < 0, sums * LEAK_PARTS >> 8, sums), -REACH, REACH)
    exact = bent.astype(np.float64) @ guess.way[turn, some].T.astype(np.float64)
    score = exact.astype(np.int64) + guess.bias[turn, some] >> SUMS + SHARP - FINE
    best = np.where(chances > 0, score, np.iinfo(np.int64).min).max(axis=1, keepdims=True)
    lag = np.clip(best - score, 0, SLIM - 1)
    return cast(Longs, odds_by_lag()[lag].astype(np.int64))


def _draw(seed: int, world: NDArray[np.int64], which: int) -> CardBits:
    """A number below 2³² for each world: the same wherever it is drawn."""
    place = world.astype(np.uint64) * np.uint64(DRAWS) + np.uint64(which + 1)
    x = np.uint64(seed) + place * np.uint64(_GOLDEN)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (x ^ x >> np.uint64(31)) >> np.uint64(32)


def _columns(view: View) -> Numbers:
    """The seat at each place, next, across, previous; with three players "across" is the dead
    hand, which comes last."""
    assert view.seat is not None
    found = np.full(3, view.seats, np.int32)
    for turn, place in enumerate(PLACES[view.seats]):
        if turn:
            found[place - 1] = (view.seat + view.direction * turn) % view.seats
    return found


def _with_what_is_held(guess: Guess, hidden: Unseen, column: Numbers) -> Shorts:
    """What is known before the first card: also the cards that a seat is known to hold."""
    known = guess.known.astype(np.int64)
    turns = {face: turn for turn, face in enumerate(ORDER)}
    for place, seat in enumerate(column):
        if seat < len(hidden.known):
            for face in faces(hidden.known[seat]):
                known += guess.put[turns[face], place]
    return np.clip(known, -32767, 32767).astype(np.int16)
