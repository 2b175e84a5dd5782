"""Every refusal of the rules is reached: one example for each code."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable

import pytest

from gangoffour import Cards, Give, Match, Refusal, combination, parse_action, points_for, rule_set
from gangoffour.rules.deal import Ceremony, check_ceremony
from gangoffour.rules.errors import REASONS
from gangoffour.rules.position import parse_position
from gangoffour.rules.reader import parse_record
from gangoffour.rules.sheet import Line, Sheet
from tests.rules.positions import position, refused

SHEET = Sheet.new(4, rule_set("riva"))
CHINESE = rule_set("official", chinese_deal=True)


def over() -> Match:
    return position("G1", "G2", "G3", totals=(0, 99, 0)).play(0, "G1")


def exchanging() -> Match:
    return position("G1", "G2", "G3").play(0, "G1")


EXAMPLES: dict[str, Callable[[], object]] = {
    "unknown_card": lambda: Give("G11"),
    "too_many_copies": lambda: Cards.parse("RD RD"),
    "not_a_combination": lambda: combination("G3 Y4"),
    "not_your_turn": lambda: position("G1", "G2", "G3").play(1, "G2"),
    "unknown_seat": lambda: position("G1", "G2", "G3").pass_(3),
    "cards_not_held": lambda: position("G1", "G2", "G3").play(0, "G2"),
    "wrong_size": lambda: position("G1 Y1", "G2", "G3", table="G2", by=2).play(0, "G1 Y1"),
    "too_low": lambda: position("G3 Y4 G5 G6 G7", "G2", "G3", table="G1 G2 G3 G4 G6", by=2).play(
        0, "G3 Y4 G5 G6 G7"
    ),
    "same_combination": lambda: position("G1", "G2", "G3", table="G1", by=2).play(0, "G1"),
    "gang_too_low": lambda: position("RD", "G2", "G3", table="G1 G1 Y1 Y1", by=2).play(0, "RD"),
    "opening_needs_m1": lambda: position("G1 M1", "G2", "G3", opening=True).play(0, "G1"),
    "opening_too_large": lambda: position("G1 G1 Y1 Y1 R1 M1", "G2", "G3", opening=True).play(
        0, "G1 G1 Y1 Y1 R1 M1"
    ),
    "leader_must_play": lambda: position("G1", "G2", "G3").pass_(0),
    "nothing_to_call": lambda: position("G1", "G2", "G3").call(0),
    "must_block_highest": lambda: position("G8 G9", "G2", "G3", table="G7", by=2, called=(1,)).play(
        0, "G8"
    ),
    "must_block_no_pass": lambda: position(
        "G8 G9", "G2", "G3", table="G7", by=2, called=(1,)
    ).pass_(0),
    "must_block_gang": lambda: position(
        "G8 G8 Y8 Y8", "G2", "G3", table="RD", by=2, called=(1,), rules="german"
    ).pass_(0),
    "must_lead_several": lambda: position("G8 Y8", "G2", "G3", called=(1,)).play(0, "Y8"),
    "must_lead_highest": lambda: position("G8 Y9", "G2", "G3", called=(1,)).play(0, "G8"),
    "unknown_action": lambda: parse_action({"fold": True}),
    "not_in_exchange": lambda: position("G1", "G2", "G3").give(0, "G1"),
    "must_give_first": lambda: exchanging().pass_(0),
    "match_over": lambda: over().pass_(0),
    "bad_card_count": lambda: points_for(17),
    "bad_line": lambda: SHEET.add(Line((0, 1))),
    "no_round_winner": lambda: SHEET.add(Line((1, 2, 3, 4))),
    "two_round_winners": lambda: SHEET.add(Line((0, 0, 3, 4))),
    "barred_one_card": lambda: SHEET.add(Line((0, 2, 3, 4), barred=(1,))),
    "tie_unsettled": lambda: SHEET.add(Line((0, 4, 3, 4))),
    "rounds_after_end": lambda: Sheet.of(4, SHEET.rules, [Line((0, 16, 15, 14), (), (1,))] * 3),
    "bad_seed": lambda: Match.new(seed=1.5),  # type: ignore[arg-type]
    "bad_deal": lambda: Match.new(seed=1, hands=["G1"] * 4),
    "bad_cut": lambda: check_ceremony(Ceremony(1, ("RD",), 0), 4, 0, 1, CHINESE),
    "unknown_edition": lambda: rule_set("martian"),
    "unknown_rule_field": lambda: rule_set("official", jokers=2),
    "bad_rule_value": lambda: rule_set("official", target="many"),
    "bad_position": lambda: parse_position("official round 1 + dealer 0"),
    "bad_record": lambda: parse_record("no record at all"),
}


def test_every_refusal_has_an_example() -> None:
    """R1–R9: no way to be refused is without a test."""
    assert set(EXAMPLES) == set(REASONS)


@pytest.mark.parametrize("code", EXAMPLES)
def test_refusal(code: str) -> None:
    """R1–R9: each refusal has its code, a rule, a sentence, and travels as JSON or pickled."""
    refusal = refused(code, EXAMPLES[code])
    assert refusal.rule == REASONS[code].rule
    told = json.loads(json.dumps(refusal.as_dict()))
    assert told["code"] == code and told["message"].endswith(".")
    again = pickle.loads(pickle.dumps(refusal))
    assert again.as_dict() == refusal.as_dict() and str(again) == str(refusal)


def test_long_inputs_are_shortened() -> None:
    """R1.2: what a stranger sent is quoted, but not at any length."""
    refusal = refused("unknown_card", lambda: Cards.parse(["G" * 100_000]))
    assert len(json.dumps(refusal.as_dict())) < 1_500


def test_no_other_codes() -> None:
    """R1–R9: a refusal without a reason cannot be made."""
    with pytest.raises(KeyError):
        Refusal("no_such_reason")
