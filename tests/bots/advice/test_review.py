"""Reviews: known positions, marks, what they may know, and that level 5 would do as it does."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from gangoffour import Give, Match, Pass, Play, Refusal, parse_position, print_record, rule_set
from gangoffour.bots import load_bot
from gangoffour.bots.advice.decision import Moment
from gangoffour.bots.advice.decision_cost import FORGOTTEN_CALL
from gangoffour.bots.advice.marks import DOUBTFUL, MISTAKE, mark_of
from gangoffour.bots.advice.reasons import REASONS
from gangoffour.bots.advice.review import TURNING_POINTS, Review, chosen_seats
from gangoffour.bots.advice.review_reasons import COMPARISONS
from gangoffour.bots.advice.reviewer import review
from gangoffour.rules.reader import parse_record

GANG = "G5 G5 Y5 Y5 G2 R2 R3 G4 R6 Y8 G9 R9 Y10 R10 G10 GP"
LOW = "Y1 G1 R1 Y2 Y3 G3 G3 Y4 R4 G6 Y6 R7 Y7 R8 G8 YP"
MIDDLE = "G1 Y1 R1 G2 Y2 Y3 Y4 R4 R5 G6 G7 Y7 R8 Y9 R9 G9"
OPENER = "M1 R2 R3 G4 R5 Y6 R6 G7 R7 G8 Y8 Y9 G10 Y10 R10 RD"


def played(level: str, seed: str, seats: int = 4, **rules: object) -> Match:
    """A whole match of one kind of bot."""
    bot, rng = load_bot(level), random.Random(seed)
    match = Match.new(seed=seed, seats=seats, rules=rule_set(**rules))
    while not match.over:
        assert match.turn is not None
        match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
    return match


@pytest.fixture(scope="module")
def beginners() -> tuple[Match, Review]:
    match = played("level:1", "beginners", target=60)
    return match, review(match)


def test_breaking_a_gang_is_a_mistake() -> None:
    match = Match.new(seed="gang", hands=(GANG, LOW, MIDDLE, OPENER)).play(3, "M1").play(0, "G5")
    (found,) = review(match, [0]).decisions
    assert (found.at, found.seat) == (Moment(1, 1), 0)
    assert found.mark == "mistake" and found.cost > 3
    assert isinstance(found.best, Play) and "G5" not in found.best.combination.codes
    assert "keeps_gang" in found.reasons


def test_passing_instead_of_going_out_is_a_mistake() -> None:
    line = (
        "official round 2 - dealer 1 hands R9/G2,Y2,R2,R8/G7,Y7,R7/G6,G8 turn 0 "
        "table 1:G3 called 0 totals 10,0,22,40"
    )
    (found,) = review(parse_position(line).pass_(0)).decisions
    assert found.played == Pass() and found.best == Play.of("R9")
    assert found.mark == "mistake" and found.reasons[0] == "goes_out"


def test_giving_the_best_card_back_is_a_mistake() -> None:
    match, rng, greedy = Match.new(seed="give"), random.Random(1), load_bot("greedy")
    while match.phase != "exchange":
        assert match.turn is not None
        match = match.act(match.turn, greedy.choose(match.view(match.turn), rng))
    assert match.turn is not None
    best = match.view(match.turn).hand.codes[-1]
    found = review(match.give(match.turn, best)).decisions[-1]
    assert found.at == Moment(2, None) and found.played == Give(best)
    assert found.mark == "mistake" and found.reasons == ("gives_useless",)


def test_a_forgotten_call_is_a_mistake_with_its_own_reason() -> None:
    line = (
        "official round 2 - dealer 1 hands G4,R9/G2,Y2,R2,R8/G7,Y7,R7/G6,G8 turn 0 "
        "table 1:G3 totals 10,0,22,40"
    )
    before = parse_position(line)
    silent = before.play(0, "R9")
    called = silent.call(0).pass_(3)
    assert review(called, [0]).decisions[0].cost == pytest.approx(
        review(before.play(0, "R9", call=True), [0]).decisions[0].cost
    )
    (found,) = review(silent.pass_(3), [0]).decisions
    assert found.mark == "mistake" and found.cost >= FORGOTTEN_CALL
    assert found.reasons[0] == "says_last_card" and found.played == Play.of("R9")


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_the_own_play_of_level_5_costs_nothing(seats: int) -> None:
    made = review(played("level:5", f"tigers {seats}", seats, last_card="automatic"))
    assert not made.marked and len(made.decisions) > 60
    assert any(one.for_match for one in made.decisions)
    for seat in made.seats:
        assert seat.decisions == seat.same
        assert seat.cost == pytest.approx(0, abs=0.01)


@pytest.mark.long
def test_beginners_pay_and_the_figures_agree(beginners: tuple[Match, Review]) -> None:
    match, made = beginners
    assert made.rounds == len(match.results)
    assert min(one.cost for one in made.seats) > 2
    for seat in made.seats:
        own = [one for one in made.decisions if one.seat == seat.seat]
        assert seat.decisions == len(own) and seat.same == sum(d.played == d.best for d in own)
        assert seat.cost == pytest.approx(sum(one.cost for one in own) / made.rounds)
        ends = [one for one in seat.outlook if one.at.move == len(_history(match, one.at)) - 1]
        total = match.totals[seat.seat]
        assert ends[-1].lead == pytest.approx((sum(match.totals) - total) / 3 - total)
    assert sum(bool(one.reasons) for one in made.marked) > 0.75 * len(made.marked)
    for one in made.decisions:
        assert one.cost >= 0 and one.mark == mark_of(one.cost)
        assert set(one.reasons) <= {*REASONS, *COMPARISONS}
        assert not one.reasons or one.mark != "good"
        assert one.for_match == (max(_totals(match, one.at)) > 0)
        if one.at.move is not None:
            move = _history(match, one.at)[one.at.move]
            assert move.seat == one.seat
            assert move.play == (one.played.combination if isinstance(one.played, Play) else None)


def _history(match: Match, at: Moment) -> Sequence[Any]:
    return match.past[at.round - 1].history


def _totals(match: Match, at: Moment) -> tuple[int, ...]:
    return match.results[at.round - 2].totals if at.round > 1 else (0,)


def test_the_match_turns_where_an_outlook_changes_most(beginners: tuple[Match, Review]) -> None:
    _, made = beginners
    points = made.turning_points
    assert len(points) == min(TURNING_POINTS, made.rounds)
    assert len({one.at.round for one in points}) == len(points)
    assert list(points) == sorted(points, key=lambda one: one.at.round)
    largest = max(
        abs(after.lead - one.lead)
        for seat in made.seats
        for one, after in zip(seat.outlook, seat.outlook[1:], strict=False)
        if one.at.round == after.at.round
    )
    assert max(abs(one.after - one.before) for one in points) == pytest.approx(largest)


def test_one_seat_alone_is_judged_alike_and_progress_is_told(
    beginners: tuple[Match, Review],
) -> None:
    match, made = beginners
    told: list[tuple[int, int]] = []
    again = parse_record(print_record(match)).match
    alone = review(again, [2], lambda done, rounds: told.append((done, rounds)))
    assert told == [(done, made.rounds) for done in range(made.rounds + 1)]
    costs = [one.cost for one in made.decisions if one.seat == 2]
    assert [one.cost for one in alone.decisions] == pytest.approx(costs, abs=0.01)
    with pytest.raises(Refusal, match="There is no seat 4"):
        review(match, [4])


def test_hidden_cards_change_nothing() -> None:
    """The opener decides before anything is known of the others: whoever holds what (R4.7)."""
    costs = []
    for hands in ((GANG, LOW, MIDDLE, OPENER), (MIDDLE, GANG, LOW, OPENER)):
        match = Match.new(seed="hidden", hands=hands).play(3, "M1")
        costs.append(review(match).decisions[0].cost)
    assert costs[0] == costs[1] > MISTAKE


def test_marks() -> None:
    assert [mark_of(cost) for cost in (0, DOUBTFUL - 0.01, DOUBTFUL, MISTAKE - 0.01, MISTAKE)] == [
        *("good", "good", "doubtful", "doubtful", "mistake")
    ]


def test_one_seat_alone_may_be_named() -> None:
    match = Match.new(seed=1)
    assert chosen_seats(match, 3) == chosen_seats(match, [3, 3]) == [3]  # type: ignore[arg-type]
    for seats in (4, [True], ["0"]):
        with pytest.raises(Refusal, match="There is no seat"):
            chosen_seats(match, seats)  # type: ignore[arg-type]
