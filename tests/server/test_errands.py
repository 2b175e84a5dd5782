"""A view survives its way to a worker, and carries nothing but what the seat may see."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gangoffour.rules.editions import EDITIONS
from gangoffour.rules.match import Match
from gangoffour.server.errands import Answer, Errand, decode_errand, encode, sight_of, view_of
from tests.support.hidden import permuted


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from(sorted(EDITIONS)), st.integers(0, 260))
def test_a_view_comes_back_as_it_went(seed: int, edition: str, turns: int) -> None:
    rng = random.Random(seed)
    match = Match.new(seats=4, seed=str(seed), rules=edition)
    for _ in range(turns):
        if match.over:
            break
        match = match.act(match.turn, rng.choice(match.view(match.turn).actions))
    for seat in range(4):
        view = match.view(seat)
        raw = encode(Errand("choose", "dumpling", 100, sight_of(view)))
        assert view_of(decode_errand(raw).sight) == view
        hidden = permuted(match, seat, rng)
        assert encode(Errand("choose", "dumpling", 100, sight_of(hidden.view(seat)))) == raw


def test_an_empty_answer_is_short() -> None:
    assert len(encode(Answer(busy=True))) < 10
