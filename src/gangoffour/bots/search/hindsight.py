"""Hindsight: how well imagined hands explain what the others have done in the round so far.

From some hands nobody would have passed there, or led that pair: they are hardly those that were
dealt. The round is gone through again in all imagined worlds side by side, and at each move of
another player the ``Reflex`` says how likely that move was from the hand imagined.
"""

from __future__ import annotations

from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import Rounds, together
from gangoffour.bots.kernel import imagination
from gangoffour.bots.network import PASS, CardBits, Floats, Integers, Reflex, Sight
from gangoffour.bots.search.unseen import Unseen
from gangoffour.rules.view import View

Doubles = NDArray[np.float64]

ODD: Final = 0.03
"""How often somebody does something that the reflex cannot explain."""
TRUST: Final = 0.6
"""How far to believe the reflex, which is only like the others: a power of what it says."""


def likeliest(
    view: View,
    hidden: Unseen,
    worlds: CardBits,
    number: int,
    reflex: Reflex,
    behind: Floats,
    rng: Random,
) -> CardBits:
    """So many of the worlds, drawn by how well they explain the round; some of them repeatedly."""
    logs = TRUST * explained(view, hidden, worlds, reflex, behind)
    sums = np.exp(logs - logs.max()).cumsum()
    drawn = (rng.random() + np.arange(number)) * (sums[-1] / number)
    return cast(CardBits, worlds[np.minimum(np.searchsorted(sums, drawn), len(worlds) - 1)])


def explained(
    view: View, hidden: Unseen, worlds: CardBits, reflex: Reflex, behind: Floats
) -> Doubles:
    """The logarithm of how likely the others' moves were, for each world.

    ``behind`` is the ``backdrop`` of the round. The round's first move is left out: what may open
    a match is limited (R4.3).
    """
    moves = [move for move in view.history if move.play is not None or move.is_pass]
    found = np.zeros(len(worlds))
    if len(moves) < 2:
        return found
    dealt = together(worlds[:, : view.seats], np.array(hidden.played, np.uint64))
    engine = imagination(reflex)
    if engine is not None:
        looked = engine.look_back(view, dealt, moves, behind)
        sizes = looked.sizes.ravel()
        owner = np.repeat(np.arange(len(sizes)), np.where(sizes > 1, sizes, 0))
        likely = _odds(sizes, looked.chosen.ravel(), looked.scores, owner)
        return cast(Doubles, likely.reshape(looked.sizes.shape).sum(axis=1))
    rounds = _from_the_start(view, moves[0].seat, dealt)
    sight, every = Sight(rounds, behind), np.arange(len(worlds))
    for at, move in enumerate(moves):
        rounds.turn[:] = move.seat
        chosen = PASS if move.play is None else move.play.index
        if at and move.seat != view.seat:
            found += _likely(sight, chosen, reflex)
        rounds.act(every, np.full(len(worlds), chosen))
        _mark(rounds, view)
    return found


def _from_the_start(view: View, leader: int, hands: CardBits) -> Rounds:
    """The round before its first move, in all worlds."""
    counts = tuple(int(count) for count in np.bitwise_count(hands[0]))
    start = view._replace(
        seat=leader,
        counts=counts,
        table=None,
        table_by=None,
        passed=(),
        called=(),
        barred=(),
        history=(),
    )
    return Rounds(start, hands, 1)


def _mark(rounds: Rounds, view: View) -> None:
    """Who has called and who is barred is known, not imagined (R5.1, R5.2)."""
    last = np.bitwise_count(rounds.hands[0]) == 1
    for marked, seats in ((rounds.called, view.called), (rounds.barred, view.barred)):
        marked[:] = [last[seat] and seat in seats for seat in range(rounds.seats)]


def _likely(sight: Sight, move: int, reflex: Reflex) -> Doubles:
    """The logarithm of how likely the move that was made is, in each world."""
    rounds = sight.rounds
    every = np.arange(len(rounds.hands))
    owner, number = rounds.legal(every)
    sizes = np.bincount(owner, minlength=len(every))
    several = sizes > 1
    if not several.any():
        return np.zeros(len(every))
    begins = np.cumsum(sizes) - sizes
    chosen = np.full(len(every), -1)
    made = np.flatnonzero(number == move)
    chosen[owner[made]] = made - begins[owner[made]]
    kept = several[owner]
    place = (np.cumsum(several) - 1)[owner[kept]]
    scores = reflex.scores(sight.of(every[several]), place, number[kept])
    return _odds(sizes, chosen, scores, owner[kept])


def _odds(sizes: Integers, chosen: Integers, scores: Floats, owner: Integers) -> Doubles:
    """The logarithm of how likely each of some moves was among so many; ``scores`` are those of
    the moves with a choice, one after the other, ``owner`` whose they are."""
    likely, several = np.zeros(len(sizes)), sizes > 1
    if not several.any():
        return likely
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    exact = scores.astype(np.float64)
    odds = np.exp(exact - np.repeat(np.maximum.reduceat(exact, begins), sizes[several]))
    which = chosen[several]
    made = np.where(which >= 0, odds[begins + np.maximum(which, 0)], 0.0)
    share = made / np.add.reduceat(odds, begins)
    likely[several] = np.log((1 - ODD) * share + ODD / sizes[several])
    return likely
