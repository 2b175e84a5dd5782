"""R6: points, the end of a match, and the loser of a round."""

from __future__ import annotations

from functools import partial

import pytest

from gangoffour import Match, points_for, rule_set
from gangoffour.rules.events import MatchEnded, RoundEnded
from tests.rules import oracle
from tests.rules.positions import position, refused

POINTS = [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80]


def ended(*others: str, totals: tuple[int, ...] | None = None, **more: object) -> Match:
    """Seat 0 goes out with a pair; the others keep these cards."""
    match = position("G1 Y1", *others, totals=totals, **more)  # type: ignore[arg-type]
    return match.play(0, "G1 Y1")


def test_points() -> None:
    """R6.1: 1–7 ×1, 8–10 ×2, 11–13 ×3, 14–15 ×4, 16 ×5; the winner none."""
    assert [points_for(left) for left in range(17)] == POINTS
    assert [oracle.points(left) for left in range(17)] == POINTS


@pytest.mark.parametrize("left", [-1, 17, 100, 1.0, "5", None, True])
def test_no_such_number_of_cards(left: object) -> None:
    """R6.1: nobody is left with fewer than none or more than sixteen cards."""
    refused("bad_card_count", lambda: points_for(left))  # type: ignore[arg-type]


def test_score_sheet() -> None:
    """R6.1: each round adds to the totals, line by line."""
    match = ended("G2 G3 G4 G5 G6 G7 G8 G9", "R2", "Y2 Y3 Y4", totals=(10, 20, 30, 40))
    (result,) = match.results
    assert result.left == (0, 8, 1, 3) and result.points == (0, 16, 1, 3)
    assert result.totals == match.totals == (10, 36, 31, 43)
    assert (result.number, result.direction, result.winner) == (1, 1, 0)
    assert RoundEnded(result) in match.events


def test_end_of_the_match() -> None:
    """R6.2: after the round in which a total reaches 100; the lowest total wins."""
    match = ended("G2", "G3 G4", "G5", totals=(40, 97, 97, 20))
    assert match.phase == "exchange" and match.totals == (40, 98, 99, 21)
    match = ended("G2", "G3 G4", "G5", totals=(40, 97, 98, 20))
    assert match.over and match.phase == "match_over" and match.turn is None
    assert (match.totals, match.winners) == ((40, 98, 100, 21), (3,))
    assert match.events[-1] == MatchEnded((3,), match.totals)
    assert match.view(0).winners == (3,) and match.view(0).actions == ()


def test_shared_win() -> None:
    """R6.2: equal lowest totals share the win."""
    assert ended("G2", "G3 G4", "G5", totals=(40, 97, 98, 39)).winners == (0, 3)
    assert ended("G2", "G3", "G5", totals=(100, 99, 99, 99)).winners == (0, 1, 2, 3)


def test_target() -> None:
    """R6.2, R9: a table may choose another target."""
    rules = rule_set("official", target=10)
    assert ended("G2 G3", "G4", "G5", totals=(0, 7, 0, 0), rules=rules).phase == "exchange"
    assert ended("G2 G3", "G4", "G5", totals=(0, 8, 0, 0), rules=rules).winners == (0,)


def test_nothing_follows_the_end() -> None:
    """R6.2: the match is over for everybody and every action."""
    match = ended("G2", "G3 G4", "G5", totals=(40, 97, 98, 20))
    for seat in range(4):
        refused("match_over", partial(match.pass_, seat))
        refused("match_over", partial(match.play, seat, "G2"))
        refused("match_over", partial(match.call, seat))
        refused("match_over", partial(match.give, seat, "G2"))
    refused("match_over", lambda: match.round.pass_(0))
    assert match.round.legal() == ((), False)


def test_loser() -> None:
    """R6.3: most cards; tied, the higher total; tied, first counter-clockwise from the winner."""
    assert ended("G2", "G3 G4 G5", "G6 G7").results[0].loser == 2
    assert ended("G2 G3", "G4 G5", "G6", totals=(50, 20, 30, 40)).results[0].loser == 2
    assert ended("G2 G3", "G4 G5", "G6 G7", totals=(50, 20, 20, 20)).results[0].loser == 1


def test_seat_order_for_the_loser_is_counter_clockwise() -> None:
    """R6.3: counter-clockwise (seats rising) also in a clockwise round, from any winner."""
    assert ended("G2 G3", "G4 G5", "G6", number=2).results[0].loser == 1
    match = position("G6 G7", "G2 G3", "G1 Y1", "G4", turn=2, number=2).play(2, "G1 Y1")
    assert match.results[0].loser == 0
    match = position("G6", "G2 G3", "G1 Y1", "G4 G5", turn=2).play(2, "G1 Y1")
    assert match.results[0].loser == 3


def test_total_includes_this_round() -> None:
    """R6.3: the totals compared are those after the round (they differ if one is barred)."""
    rules = rule_set("finnish", barred_extra=2)
    match = ended("G2", "G3", "G4", rules=rules, barred=(3,), totals=(0, 1, 0, 0))
    assert match.results[0].totals == (0, 2, 1, 3)
    assert match.results[0].loser == 3
