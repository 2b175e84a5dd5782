"""Facts: one struct a kind, all kinds of events covered, and they say what the rules say."""

from __future__ import annotations

from typing import get_args

import msgspec

from gangoffour.rules import events as game
from gangoffour.table import events as e
from gangoffour.table.views.facts import Fact, fact_of

KINDS = {one.__struct_config__.tag for one in get_args(Fact)}


def test_events_that_are_equal_as_tuples_stay_two_kinds() -> None:
    assert msgspec.to_builtins(fact_of(game.Passed(2))) == {"type": "passed", "seat": 2}
    assert msgspec.to_builtins(fact_of(game.Called(2))) == {"type": "called", "seat": 2}


def test_every_event_of_a_table_and_of_the_game_has_a_kind_of_fact() -> None:
    tables = {one.__struct_config__.tag for one in get_args(e.Event)} - {"acted"}
    games = {
        "played",
        "passed",
        "called",
        "barred",
        "trick_taken",
        "round_ended",
        "dealt",
        "card_taken",
        "card_given",
        "match_ended",
    }
    assert len(games) == len(get_args(game.Event))
    assert tables | games == KINDS


def test_a_fact_is_what_the_rules_say_and_nothing_is_lost() -> None:
    result = game.RoundResult(1, 1, 0, 2, (0, 3, 9, 1), (0, 3, 18, 1), (0, 3, 18, 1), (3,))
    for event in (
        game.Dealt(2, -1, 3, None),
        game.CardTaken(1, 2, "RD"),
        game.CardGiven(2, 1, "G1"),
        game.Barred(1),
        game.TrickTaken(0, 1),
        game.RoundEnded(result),
        game.MatchEnded((0, 1), (99, 99, 120, 130)),
    ):
        assert msgspec.to_builtins(fact_of(event)) == game.event_dict(event)


def test_the_seed_is_in_no_fact() -> None:
    fields = {field for one in get_args(Fact) for field in one.__struct_fields__}
    assert "seed" not in fields
