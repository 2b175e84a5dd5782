"""Random rounds, wholly compiled: the simulator's speed, and a source of positions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gangoffour.lab.errors import required_number
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.lab.simulator.cards import U, face_word, index_of
from gangoffour.lab.simulator.compiled import below, compiled
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.match import begin, deal
from gangoffour.lab.simulator.plays import pick
from gangoffour.lab.simulator.state import (
    allowed,
    lay,
    let_stand,
    may_pass,
    options,
    score,
    states,
)
from gangoffour.rules.editions import RuleSet

MOST_ROUNDS: Final = 10**9


@compiled
def random_play(lookup: Any, state: Any) -> Any:
    """A play drawn uniformly from the legal ones, as a word; 0 for a pass, equally likely."""
    only = options(lookup, state)
    plays = state.counts[0]
    total = plays + np.int64(may_pass(state))
    if plays == 0:
        return U(0)
    word = state.hands[state.turn]
    while True:
        nth = below(state, total)
        if nth == plays:
            return U(0)
        if only >= 0 and nth < state.counts[1]:
            return face_word(only)
        play = pick(lookup, word, state.table, state.counts, nth)
        if play and allowed(state, word, play):
            return play


@compiled
def play_rounds(lookup: Any, state: Any, rounds: Any, silence: Any) -> Any:
    """Play random rounds to their end; the number of moves. Totals hold the sums of points.

    ``silence`` of 256 last cards are not called, where calls are made by hand.
    """
    moves = np.int64(0)
    for _ in range(rounds):
        deal(state)
        state.dealer = below(state, state.seats)
        begin(state)
        while state.winner < 0:
            play = random_play(lookup, state)
            if play:
                call = silence == 0 or below(state, 256) >= silence
                lay(state, index_of(lookup, play), play, call)
            else:
                let_stand(state)
            moves += 1
        score(lookup, state)
        for seat in range(state.seats):
            state.totals[seat] += state.points[seat]
    return moves


def random_rounds(
    rounds: int,
    seed: int,
    rules: RuleSet | str = "official",
    seats: int = 4,
    silence: int = 0,
) -> tuple[int, list[int]]:
    """Play random rounds; the number of moves made, and the sums of points by seat.

    Where the last card is called by hand (R5.1), ``silence`` of 256 calls are forgotten, and who
    has forgotten one is barred (R5.2).
    """
    rounds = required_number("rounds", rounds, 0, MOST_ROUNDS)
    silence = required_number("silence", silence, 0, 256)
    state = states(1, seated_rules(rules, seats), seats, seed)[0]
    moves = play_rounds(lookup(), state, rounds, silence)
    return int(moves), state["totals"][:seats].tolist()
