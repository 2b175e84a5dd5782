"""The environments: PettingZoo's own tests, and both of them against the rules."""

import random
import re
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from gangoffour import Match, Refusal, rule_set
from gangoffour.lab.errors import LabError
from gangoffour.lab.learning.actions import ACTIONS, CALL, PASS, action_of_number, number_of
from gangoffour.lab.learning.environment import GangOfFour, env
from gangoffour.lab.learning.observation import mask, observe, recent
from gangoffour.lab.learning.one_seat import OneSeat
from gangoffour.lab.learning.vector import VectorEnv, is_legal, observe_all
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.simulator.compiled import compiled
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.state import state_of_round
from gangoffour.rules.actions import Call, Give, Pass


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [{}, {"seats": 3, "rules": rule_set("german", target=20), "matches": True, "history": 5}],
)
def test_pettingzoo_approves(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(**options), num_cycles=300)
        seed_test(lambda: env(**options), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_action_numbers() -> None:
    for number in (0, 33, 500, 12_351, PASS, CALL, CALL + 1, ACTIONS - 1):
        assert number_of(action_of_number(number)) == number
    assert number_of(Pass()) == 12_352 and number_of(Call()) == 12_353
    assert number_of(Give("G1")) == 12_354 and ACTIONS == 12_388
    with pytest.raises(ValueError, match="not the number of an action"):
        action_of_number(ACTIONS)


def test_calls_are_asked_for() -> None:
    table = GangOfFour(rules="finnish", render_mode="ansi")
    rng, calls, barred = random.Random(2), 0, 0
    for episode in range(12):
        table.reset(seed=episode)
        while not any(table.terminations.values()):
            seen = table.observe(table.agent_selection)
            choices = np.flatnonzero(seen["action_mask"])
            if CALL in choices:
                calls += 1
                assert choices.tolist() == [PASS, CALL] and seen["observation"][485]
            other = table.possible_agents[1 - table.possible_agents.index("seat_1")]
            assert other == "seat_0"
            table.step(int(rng.choice(choices)))
        assert sum(table.rewards.values()) == pytest.approx(0, abs=1e-9)
        barred += len(table.match.results[0].barred)
    assert calls and barred
    assert "seat 0:" in table.render()


@pytest.mark.parametrize("seats", [3, 4])
def test_the_last_observation_is_of_the_round_that_has_ended(seats: int) -> None:
    chance = random.Random(5)
    table = GangOfFour(seats=seats)
    for seed in range(3):
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            allowed = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
            table.step(int(chance.choice(allowed)))
        played = table.match.round
        counts = [int(hand.bit_count()) for hand in played.hands]
        assert played.number == 1 and counts[table.match.results[0].winner] == 0
        assert table.match.exchange is None, "nobody has given a card yet"
        for seat, agent in enumerate(table.possible_agents):
            row = table.observe(agent)
            assert row["observation"][:64].sum() == counts[seat] and not row["action_mask"].any()
            assert sum(row["observation"][384:388]) == sum(counts) < 16 * seats


def test_a_way_to_show_the_table_that_there_is_not_is_refused() -> None:
    with pytest.raises(LabError, match="'shown' is not a way to show the table"):
        GangOfFour(render_mode="shown")


@pytest.mark.parametrize("options", [{}, {"seats": 3, "matches": True, "rules": "german"}])
def test_gymnasium_approves_of_one_seat(options: dict[str, Any]) -> None:
    table = gymnasium.make("gangoffour.lab.one_seat:GangOfFour-v1", **options)
    check_env(table.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("matches", [False, True])
def test_one_seat_plays_to_the_end_and_is_paid_as_in_the_arena(matches: bool) -> None:
    table = OneSeat(
        ["greedy", "level:1", "greedy"], matches=matches, rules=rule_set("official", target=30)
    )
    seats = set()
    for seed in range(4):
        seen, info = table.reset(seed=seed)
        seats.add(info["seat"])
        over, paid, points = False, 0.0, []
        while not over:
            action = int(np.flatnonzero(seen["action_mask"])[0])
            seen, reward, over, _, info = table.step(action)
            paid += float(reward)
            points += info.get("points", [])
        assert not info["illegal"] and not seen["action_mask"].any()
        assert len(points) == (len(table.match.results) if matches else 1)
        assert paid == pytest.approx(sum(sum(one) / 3 - one[table.seat] * 4 / 3 for one in points))
        assert seen["observation"][:64].sum() == table.match.round.counts[table.seat]
    assert len(seats) > 1, "the seat is drawn"


def test_what_is_not_legal_is_replaced_or_refused() -> None:
    table = OneSeat()
    table.reset(seed=3)
    before = table.match
    assert table.step(CALL)[4]["illegal"] and table.match != before
    strict = OneSeat(strict=True)
    strict.reset(seed=3)
    before = strict.match
    with pytest.raises(Refusal):
        strict.step(CALL)
    assert strict.match == before
    with pytest.raises(LabError, match="needs 3 bots, not 2"):
        OneSeat(["greedy", "greedy"])


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_no_action_or_comes_at_no_time_is_refused_in_a_sentence(strict: bool) -> None:
    table = OneSeat(strict=strict)
    for early in (lambda: table.step(0), table.render):
        with pytest.raises(LabError, match=r"Nothing is dealt yet: call reset\(\) first\."):
            early()
    seen, _ = table.reset(seed=3)
    before = table.match
    for wrong in (1.5, "x", None, -1, ACTIONS, np.float64(1)):
        told = f"An action is a whole number from 0 to 12,387, not {wrong!r}."
        with pytest.raises(LabError, match=re.escape(told)):
            table.step(wrong)
    over = table.match != before
    while not over:
        seen, _, over, _, _ = table.step(np.flatnonzero(seen["action_mask"])[0])
    with pytest.raises(LabError, match=r"The episode is over: call reset\(\)"):
        table.step(0)


@pytest.mark.long
def test_observations_agree() -> None:
    rng, rows = random.Random(4), np.zeros((1, WIDTH), np.int8)
    for seats in (3, 4):
        rules = rule_set("official", last_card="automatic", target=60)
        match = Match.new(seed=seats, seats=seats, rules=rules)
        while not match.over:
            assert match.turn is not None
            view = match.view(match.turn)
            state = state_of_round(match.round)
            state["totals"][:seats] = match.totals
            if match.exchange is not None:
                exchange = match.exchange
                state["giver"], state["taker"] = exchange.giver, exchange.taker
                state["taken"] = number_of(Give(exchange.card)) - CALL - 1
                if exchange.back is None:
                    state["phase"] = 1
                else:
                    state["back"] = number_of(Give(exchange.back)) - CALL - 1
            row = np.zeros(1, state.dtype)
            row[0] = state
            observe_all(lookup(), row, rows)
            assert (rows[0] == observe(view)).all()
            match = match.act(match.turn, rng.choice(view.actions))


@pytest.mark.parametrize(("seats", "matches"), [(4, False), (3, True)])
def test_many_tables_at_once(seats: int, matches: bool) -> None:
    rules = rule_set("french", target=30)
    tables_, again = (
        VectorEnv(64, seats=seats, rules=rules, matches=matches, seed=5) for _ in range(2)
    )
    chance = np.random.default_rng(1)
    ended, rewarded = 0, 0
    for _ in range(300):
        legal = tables_.legal()
        sizes = np.diff(legal.starts)
        assert (sizes > 0).all()
        chosen = legal.actions[legal.starts[:-1] + (chance.random(64) * sizes).astype(int)]
        masks = tables_.masks()
        assert (masks.sum(axis=1) == sizes).all() and masks[np.arange(64), chosen].all()
        rewards, done = tables_.step(chosen)
        repeated, _ = again.step(chosen)
        assert (rewards == repeated).all() and np.allclose(rewards.sum(axis=1), 0, atol=1e-4)
        ended += int(done.sum())
        rewarded += int((rewards != 0).any(axis=1).sum())
    assert ended > 3 and (rewarded > ended if matches else rewarded == ended)
    assert (tables_.observe() == again.observe()).all()
    assert set(tables_.turns.tolist()) <= set(range(seats))


def test_masks_are_the_view_s_actions() -> None:
    match = Match.new(seed=1)
    assert match.turn is not None
    view = match.view(match.turn)
    assert np.flatnonzero(mask(view)).tolist() == sorted(number_of(one) for one in view.actions)


@compiled
def which_are_legal(known: Any, state: Any, actions: Any) -> Any:
    found = np.zeros(len(actions), np.bool_)
    for at in range(len(actions)):
        found[at] = is_legal(known, state, actions[at])
    return found


@pytest.mark.parametrize(("seats", "edition"), [(4, "official"), (3, "german"), (4, "riva")])
def test_what_may_be_done_is_what_is_listed(seats: int, edition: str) -> None:
    """Every action number at every table, over whole matches with exchange and duty to block."""
    tables_ = VectorEnv(8, seats=seats, rules=rule_set(edition, target=60), matches=True, seed=9)
    chance, every, known = np.random.default_rng(2), np.arange(-1, ACTIONS + 1), lookup()
    given = 0
    for _ in range(250):
        legal = tables_.legal()
        sizes = np.diff(legal.starts)
        for number in range(8):
            listed = legal.actions[legal.starts[number] : legal.starts[number + 1]]
            found = every[which_are_legal(known, tables_.states[number], every)]
            assert found.tolist() == listed.tolist()
            given += int(listed[0] > CALL)
        tables_.step(legal.actions[legal.starts[:-1] + (chance.random(8) * sizes).astype(int)])
    assert given


def test_bad_tables_and_actions_are_refused_and_nothing_has_happened() -> None:
    tables_ = VectorEnv(3, seed=1)
    before, legal = tables_.observe(), tables_.legal()
    fine = legal.actions[legal.starts[:-1]]
    for actions, code in [
        (fine[:2], "bad_actions"),
        (fine[:, None], "bad_actions"),
        (fine.astype(float), "bad_actions"),
        ([*fine[:2], PASS], "illegal_action"),
        ([*fine[:2], -1], "illegal_action"),
        ([*fine[:2], 10**9], "illegal_action"),
    ]:
        with pytest.raises(LabError) as refused:
            tables_.step(actions)
        assert refused.value.code == code
        assert (tables_.observe() == before).all()
    for made in (lambda: VectorEnv(0), lambda: VectorEnv(2, seats=5), lambda: env(seats=2)):
        with pytest.raises(LabError):
            made()


def test_a_spectator_observes_nothing() -> None:
    view = Match.new(seed=1).view(None)
    for ask in (observe, lambda one: recent(one, 5)):
        with pytest.raises(LabError, match="A spectator observes nothing"):
            ask(view)
