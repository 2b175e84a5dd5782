"""R9: the editions, and rule sets of one's own."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from gangoffour import EDITIONS, Match, RuleSet, View, rule_set
from gangoffour.rules.editions import FIELDS, parse_rules, print_rules, with_changes
from tests.rules import oracle
from tests.rules.positions import plays, position, refused

OFFICIAL = {
    "duty_to_block": True,
    "gang_must_block": False,
    "opening_limit": 5,
    "barred_extra": 0,
    "loser_tie": "total",
    "last_card": "call",
    "passed_may_return": True,
    "target": 100,
    "seats": (3, 4),
    "chinese_deal": False,
    "count_in_direction": False,
}
DIFFERENCES: dict[str, dict[str, object]] = {
    "official": {},
    "french": {"opening_limit": None},
    "german": {"opening_limit": None, "gang_must_block": True, "count_in_direction": True},
    "finnish": {"opening_limit": None, "barred_extra": 1},
    "riva": {
        "seats": (4,),
        "opening_limit": None,
        "duty_to_block": False,
        "loser_tie": "highest_card",
    },
}


@pytest.mark.parametrize("edition", DIFFERENCES)
def test_table_of_editions(edition: str) -> None:
    """R9: every field of every edition."""
    assert asdict(rule_set(edition)) == {**OFFICIAL, **DIFFERENCES[edition], "edition": edition}
    assert rule_set(edition) == EDITIONS[edition]
    assert rule_set(edition).differences == {}
    known = set(oracle.OFFICIAL)
    ours = {name: value for name, value in asdict(rule_set(edition)).items() if name in known}
    assert ours == oracle.RULES[edition]


def test_which_editions_there_are() -> None:
    """R9: five, the official one being the default."""
    assert list(EDITIONS) == list(DIFFERENCES)
    assert rule_set() == RuleSet() == EDITIONS["official"]
    assert Match.new(seed=1).rules == rule_set("official")
    assert Match.new(seed=1, rules="french").view(0).as_dict()["edition"] == "french"
    assert set(FIELDS) == set(OFFICIAL)


@pytest.mark.parametrize("edition", ["", "Official", "custom", "dutch", None, 3, ["official"]])
def test_unknown_editions(edition: object) -> None:
    """R9: refused, naming those there are."""
    makers: list[Any] = [rule_set, RuleSet]
    for make in makers:
        refusal = refused("unknown_edition", partial(make, edition))
        assert repr(edition) in refusal.message and "riva" in refusal.message


@pytest.mark.parametrize("rules", [{"target": 5}, None, 3, ["official"]])
def test_what_is_neither_an_edition_nor_a_rule_set(rules: Any) -> None:
    """R9: refused at once, by whoever takes rules."""
    askers: list[Any] = [partial(Match.new, seed=1), partial(View.of, "G3 Y3", [5, 1, 7])]
    for ask in askers:
        refusal = refused("unknown_edition", partial(ask, rules=rules))
        assert repr(rules) in refusal.message


def test_a_rule_set_made_by_hand_is_as_plain_as_any() -> None:
    """R9: its numbers are Python's own, and its text can be read."""
    made = RuleSet("german", target=np.int64(50), seats=[4, 3])  # type: ignore[arg-type]
    assert type(made.target) is int and made.seats == (3, 4)
    assert parse_rules(print_rules(made)) == made


def test_unknown_fields() -> None:
    """R9: refused, naming those there are."""
    for field in ("colour", "edition", "Target", ""):
        refusal = refused("unknown_rule_field", partial(rule_set, "official", **{field: 1}))
        assert repr(field) in refusal.message and "passed_may_return" in refusal.message


BAD_VALUES: dict[str, list[object]] = {
    "duty_to_block": [1, 0, "yes", None],
    "gang_must_block": [1, "no", None, []],
    "opening_limit": [0, 8, -1, 5.0, "5", True, []],
    "barred_extra": [-1, 21, 1.0, "1", None, True],
    "loser_tie": ["seat", "", None, 1, True, ["total"]],
    "last_card": ["never", "", None, 1, ["call"]],
    "passed_may_return": [1, "yes", None],
    "target": [0, -5, 10_001, 99.5, "100", None, True],
    "seats": [2, 5, (), [], (3, 5), "4", None, True, (True,), {3: 4}, {3, 4}, 4.0, (4.0,), [4.0]],
    "chinese_deal": [1, "yes", None],
    "count_in_direction": [1, "yes", None],
}


