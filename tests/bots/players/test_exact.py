"""Level 5 in whole numbers: as level 5 plays, and the same in whatever order a machine adds."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gangoffour import Match
from gangoffour.bots import load_bot
from gangoffour.bots.network import Network, action_number, position_of
from gangoffour.bots.network.exact import ExactNetwork, in_points
from gangoffour.bots.players.learned import shipped
from gangoffour.rules.view import View


@pytest.fixture(scope="module")
def network() -> Network:
    found = shipped()
    assert found is not None
    return found


def decisions(rounds: int) -> list[View]:
    """What the players of some rounds had to decide."""
    bot, found = load_bot("tiger-exact"), []
    for number in range(rounds):
        match, rng = Match.new(seed=f"exact {number}", seats=3 + number % 2), random.Random(number)
        while len(match.results) < 1 + number % 2:
            assert match.turn is not None
            view = match.view(match.turn)
            if len(view.actions) > 1 and not view.may_call:
                found.append(view)
            match = match.act(match.turn, bot.choose(view, rng))
    return found


def shuffled(network: Network, seed: int) -> Network:
    """The same network with the units of its layers in another order: other sums on the way."""
    rng, w = np.random.default_rng(seed), dict(network.weights)
    order = {
        name: rng.permutation(len(w[f"{name}.b"])) for name in ("trunk", "state", "first", "deep")
    }
    w["trunk.w"], w["trunk.b"] = w["trunk.w"][:, order["trunk"]], w["trunk.b"][order["trunk"]]
    w["course.w"] = w["course.w"][:, order["trunk"]]
    w["deep.w"] = w["deep.w"][order["trunk"]][:, order["trunk"]]
    w["deep.b"], w["state.w"] = w["deep.b"][order["trunk"]], w["state.w"][order["trunk"]]
    for name in ("state.w", "direct.w", "course.s", "play.w"):
        w[name] = w[name][:, order["state"]]
    w["state.b"], w["first.w"] = w["state.b"][order["state"]], w["first.w"][order["state"]]
    w["first.w"], w["first.b"] = w["first.w"][:, order["first"]], w["first.b"][order["first"]]
    w["second.w"] = w["second.w"][order["first"]][:, order["first"]]
    w["second.b"] = w["second.b"][order["first"]]
    w["advantage.w"] = w["advantage.w"][order["first"]]
    return Network(w)


@pytest.mark.long
def test_it_judges_as_the_network_does_and_the_order_of_sums_does_not_matter(
    network: Network,
) -> None:
    exact, another = ExactNetwork(network), shuffled(network, 3)
    other = ExactNetwork(another)
    views = decisions(3)
    assert len(views) > 50
    told_apart = 0
    for view in views:
        now, numbers = position_of(view), [action_number(one) for one in view.actions]
        judged = exact.judge(now, numbers)
        assert judged.tolist() == other.judge(now, numbers).tolist()
        plain = network.judge(now, numbers).advantages
        apart = in_points(judged) - in_points(judged).max() - (plain - plain.max())
        assert np.abs(apart).max() < 0.05
        there = another.judge(now, numbers).advantages
        told_apart += plain.tolist() != there.tolist()
    assert told_apart, "with fractions the order does matter: that is what this is for"


@pytest.mark.long
def test_sums_stay_far_below_what_is_exact(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, times = [0.0], ExactNetwork._times

    def watched(self: ExactNetwork, rows: np.ndarray, name: str, *, bits: bool = False):  # type: ignore[no-untyped-def]
        sums = np.abs(rows.astype(np.float64)) @ np.abs(self._weights[name])
        most[0] = max(most[0], float(sums.max(initial=0.0)))
        return times(self, rows, name, bits=bits)

    monkeypatch.setattr(ExactNetwork, "_times", watched)
    exact = ExactNetwork(network)
    for view in decisions(2):
        exact.judge(position_of(view), [action_number(one) for one in view.actions])
    assert 0 < most[0] < 2**46
