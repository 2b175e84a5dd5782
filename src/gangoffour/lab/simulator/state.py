"""A round as one record, for compiled code: the hands as words and the rest as small numbers.

``hands`` are by seat, the dead hand at ``DEAD``; sets of seats are bits; −1 is "nobody" and "no
combination". The rules are those of ``rules.round``, step by step. A record is passed by its
address, so arrays of records are tables that play side by side.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gangoffour.lab.simulator.cards import M1, U, face_word, index_of, ordered, remove, union
from gangoffour.lab.simulator.compiled import compiled, leading_zeros, popcount, seeded
from gangoffour.lab.simulator.plays import KINDS, measure, pick
from gangoffour.rules.cards import union as rules_union
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.round import Round

DEAD: Final = 4
"""Where the dead hand lies among the hands (R4.2)."""
NO_LIMIT: Final = 16
PLAYING, GIVING, OVER = 0, 1, 2
"""The phases of a match."""

_NUMBERS: Final = (
    *("seats", "direction", "turn", "opening", "table", "table_by", "passed", "called", "barred"),
    *("silent", "winner", "round", "phase", "dealer", "giver", "taker", "taken", "back"),
)
_RULES: Final = (
    *("duty", "gang_must_block", "opening_limit", "barred_extra", "tie_by_card", "automatic"),
    *("may_return", "target"),
)
STATE: Final = np.dtype(
    [("hands", np.uint64, (5,)), ("played", np.uint64, (4,)), ("random", np.uint64, (2,))]
    + [(name, np.int64) for name in (*_NUMBERS, *_RULES)]
    + [("totals", np.int64, (4,)), ("points", np.int64, (4,)), ("counts", np.int64, (KINDS,))]
    + [("deck", np.int64, (64,))],
    align=True,
)
"""The layout of a state. ``taken`` and ``back`` are places in R1.3's order (R7.1)."""

DECK: Final = np.array(
    [order for order in range(34) for _ in range(1 + (order not in (3, 31, 32, 33)))]
)
"""The places in R1.3's order of all 64 cards."""


def states(number: int, rules: RuleSet, seats: int, seed: int = 0) -> Any:
    """So many tables with a rule set, nothing dealt yet, each with its own chance."""
    made = np.zeros(number, STATE)
    limit = NO_LIMIT if rules.opening_limit is None else rules.opening_limit
    made["seats"] = seats
    made["duty"] = rules.duty_to_block
    made["gang_must_block"] = rules.gang_must_block
    made["opening_limit"] = limit
    made["barred_extra"] = rules.barred_extra
    made["tie_by_card"] = rules.loser_tie == "highest_card"
    made["automatic"] = rules.last_card == "automatic"
    made["may_return"] = rules.passed_may_return
    made["target"] = rules.target
    for name in ("table", "table_by", "silent", "winner", "giver", "taker", "taken", "back"):
        made[name] = -1
    made["random"] = seeded(seed, number)
    made["deck"] = DECK
    return made


def state_of_round(now: Round, seed: int = 0) -> Any:
    """The record of a round of the rules library, at any point of it."""
    state = states(1, now.rules, len(now.hands), seed)[0]
    for seat, hand in enumerate(now.hands):
        state["hands"][seat] = hand
    state["hands"][DEAD] = now.dead
    state["direction"] = now.direction
    state["turn"] = now.turn
    state["opening"] = now.opening
    state["table"] = -1 if now.table is None else now.table.index
    state["table_by"] = -1 if now.table_by is None else now.table_by
    state["passed"] = _bits(now.passed)
    state["called"] = _bits(now.called)
    state["barred"] = _bits(now.barred)
    state["silent"] = -1 if now.silent is None else now.silent
    state["winner"] = -1 if now.winner is None else now.winner
    state["round"] = now.number
    for move in now.history:
        if move.play is not None:
            before = int(state["played"][move.seat])
            state["played"][move.seat] = rules_union(before, move.play.word)
    return state


