"""The network's features: many at once are exactly those one by one."""

import random
from itertools import pairwise

import numpy as np
import pytest

from gangoffour import Call, Match
from gangoffour.bots.network import (
    CLASS_BEGIN,
    POLICY_BITS,
    STATIC_BITS,
    Position,
    action_number,
    left_by,
    left_by_each,
    lookup,
    play_bits,
    policy_bits,
    policy_rows,
    position_of,
    strongest,
    unpack,
)
from gangoffour.bots.network.features import every_play
from gangoffour.rules.cards import DECK, FULL_DECK, word_of


def some(seats: int) -> tuple[list[Position], list[list[int]]]:
    """The positions of a few random rounds, with the numbers of what may be done."""
    rng, match = random.Random(seats), Match.new(seed=seats, seats=seats)
    positions, actions = [], []
    while len(match.results) < 2:
        assert match.turn is not None
        view = match.view(match.turn)
        legal = [one for one in view.actions if one != Call()]
        positions.append(position_of(view, aim_at_match=bool(match.results)))
        actions.append([action_number(one) for one in legal])
        match = match.act(match.turn, rng.choice(legal))
    return positions, actions


@pytest.mark.parametrize("seats", [3, 4])
def test_features_of_many_are_those_of_each(seats: int) -> None:
    positions, actions = some(seats)
    tops = [strongest(now.unseen) for now in positions]
    rows = policy_rows(positions, tops)
    lefts = iter(left_by_each(positions, tops, actions).tolist())
    for now, top, legal, row in zip(positions, tops, actions, rows, strict=True):
        assert (unpack(policy_bits(now, top), POLICY_BITS) == row).all()
        assert [left_by(now, top, one) for one in legal] == [next(lefts) for _ in legal]


def test_the_strongest_of_any_cards() -> None:
    rng, words = random.Random(1), lookup().word
    for size in range(64):
        cards = word_of(rng.sample(DECK, size))
        held = np.flatnonzero((words & np.uint64(cards ^ FULL_DECK)) == 0)
        for found, (begin, end) in zip(strongest(cards), pairwise(CLASS_BEGIN), strict=True):
            within = held[(held >= begin) & (held < end)]
            assert found == (within[-1] if len(within) else -1)


def test_the_table_of_every_play_is_made_of_each() -> None:
    rows = every_play()
    for action in (*range(0, len(rows), 37), len(rows) - 1):
        bits = unpack(play_bits(action, 0), STATIC_BITS + 20)[:STATIC_BITS]
        assert np.array_equal(rows[action], bits), action
