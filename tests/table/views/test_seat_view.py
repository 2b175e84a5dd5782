"""What a seat is told it may do is what its view says, no more and no less."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from gangoffour import EDITIONS, Match, Play, rule_set
from gangoffour.table.state import Seat, Table
from gangoffour.table.views.seat_view import own
from tests.support.length import first_of, slice_of

FOUR = tuple(Seat(name, name) for name in ("ann", "bob", "cho", "dee"))


def _went_on(match: Match, rng: Random) -> Match:
    """A match after whatever its next player does; some forget to call (R5.1)."""
    assert match.turn is not None
    action = rng.choice(match.view(match.turn).actions)
    if isinstance(action, Play) and rng.random() < 0.5:
        action = Play(action.combination)
    return match.act(match.turn, action)


@pytest.mark.parametrize("edition", first_of(EDITIONS, 3))
def test_a_seat_may_do_what_its_view_says(edition: str) -> None:
    rng, rules = Random(edition), rule_set(edition, target=30)
    seats = rules.seats[-1]
    table = replace(Table(), id="t", phase="playing", seats=FOUR[:seats])
    given = called = 0
    for seed in range(slice_of(12, 2)):
        match = Match.new(seed=seed, seats=seats, rules=rules)
        while not match.over:
            for seat in range(seats):
                mine, view = own(replace(table, match=match), seat), match.view(seat)
                assert mine is not None
                plays = [one for some in mine.plays.values() for one in some]
                assert sorted(plays) == sorted(map(str, view.plays))
                assert mine.hand == view.hand.codes
                assert (mine.may_pass, mine.may_call) == (view.may_pass, view.may_call)
                assert mine.must_block == view.must_block
                assert mine.must_give == (view.phase == "exchange" and view.turn == seat)
                given += mine.must_give
                called += mine.may_call
            match = _went_on(match, rng)
    assert given > 0
    assert called > 0 or rules.last_card == "automatic"