@pytest.mark.parametrize("field", FIELDS)
def test_bad_values(field: str) -> None:
    """R9: every field refuses what it cannot be, quoting it."""
    for value in BAD_VALUES[field]:
        makers: list[Any] = [partial(rule_set, "official"), RuleSet, partial(replace, RuleSet())]
        for make in makers:
            refusal = refused("bad_rule_value", partial(make, **{field: value}))
            assert field in refusal.message and repr(value) in refusal.message


GOOD_VALUES: dict[str, list[object]] = {
    "duty_to_block": [True, False],
    "gang_must_block": [True, False],
    "opening_limit": [None, 1, 7],
    "barred_extra": [0, 20],
    "loser_tie": ["total", "highest_card"],
    "last_card": ["call", "automatic"],
    "passed_may_return": [True, False],
    "target": [1, 10_000],
    "chinese_deal": [True, False],
    "count_in_direction": [True, False],
}


@pytest.mark.parametrize("field", GOOD_VALUES)
def test_custom_rule_sets(field: str) -> None:
    """R9: each difference is a named field; a match is played by it."""
    for value in GOOD_VALUES[field]:
        rules = rule_set("french", **{field: value})
        assert getattr(rules, field) == value and rules.edition == "french"
        assert set(rules.differences) <= {field}
        assert with_changes(rule_set("french"), rules.differences) == rules
        match = Match.new(seed=9, rules=rules)
        while match.round.number == 1 and not match.over:
            assert match.turn is not None
            match = match.act(match.turn, match.view(match.turn).actions[0])
        assert len(match.results) == 1


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("duty_to_block=false", "duty_to_block cannot be 'false': yes or no."),
        (
            "opening_limit=none",
            "opening_limit cannot be 'none': a whole number from 1 to 7, or any.",
        ),
        ("opening_limit=9", "opening_limit cannot be '9': a whole number from 1 to 7, or any."),
        ("seats=5", "seats cannot be '5': 3, 4 or 3+4."),
        ("seats=both", "seats cannot be 'both': 3, 4 or 3+4."),
        ("target=any", "target cannot be 'any': a whole number from 1 to 10000."),
        ("last_card=no", "last_card cannot be 'no': one of call, automatic."),
    ],
)
def test_a_text_of_rules_is_refused_in_the_words_of_such_texts(told: str, words: str) -> None:
    """R9: it is quoted as it stands, and what is named instead is read."""
    refusal = refused("bad_rule_value", lambda: parse_rules(f"french[{told}]"))
    assert refusal.message == words


def test_no_limit_is_none() -> None:
    """R9: the word that is read, by Python, by the command line and, as null, by the engine."""
    refusal = refused("bad_rule_value", lambda: rule_set(opening_limit="any"))
    assert refusal.message.endswith("a whole number from 1 to 7, or none.")


def test_seats_field() -> None:
    """R9: which numbers of players may sit down; riva is for four only."""
    assert rule_set("official", seats=3).seats == (3,)
    assert rule_set("official", seats=[4, 3, 3]).seats == (3, 4)
    refused("bad_rule_value", lambda: Match.new(seed=1, seats=3, rules="riva"))
    refused("bad_rule_value", lambda: Match.new(seed=1, seats=4, rules=rule_set(seats=3)))
    strange: list[Any] = [0, 2, 5, "4", None, 4.0, True]
    for seats in strange:
        refused("bad_rule_value", partial(Match.new, seed=1, seats=seats))


