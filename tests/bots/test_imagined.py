"""Level 6: imagined rounds are played as real ones, and weighed against the network's judgement."""

import random

import numpy as np
import pytest

from gangoffour import Match, rule_set
from gangoffour.bots import load_bot
from gangoffour.bots.imagined import Effort, Imagined, weighed
from gangoffour.bots.learned import Learned
from gangoffour.bots.network import Network, action_number, choose, position_of
from gangoffour.bots.playouts import Playouts
from gangoffour.bots.worlds import round_of
from gangoffour.rules.scoring import round_points
from gangoffour.rules.view import View

EAGER = Effort(decisions=60, candidates=3, margin=99.0, fewest=1, most=3)


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
    eager = Imagined(network, EAGER)
    for view in views(seats, 6, rounds=3)[::9]:
        action = eager.choose(view, random.Random(3))
        assert action in view.actions
        assert action == eager.choose(view, random.Random(3))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_playout_of_the_true_hands_is_the_real_round(network: Network, seats: int) -> None:
    slow = Network(network.weights)  # judges every play in full
    match = Match.new(seed=seats, seats=seats)
    seen = []
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        playouts = Playouts(slow, view, None)
        line = playouts.line(match.round)
        assert playouts.position(line) == position_of(view)
        world = np.array([*match.round.hands, match.round.dead], np.uint64)
        seen.append((playouts, playouts.line(round_of(view, world))))
        match = match.act(match.turn, choose(slow, view))
    for playouts, line in seen[:: len(seen) // 4]:
        playouts.play([line])
        points = round_points(line.now.counts, line.now.barred, match.rules)
        assert points == match.results[0].points


def test_many_are_chosen_for_as_one_by_one(network: Network) -> None:
    slow, fast = Network(network.weights), network
    positions, actions = [], []
    for view in views(4, 1):
        if view.phase == "play" and len(view.actions) > 1:
            positions.append(position_of(view))
            actions.append([action_number(one) for one in view.actions])
    alone = [
        int(np.argmax(slow.judge(now, legal).advantages))
        for now, legal in zip(positions, actions, strict=True)
    ]
    assert slow.best_of_many(positions, actions) == alone
    assert fast.glance is not None, "training.glance was not run for these weights"
    glanced = fast.best_of_many(positions, actions)
    assert np.mean([one == other for one, other in zip(alone, glanced, strict=True)]) > 0.85


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

    def played(
        self: Imagined, view: View, now: object, actions: list[object], number: int, rng: object
    ) -> np.ndarray:
        worlds.append(number)
        return np.zeros((len(actions), number))

    monkeypatch.setattr(Imagined, "_played", played)
    some = [view for view in views(4, 2, rounds=2) if len(view.actions) > 1]
    calls = {}
    for decisions in (60, 400):
        for margin in (0.3, 1.0):
            effort = Effort(decisions, candidates=2, margin=margin)
            for view in some:
                Imagined(network, effort).choose(view, random.Random(1))
            calls[decisions, margin], worlds[:] = worlds[:], []
    assert 0 < len(calls[400, 0.3]) < len(calls[400, 1.0]) < len(some)
    assert 0 < len(calls[60, 1.0]) < len(calls[400, 1.0])
    assert min(calls[60, 1.0]) >= effort.fewest and max(calls[400, 1.0]) <= effort.most


def test_the_match_counts_where_its_end_is_near(network: Network) -> None:
    view = next(view for view in views(4, 3) if len(view.plays) > 1)
    ahead = view._replace(totals=(95, 20, 60, 40))
    for bot in (Imagined(network, EAGER), Learned(network)):
        assert bot.choose(ahead, random.Random(1)) in view.actions
    worth = Imagined(network, EAGER)._worth
    ended = round_of(view, np.array([1, 2, 3, 0, 0], np.uint64))._replace(winner=3)
    assert worth(ahead._replace(seat=1), (95, 20, 60, 40), ended) > 0.5
    assert worth(ahead._replace(seat=0), (95, 20, 60, 40), ended) < 0.2
    lost = ended._replace(hands=(0b11111, 0, 0, 0))
    assert worth(ahead._replace(seat=1), (95, 20, 60, 40), lost) == 1.0
    assert worth(ahead._replace(seat=2), (95, 20, 60, 40), lost) == 0.0


def test_another_play_needs_a_second_look_and_a_clear_gain(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = next(view for view in views(4, 3) if len(view.plays) > 2)
    looks: list[int] = []

    def promising(first: float, second: float) -> None:
        def played(
            self: Imagined, view: View, now: object, actions: list[object], number: int, rng: object
        ) -> np.ndarray:
            looks.append(number)
            worth = np.zeros((len(actions), number))
            worth[1] = first if len(looks) == 1 else second
            return worth

        looks.clear()
        monkeypatch.setattr(Imagined, "_played", played)

    own = Learned(network).choose(view, random.Random(1))
    effort = Effort(decisions=9999, candidates=2, margin=99.0, most=8, again=30, gain=0.4)
    for first, second, stays, number in [(-1, 9, True, 1), (9, -9, True, 2), (9, 9, False, 2)]:
        promising(first, second)
        chosen = Imagined(network, effort).choose(view, random.Random(1))
        assert (chosen == own) == stays and len(looks) == number
