"""Imagined hands are judged by how well they explain what the others have done."""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from gangoffour import Match, parse_position, print_position, retrace, rule_set
from gangoffour.bots.arrays.rounds import together
from gangoffour.bots.kernel.rounds import CERTAIN, Doubles
from gangoffour.bots.network import POLICY_ARRAYS, REFLEX, CardBits, Reflex, backdrop, position_of
from gangoffour.bots.players.learned import Learned, belief, reflex, shipped
from gangoffour.bots.search.hand_likelihood import (
    ENOUGH,
    LOOK,
    MANNERS,
    Explained,
    as_good_as,
    by_manners,
    by_reflex,
    explained,
)
from gangoffour.bots.search.hidden_hands import Believed, imagine
from gangoffour.bots.search.playouts import Stage
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Call
from gangoffour.rules.view import View
from tests.bots.arrays.test_rounds import RULES, begun


@cache
def even() -> Reflex:
    """Finds all actions equally good."""
    shapes = REFLEX.arrays
    return Reflex({name: np.zeros(shapes[name], np.float32) for name in POLICY_ARRAYS})


def looked_back(view: View, small: Reflex, worlds: CardBits) -> Doubles:
    played = np.array(unseen(view).played, np.uint64)
    stage = Stage(view, small, backdrop(view, None))
    found = stage.look_back(together(worlds[:, : view.seats], played))
    assert found is not None, "the kernel does not compile"
    return found


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
    """Where all is equally good, a move is as likely as the options were few: so all of them were
    found, and five worlds side by side do not disturb each other."""
    moves = 0
    for match, view in begun(edition, random.Random(edition)):
        numbers = choices(match, view.seat or 0)
        found = looked_back(view, even(), np.repeat(true_world(match), 5, axis=0))
        assert found.shape == (5, len(numbers))
        assert (np.floor(CERTAIN / np.array(numbers)) / CERTAIN == found).all()
        moves += len(numbers)
    assert moves > 30


@cache
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
    learned, small, better = belief(), reflex(), []
    assert learned is not None
    assert small is not None
    for match, view in moments():
        worlds = imagine(
            view, unseen(view), 200, random.Random(1), learned.guess(position_of(view))
        )
        likely = looked_back(view, small, np.concatenate([true_world(match), worlds]))
        logs = np.log(likely + 0.001).sum(axis=1)
        better.append(logs[0] - np.log(np.exp(logs[1:]).mean()))
    assert np.mean(better) > 1


def test_worlds_are_drawn_by_how_well_they_explain_the_round() -> None:
    small = reflex()
    assert small is not None
    for _, view in moments():
        hidden = unseen(view)
        worlds = imagine(view, hidden, 100, random.Random(2))
        logs = np.log(looked_back(view, small, worlds) + 0.001).sum(axis=1)
        by_world = {row.tobytes(): log for row, log in zip(worlds, logs, strict=True)}
        alike = Believed(worlds, np.ones(len(worlds)))
        drawn = explained(Stage(view, small, backdrop(view, None)), hidden, alike)
        assert drawn is not None
        dealt, again = drawn.deal(400, random.Random(5)), drawn.deal(400, random.Random(5))
        assert np.array_equal(dealt.worlds, again.worlds)
        assert np.array_equal(dealt.which, again.which)
        assert len(np.unique(dealt.worlds, axis=0)) == len(dealt.worlds) < 100
        chosen = [by_world[row.tobytes()] for row in dealt.worlds[dealt.which]]
        assert len(chosen) == 400
        assert np.mean(chosen) > logs.mean()


class Looking(Stage):
    """One on which the network finds every so-many-th world likely, and counts how many it sees."""

    has_network, one_in, worlds = True, 1, 0

    def look_back(self, dealt: CardBits) -> Doubles:
        """To the reflex all are alike."""
        return np.full((len(dealt), len(self.movers())), 0.5)

    def look_back_again(self, dealt: CardBits, heats: Sequence[float]) -> Doubles:
        """Which those are does not depend on how many are seen at a time."""
        likely = (dealt.sum(axis=1) % np.uint64(self.one_in) == 0)[:, None]
        self.worlds += len(dealt)
        seen = np.where(np.repeat(likely, len(self.movers()), axis=1), 0.9, 0.0)
        return np.stack([seen] * len(heats))


@pytest.mark.parametrize("one_in", [1, 2, 50])
def test_the_network_looks_at_as_many_worlds_as_are_wanted(one_in: int) -> None:
    """Where most that it sees is likely, a few will do; where it is hardly ever, all are seen."""
    small = reflex()
    assert small is not None
    _, view = moments()[0]
    hidden = unseen(view)
    worlds = imagine(view, hidden, 2000, random.Random(1))
    stage = Looking(view, small, backdrop(view, None))
    stage.has_network, stage.one_in = True, one_in
    drawn = explained(stage, hidden, Believed(worlds, np.ones(2000)), 800, random.Random(2))
    assert drawn is not None
    dealt = drawn.deal(3000, random.Random(3))
    told = as_good_as(np.log(np.bincount(dealt.which)))
    if one_in == 50:
        assert stage.worlds == 800
        assert len(dealt.worlds) < 800 / 50 * 3
    else:
        assert stage.worlds < ENOUGH * one_in + 2 * LOOK
        assert ENOUGH * 0.8 < told < ENOUGH + LOOK


def test_nobody_looks_back_at_what_was_set_up() -> None:
    """Of a position nobody knows how it came about, whatever was played since."""
    small = reflex()
    assert small is not None
    for match, _ in moments():
        placed = parse_position(print_position(match))
        placed = placed.act(placed.turn or 0, placed.view(placed.turn).actions[-1])
        view = placed.view(placed.turn)
        assert view.history
        hidden = unseen(view)
        worlds = imagine(view, hidden, 8, random.Random(1))
        alike = Believed(worlds, np.ones(len(worlds)))
        assert explained(Stage(view, small, backdrop(view, None)), hidden, alike) is None


def test_what_explains_nothing_is_hardly_drawn() -> None:
    worlds = np.arange(10, dtype=np.uint64).reshape(2, 5)
    drawn = Explained(worlds, by_reflex(np.array([[0.5, 0.5], [0.5, 0.0]])).sum(axis=1))
    dealt = drawn.deal(1000, random.Random(1))
    assert np.bincount(dealt.which)[0] > 980
    alike = Explained(worlds, np.zeros(2)).deal(1000, random.Random(1))
    assert np.bincount(alike.which).tolist() == [500, 500]


def manners_of(likely: list[list[float]], movers: list[int]) -> Doubles:
    """How well worlds explain moves that were so likely, to whatever degree one plays as level 5;
    the reflex would have been at a loss."""
    seen = np.array([likely] * len(MANNERS))
    return by_manners(seen, by_reflex(np.full((len(likely), len(movers)), 0.02)), movers)


def test_who_plays_otherwise_once_is_believed_less_and_nobody_else() -> None:
    """Where one player has made a move that level 5 would not have made from any hands, its other
    moves tell less of them; what another one plays tells as much as before."""
    exact, odd = [[0.99, 0.99, 0.99], [0.99, 0.01, 0.99]], [[0.99, 0.99, 0.0], [0.99, 0.01, 0.0]]

    def told(likely: list[list[float]], movers: list[int]) -> float:
        better, worse = manners_of(likely, movers)
        return float(better - worse)

    assert told(exact, [1, 1, 1]) > 2
    assert 0 < told(odd, [1, 1, 1]) < told(exact, [1, 1, 1]) - 0.5
    assert told(odd, [1, 1, 2]) == pytest.approx(told(exact, [1, 1, 2]))
