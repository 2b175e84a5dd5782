"""Many imagined rounds side by side, as arrays: what ``rules.round`` does with one at a time.

Which combinations there are and what beats what comes from the catalogue (R2, R3); the turns, the
trick's end and the duty to block (R4.4, R4.5, R5.2, R5.4) are done here for all rounds at once, and
the tests compare each step with ``rules.round``. Everybody says "Last card!" in time.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.position.going_out import barred_in
from gangoffour.bots.position.position import NOTHING, PASS
from gangoffour.bots.position.strength import CLASS_BEGIN, COMBINATIONS
from gangoffour.rules.cards import COPY_SHIFT, FULL_DECK
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

NO_TABLE: Final = -1
NOBODY: Final = -1
AT_ONCE: Final = 64
"""So many hands are compared with the catalogue at a time: more do not fit a processor's cache."""
_COPY = np.uint64(COPY_SHIFT)
_TWICE = np.uint64((1 << 64 - COPY_SHIFT) - 1)
_SINGLES, _GANGS = CLASS_BEGIN[1], CLASS_BEGIN[4]


def without(words: CardBits, cards: CardBits) -> CardBits:
    """``rules.cards.remove`` for many sets of cards."""
    left = words & ~cards
    lone = (left >> _COPY) & ~left
    return (left | lone) & ~(lone << _COPY)


def together(words: CardBits, cards: CardBits | np.uint64) -> CardBits:
    """``rules.cards.union`` for many sets of cards."""
    return words | cards | (words & cards & _TWICE) << _COPY


def points_of(hands: CardBits, barred: NDArray[np.generic], extra: int) -> Integers:
    """Everybody's points for the cards left, and more for who is barred (R6.1, R5.2)."""
    left = np.array([points_for(count) for count in range(17)])
    return cast(Integers, left[np.bitwise_count(hands)] + barred.astype(np.int64) * extra)


class _Beating(NamedTuple):
    """What beats each combination: the catalogue's places from ``low`` up to ``high``, and those
    from ``gangs`` on. The last entry is for an empty table."""

    low: Integers
    high: Integers
    gangs: Integers
    kind: Integers
    """The combination's class (0 singles … 4 gangs)."""


@cache
def _beating() -> _Beating:
    kind = np.searchsorted(CLASS_BEGIN, np.arange(COMBINATIONS), side="right") - 1
    end = np.array(CLASS_BEGIN[1:])[kind]
    return _Beating(
        np.append(lookup().after.astype(np.int64), 0),
        np.append(end, COMBINATIONS),
        np.append(np.where(kind == 4, COMBINATIONS, _GANGS), COMBINATIONS),
        kind,
    )


def _within(words: CardBits, hands: CardBits) -> tuple[Integers, Integers]:
    """Which sets of cards each hand holds: pairs of places, the hand's (in order) and the set's."""
    found = []
    for begin in range(0, len(hands), AT_ONCE):
        some = hands[begin : begin + AT_ONCE, None]
        found.append(np.flatnonzero((words & ~some) == 0) + begin * len(words))
    hand, word = np.divmod(np.concatenate(found), max(len(words), 1))
    return hand, word


