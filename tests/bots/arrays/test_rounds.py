"""Many rounds side by side are played as the rules play each, and seen as the network sees each."""

import random
from typing import Any

import numpy as np
import pytest

from gangoffour import Match, rule_set
from gangoffour.bots.arrays.rounds import Rounds
from gangoffour.bots.network import (
    Integers,
    Sight,
    action_number,
    backdrop,
    left_by_each,
    outline_rows,
    policy_rows,
    position_of,
    strongest,
)
from gangoffour.bots.players.learned import reflex
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.playouts import play
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Action, Call, Pass, Play, play_of
from gangoffour.rules.editions import EDITIONS
from gangoffour.rules.round import Round
from gangoffour.rules.scoring import round_points
from gangoffour.rules.view import View
from tests.bots.hidden_hands import round_of
from tests.support.length import first_of, slice_of

RULES: dict[str, dict[str, Any]] = {
    "official": {},
    "french": {"passed_may_return": False},
    "german": {"last_card": "automatic"},
    "finnish": {"barred_extra": 3, "passed_may_return": False},
    "riva": {"last_card": "automatic", "passed_may_return": False},
}


def options(now: Round) -> list[Action]:
    """What the player to move of a round may do; a play that leaves one card says so (R5.1)."""
    plays, may_pass = now.legal()
    left = now.hands[now.turn].bit_count() - 1
    return [*(play_of(one, one.size == left) for one in plays), *([Pass()] if may_pass else [])]


def acted(now: Round, action: Action) -> Round:
    if isinstance(action, Play):
        return now.play(now.turn, action.combination, call=action.call)
    return now.pass_(now.turn)


def begun(edition: str, rng: random.Random) -> list[tuple[Match, View]]:
    """Some moments of the first two rounds of a match at random, the last card often forgotten."""
    rules = rule_set(edition, **RULES[edition])
    match, found = Match.new(seed=str(rng.random()), seats=rng.choice(rules.seats), rules=rules), []
    while not match.over and len(match.results) < 2:
        late = match.round.silent
        seat = match.turn if late is None or rng.random() < 0.5 else late
        assert seat is not None
        view = match.view(seat)
        if seat == match.turn and view.phase == "play" and len(view.actions) > 1:
            found.append((match, view))
        match = match.act(seat, rng.choice(view.actions))
    return rng.sample(found, min(slice_of(6, 3), len(found)))


def test_there_are_editions_for_every_rule_that_changes_play() -> None:
    assert set(RULES) == set(EDITIONS)


@pytest.mark.parametrize("edition", first_of(RULES))
def test_every_step_is_the_rules(edition: str) -> None:
    rng, steps = random.Random(edition), 0
    for match, view in begun(edition, rng):
        worlds = imagine(view, unseen(view), 2, rng)
        some = [one for one in view.actions if isinstance(one, Play | Pass)]
        first = rng.sample(some, min(2, len(some)))
        rounds = Rounds(view, worlds, len(first))
        rounds.act(np.arange(2 * len(first)), np.repeat([action_number(one) for one in first], 2))
        for_match = rng.random() < 0.5
        totals = tuple(total * 100 // view.rules.target for total in view.totals)
        sight = Sight(rounds, backdrop(view, totals if for_match else None))
        truth = [
            acted(round_of(view, world), called(view, one)) for one in first for world in worlds
        ]
        while len(at := rounds.running):
            assert at.tolist() == [i for i, now in enumerate(truth) if now.winner is None]
            assert rounds.turn[at].tolist() == [truth[i].turn for i in at]
            legal: list[list[Action]] = [options(truth[i]) for i in at]
            owner, number = rounds.legal(at)
            numbers = [[action_number(one) for one in some] for some in legal]
            assert [number[owner == i].tolist() for i in range(len(at))] == numbers
            _compare_sight(sight, at, match, truth, for_match)
            chosen = [rng.randrange(len(some)) for some in legal]
            for i, may, one in zip(at, legal, chosen, strict=True):
                truth[i] = acted(truth[i], may[one])
            picked = [some[one] for some, one in zip(numbers, chosen, strict=True)]
            rounds.act(at, np.array(picked))
            steps += len(at)
        for i, now in enumerate(truth):
            assert now.winner == rounds.winner[i]
            assert round_points(now.counts, now.barred, now.rules) == tuple(rounds.points[i])
    assert steps > slice_of(300, 100)


def called(view: View, action: Action) -> Action:
    """The action with the call that an imagined player never forgets."""
    if not isinstance(action, Play) or view.counts[view.seat or 0] - action.combination.size != 1:
        return action
    return play_of(action.combination, True)


def _compare_sight(
    sight: Sight, at: Integers, match: Match, truth: list[Round], for_match: bool
) -> None:
    """What the network sees of the arrays is what it sees of each round's view."""
    views = [match._replace(round=truth[i]).view(truth[i].turn) for i in at]
    positions = [position_of(one, aim_at_match=for_match) for one in views]
    tops = [strongest(one.unseen) for one in positions]
    seen, rounds = sight.of(at), sight.rounds
    assert np.array_equal(seen.bits, policy_rows(positions, tops))
    assert seen.top.tolist() == [list(one) for one in tops]
    owner, number = rounds.legal(at)
    actions = [number[owner == i].tolist() for i in range(len(at))]
    assert np.array_equal(seen.left(owner, number), left_by_each(positions, tops, actions))
    own, rests = seen.outlines(owner, number)
    for i, now in enumerate(positions):
        rows = outline_rows(now.hand, actions[i], tops[i], max(now.counts[1:]))
        assert np.array_equal(rows, np.concatenate([own[i : i + 1], rests[owner == i]]))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_playout_of_the_true_hands_is_the_real_round(seats: int) -> None:
    small = reflex()
    assert small is not None
    match, seen = Match.new(seed=seats, seats=seats), []
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        actions = [action for action in view.actions if not isinstance(action, Call)]
        looks = small.judge(position_of(view), [action_number(one) for one in actions])
        action = actions[int(looks.argmax())]
        seen.append((view, action, [*match.round.hands, match.round.dead]))
        match = match.act(match.turn, action)
    for view, action, hands in seen[:: len(seen) // 4]:
        rounds = Rounds(view, np.array([hands], np.uint64), 1)
        rounds.act(np.array([0]), np.array([action_number(action)]))
        play(Sight(rounds, backdrop(view, None)), small)
        assert tuple(rounds.points[0]) == match.results[0].points
