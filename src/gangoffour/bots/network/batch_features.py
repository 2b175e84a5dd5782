"""What the network sees of many rounds side by side: the bits of ``features``, from arrays."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import Rounds
from gangoffour.bots.arrays.strength import CardBits, lookup
from gangoffour.bots.network.features import (
    Floats,
    left_by_all,
    unpack,
)
from gangoffour.bots.network.outline import outline_rows
from gangoffour.bots.position.position import PLACES, Position
from gangoffour.bots.position.seen_bits import POLICY_BITS, policy_bits
from gangoffour.bots.position.strength import CLASS_BEGIN, LEVELS
from gangoffour.rules.cards import face_of
from gangoffour.rules.view import View

Integers = NDArray[np.int64]

CARDS: Final = 384
"""The first bits are six words: hand, unseen, table, and what the others have played."""
KIND, BY, PASSED, LEAD, COUNTS, TOTALS = CARDS, 392, 395, 399, 404, 476
DECLINED, STRONGEST = 556, 797
GANG_SIZE: Final = POLICY_BITS - 4
AT_ONCE: Final = 192
"""So many five-card combinations are tried at a time, the strongest first."""


class Seen(NamedTuple):
    """What the players to move see."""

    bits: Floats
    hand: CardBits
    fullest: Integers
    """The most cards another player holds."""
    top: Integers
    """The strongest unseen combination of each class, or -1."""

    def left(self, owner: Integers, number: Integers) -> Integers:
        """``features.left_by`` of every action; ``owner`` says whose it is."""
        return left_by_all(number, self.hand[owner], self.fullest[owner], self.top[owner])

    def outlines(self, owner: Integers, number: Integers) -> tuple[Floats, Floats]:
        """The outline of each hand, and of what every action leaves; ``owner`` never falls."""
        ends = np.searchsorted(owner, np.arange(len(self.hand)), side="right").tolist()
        own, rests, begin = [], [], 0
        for at, end in enumerate(ends):
            some = number[begin:end].tolist()
            rows = outline_rows(int(self.hand[at]), some, self.top[at], int(self.fullest[at]))
            own.append(rows[0])
            rests.append(rows[1:])
            begin = end
        return np.array(own), np.concatenate(rests)


def backdrop(view: View, totals: tuple[int, ...] | None) -> Floats:
    """What does not change while a round is played, a row for each seat that may be to move."""
    seats, step, exchange = view.seats, view.direction, view.exchange
    rows = []
    for me in range(seats):
        order = [(me + step * turn) % seats for turn in range(seats)]
        back = None if exchange is None else exchange.back
        now = Position(
            hand=0,
            counts=(0,) * seats,
            played=(0,) * seats,
            duty=view.rules.duty_to_block,
            taken=0 if exchange is None else 1 << face_of(exchange.card),
            given=0 if back is None else 1 << face_of(back),
            winner=0 if exchange is None else (exchange.taker - me) * step % seats,
            loser=0 if exchange is None else (exchange.giver - me) * step % seats,
            totals=None if totals is None else tuple([totals[seat] for seat in order]),
        )
        row = unpack(policy_bits(now, (-1,) * 5), POLICY_BITS)
        row[:CARDS] = row[LEAD] = row[COUNTS:TOTALS] = 0
        rows.append(row)
    return np.array(rows)


class Sight:
    """What the players to move see in rounds that are played on, before the ``backdrop``."""

    def __init__(self, rounds: Rounds, behind: Floats) -> None:
        self.rounds = rounds
        self._behind = behind
        cuts = np.searchsorted(rounds.remaining, CLASS_BEGIN)
        parts = [rounds.remaining[begin:end] for begin, end in pairwise(cuts)]
        self._places = np.concatenate([np.append(part[::-1], -1) for part in parts])
        """The combinations that remain by class, the strongest first; -1 ends a class."""
        self._words = np.append(lookup().word, np.uint64(0))[self._places]
        begins = np.cumsum([0] + [len(part) + 1 for part in parts])[:-1]
        self._top: Integers = np.tile(begins, (*rounds.hands.shape, 1))
        """Where in ``_places`` each seat's strongest unseen combination stands: it only moves on,
        as unseen cards only become fewer."""

    def of(self, at: Integers) -> Seen:
        """What the players to move in some rounds see."""
        rounds, known = self.rounds, lookup()
        number, seats, me = len(at), rounds.seats, rounds.turn[at]
        rows = np.arange(number)
        bits, words = self._behind[me], np.zeros((number, CARDS // 64), np.dtype("<u8"))
        hand, table, by = rounds.hands[at, me], rounds.table[at], rounds.by[at]
        words[:, 0], words[:, 1] = hand, rounds.unseen(at)
        lies = table >= 0
        words[lies, 2] = known.word[table[lies]]
        bits[rows[lies], KIND + known.kind[table[lies]].astype(np.int64) - 1] = 1
        bits[~lies, LEAD] = 1
        fullest = np.zeros(number, np.int64)
        level, kind = _declinable()
        for turn, place in enumerate(PLACES[seats]):
            seat = (me + rounds.direction * turn) % seats
            count = np.bitwise_count(rounds.hands[at, seat]).astype(np.int64)
            bits[rows, COUNTS + 18 * place + count] = 1
            if not turn:
                continue
            fullest = np.maximum(fullest, count)
            words[:, 2 + place] = rounds.played[at, seat]
            bits[:, PASSED + place - 1] = rounds.passed[at, seat]
            bits[:, BY + place - 1] = lies & (by == seat)
            begin = DECLINED + len(level) * (place - 1)
            bits[:, begin : begin + len(level)] = level >= rounds.declined[at, seat][:, kind]
        bits[:, :CARDS] = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        top = self._strongest(at, words[:, 1])
        row, one = np.nonzero(top >= 0)
        bits[row, _begins()[one] + known.level[top[row, one]]] = 1
        some = top[:, 4] >= 0
        sizes = np.bitwise_count(known.word[top[some, 4]]).astype(np.int64)
        bits[rows[some], GANG_SIZE + sizes - 4] = 1
        return Seen(bits, hand, fullest, top)

    def _strongest(self, at: Integers, unseen: CardBits) -> Integers:
        """``strength.strongest`` of what the players to move have not seen."""
        me, missing = self.rounds.turn[at], ~unseen
        top = self._top[at, me]
        gone = (self._words[top] & missing[:, None]) != 0
        for one in np.flatnonzero(gone.any(axis=0)):
            lost = np.flatnonzero(gone[:, one])
            begin = int(top[lost, one].min())
            while len(lost):
                some = (self._words[begin : begin + AT_ONCE] & missing[lost, None]) == 0
                first = some.argmax(axis=1)
                held = some[np.arange(len(lost)), first]
                top[lost[held], one] = begin + first[held]
                lost, begin = lost[~held], begin + AT_ONCE
        self._top[at, me] = top
        return self._places[top]


@cache
def _begins() -> Integers:
    """Where the bits of each class's strongest combination begin."""
    return np.array([STRONGEST + before for before in accumulate(LEVELS[:-1], initial=0)])


@cache
def _declinable() -> tuple[Integers, Integers]:
    """The level and the class of each of a seat's bits about what it declined."""
    level = np.concatenate([np.arange(width) for width in LEVELS[:4]])
    return level, np.repeat(np.arange(4), LEVELS[:4])
