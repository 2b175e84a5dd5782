"""Greedy in compiled code, move for move as ``bots.players.greedy`` plays; and playouts by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.simulator.cards import U, face_word, index_of, ordered
from gangoffour.lab.simulator.compiled import compiled, lowest_bit
from gangoffour.lab.simulator.state import allowed, lay, let_stand, options, score

BEGINS = np.array([0, 0, 34, 98, 174, 1692, 7845, 12214, 12235, 12352])
"""Where each kind begins in the catalogue (R2.3)."""


@compiled
def cheapest(lookup: Any, state: Any, kind: Any) -> Any:
    """The catalogue index of the cheapest legal play of a kind; −1 if there is none."""
    word = state.hands[state.turn]
    begin = BEGINS[kind]
    if state.table >= 0 and lookup.kind[state.table] == kind:
        begin = lookup.after[state.table]
    for index in range(begin, BEGINS[kind + 1]):
        cards = lookup.word[index]
        if word & cards == cards and allowed(state, word, cards):
            return np.int64(index)
    return np.int64(-1)


@compiled
def cheapest_single(state: Any) -> Any:
    """The cheapest single above the table; there is one."""
    bits = ordered(state.hands[state.turn]) >> U(state.table + 1)
    return lowest_bit(bits) + state.table + 1


@compiled
def greedy_play(lookup: Any, state: Any) -> Any:
    """The catalogue index of the play greedy makes; −1 for a pass."""
    only = options(lookup, state)
    if state.counts[0] == 0:
        return np.int64(-1)
    if only >= 0 and state.counts[1]:
        return index_of(lookup, face_word(only))
    if state.table < 0:
        for kind in (4, 5, 6, 7, 3, 2, 1):  # the largest first, gangs last
            if state.counts[kind]:
                found = cheapest(lookup, state, kind)
                if found >= 0:
                    return found
        return cheapest(lookup, state, 8)
    if state.counts[1]:
        return np.int64(cheapest_single(state))
    for kind in range(2, 9):
        if state.counts[kind]:
            found = cheapest(lookup, state, kind)
            if found >= 0:
                return found
    return np.int64(-1)


@compiled
def playout(lookup: Any, state: Any) -> Any:
    """Play a round to its end, everybody greedy and calling; ``state.points`` hold the score."""
    while state.winner < 0:
        play = greedy_play(lookup, state)
        if play >= 0:
            lay(state, play, lookup.word[play], True)
        else:
            let_stand(state)
    score(lookup, state)


@compiled
def payoff(state: Any, seat: Any) -> Any:
    """The mean of the others' points minus a seat's own."""
    total = np.int64(0)
    for other in range(state.seats):
        total += state.points[other]
    own = state.points[seat]
    return (total - own) / (state.seats - 1) - own
