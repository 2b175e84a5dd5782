"""Hints: legal, repeatable, best first, with reasons from the closed list."""

import random

import pytest

from gangoffour import Action, Call, Match, Pass, Play, rule_set
from gangoffour.bots import BotError, hint, load_bot
from gangoffour.bots.careful import allowed
from gangoffour.bots.hint import REASONS

SEEN: set[str] = set()


@pytest.mark.parametrize("seats", [3, 4])
def test_every_hint_is_legal_and_has_reasons(seats: int) -> None:
    rng, greedy = random.Random(seats), load_bot("greedy")
    match = Match.new(seed=seats, seats=seats, rules=rule_set("german", target=30))
    with pytest.raises(BotError, match="nothing to choose"):
        hint(match.view(((match.turn or 0) + 1) % seats))
    while not match.over:
        assert match.turn is not None
        view = match.view(match.turn)
        advice = hint(view)
        assert 1 <= len(advice) <= 3 and advice == hint(view)
        for one in advice:
            assert allowed(one.action, view)
            assert set(one.reasons) <= set(REASONS)
            SEEN.update(one.reasons)
        bot_action: Action = greedy.choose(view, rng)
        match = match.act(match.turn, advice[0].action if rng.random() < 0.5 else bot_action)


def test_the_last_card_is_said() -> None:
    match, rng, greedy = Match.new(seed=1), random.Random(1), load_bot("greedy")
    while match.round.silent is None:
        assert match.turn is not None
        action = greedy.choose(match.view(match.turn), rng)
        if isinstance(action, Play):
            action = Play(action.combination, call=False)
        match = match.act(match.turn, action)
    (advice,) = hint(match.view(match.round.silent))
    assert advice.action == Call() and advice.reasons == ("says_last_card",)
    assert advice.as_dict()["action"] == {"call": True}


def test_reasons_come_up() -> None:
    common = {"only_play", "goes_out", "leaves_one_play", "takes_lead", "keeps_plan"}
    assert common <= SEEN
    assert {"gives_useless", "gets_rid_of_low", "sheds_many", "saves_control"} <= SEEN


def test_passing_has_reasons() -> None:
    match, rng, greedy = Match.new(seed=5), random.Random(1), load_bot("greedy")
    reasons = set()
    while len(match.results) < 3:
        assert match.turn is not None
        view = match.view(match.turn)
        for one in hint(view, limit=99):
            if isinstance(one.action, Pass) and len(view.actions) > 1:
                reasons.update(one.reasons)
        match = match.act(match.turn, greedy.choose(view, rng))
    assert reasons >= {"pass_saves_high", "pass_keeps_plan"}
