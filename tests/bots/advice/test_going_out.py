"""What going out brings is known, and nobody expects more than can be."""

import random
from itertools import pairwise

import pytest

from gangoffour import Match, Play, RuleSet, View, parse_position, rule_set
from gangoffour.bots import analyse, hint, load_bot
from gangoffour.bots.advice.decision import lead_of
from gangoffour.bots.review import review
from gangoffour.rules.scoring import points_for

WON = {
    "the last card": "official round 4 - dealer 1 hands M1,G2,G2,Y3,R3,R6,R7,Y8,R8,R10/RD/"
    "G1,R1,Y2,R2,R2,Y3,Y4 dead G1,R1,Y2,R3,R4,R4,G5,R5,Y6,R6,Y7,G8,G8,Y8,Y9,Y10 turn 1 "
    "table 2:R10 called 1 exchange 0>1:YP,G2 totals 97,5,3",
    "a pair that leads": "official round 6 - dealer 0 hands G8,R8/M1,G2,G3,G5,G10/"
    "G1,Y2,Y3,R3,G4,R4,Y5,R5,Y6,R6,G7,R8,G9,G10,Y10,GP/G2,R2,G3,R3,Y4,G5,G6,G7,G8,R10 turn 0 "
    "exchange 3>0:YP,Y1 totals 46,58,94,95",
    "a flush over another": "official round 11 + dealer 2 hands G1,R1,G2,R3,G4,R5,R5,R6,G9/"
    "G1,Y2,G3,G4,Y5,Y10/G2,G3,G7,G10,G10/Y1,R2,R4,G5,G5,G6,G7,G8,R9 turn 2 "
    "table 3:Y3,Y4,Y4,Y6,Y9 passed 0,1 exchange 3>2:GP,Y3 totals 65,95,14,80",
}
"""Positions in which a play goes out and wins the match."""
LEVELS = ("crane", "tiger", "tiger-exact", "typhoon")


def play_out_of(match: Match) -> Play:
    view = match.view(match.turn)
    plays = [one for one in view.actions if isinstance(one, Play)]
    return next(one for one in plays if one.combination.size == len(view.hand))


@pytest.mark.parametrize("position", WON)
def test_what_wins_the_match_at_once_is_done_and_advised(position: str) -> None:
    match = parse_position(WON[position])
    view, out = match.view(match.turn), play_out_of(match)
    assert match.act(match.turn or 0, out).winners == (match.turn,)
    for name in LEVELS:
        assert load_bot(name).choose(view, random.Random(0)) == out
    assert hint(view)[0].action == analyse(view, seconds=0.01)[0].action == out


@pytest.mark.parametrize("position", WON)
def test_a_review_finds_no_fault_with_it(position: str) -> None:
    match = parse_position(WON[position])
    won = match.act(match.turn or 0, play_out_of(match))
    for one in review(won).decisions:
        if one.seat == match.turn:
            assert (one.best, one.cost, one.mark) == (one.played, 0.0, "good")


@pytest.mark.parametrize("position", WON)
def test_a_review_names_it_where_it_was_missed(position: str) -> None:
    match = parse_position(WON[position])
    seat, out = match.turn or 0, play_out_of(match)
    other = next(one for one in match.view(seat).actions if one != out)
    missed = review(match.act(seat, other), [seat]).decisions[0]
    assert missed.best == out
    assert missed.cost >= 0


def test_going_out_that_shares_the_match_or_loses_it_is_weighed() -> None:
    """Only a match won alone is worth more than anything else."""
    lost = parse_position(WON["the last card"].replace("totals 97,5,3", "totals 97,50,3"))
    view = lost.view(1)
    assert lost.act(1, play_out_of(lost)).winners != (1,)
    assert {one.action for one in hint(view)} == set(view.actions)


MOST: dict[str, tuple[RuleSet, int]] = {
    "official": (rule_set("official"), 0),
    "finnish": (rule_set("finnish"), 2),
    "silence costs twenty": (rule_set("official", barred_extra=20), 21),
    "called by the rules": (rule_set("finnish", last_card="automatic"), 0),
}
"""And what who comes to their last card in silence pays."""


@pytest.mark.parametrize("rules", MOST)
def test_nobody_is_expected_to_pay_more_than_they_can(rules: str) -> None:
    """The next player has called; whoever comes to one card in silence has one card."""
    asked, silent = MOST[rules]
    others, called = [1, 5, 16], [1]
    view = View.of("G3 R3 R4 Y4 G4 G4", others, table="Y2", called=called, rules=asked)
    most = (1 + max(5, silent) + max(80, silent)) / 3
    for one in hint(view, 99):
        assert one.points <= most + 1e-6
        laid = one.action.combination.size if isinstance(one.action, Play) else 0
        assert one.points >= -points_for(6 - laid) - 1e-6
    for line in analyse(view, seconds=0, seed=0):
        assert line.points <= most + 1e-6


def test_what_a_review_expects_can_be() -> None:
    """Level 1 loses much; what is expected at each turn is within the cards held."""
    rng, bots = random.Random(2), [load_bot("dumpling"), load_bot("greedy")]
    match = Match.new(seed=2, seats=3)
    while not match.over:
        assert match.turn is not None
        match = match.act(match.turn, bots[match.turn % 2].choose(match.view(match.turn), rng))
    compared = 0
    for one in review(match).seats:
        for now, then in pairwise(one.outlook):
            if now.at.round != then.at.round or now.at.move is None:
                continue
            at = now.at.round - 1
            before = match.results[at - 1].totals if at else (0,) * match.seats
            held = [16] * match.seats
            for move in match.past[at].history[: now.at.move]:
                held[move.seat] -= move.play.size if move.play else 0
            others = [points_for(count) for seat, count in enumerate(held) if seat != one.seat]
            most = sum(others) / len(others)
            assert now.lead - lead_of(before, one.seat) <= most + 1e-6
            compared += 1
    assert compared > 50


HOPEFUL = {
    "a dragon and a five": ("R5 RD", [7, 8]),
    "three at the table": ("R5 RD", [7, 8, 9]),
    "eight cards": ("R2 R2 R5 G8 Y8 R8 G9 R9", [7, 7]),
}
"""Set up without a history, they look better than they can be."""


@pytest.mark.parametrize("position", HOPEFUL)
def test_what_looks_better_than_can_be_is_told_apart_all_the_same(position: str) -> None:
    hand, counts = HOPEFUL[position]
    view = View.of(hand, counts=counts)
    best, second, *_ = hint(view)
    assert best.action == load_bot("tiger").choose(view, random.Random(0))
    assert best.points > second.points + 0.5


def test_a_closer_look_believes_what_it_has_seen() -> None:
    """The gang goes first, nobody beats it, the last card follows: 80 points from everybody."""
    view = View.of("G1 G1 Y1 Y1 R1 R1 M1 G2", counts=[16, 16, 16])
    best = analyse(view, seconds=0.05)[0]
    assert isinstance(best.action, Play) and best.action.combination.size == 7
    assert (best.played, best.spread) == (80.0, 0.0)
    assert best.judged < best.points == pytest.approx(80.0, abs=1.0)