def _bits(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


@compiled
def following(state: Any, seat: Any, out: Any) -> Any:
    """The next seat in the round's direction that is not in ``out``; the same if nobody is."""
    seats = state.seats
    step = state.direction
    after = seat
    for _ in range(seats):
        after += step
        if after < 0:
            after = seats - 1
        elif after >= seats:
            after = 0
        if not out >> after & 1:
            return after
    return seat


@compiled
def on_duty(state: Any) -> Any:
    """R5.4: the next player has called, and the table is empty or holds a single."""
    if not state.duty or not state.called or state.table >= 34:
        return False
    turn = state.turn
    out = state.barred
    if state.silent >= 0:  # barred as soon as this player acts (R5.2)
        out |= 1 << state.silent
    out &= ~(1 << turn)
    after = following(state, turn, out)
    return after != turn and state.called >> after & 1 == 1


@compiled
def may_pass(state: Any) -> Any:
    """Whether the player to move may pass, after ``options``."""
    if state.table < 0:
        return False
    if not on_duty(state):
        return True
    if state.counts[1]:
        return False
    return not (state.counts[8] and state.gang_must_block)


@compiled
def highest(word: Any) -> Any:
    """The place in R1.3's order of the highest card."""
    return 63 - leading_zeros(ordered(word))


@compiled
def options(lookup: Any, state: Any) -> Any:
    """Measure the plays of the player to move, narrowed by the duty to block (R5.4).

    Answers the single that is the only one allowed, as a place in R1.3's order; −1 if any is.
    The opening's limits (R4.3, R9) are not in the measure: ``allowed`` checks them.
    """
    word = state.hands[state.turn]
    measure(lookup, word, state.table, state.counts)
    if not on_duty(state):
        return np.int64(-1)
    top = highest(word)
    if state.table >= 0:
        single = np.int64(top > state.table)
    else:
        single = np.int64(state.counts[0] == state.counts[1])
    state.counts[0] += single - state.counts[1]
    state.counts[1] = single
    return np.int64(top)


@compiled
def allowed(state: Any, word: Any, play: Any) -> Any:
    """R4.3 and R9: whether the first combination of a match may be this one of this hand.

    Only who holds M1 is bound, by the card and by the limit of size.
    """
    if not state.opening or word & M1 == U(0):
        return True
    return play & M1 != U(0) and popcount(play) <= state.opening_limit


@compiled
def bar_the_silent(state: Any) -> Any:
    """R5.2: the next player acts, so whoever kept silent about the last card is barred."""
    if state.silent >= 0:
        if state.silent != state.turn:
            state.barred |= 1 << state.silent
        state.silent = -1


@compiled
def nobody_answers(state: Any, seat: Any) -> Any:
    """R4.5: everybody else still in the round has passed."""
    everybody = (1 << state.seats) - 1
    return (state.passed | state.barred | 1 << seat) & everybody == everybody


@compiled
def set_aside(state: Any) -> Any:
    """R4.5: the trick is over."""
    state.table = -1
    state.table_by = -1
    state.passed = 0


@compiled
def out_of_trick(state: Any) -> Any:
    """Who cannot act in this trick: the barred and, without return, those who passed."""
    if state.may_return:
        return state.barred
    return state.barred | state.passed


@compiled
def lay(state: Any, index: Any, word: Any, call: Any) -> Any:
    """Lay a combination that is legal (R4.4), calling the last card with it if ``call``.

    Unchecked: the caller picked it from the legal plays.
    """
    seat = state.turn
    left = remove(state.hands[seat], word)
    state.hands[seat] = left
    state.played[seat] = union(state.played[seat], word)
    bar_the_silent(state)
    one_left = left != U(0) and left & (left - U(1)) == U(0)
    alone = popcount(U(state.barred)) == state.seats - 1
    calls = one_left and (call or (state.automatic and not alone))
    if state.may_return:
        state.passed = 0
    state.opening = 0
    state.table = index
    state.table_by = seat
    if calls:
        state.called |= 1 << seat
    elif one_left and not alone:
        state.silent = seat
    if left == U(0):
        state.winner = seat
    elif nobody_answers(state, seat):
        set_aside(state)
    else:
        state.turn = following(state, seat, out_of_trick(state))


@compiled
def let_stand(state: Any) -> Any:
    """Pass (R4.4). Unchecked."""
    seat = state.turn
    bar_the_silent(state)
    state.opening = 0
    state.passed |= 1 << seat
    taker = state.table_by
    if nobody_answers(state, taker):
        if state.barred >> taker & 1:  # R5.2
            state.turn = following(state, taker, state.barred)
        else:
            state.turn = taker
        set_aside(state)
    else:
        state.turn = following(state, seat, out_of_trick(state))


@compiled
def say_last_card(state: Any) -> Any:
    """Call after the play (R5.1). Unchecked: somebody is silent."""
    state.called |= 1 << state.silent
    state.silent = -1


@compiled
def score(lookup: Any, state: Any) -> Any:
    """Everybody's points for a round that is over (R6.1, R5.2, R9)."""
    for seat in range(state.seats):
        state.points[seat] = lookup.points[popcount(state.hands[seat])]
        if state.barred >> seat & 1:
            state.points[seat] += state.barred_extra


@compiled
def loser(state: Any) -> Any:
    """The seat that lost a round (R6.3); the totals include the round's points."""
    seats = state.seats
    winner = state.winner
    best = np.int64(-1)
    best_count = np.int64(-1)
    best_tie = np.int64(-1)
    for turn in range(seats):
        seat = (winner + turn) % seats
        count = popcount(state.hands[seat])
        tie = np.int64(-1)
        if count:
            tie = highest(state.hands[seat]) if state.tie_by_card else state.totals[seat]
        if count > best_count or (count == best_count and tie > best_tie):
            best, best_count, best_tie = seat, count, tie
    return best


@compiled
def list_plays(lookup: Any, state: Any, out: Any) -> Any:
    """Write the catalogue indices of all legal plays, in order; how many there are.

    ``out`` needs room for the largest measure; a hand of 16 stays far below 4,096.
    """
    only = options(lookup, state)
    word = state.hands[state.turn]
    found = np.int64(0)
    for nth in range(state.counts[0]):
        if only >= 0 and nth < state.counts[1]:
            play = face_word(only)
        else:
            play = pick(lookup, word, state.table, state.counts, nth)
        if play and allowed(state, word, play):
            out[found] = index_of(lookup, play)
            found += 1
    out[:found].sort()
    return found
