"""Level 6: imagined rounds are played as real ones, and weighed against the network's judgement."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from gangoffour import Match, rule_set
from gangoffour.bots import load_bot
from gangoffour.bots.arrays.rounds import NOBODY, Rounds
from gangoffour.bots.network import (
    Network,
    Sight,
    action_number,
    backdrop,
    choose,
    position_of,
)
from gangoffour.bots.players.effort import Effort
from gangoffour.bots.players.learned import Learned, belief, reflex
from gangoffour.bots.players.searching import Imagined
from gangoffour.bots.search import hidden_hands, playouts
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.playout_trust import weighed
from gangoffour.bots.search.playouts import ended
from gangoffour.bots.search.race import PlayOn
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.view import View

EAGER = Effort(work=60_000, candidates=3, margin=99.0, most=3, fewest=1)


@pytest.fixture(scope="module")
def network() -> Network:
    return Network.load()


def views(seats: int, seed: int, rounds: int = 1) -> list[View]:
    """What the players to move see in some rounds among greedy players."""
    rng, greedy = random.Random(seed), load_bot("greedy")
    match, found = Match.new(seed=seed, seats=seats, rules=rule_set("finnish", target=30)), []
    while len(match.results) < rounds and not match.over:
        assert match.turn is not None
        found.append(match.view(match.turn))
        match = match.act(match.turn, greedy.choose(found[-1], rng))
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_it_is_legal_and_repeatable(network: Network, seats: int) -> None:
    eager = Imagined(network, EAGER, reflex())
    for view in views(seats, 6, rounds=3)[::9]:
        action = eager.choose(view, random.Random(3))
        assert action in view.actions
        assert action == eager.choose(view, random.Random(3))


def test_one_position_is_judged_as_many_are() -> None:
    small, compared = reflex(), 0
    assert small is not None, "training.reflex was not run for these weights"
    for view in views(4, 1):
        if view.phase == "play" and len(view.actions) > 1 and not view.opening:
            world = imagine(view, unseen(view), 1, random.Random(2))
            rounds, at = Rounds(view, world, 1), np.array([0])
            owner, number = rounds.legal(at)
            seen = Sight(rounds, backdrop(view, None)).of(at)
            alone = small.judge(position_of(view), number.tolist())
            assert np.allclose(alone, small.scores(seen, owner, number), atol=1e-3)
            compared += 1
    assert compared > 10


def test_without_a_reflex_the_network_decides_alone(network: Network) -> None:
    some = [view for view in views(4, 2) if len(view.actions) > 1]
    for view in some:
        assert Imagined(network, EAGER).choose(view, random.Random(1)) == choose(network, view)


def test_judgement_and_playouts_are_weighed_by_their_certainty() -> None:
    prior = np.array([0.0, -0.5])
    chance = np.random.default_rng(1)
    noise = chance.standard_normal(200) * 4
    few, many = (np.stack([np.zeros(n), 1.0 + noise[:n] - noise[:n].mean()]) for n in (4, 200))
    assert weighed(prior, few)[1] < 0 < weighed(prior, many)[1] < 1
    sure = np.stack([np.zeros(20), np.full(20, 1.0)])
    assert weighed(prior, few)[1] < weighed(prior, sure)[1]


def test_it_looks_only_where_it_pays(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds: list[int] = []

    def playing(self: Imagined, *about: object) -> PlayOn:
        worlds.append(0)

        def play(places: Sequence[int], number: int) -> np.ndarray:
            worlds[-1] += number
            return np.zeros((len(places), number))

        return play

    monkeypatch.setattr(Imagined, "_playing", playing)
    some = [view for view in views(4, 2, rounds=2) if len(view.actions) > 1]
    calls = {}
    for work in (2_500, 100_000):
        for margin in (0.3, 1.0):
            effort = Effort(work, candidates=2, margin=margin, most=40, price=0.0)
            for view in some:
                Imagined(network, effort, reflex()).choose(view, random.Random(1))
            calls[work, margin], worlds[:] = worlds[:], []
    assert 0 < len(calls[100_000, 0.3]) < len(calls[100_000, 1.0]) < len(some)
    assert 0 < len(calls[2_500, 1.0]) < len(calls[100_000, 1.0])
    assert min(calls[2_500, 1.0]) >= effort.fewest and max(calls[100_000, 1.0]) == effort.most


@pytest.mark.long
def test_with_and_without_the_kernel_it_chooses_the_same(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = Effort(work=20_000, candidates=3, margin=9.0, most=40)
    bot = Imagined(network, effort, reflex(), belief())
    some = [one for one in views(4, 8) if len(one.actions) > 1 and sum(one.counts) < 36][:3]
    fast = [bot.choose(view, random.Random(1)) for view in some]
    for module in (hidden_hands, playouts):
        other = {hidden_hands: "deal", playouts: "imagination"}[module]
        monkeypatch.setattr(module, other, lambda *about: None)
    assert len(fast) == 3 and fast == [bot.choose(view, random.Random(1)) for view in some]


def test_the_match_counts_where_its_end_is_near(network: Network) -> None:
    view = next(view for view in views(4, 3) if len(view.plays) > 1)
    ahead = view._replace(totals=(95, 20, 60, 40))
    for bot in (Imagined(network, EAGER, reflex()), Learned(network)):
        assert bot.choose(ahead, random.Random(1)) in view.actions


def test_a_round_is_worth_what_it_changes_of_the_chance_to_win(network: Network) -> None:
    totals = (95, 20, 60, 40)
    view = next(view for view in views(4, 3) if len(view.plays) > 1)
    view = view._replace(totals=totals, results=(), rules=rule_set("official"))
    before = network.match_chances(totals, (NOBODY, NOBODY))[0]

    def worth(hands: list[int]) -> np.ndarray:
        after = ended(view, np.array([hands], np.uint64))
        of_seat = [view._replace(seat=seat) for seat in range(4)]
        found = [Imagined(network, EAGER, reflex())._worth(one, totals, after) for one in of_seat]
        return np.array(found)[:, 0]

    final = worth([0b11111, 0, 1, 1])  # R6.2: seat 0 has a hundred, seat 1 wins the match
    assert np.allclose(final, np.array([0, 1, 0, 0]) - before)
    going_on = worth([1, 2, 0b111, 0])
    after = network.match_chances((96, 21, 63, 40), (3, 2))[0]
    assert np.allclose(going_on, after - before, atol=1e-6)
    assert abs(going_on.sum()) < 1e-5


def test_another_play_needs_a_clear_gain(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(view for view in views(4, 3) if len(view.plays) > 2)
    own = Learned(network).choose(view, random.Random(1))
    effort = Effort(work=99_999, candidates=2, margin=99.0, most=30, gain=0.4)
    for worth in (-1.0, 0.2, 9.0):

        def playing(self: Imagined, *about: object, worth: float = worth) -> PlayOn:
            every = np.array([0.0, worth])
            return lambda places, number: np.tile(every[list(places), None], number)

        monkeypatch.setattr(Imagined, "_playing", playing)
        chosen = Imagined(network, effort, reflex()).choose(view, random.Random(1))
        assert (chosen == own) == (worth < 9)


def test_the_reflex_is_shipped_and_plays_much_as_the_network(network: Network) -> None:
    small = reflex()
    assert small is not None, "training.reflex was not run for these weights"
    same = []
    for view in views(4, 5, rounds=3):
        if view.phase == "play" and len(view.actions) > 1 and not view.opening:
            rounds = Rounds(view, imagine(view, unseen(view), 1, random.Random(2)), 1)
            owner, number = rounds.legal(np.array([0]))
            seen = Sight(rounds, backdrop(view, None)).of(np.array([0]))
            best = number[small.best(seen, owner, number)[0]]
            same.append(best == action_number(choose(network, view)))
    assert len(same) > 20 and np.mean(same) > 0.6
