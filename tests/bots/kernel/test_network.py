"""The network in the kernel judges, looks back and plays on as the network does."""

import ctypes
import random
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gangoffour import Match, retrace, rule_set
from gangoffour.bots.arrays.rounds import together
from gangoffour.bots.kernel import Imagination, Layers, Players
from gangoffour.bots.kernel.library import SOURCE, declared, defines
from gangoffour.bots.kernel.rounds import Beginning
from gangoffour.bots.network import Network, action_number, backdrop, choose, position_of
from gangoffour.bots.players.learned import reflex, shipped, trained_on
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Action, Call
from gangoffour.rules.view import View
from tests.bots.arrays.test_rounds import RULES, begun

ALL = 400.0
"""So that every play is weighed."""
HEAT = 1.0

LONG = pytest.mark.long


@pytest.fixture(scope="module")
def network() -> Network:
    found = shipped()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def players(network: Network) -> Players:
    return Players(Layers(network), Layers(network))


def options(view: View) -> list[Action]:
    return [one for one in view.actions if not isinstance(one, Call)]


def share(network: Network, view: View, action: Action) -> float:
    """How likely a move is, to whom a play is e times less likely that is worse by a point."""
    every = options(view)
    judged = network.judge(position_of(view), [action_number(one) for one in every]).advantages
    odds = np.exp((judged - judged.max()).astype(np.float64) / HEAT)
    return float(odds[every.index(action)] / odds.sum())


def dealt(match: Match, view: View, times: int) -> NDArray[np.uint64]:
    """What everybody was dealt in this round, so many times."""
    hands = np.array([match.round.hands], np.uint64)
    whole = together(hands, np.array(unseen(view).played, np.uint64))
    return np.repeat(whole, times, axis=0)


@pytest.mark.parametrize("edition", RULES)
def test_it_looks_back_as_the_network_does(
    edition: str, engine: Imagination, players: Players, network: Network
) -> None:
    found, wanted = [], []
    rng = random.Random(f"{edition} looked back")
    for match, view in (*begun(edition, rng), *begun(edition, rng)):
        if view.phase != "play":
            continue
        stage = engine.begin(view, backdrop(view, None), players)
        told = stage.look_back(dealt(match, view, 7), ALL, (HEAT,))[0]
        assert (told == told[0]).all(), "worlds side by side disturb each other"
        steps = [step for step in retrace(match) if len(step.before.results) == len(match.results)]
        steps = [step for step in steps if step.before.phase == "play"]
        moves = [step for step in steps if not isinstance(step.action, Call)][1:]
        for at, step in enumerate(step for step in moves if step.seat != view.seat):
            before = step.before.view(step.seat)
            if len(options(before)) > 1:
                found.append(told[0, at])
                wanted.append(share(network, before, step.action))
    assert len(found) > 20
    assert np.abs(np.array(found) - np.array(wanted)).max() < 0.1
    assert np.abs(np.array(found) - np.array(wanted)).mean() < 0.01


def in_the_middle(seed: int, moves: int, seats: int = 4) -> Match:
    """A first round that level 5's network has played so far."""
    network = shipped()
    assert network is not None
    rules = rule_set("official", last_card="automatic")
    match = Match.new(seed=seed, seats=seats, rules=rules)
    for _ in range(moves):
        assert match.turn is not None
        match = match.act(match.turn, choose(network, match.view(match.turn)))
    return match


def truly_played(match: Match, seat: int, own: Network, others: Network) -> list[int]:
    """How many cards everybody is left with when a round is played on, by one network at a seat."""
    number = len(match.results)
    while len(match.results) == number:
        assert match.turn is not None
        network = own if match.turn == seat else others
        match = match.act(match.turn, choose(network, match.view(match.turn)))
    return list(match.results[-1].left)


def alike(
    engine: Imagination,
    players: Sequence[Players],
    own: Network,
    others: Network,
    begun: list[Match],
) -> list[float]:
    """How many rounds end in the kernel as truly played, to the last card, by each of these."""
    found = []
    for match in begun:
        seat = match.turn
        assert seat is not None
        view = match.view(seat)
        world = np.array([[*match.round.hands, 0]], np.uint64)
        stages = [engine.begin(view, backdrop(view, None), each) for each in players]
        for action in options(view)[-2:]:
            after = match.act(seat, action)
            if after.results == match.results:
                left = truly_played(after, seat, own, others)
                ends = [one.play_out(world, [action_number(action)], ALL)[0] for one in stages]
                found.append([np.bitwise_count(hands[0]).tolist() == left for hands in ends])
    assert len(found) > 10
    return list(np.mean(found, axis=0))


