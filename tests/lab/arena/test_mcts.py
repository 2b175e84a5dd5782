"""The compiled greedy is the greedy of the kit; the search sees only what its seat sees."""

import random
from typing import Any

import numpy as np
import pytest

from gangoffour import EDITIONS, Match, Play
from gangoffour.bots import load_bot
from gangoffour.lab.arena import mcts
from gangoffour.lab.arena.mcts import Search
from gangoffour.lab.arena.players import load_player
from gangoffour.lab.learning.actions import PASS, number_of
from gangoffour.lab.simulator.greedy import greedy_play, playout
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.state import state_of_round
from tests.support.length import slice_of


def test_greedy_is_greedy() -> None:
    rng, greedy = random.Random(1), load_bot("greedy")
    for seed in range(slice_of(60, 24)):
        rules = EDITIONS[rng.choice(list(EDITIONS))]
        match = Match.new(seed=seed, seats=rng.choice(rules.seats), rules=rules)
        chance = seed % 2 == 0
        begun = state_of_round(match.round)
        while not match.results:
            assert match.turn is not None
            view = match.view(match.turn)
            action = greedy.choose(view, rng)
            found = int(greedy_play(lookup(), state_of_round(match.round)))
            assert (PASS if found < 0 else found) == number_of(action)
            match = match.act(match.turn, rng.choice(view.actions) if chance else action)
        if not chance:
            playout(lookup(), begun)
            assert tuple(begun["points"][: match.seats].tolist()) == match.results[0].points


def test_it_is_compiled_before_its_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits down has compiled what it thinks with: the first move is no slower."""
    worlds: list[int] = []
    tried = mcts.try_out

    def noted(*given: Any) -> None:
        worlds.append(given[6])
        tried(*given)

    monkeypatch.setattr(mcts, "try_out", noted)
    mcts.compile_all.cache_clear()
    load_player("mcts50")
    assert 0 < len(worlds) < 10, "a look and no thinking"


@pytest.mark.long
def test_search_is_repeatable_and_beats_greedy() -> None:
    greedy, search = load_bot("greedy"), Search(worlds=64)
    payoffs = []
    for seed in range(slice_of(24, 10)):
        for mine in range(2):
            rng = random.Random(seed)
            match = Match.new(seed=seed, rules="french")
            while not match.results:
                assert match.turn is not None
                bot = search if match.turn % 2 == mine else greedy
                match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
            points = match.results[0].points
            payoffs.append(sum(points[1 - mine :: 2]) - sum(points[mine::2]))
    assert np.mean(payoffs) > 0
    match = Match.new(seed=3, seats=3)
    assert match.turn is not None
    views = [match.view(match.turn)] * 2
    once, again = (search.choose(view, random.Random(5)) for view in views)
    assert once == again and isinstance(once, Play)


def test_search_gives_in_the_exchange() -> None:
    rng, greedy, match = random.Random(1), load_bot("greedy"), Match.new(seed=1)
    while match.phase != "exchange":
        assert match.turn is not None
        match = match.act(match.turn, greedy.choose(match.view(match.turn), rng))
    assert match.turn is not None
    given = load_player("mcts5").choose(match.view(match.turn), rng)
    assert match.act(match.turn, given).phase == "play"
