"""The doors that learners know: PettingZoo's module, Gymnasium's vectors, OpenSpiel's states."""

from __future__ import annotations

import random
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import matplotlib
import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode

from gangoffour.lab import gang_of_four_v1
from gangoffour.lab.errors import LabError
from gangoffour.lab.learning.actions import PASS
from gangoffour.lab.learning.observation import MOVE_WIDTH
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.one_seat import OneSeat
from gangoffour.lab.spiel import NAME, SpielRound, load_game
from gangoffour.lab.tables import Tables
from gangoffour.rules.errors import Refusal


def any_of(masks: Any, chance: random.Random) -> Any:
    return np.array([chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


def test_the_module_has_the_names_that_pettingzoo_expects() -> None:
    table = gang_of_four_v1.env(seats=3, history=6)
    table.reset(seed=4)
    raw = gang_of_four_v1.raw_env(seats=3, history=6)
    raw.reset(seed=4)
    chance = random.Random(1)
    for _ in range(12):
        agent = table.agent_selection
        seen = table.observe(agent)
        assert table.observation_space(agent).contains(seen)
        state = table.state()
        assert raw.state_space.contains(state) and (state == raw.state()).all()
        seat = raw.possible_agents.index(agent)
        own = state[seat * WIDTH : (seat + 1) * WIDTH]
        assert (own[:484] == seen["observation"][:484]).all(), "what a seat sees is part of it"
        action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        table.step(action)
        raw.step(action)
        following = raw.possible_agents.index(raw.agent_selection)
        last = raw.observe(raw.agent_selection)["history"][-1]
        turn = ((seat - following) * raw.match.round.direction) % 3
        assert last.shape == (MOVE_WIDTH,) and last[64 + turn] == 1
        assert last[68] == (action == PASS) == (not last[:64].any())
    with pytest.raises(LabError, match="history must be"):
        gang_of_four_v1.raw_env(history=-1)
    with pytest.raises(LabError, match=r"history must be .* from 0 to 512, not 1\.5"):
        gang_of_four_v1.env(history=1.5)


@pytest.mark.long
@pytest.mark.parametrize("made", [gang_of_four_v1.raw_env, OneSeat])
def test_a_table_is_shown_as_pixels(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = made(render_mode="rgb_array")
    table.reset(seed=1)
    picture = table.render()
    assert picture.shape == (560, 720, 3) and picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100, "cards, not an empty cloth"
    table.close()
    matplotlib.use("agg")  # as where there is no screen
    with pytest.raises(LabError, match="No window can be opened here"):
        made(render_mode="human")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(LabError, match=r"pip install 'gangoffour\[lab\]'"):
        made(render_mode="rgb_array")


def test_many_tables_are_a_vector_environment() -> None:
    tables = gymnasium.make_vec("gangoffour.lab.tables:GangOfFourTables-v1", num_envs=6, seats=3)
    assert tables.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    chance, ends = random.Random(3), 0
    seen, infos = tables.reset(seed=5)
    for _ in range(120):
        assert tables.observation_space.contains(seen)
        held = seen["observation"][:, :64].sum(1)
        actions = any_of(seen["action_mask"], chance)
        seats = infos["seat"]
        seen, rewards, over, cut, infos = tables.step(actions)
        assert (infos["acted"] == seats).all() and not cut.any()
        assert (rewards == infos["rewards"][np.arange(6), seats]).all()
        assert infos["rewards"].sum(1) == pytest.approx(0, abs=1e-4)
        for table in np.flatnonzero(over):
            ends += 1
            last = infos["final_obs"][table]
            assert tables.single_observation_space.contains(last) and infos["_final_obs"][table]
            assert held[table] > 0 == last["observation"][:64].sum(), "whoever acted has gone out"
            assert not last["action_mask"].any() and seen["action_mask"][table].any()
            assert seen["observation"][table, 384:387].sum() == 48, "dealt anew"
    assert ends >= 4
    again, _ = tables.reset(seed=5)
    other, _ = Tables(6, seats=3).reset(seed=5)
    assert (again["observation"] == other["observation"]).all()


def test_tables_may_be_dealt_anew_in_the_next_step() -> None:
    tables = Tables(5, autoreset_mode="NextStep")
    chance, fresh = random.Random(7), 0
    seen, _ = tables.reset(seed=2)
    over = np.zeros(5, np.bool_)
    for _ in range(110):
        before = over
        ended = seen["observation"].copy()
        seen, rewards, over, _, _ = tables.step(any_of(seen["action_mask"], chance))
        for table in np.flatnonzero(before):
            fresh += 1
            assert ended[table, :64].sum() == 0 and not over[table] and rewards[table] == 0
            assert seen["observation"][table, 384:388].sum() == 64
        assert not seen["action_mask"][over].any() and seen["action_mask"][~over].any(1).all()
    assert fresh >= 2
    with pytest.raises(LabError, match="not legal at table 0"):
        tables.step(np.full(5, 12_387))
    with pytest.raises(LabError, match="'SameStep' or 'NextStep'"):
        Tables(1, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(LabError, match="num_envs must be a whole number from 1"):
        Tables(0)
    other = Tables(1)
    with pytest.raises(LabError, match=r"Nothing is dealt yet: call reset\(\) first"):
        other.step([0])
    other.reset()
    with pytest.raises(LabError, match="at table 0; its action_mask has those that are"):
        other.step([-1])


@pytest.mark.parametrize("players", [3, 4])
def test_a_round_speaks_as_an_open_spiel_state_does(players: int) -> None:
    """The interface of ``pyspiel.State``; ``python -m gangoffour.lab.spiel`` asks OpenSpiel."""
    state, chance = SpielRound(players), random.Random(players)
    while state.current_player() == -1:
        outcomes = state.chance_outcomes()
        assert sum(part for _, part in outcomes) == pytest.approx(1)
        assert len({state.action_to_string(-1, card) for card, _ in outcomes}) == len(outcomes)
        state.apply_action(chance.choice(outcomes)[0])
    assert len(state.drawn) == 64 and state.returns() == [0.0] * players
    while (player := state.current_player()) >= 0:
        legal = state.legal_actions(player)
        assert legal == sorted(set(legal)) and not state.legal_actions((player + 1) % players)
        hand = f"hand {state.match.view(player).hand}," if state.match else ""
        assert hand in state.told(player, recall=True)
        assert hand not in state.told((player + 1) % players, recall=True)
        assert state.observation(player).shape == (WIDTH,)
        state.apply_action(chance.choice(legal))
    assert state.current_player() == -4 and sum(state.returns()) == pytest.approx(0, abs=1e-9)
    assert state.match is not None and not state.match.results[0].barred, "calls are made"


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_open_spiel_approves_by_its_own_tests(players: int) -> None:
    """Its API test, and its simulations with copies and serialisation."""
    from open_spiel.integration_tests import api_test  # loads SciPy: not for who only collects
    from open_spiel.python.tests import games_sim_test

    game = load_game(players)
    about = {"game": game, "game_name": NAME}
    ours = type("Ours", (api_test.EnforceAPIOnPartialTreeBase,), about)
    asked = unittest.defaultTestLoader.loadTestsFromTestCase(ours)
    answered = unittest.TestResult()
    asked.run(answered)
    assert answered.wasSuccessful(), [why for _, why in answered.failures + answered.errors]
    assert answered.testsRun >= 5 and not answered.skipped
    games_sim_test.GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
def test_a_playthrough_of_open_spiel_is_the_same_again(tmp_path: Path) -> None:
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import generate_playthrough

    load_game(3)
    api_test.FLAGS.mark_as_parsed()
    played = generate_playthrough.playthrough(f"{NAME}(players=3)", None, seed=3)
    file = tmp_path / "playthrough.txt"
    file.write_text(played, encoding="utf-8")
    wanted, again = generate_playthrough.replay(str(file))
    assert again == wanted and "IsTerminal() = True" in again


@pytest.mark.parametrize(
    ("players", "rules", "words"),
    [
        (5, "official", "cannot be played with 5 seats"),
        (2, "official", "cannot be played with 2 seats"),
        (3, "riva", "cannot be played with 3 seats"),
        (4, "foo", "'foo' is not an edition"),
    ],
)
def test_a_round_that_cannot_be_dealt_is_refused_before_the_first_card(
    players: int, rules: str, words: str
) -> None:
    """R9: by the state, by our door and by OpenSpiel's own."""
    asked: list[Callable[[], object]] = [
        lambda: SpielRound(players, rules),
        lambda: load_game(players, rules),
        lambda: pyspiel.load_game(f"{NAME}(players={players},rules={rules})"),
    ]
    load_game()
    for ask in asked:
        with pytest.raises((LabError, Refusal), match=words):
            ask()


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], 0])
def test_as_many_actions_as_tables_are_needed(actions: Any) -> None:
    tables = Tables(3)
    seen, _ = tables.reset(seed=1)
    with pytest.raises(LabError, match="One whole number for each of the 3 tables is needed"):
        tables.step(actions)
    assert (tables.step(seen["action_mask"].argmax(1))[1] == 0).all(), "nothing had happened"


def test_without_open_spiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(LabError, match="pip install open_spiel"):
        load_game()