class Rounds:
    """Rounds that begin where a view is, with hidden hands as they may lie.

    Round ``i`` is played in world ``i % len(worlds)``. Arrays have a row for each round.
    """

    def __init__(self, view: View, worlds: CardBits, times: int) -> None:
        seats, number = view.seats, len(worlds) * times
        self.rules, self.seats, self.direction = view.rules, seats, view.direction
        self.hands: CardBits = np.tile(worlds[:, :seats], (times, 1))
        self.played: CardBits = np.zeros((number, seats), np.uint64)
        self.declined: NDArray[np.uint8] = np.full((number, seats, 4), NOTHING, np.uint8)
        self.table: Integers = np.full(number, NO_TABLE)
        for move in view.history:
            if move.play is not None:
                self.table[:] = move.play.index
                laid = np.uint64(move.play.word)
                self.played[:, move.seat] = together(self.played[:, move.seat], laid)
            elif move.is_pass:
                self._decline(np.arange(number), np.full(number, move.seat))
        self.table[:] = NO_TABLE if view.table is None else view.table.index
        self.by: Integers = np.full(number, NOBODY if view.table_by is None else view.table_by)
        self.turn: Integers = np.full(number, view.seat)
        self.passed = self._seats(number, view.passed)
        self.called = self._seats(number, view.called)
        self.barred = self._seats(number, barred_in(view))
        self.winner: Integers = np.full(number, NOBODY)
        self._world: Integers = np.tile(np.arange(len(worlds)), times)
        self._find_held(worlds[:, :seats])

    @staticmethod
    def kind_of(combination: int) -> int:
        """The class of a combination: 0 singles … 4 gangs."""
        return int(_beating().kind[combination])

    def _seats(self, number: int, some: tuple[int, ...]) -> Booleans:
        found = np.zeros((number, self.seats), np.bool_)
        found[:, list(some)] = True
        return found

    def _find_held(self, hands: CardBits) -> None:
        """The combinations in each world's hands: hands only shrink, so these are all to try."""
        words = lookup().word
        left = np.full(1, FULL_DECK, np.uint64)
        for seat in range(self.seats):
            left = without(left, self.played[:1, seat])
        self.remaining: Integers = np.flatnonzero((words & ~left) == 0)
        """The combinations whose cards have not been played when the rounds begin."""
        flat = hands.reshape(-1)
        row, at = _within(words[self.remaining], flat)
        sizes = np.bincount(row, minlength=len(flat))
        place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        self._held: Integers = np.full((len(flat), sizes.max()), COMBINATIONS)
        self._held[row, place] = self.remaining[at]
        self._words: CardBits = np.append(words, np.uint64(2**64 - 1))[self._held]

    def unseen(self, at: Integers) -> CardBits:
        """The cards that the players to move in some rounds neither hold nor saw played."""
        left = np.full(len(at), FULL_DECK, np.uint64)
        for seat in range(self.seats):
            left = without(left, self.played[at, seat])
        return without(left, self.hands[at, self.turn[at]])

    @property
    def running(self) -> Integers:
        """The rounds that are not over (R4.6)."""
        return np.flatnonzero(self.winner == NOBODY)

    @property
    def points(self) -> Integers:
        """Everybody's points (R6.1, R5.2)."""
        return points_of(self.hands, self.barred, self.rules.barred_extra)

    def legal(self, at: Integers) -> tuple[Integers, Integers]:
        """All that may be done in some rounds: of each action the round's place in ``at``, and the
        action's number. In the order of rounds, a pass last."""
        beating = _beating()
        turn, table = self.turn[at], self.table[at]
        rows = self._world[at] * self.seats + turn
        held, hand = self._held[rows], self.hands[at, turn]
        mine = (self._words[rows] & ~hand[:, None]) == 0
        within = (held >= beating.low[table][:, None]) & (held < beating.high[table][:, None])
        legal = mine & (within | (held >= beating.gangs[table][:, None]))
        may_pass: Booleans = np.not_equal(table, NO_TABLE)
        if self.rules.duty_to_block and self.called[at].any():
            following = self._next(turn, self.barred[at])
            bound = self.called[at, following] & (following != turn) & (table < _SINGLES)
            self._heed_duty(np.flatnonzero(bound), held, mine, legal, may_pass)
        row, column = np.nonzero(legal)
        passing = np.flatnonzero(may_pass)
        owner = np.concatenate([row, passing])
        number = np.concatenate([held[row, column], np.full(len(passing), PASS)])
        order = np.argsort(owner, kind="stable")
        return owner[order], number[order]

    def _heed_duty(
        self, at: Integers, held: Integers, mine: Booleans, legal: Booleans, may_pass: Booleans
    ) -> None:
        """R5.4: leading, several cards or the highest single; over a single, that one or a gang."""
        held, some = held[at], legal[at]
        singles = mine[at] & (held < _SINGLES)
        top = np.where(singles, held, -1).max(axis=1)[:, None]
        leading = ~may_pass[at][:, None]
        gangs = some & (held >= _GANGS)
        several = some & (held >= _SINGLES)
        highest = some & (held == top)
        alone = leading & several.any(axis=1, keepdims=True)
        legal[at] = np.where(alone, several, highest | np.where(leading, False, gangs))
        kept = highest.any(axis=1)
        if self.rules.gang_must_block:
            kept |= gangs.any(axis=1)
        may_pass[at] &= ~kept

    def act(self, at: Integers, number: Integers) -> None:
        """Everybody to move in some rounds plays or passes."""
        seat, passes = self.turn[at], number == PASS
        self._decline(at[passes], seat[passes])
        self.passed[at[passes], seat[passes]] = True
        self._lay(at[~passes], seat[~passes], number[~passes])
        on = self.winner[at] == NOBODY
        at, seat = at[on], seat[on]
        by, out = self.by[at], self.barred[at]
        answered = self.passed[at] | out
        answered[np.arange(len(at)), by] = True
        done = answered.all(axis=1)
        if not self.rules.passed_may_return:
            out = out | self.passed[at]
        self.turn[at] = self._next(seat, out)
        over, taker = at[done], by[done]
        self.turn[over] = taker
        gone = self.barred[over, taker]
        if gone.any():
            self.turn[over[gone]] = self._next(taker[gone], self.barred[over[gone]])
        self.table[over], self.by[over] = NO_TABLE, NOBODY
        self.passed[over] = False

    def _lay(self, at: Integers, seat: Integers, number: Integers) -> None:
        laid = lookup().word[number]
        left = without(self.hands[at, seat], laid)
        self.hands[at, seat] = left
        self.played[at, seat] = together(self.played[at, seat], laid)
        self.table[at], self.by[at] = number, seat
        count = np.bitwise_count(left)
        self.called[at, seat] |= count == 1
        if self.rules.passed_may_return:
            self.passed[at] = False
        self.winner[at] = np.where(count == 0, seat, NOBODY)

    def _decline(self, at: Integers, seat: Integers) -> None:
        """Remember the lowest level of each class that a seat has passed on."""
        table = self.table[at]
        some = (table >= 0) & (table < _GANGS)
        at, seat, table = at[some], seat[some], table[some]
        kind = _beating().kind[table]
        self.declined[at, seat, kind] = np.minimum(
            self.declined[at, seat, kind], lookup().level[table]
        )

    def _next(self, seat: Integers, out: Booleans) -> Integers:
        """The next seat in the direction of play that is not out; the same if all others are."""
        found, seen = seat, np.zeros(len(seat), np.bool_)
        rows = np.arange(len(seat))
        for step in range(1, self.seats):
            following = (seat + self.direction * step) % self.seats
            here = ~seen & ~out[rows, following]
            found = np.where(here, following, found)
            seen |= here
        return found
