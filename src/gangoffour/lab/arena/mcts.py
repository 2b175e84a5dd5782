"""The yardstick ``mcts200``: determinised Monte-Carlo search with greedy playouts.

Hidden hands are dealt at random among those that fit the view; every candidate is tried on the
same hands and played to the end by greedy players; by successive halving the time goes to the
candidates that are still in question.
"""

from __future__ import annotations

import math
import time
from functools import cache
from random import Random
from typing import Any

import numpy as np

from gangoffour.bots.search.unseen import Unseen, unseen
from gangoffour.lab.learning.actions import GIVE, PASS, number_of
from gangoffour.lab.simulator.cards import add_face
from gangoffour.lab.simulator.compiled import below, compiled
from gangoffour.lab.simulator.greedy import payoff, playout
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.match import give
from gangoffour.lab.simulator.state import DEAD, GIVING, STATE, lay, let_stand, states
from gangoffour.rules.actions import Action, Call
from gangoffour.rules.view import View

BATCH = 16
"""Worlds between two looks at the clock."""


def state_of_view(view: View, hidden: Unseen, seed: int) -> Any:
    """The record of what a view shows; other hands hold what they are known to hold."""
    state = states(1, view.rules, view.seats, seed)[0]
    for seat, word in enumerate(hidden.known):
        state["hands"][seat] = word
    state["direction"] = view.direction
    state["turn"] = view.seat
    state["opening"] = view.opening
    state["table"] = -1 if view.table is None else view.table.index
    state["table_by"] = -1 if view.table_by is None else view.table_by
    for name, some in (("passed", view.passed), ("called", view.called), ("barred", view.barred)):
        state[name] = sum(1 << seat for seat in some)
    state["round"] = view.round
    state["phase"] = GIVING * (view.phase == "exchange")
    for seat, count in enumerate(view.counts):
        if count == 1 and seat not in (*view.called, *view.barred) and view.phase == "play":
            state["silent"] = seat  # R5.1: nobody else can hold one card uncalled
    if view.exchange is not None:
        state["giver"], state["taker"] = view.exchange.giver, view.exchange.taker
    return state


@compiled
def deal_hidden(state: Any, pool: Any, needs: Any) -> Any:
    """Deal the cards of the pool at random to those who need them, the rest to the dead hand."""
    size = len(pool)
    at = 0
    for seat in range(len(needs)):
        hand = DEAD if seat == len(needs) - 1 else seat
        for _ in range(needs[seat]):
            other = at + below(state, size - at)
            card = pool[other]
            pool[other] = pool[at]
            pool[at] = card
            state.hands[hand] = add_face(state.hands[hand], card)
            at += 1


@compiled
def copy_state(source: Any, target: Any) -> Any:
    """Copy what changes during a round."""
    for seat in range(5):
        target.hands[seat] = source.hands[seat]
    target.turn = source.turn
    target.opening = source.opening
    target.table = source.table
    target.table_by = source.table_by
    target.passed = source.passed
    target.called = source.called
    target.barred = source.barred
    target.silent = source.silent
    target.winner = source.winner
    target.phase = source.phase


@compiled
def try_out(
    lookup: Any, rooms: Any, pool: Any, needs: Any, actions: Any, alive: Any, worlds: Any, sums: Any
) -> Any:
    """Try the candidates that are alive on so many worlds; add their payoffs to ``sums``.

    ``rooms`` are three records: what the view shows, one world, and the table to play it on.
    """
    shown = rooms[0]
    world = rooms[1]
    table = rooms[2]
    for _ in range(worlds):
        for seat in range(5):
            world.hands[seat] = shown.hands[seat]
        deal_hidden(world, pool, needs)
        for one in range(len(actions)):
            if not alive[one]:
                continue
            copy_state(world, table)
            action = actions[one]
            if action < PASS:
                lay(table, action, lookup.word[action], True)
            elif action == PASS:
                let_stand(table)
            else:
                give(table, action - GIVE)
            playout(lookup, table)
            sums[one] += payoff(table, shown.turn)


@cache
def compile_all() -> None:
    """Compile what is thought with, or load it, so that no move waits for it."""
    Search(worlds=BATCH).values(View.of("G3 Y3 R9", counts=[2, 3, 4]), Random(0))


class Search:
    """A bot that thinks for a fixed time, or (repeatably) for a fixed number of worlds.

    Its time is the processor's, so that a busy machine does not weaken it.
    """

    def __init__(self, seconds: float = 0.2, worlds: int | None = None) -> None:
        self.seconds = seconds
        self.worlds = worlds

    def choose(self, view: View, rng: Random) -> Action:
        """The action with the best mean payoff."""
        actions = view.actions
        if view.may_call:
            return Call()
        if len(actions) == 1:
            return actions[0]
        return actions[int(np.argmax(self.values(view, rng)))]

    def values(self, view: View, rng: Random) -> Any:
        """Each action's mean payoff in points; −inf for those given up early."""
        hidden = unseen(view)
        shown = state_of_view(view, hidden, rng.getrandbits(32))
        rooms = np.zeros(3, STATE)
        rooms[:] = shown
        pool = np.array([1 << face for face in hidden.pool], np.uint64)
        needs = np.array(hidden.needs, np.int64)
        numbers = np.array([number_of(one) for one in view.actions], np.int64)
        alive = np.ones(len(numbers), np.bool_)
        sums = np.zeros(len(numbers))
        means = np.full(len(numbers), -np.inf)
        tried = 0
        phases = max(1, math.ceil(math.log2(len(numbers))))
        begun = time.thread_time()
        for phase in range(phases):
            until = begun + self.seconds * (phase + 1) / phases
            goal = None if self.worlds is None else self.worlds * (phase + 1) // phases
            while True:
                try_out(lookup(), rooms, pool, needs, numbers, alive, BATCH, sums)
                tried += BATCH
                if time.thread_time() >= until if goal is None else tried >= goal:
                    break
            means[:] = -np.inf
            means[alive] = sums[alive] / tried
            keep = max(1, (int(alive.sum()) + 1) // 2)
            if phase < phases - 1:
                for one in np.argsort(-means)[keep:]:
                    alive[one] = False
        return means
