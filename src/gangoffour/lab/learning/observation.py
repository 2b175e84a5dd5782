"""What a learner observes: the same numbers in the PettingZoo and in the vectorised environment.

One row of small whole numbers, from the seat that is to act. Seats come in turn order, the seat
itself first; a fourth seat that is not there is all zeros. Cards are 64 numbers 0 or 1, the bits
of the word (``rules.cards``).

==========  =========================================================
place       what
==========  =========================================================
0–63        the seat's own hand
64–127      the combination on the table
128–383     what each seat has laid in this round, 64 numbers each
384–387     how many cards each seat holds
388–391     who has called the last card (R5.1)
392–395     who is barred (R5.2)
396–399     who has passed since the last combination (R4.4)
400–403     whose combination lies on the table
404–407     match totals in percent of the target (R6.2), 127 at most
408–411     who gave the winner a card before this round (R7.1)
412–415     who received it
416–449     which card it was, by R1.3's order
450–483     which card was given back
484         a card is to be given back now
485         the last card may be called now
486         the duty to block holds (R5.4)
487         no combination of the match has been played yet (R4.3)
488         the table has three seats
489         the round goes clockwise (R4.1)
==========  =========================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gangoffour.lab.errors import LabError, required_number
from gangoffour.lab.learning.actions import ACTIONS, CALL, PASS, number_of
from gangoffour.lab.learning.width import WIDTH
from gangoffour.rules.cards import ORDER_OF, face_of, union
from gangoffour.rules.view import View

MOVE_WIDTH: Final = 69
"""A move of the history: 64 numbers of the cards laid, 4 of who it was, 1 that it was a pass."""
MOST_HISTORY: Final = 512
Observation = NDArray[np.int8]
Mask = NDArray[np.int8]


def observe(view: View) -> Observation:
    """The observation of a view."""
    if view.seat is None:
        raise LabError("no_seat")
    row = np.zeros(WIDTH, np.int8)
    seats = [(view.seat + view.direction * turn) % view.seats for turn in range(view.seats)]
    turns = {seat: turn for turn, seat in enumerate(seats)}
    played = [0] * view.seats
    for move in view.history:
        if move.play is not None:
            played[move.seat] = union(played[move.seat], move.play.word)
    _write(row, 0, view.hand.word)
    _write(row, 64, 0 if view.table is None else view.table.word)
    for turn, seat in enumerate(seats):
        _write(row, 128 + 64 * turn, played[seat])
        row[384 + turn] = view.counts[seat]
        row[404 + turn] = min(127, view.totals[seat] * 100 // view.rules.target)
    for start, some in ((388, view.called), (392, view.barred), (396, view.passed)):
        for seat in some:
            row[start + turns[seat]] = 1
    if view.table_by is not None:
        row[400 + turns[view.table_by]] = 1
    exchange = view.exchange
    if exchange is not None:
        row[408 + turns[exchange.giver]] = 1
        row[412 + turns[exchange.taker]] = 1
        row[416 + ORDER_OF[face_of(exchange.card)]] = 1
        if exchange.back is not None:
            row[450 + ORDER_OF[face_of(exchange.back)]] = 1
    flags = (
        view.phase == "exchange" and view.my_turn,
        view.may_call,
        view.must_block,
        view.opening,
        view.seats == 3,
        view.direction == -1,
    )
    row[484:490] = flags
    return row


def recent(view: View, length: int) -> Observation:
    """The last moves of the round, one row each, the newest last; rows of zeros before the first.

    Who moved is told by place in turn order, the seat itself first. Calls are no moves.
    """
    if view.seat is None:
        raise LabError("no_seat")
    rows = np.zeros((length, MOVE_WIDTH), np.int8)
    turns = {(view.seat + view.direction * turn) % view.seats: turn for turn in range(view.seats)}
    moves = [one for one in view.history if one.play is not None or one.is_pass][-length:]
    for row, move in zip(rows[length - len(moves) :], moves, strict=True):
        _write(row, 0, 0 if move.play is None else move.play.word)
        row[64 + turns[move.seat]] = 1
        row[68] = move.play is None
    return rows


def seen(view: View, allowed: Mask, history: int = 0) -> dict[str, Any]:
    """What an environment tells a seat: the observation, what is allowed, and the history."""
    told = {"observation": observe(view), "action_mask": allowed}
    return {**told, "history": recent(view, history)} if history else told


def space_of(history: int = 0) -> spaces.Dict:
    """The space of ``seen``."""
    history = required_number("history", history, 0, MOST_HISTORY)
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 127, (WIDTH,), np.int8),
        "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
    }
    if history:
        parts["history"] = spaces.Box(0, 1, (history, MOVE_WIDTH), np.int8)
    return spaces.Dict(parts)


def _write(row: Observation, start: int, word: int) -> None:
    octets = np.frombuffer(word.to_bytes(8, "little"), np.uint8)
    row[start : start + 64] = np.unpackbits(octets, bitorder="little")


def mask(view: View) -> Mask:
    """Which action numbers a view allows. Where the call is open, ``PASS`` is to say nothing."""
    allowed = np.zeros(ACTIONS, np.int8)
    if view.may_call:
        allowed[[CALL, PASS]] = 1
        return allowed
    allowed[numbers(view)] = 1
    return allowed


def numbers(view: View) -> Sequence[int]:
    """The action numbers a view allows, calls aside."""
    return [number_of(one) for one in view.actions]