def test_numbers_of_other_kinds() -> None:
    """R9: numpy's whole numbers are numbers, and a rule set holds Python's own."""
    told: dict[str, Any] = {"target": 50, "opening_limit": 3, "barred_extra": 2, "seats": 4}
    ours = rule_set("official", **told)
    theirs = rule_set("official", **{field: np.int64(value) for field, value in told.items()})
    assert theirs == ours and repr(theirs) == repr(ours)
    assert repr(rule_set(seats=[np.int8(3)])) == repr(rule_set(seats=3))
    match: dict[str, Any] = {"seed": 1, "seats": 3, "dealer": 2}
    numbers: dict[str, Any] = {name: np.int64(value) for name, value in match.items()}
    assert repr(Match.new(**numbers)) == repr(Match.new(**match))
    refused("bad_rule_value", lambda: rule_set(target=np.float64(50)))
    refused("bad_rule_value", lambda: rule_set(duty_to_block=np.int64(1)))


def test_rule_sets_do_not_change() -> None:
    """R9: a rule set is a value."""
    with pytest.raises(FrozenInstanceError):
        rule_set().target = 5  # type: ignore[misc]


ALL_ONES = "G1 G1 Y1 Y1 R1 R1 M1 G2 G3 G4 G5 G6 G7 G8 G9 G10"


@pytest.mark.parametrize(
    ("edition", "largest"),
    [("official", 5), ("french", 7), ("german", 7), ("finnish", 7), ("riva", 7)],
)
def test_opening_limit(edition: str, largest: int) -> None:
    """R9, R4.3: how many cards the first combination of a match, with M1 in it, may have."""
    match = position(ALL_ONES, "G2", "G3", "G4", rules=edition, opening=True)
    assert max(laid.size for laid in match.view(0).plays) == largest
    for gang in ("G1 G1 Y1 Y1 R1 M1", "G1 G1 Y1 Y1 R1 R1 M1"):
        if largest == 7:
            assert match.play(0, gang).round.table_by == 0
        else:
            refusal = refused("opening_too_large", partial(match.play, 0, gang))
            assert str(len(gang.split())) in refusal.message
    later = position(ALL_ONES, "G2", "G3", "G4", rules=edition)
    assert max(laid.size for laid in later.view(0).plays) == 7


@pytest.mark.parametrize("edition", DIFFERENCES)
def test_barred_extra(edition: str) -> None:
    """R9, R5.2: in the finnish edition a barred player scores two in all, elsewhere one."""
    match = position("R9 G3", "R10 R8 Y8", "G7 G8 R8", "G9", rules=edition).play(0, "R9")
    match = match.play(1, "R10").pass_(2).pass_(3).play(1, "R8 Y8")
    assert match.results[0].points == (2 if edition == "finnish" else 1, 0, 3, 1)


@pytest.mark.parametrize("edition", DIFFERENCES)
def test_duty_to_block_by_edition(edition: str) -> None:
    """R9, R5.4: riva knows no duty to block; the german edition also demands a gang."""
    held = "G3 G3 Y3 R3 Y9 R10"
    match = position(held, "RD", "G4 G5", "G6", table="G9", by=3, called=(1,), rules=edition)
    free = ["Y9", "R10", "G3 G3 Y3 R3"]
    assert plays(match) == (free if edition == "riva" else free[1:])
    assert match.view(0).may_pass == (edition == "riva")
    match = position(held, "RD", "G4 G5", "G6", table="YP", by=3, called=(1,), rules=edition)
    assert plays(match) == ["G3 G3 Y3 R3"]
    assert match.view(0).may_pass == (edition != "german")


@pytest.mark.parametrize("edition", DIFFERENCES)
def test_loser_tie_by_edition(edition: str) -> None:
    """R9, R6.3: riva asks for the highest card left, the others for the higher total."""

    def loser(*others: str) -> int:
        match = position("G1 Y1", *others, rules=edition, totals=(0, 9, 0, 9))
        return match.play(0, "G1 Y1").results[0].loser

    assert loser("G2 G3", "G4 R5", "G6") == (2 if edition == "riva" else 1)
    assert loser("G2 G10", "G4 G10", "Y6") == 1
    assert loser("G2 G10", "M1 R1", "Y6 Y10") == (3 if edition == "riva" else 1)
