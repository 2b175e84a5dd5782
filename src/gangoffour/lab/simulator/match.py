"""Rounds in sequence in compiled code: deals, the exchange, totals and the end (R4.3, R6.2, R7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import M1, U, add_face, face_word, remove
from gangoffour.lab.simulator.compiled import below, compiled
from gangoffour.lab.simulator.state import DEAD, GIVING, OVER, PLAYING, highest, loser, score


@compiled
def deal(state: Any) -> Any:
    """Deal 16 cards to everybody (R4.2)."""
    for seat in range(5):
        state.hands[seat] = U(0)
    last = 63
    for place in range(64):
        if last > 0:
            other = below(state, last + 1)
            card = state.deck[other]
            state.deck[other] = state.deck[last]
            state.deck[last] = card
        seat = place & 3
        if seat >= state.seats:
            seat = DEAD
        state.hands[seat] = add_face(state.hands[seat], face_word(state.deck[last]))
        last -= 1


@compiled
def begin(state: Any) -> Any:
    """Set up round 1 with the cards dealt: M1's holder leads, else the dealer's right (R4.3)."""
    state.direction = 1
    state.round = 1
    state.opening = 1
    clear(state)
    state.turn = (state.dealer + 1) % state.seats
    for seat in range(state.seats):
        if state.hands[seat] & M1:
            state.turn = seat


@compiled
def clear(state: Any) -> Any:
    """An empty table, everybody in the round."""
    state.table = -1
    state.table_by = -1
    state.passed = 0
    state.called = 0
    state.barred = 0
    state.silent = -1
    state.winner = -1
    for seat in range(4):
        state.played[seat] = U(0)


@compiled
def finish(lookup: Any, state: Any) -> Any:
    """Score a round that is over (R6.1), end the match if the target is reached (R6.2).

    Names the giver and the taker of the next exchange (R6.3, R7.1).
    """
    score(lookup, state)
    most = np.int64(0)
    for seat in range(state.seats):
        state.totals[seat] += state.points[seat]
        most = max(most, state.totals[seat])
    state.giver = loser(state)
    state.taker = state.winner
    if most >= state.target:
        state.phase = OVER


@compiled
def next_round(state: Any) -> Any:
    """Begin the next round with the cards dealt: the loser's best goes to the winner (R7.1)."""
    state.round += 1
    state.direction = -state.direction
    state.dealer = state.taker
    state.opening = 0
    clear(state)
    state.turn = state.taker
    state.taken = highest(state.hands[state.giver])
    state.back = -1
    move_card(state, state.giver, state.taker, state.taken)
    state.phase = GIVING


@compiled
def give(state: Any, place: Any) -> Any:
    """The winner gives a card back (R7.1). Unchecked: it is held."""
    state.back = place
    move_card(state, state.taker, state.giver, place)
    state.phase = PLAYING


@compiled
def move_card(state: Any, source: Any, target: Any, place: Any) -> Any:
    """Move the card at a place in R1.3's order from one hand to another."""
    card = face_word(place)
    state.hands[source] = remove(state.hands[source], card)
    state.hands[target] = add_face(state.hands[target], card)


@compiled
def new_match(state: Any) -> Any:
    """Deal round 1 of a match (R4.2, R4.3); the state's chance decides everything."""
    for seat in range(4):
        state.totals[seat] = 0
        state.points[seat] = 0
    state.giver = -1
    state.taker = -1
    state.taken = -1
    state.back = -1
    state.phase = PLAYING
    deal(state)
    state.dealer = below(state, state.seats)
    begin(state)


@compiled
def carry_on(lookup: Any, state: Any) -> Any:
    """After a round's last play: score, and deal the next round unless the match is over."""
    finish(lookup, state)
    if state.phase != OVER:
        deal(state)
        next_round(state)