@pytest.mark.parametrize("seats", [3, 4])
def test_it_plays_on_as_the_network_does(
    seats: int, engine: Imagination, players: Players, network: Network
) -> None:
    """To the last card, but where two plays are as good as the same to it."""
    begun = [in_the_middle(seed, 12, seats) for seed in range(8)]
    assert alike(engine, [players], network, network, begun)[0] > 0.8


def test_who_looks_ahead_goes_on_by_a_network_of_its_own(
    engine: Imagination, network: Network
) -> None:
    own = trained_on()
    assert own is not None
    mine, usual = Layers(own), Layers(network)
    pairs = [Players(mine, usual), Players(usual, usual), Players(mine, mine)]
    begun = [
        in_the_middle(seed, 12) for seed in (7, 8, 16, 21, 25, 28, 35)
    ]  # it makes a difference
    right, *wrong = alike(engine, pairs, own, network, begun)
    assert right > 0.8
    assert max(wrong) < right


def begun_at(engine: Imagination, players: Players, match: Match) -> tuple[Beginning, View]:
    view = match.view(match.turn)
    return engine.begin(view, backdrop(view, None), players), view


def test_what_is_not_worth_weighing_is_left_to_the_reflex(
    engine: Imagination, players: Players
) -> None:
    stage, view = begun_at(engine, players, in_the_middle(3, 10))
    worlds = imagine(view, unseen(view), 150, random.Random(1))
    actions = [action_number(one) for one in options(view)[:2]]
    by_reflex, few, every = (
        stage.play_out(worlds, actions, glance)[0] for glance in (None, 0.0, 2.0)
    )
    assert np.array_equal(by_reflex, few)
    assert not np.array_equal(by_reflex, every)


def test_more_worlds_than_are_played_side_by_side_end_as_each_alone(
    engine: Imagination, players: Players
) -> None:
    stage, view = begun_at(engine, players, in_the_middle(4, 18))
    worlds = imagine(view, unseen(view), 230, random.Random(1))
    actions = [action_number(one) for one in options(view)[:2]]
    assert len(actions) == 2
    together_, _ = stage.play_out(worlds, actions, 2.0)
    for at in (0, 95, 96, 229):
        alone, _ = stage.play_out(worlds[at : at + 1], actions, 2.0)
        assert np.array_equal(alone, together_[[at, 230 + at]])


def test_threads_do_not_disturb_each_other(engine: Imagination, players: Players) -> None:
    matches = [in_the_middle(seed, 8) for seed in range(4)]

    def played(match: Match) -> NDArray[np.uint64]:
        stage, view = begun_at(engine, players, match)
        worlds = imagine(view, unseen(view), 60, random.Random(2))
        return stage.play_out(worlds, [action_number(options(view)[0])], 2.0)[0]

    alone = [played(match) for match in matches]
    with ThreadPoolExecutor(4) as pool:
        for one, other in zip(alone, pool.map(played, matches), strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param([], id="any"),
        pytest.param(["-DPLAIN", "-march=native"], id="plain", marks=LONG),
    ],
)
def test_any_processor_finds_the_same(
    flags: list[str], engine: Imagination, players: Players, tmp_path: Path
) -> None:
    """To the last bit: code for this one, and code for all, without what this one is good at."""
    other, small = tmp_path / "other.so", reflex()
    assert small is not None
    command = ["cc", "-O1", *flags, "-std=c11", "-fPIC", "-shared", "-ffreestanding", *defines()]
    subprocess.run([*command, "-o", str(other), str(SOURCE)], check=True)
    plain = declared(ctypes.CDLL(str(other)))
    assert not plain.quick_with_network()
    match = in_the_middle(5, 14)
    view = match.view(match.turn)
    worlds = imagine(view, unseen(view), 5, random.Random(3))
    actions = [action_number(one) for one in options(view)[:2]]
    round_so_far = dealt(match, view, 2)
    one, two = (
        each.begin(view, backdrop(view, None), players)
        for each in (engine, Imagination(plain, small))
    )
    assert np.array_equal(
        one.play_out(worlds, actions, 2.0)[0], two.play_out(worlds, actions, 2.0)[0]
    )
    assert np.array_equal(
        one.look_back(round_so_far, ALL, (0.02, 0.3)), two.look_back(round_so_far, ALL, (0.02, 0.3))
    )
