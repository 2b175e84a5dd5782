"""Imagined hands are judged by how well they explain what the others have done."""

import math
import random

import numpy as np
import pytest

from gangoffour import Match, rule_set
from gangoffour.bots.network import (
    POLICY_ARRAYS,
    REFLEX,
    CardBits,
    Reflex,
    backdrop,
    position_of,
)
from gangoffour.bots.players.learned import Learned, reflex, shipped
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.hindsight import explained, likeliest
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Call
from gangoffour.rules.retrace import retrace
from gangoffour.rules.view import View
from tests.bots.arrays.test_rounds import RULES, begun


class Even(Reflex):
    """Finds all actions equally good."""

    def __init__(self) -> None:
        shapes = REFLEX.arrays
        super().__init__({name: np.zeros(shapes[name], np.float32) for name in POLICY_ARRAYS})


def true_world(match: Match) -> CardBits:
    """The hands as they lie, and no dead hand: nobody plays from it."""
    return np.array([[*match.round.hands, 0]], np.uint64)


def choices(match: Match, seat: int) -> list[int]:
    """How many options the others had at each of their moves in this round but the first."""
    steps = [step for step in retrace(match) if len(step.before.results) == len(match.results)]
    steps = [step for step in steps if step.before.phase == "play"]
    moves = [step for step in steps if not isinstance(step.action, Call)]
    numbers = []
    for step in moves[1:]:
        if step.seat != seat:
            view = step.before.view(step.seat)
            numbers.append(sum(not isinstance(one, Call) for one in view.actions))
    return numbers


@pytest.mark.parametrize("edition", RULES)
def test_the_round_is_gone_through_as_it_was(edition: str) -> None:
    """With equal odds a world is as likely as the options were few: so all of them were found."""
    rng, moves = random.Random(edition), 0
    for match, view in begun(edition, rng):
        numbers = choices(match, view.seat or 0)
        found = explained(view, unseen(view), true_world(match), Even(), backdrop(view, None))
        assert found[0] == pytest.approx(-sum(map(math.log, numbers)))
        moves += len(numbers)
    assert moves > 50


def moments() -> list[tuple[Match, View]]:
    """Some moments in the middle of rounds that level 5 plays."""
    network = shipped()
    assert network is not None
    bot, rng, found = Learned(network), random.Random(3), []
    for seed in range(6):
        match = Match.new(seed=seed, rules=rule_set("official", last_card="automatic"))
        for _ in range(18):
            assert match.turn is not None
            match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
        found.append((match, match.view(match.turn)))
    return found


def test_the_true_hands_explain_the_round_better_than_imagined_ones() -> None:
    network, small = shipped(), reflex()
    assert network is not None
    assert small is not None
    rng, better = random.Random(1), []
    for match, view in moments():
        hidden, behind = unseen(view), backdrop(view, None)
        worlds = imagine(view, hidden, 60, rng, network.belief(position_of(view)))
        found = explained(view, hidden, np.concatenate([true_world(match), worlds]), small, behind)
        better.append(found[0] - found[1:].mean())
        kept = likeliest(view, hidden, worlds, 30, small, behind, random.Random(5))
        again = likeliest(view, hidden, worlds, 30, small, behind, random.Random(5))
        assert np.array_equal(kept, again)
        assert {row.tobytes() for row in kept} <= {row.tobytes() for row in worlds}
        chosen = explained(view, hidden, kept, small, behind)
        assert chosen.mean() > found[1:].mean()
    assert np.mean(better) > 2


def test_before_the_others_have_moved_all_worlds_are_alike() -> None:
    match = Match.new(seed=1)
    view = match.view(match.turn)
    worlds = imagine(view, unseen(view), 5, random.Random(1))
    assert not explained(view, unseen(view), worlds, Even(), backdrop(view, None)).any()
