"""A view survives its way to a worker, and carries nothing but what the seat may see."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gangoffour.bots.advice.review import rounds_of
from gangoffour.rules.actions import Call
from gangoffour.rules.editions import EDITIONS
from gangoffour.rules.match import Match
from gangoffour.rules.retrace import retrace
from gangoffour.server.bots.requests import (
    Answer,
    BotRequest,
    decode_looks,
    decode_request,
    encode,
    look_of,
    sent_look,
    sent_view,
    view_of,
)
from tests.support.hidden import permuted
from tests.support.length import slice_of
from tests.support.random_play import at_random


@settings(max_examples=slice_of(150, 15))
@given(st.integers(0, 2**32), st.sampled_from(sorted(EDITIONS)), st.integers(0, 260))
def test_a_view_comes_back_as_it_went(seed: int, edition: str, turns: int) -> None:
    rng = random.Random(seed)
    match = Match.new(seats=4, seed=str(seed), rules=edition)
    for _ in range(turns):
        if match.over:
            break
        match = at_random(match, rng)
    for seat in range(4):
        view = match.view(seat)
        raw = encode(BotRequest("dumpling", sent_view(view)))
        assert view_of(decode_request(raw).view) == view
        hidden = permuted(match, seat, rng)
        assert encode(BotRequest("dumpling", sent_view(hidden.view(seat)))) == raw


def test_turns_come_back_as_they_went_and_hide_what_the_seat_could_not_see() -> None:
    match, rng = Match.new(seed="looks"), random.Random(2)
    while not match.over and match.round.number == 1:
        match = at_random(match, rng)
    looks = rounds_of(match)[0]
    raw = encode([sent_look(look) for look in looks])
    assert [look_of(one) for one in decode_looks(raw)] == looks
    for step, look in zip(retrace(match), looks, strict=False):
        if look.forgot or isinstance(step.action, Call):
            break
        hidden = permuted(step.before, step.seat, rng).view(step.seat)
        assert sent_look(look._replace(view=hidden)) == sent_look(look)
    assert len(looks) > 20 and len(raw) < 1000 * len(looks)


def test_an_empty_answer_is_short() -> None:
    assert len(encode(Answer())) < 10
