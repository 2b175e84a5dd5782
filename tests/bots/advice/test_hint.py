"""Hints: legal, repeatable, best first, with reasons from the closed list."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gangoffour import Action, Call, Match, Play, View, rule_set
from gangoffour.bots import BotError, hint, load_bot
from gangoffour.bots.advice.analyse import analyse
from gangoffour.bots.advice.reasons import REASONS, Reasons
from gangoffour.bots.outside.mistakes_replaced import allowed
from gangoffour.bots.position.position import position_of
from gangoffour.rules.position import parse_position
from tests.support.languages import LOCALES
from tests.support.length import slice_of


@pytest.mark.parametrize("seats", [3, 4])
def test_every_hint_is_legal_and_has_reasons(seats: int) -> None:
    rng, greedy = random.Random(seats), load_bot("greedy")
    match = Match.new(seed=seats, seats=seats, rules=rule_set("german", target=slice_of(30, 10)))
    with pytest.raises(BotError, match="no choice to make"):
        hint(match.view(((match.turn or 0) + 1) % seats))
    while not match.over:
        assert match.turn is not None
        view = match.view(match.turn)
        advice = hint(view)
        assert 1 <= len(advice) <= 3
        if match.version % 10 == 0:
            assert advice == hint(view)
        for one in advice:
            assert allowed(one.action, view)
            assert set(one.reasons) <= set(REASONS)
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


def test_a_play_that_leaves_half_a_pair_breaks_one() -> None:
    """Though the plan for the hand begins with it."""
    hands = "Y1,Y1,G3,Y5,Y5,G8,Y8,R10/Y2,Y9/R7,R9/G9,RD"
    view = parse_position(f"official round 2 - dealer 1 hands {hands} turn 0 totals 0,9,3,1").view(
        0
    )
    why = Reasons(view, position_of(view))
    assert "keeps_plan" not in why.of(Play.of("Y1 Y1 Y5 Y5 Y8"))
    assert "keeps_plan" in why.of(Play.of("G3"))


COMES_UP = {
    0: {
        0: "sheds_many keeps_gang saves_control gets_rid_of_low keeps_plan",
        6: "leaves_one_play pass_saves_high",
        7: "only_play",
        9: "goes_out",
        10: "gives_useless",
        16: "pass_keeps_plan for_the_match",
        29: "stops_opponent",
        40: "drops_multiplier",
        56: "takes_lead",
        64: "duty_highest",
    },
    2: {102: "duty_several"},
    5: {167: "leaves_unbeatable"},
}
"""By seed of a match among greedy players and number of the action: reasons found there."""


@pytest.mark.parametrize("seconds", [float("nan"), -1, float("inf")])
def test_a_time_to_look_that_is_none_is_refused(seconds: float) -> None:
    view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7])
    with pytest.raises(ValueError, match="seconds must be a time of 0 or more, not"):
        analyse(view, seconds)


def test_every_reason_comes_up() -> None:
    greedy, found = load_bot("greedy"), {"says_last_card"}
    for seed, places in COMES_UP.items():
        rng = random.Random(seed)
        match = Match.new(seed=seed, seats=3 + seed % 2, rules=rule_set("german", target=30))
        while match.version <= max(places):
            assert match.turn is not None
            view = match.view(match.turn)
            if match.version in places:
                wanted = set(places[match.version].split())
                assert wanted <= {code for one in hint(view, limit=99) for code in one.reasons}
                found |= wanted
            match = match.act(match.turn, greedy.choose(view, rng))
    assert found == set(REASONS)


def test_every_reason_has_words_in_every_language() -> None:
    folder = Path(__file__).parents[3] / "web/messages/table"
    for locale in LOCALES:
        words = json.loads((folder / f"{locale}.json").read_text())
        assert {code for code in REASONS if f"reason_{code}" not in words} == set(), locale


def test_points_of_cards_left_come_first_only_when_the_round_may_end() -> None:
    """Nearly every play at the beginning leaves a lower multiplier: that is no advice (R6.1), and
    eleven cards are not few."""
    early, late = 0, 0
    for seed in range(4):
        match, rng, greedy = Match.new(seed=seed), random.Random(seed), load_bot("greedy")
        while not match.results:
            assert match.turn is not None
            view = match.view(match.turn)
            others = min(count for seat, count in enumerate(view.counts) if seat != view.seat)
            for advice in hint(view):
                if "drops_multiplier" in advice.reasons:
                    assert isinstance(advice.action, Play)
                    assert len(view.hand) - advice.action.combination.size <= 10
                if "drops_multiplier" in advice.reasons and others > 4:
                    assert advice.reasons[-1] == "drops_multiplier"
                    early += 1
                elif "drops_multiplier" in advice.reasons:
                    late += 1
            match = match.act(match.turn, greedy.choose(view, rng))
    assert early and late


def test_a_way_out_is_worth_exactly_what_the_others_hold() -> None:
    """Most cards of a position that was set up are out of play: nobody holds them."""
    hands = "G1,G4/Y2,Y2/M1,R7,R9/G2,RD"
    line = f"official round 2 - dealer 1 hands {hands} turn 0 totals 0,9,3,1"
    match = parse_position(line.replace("G1,G4", "G4,Y4"))
    best, *others = hint(match.view(0), limit=9)
    assert isinstance(best.action, Play) and best.action.combination.size == 2
    assert best.points == (2 + 3 + 2) / 3
    assert "goes_out" in best.reasons
    assert others and all(one.points <= best.points for one in others)
    for one in hint(parse_position(line).view(0), limit=9):
        assert -2 <= one.points <= (2 + 3 + 2) / 3


@pytest.mark.parametrize("counts", [[5, 1, 7], [1, 1, 1], [9, 2, 3]])
def test_the_likeliest_are_played_on_however_clear_it_looks(counts: list[int]) -> None:
    view = View.of("G3 Y3 R9 RD", counts=counts, table="Y2 R2")
    lines = analyse(view, seconds=0, candidates=1)
    assert sum(line.played is not None for line in lines) >= 2 and lines[0].played is not None
    assert all((line.worlds > 0) == (line.played is not None) for line in lines)
    (only,) = analyse(View.of("G3 Y5", counts=[5, 5, 7], table="R10 G10"), seconds=0)
    assert only.played is None and only.worlds == 0


def test_what_is_no_view_is_told_so() -> None:
    match: Any = Match.new(seed=1)
    for ask in (hint, analyse):
        with pytest.raises(
            BotError, match=r"Expected a view, match\.view\(seat\), but got Match\."
        ):
            ask(match)
    with pytest.raises(BotError, match="has no choice to make now"):
        hint(match.view(None))
