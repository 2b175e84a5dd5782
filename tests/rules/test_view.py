"""A view knows what is legal exactly as the match does, refusals and all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gangoffour import (
    EDITIONS,
    Cards,
    Match,
    Play,
    Refusal,
    RuleSet,
    View,
    catalogue,
    parse_position,
    rule_set,
)
from gangoffour.rules.editions import print_rules
from gangoffour.rules.plays import all_plays
from tests.support.length import first_of, slice_of
from tests.support.random_play import at_random


def of_match(match: Match, seat: int, play: Play) -> dict[str, object] | None:
    """What the match itself says against a play; None if it accepts it."""
    try:
        match.act(seat, play)
    except Refusal as refusal:
        return refusal.as_dict()
    return None


@pytest.mark.parametrize("edition", first_of(EDITIONS, 3))
def test_why_not_is_what_the_match_would_say(edition: str) -> None:
    """R4.3, R4.4, R5.4: also for cards not held, out of turn, and while a card is to be given."""
    rng, rules = Random(edition), rule_set(edition, target=40)
    seen: set[str] = set()
    for seed in range(slice_of(6, 1)):
        match = Match.new(seed=seed, seats=rng.choice(rules.seats), rules=rules)
        while not match.over:
            seat = rng.randrange(match.seats) if rng.random() < 0.2 else match.turn
            assert seat is not None
            held = all_plays(match.view(seat).hand.word)
            for play in (*rng.sample(held, min(4, len(held))), rng.choice(catalogue())):
                expected = of_match(match, seat, Play(play))
                found = match.view(seat).why_not(play)
                assert (None if found is None else found.as_dict()) == expected
                seen.add("" if found is None else found.code)
            match = at_random(match, rng)
        last = match.view(0).why_not("G1")
        assert last is not None and last.code == "match_over"
    expected_codes = {"", "too_low", "cards_not_held", "not_your_turn", "must_give_first"}
    assert expected_codes <= seen


def test_cards_that_are_no_combination_are_told_so() -> None:
    match = Match.new(seed=7)
    refusal = match.view(match.turn).why_not("G1 G2")
    assert refusal is not None and refusal.code == "not_a_combination"


@pytest.mark.parametrize("seats", [3, 4])
def test_a_question_by_hand_is_answered_as_in_a_match(seats: int) -> None:
    """R3, R4.3, R5.4: the same cards, counts and table allow the same plays."""
    rng, asked = Random(seats), 0
    for seed in range(slice_of(6, 1)):
        match = Match.new(seed=seed, seats=seats, rules=rule_set("official", target=60))
        while not match.over:
            assert match.turn is not None
            view = match.view(match.turn)
            if view.phase == "play" and not view.barred and not view.may_call:
                asked += 1
                order = [(match.turn + view.direction * step) % seats for step in range(1, seats)]
                found = View.of(
                    view.hand,
                    [view.counts[seat] for seat in order],
                    view.table,
                    called=[step for step, seat in enumerate(order, 1) if seat in view.called],
                    opening=view.opening,
                )
                assert found.actions == view.actions and found.must_block == view.must_block
            match = match.act(match.turn, rng.choice(view.actions))
    assert asked > slice_of(500, 200)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"counts": [1, 2, 3, 4]}, "no tables of 5 players: counts are the others' only"),
        ({"counts": [5, 7], "rules": "riva"}, "The rules riva are not for 3 players"),
        ({"counts": 5}, r"counts is a list of numbers, as \[5, 1, 7\], not 5"),
        ({"counts": [2, 2, 1], "called": 3}, "called is a list of numbers"),
        ({"counts": [1, 0, 3]}, "0 is not a whole number of cards from 1 to 16"),
        ({"counts": [2, "5", 2]}, "'5' is not a whole number of cards"),
        ({"counts": [2, 5.0, 2]}, "5.0 is not a whole number of cards"),
        ({"counts": [2, 2, 2], "totals": 7}, "totals is a list of numbers"),
        ({"counts": [2, 2, 2], "called": [1]}, "Only a player with one card"),
        (
            {"counts": [2, 2, 2], "called": [9]},
            "no seat 9 among the others: they are 1 to 3",
        ),
        ({"counts": [2, 2, 2], "table": "G3 G3"}, "There are not that many G3"),
        ({"counts": [2, 2, 2], "table": "G3 Y4"}, "is not a combination"),
        ({"counts": [2, 2, 2], "totals": [1, 2]}, "4 totals"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(named: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        View.of("G3 Y3 RD", **named)


@pytest.mark.parametrize(
    ("rules", "counts", "called", "barred"),
    [
        (rule_set("official", last_card="automatic"), [1, 5, 6], [], ()),
        (rule_set("official"), [1, 5, 6], [1], ()),
        (rule_set("official"), [1, 1, 6], [2], (1,)),
        (rule_set("official"), [5, 1, 7], [], (2,)),
        (rule_set("official"), [5, 5, 1], [], ()),
    ],
    ids=["automatic", "called", "the next is barred", "silent", "laid just now"],
)
def test_a_question_put_by_hand_heeds_who_has_called_and_who_is_barred(
    rules: RuleSet, counts: list[int], called: list[int], barred: tuple[int, ...]
) -> None:
    """As the same position of a match: R5.2, R5.4, R5.6."""
    asked = View.of("G3 R9", counts, table="G2", called=called, rules=rules)
    of_others = iter(Cards.of("G4 G5 Y5 R5 G6 Y6 R6 G7 G7 Y7 Y8 R8 G9").codes)
    hands = "/".join(",".join(next(of_others) for _ in range(count)) for count in counts)
    said = asked.called if rules.last_card == "automatic" else called
    parts = [f"{print_rules(rules)} round 1 + dealer 0 hands G3,R9/{hands} turn 0 table 3:G2"]
    parts += [f"called {','.join(map(str, said))}"] if said else []
    parts += [f"barred {','.join(map(str, barred))}"] if barred else []
    silent = [seat for seat, count in enumerate(counts, 1) if count == 1]
    silent = [seat for seat in silent if seat not in said and seat not in barred]
    parts += [f"silent {silent[0]}"] if silent else []
    view = parse_position(" ".join([*parts, "totals 0,0,0,0"])).view(0)
    assert (asked.actions, asked.must_block) == (view.actions, view.must_block)
    assert (asked.called, asked.barred) == (view.called, barred)
