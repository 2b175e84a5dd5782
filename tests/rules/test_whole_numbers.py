"""Whole numbers of other kinds than Python's own: taken as numbers, never kept as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from gangoffour import Match, Pass, Refusal, View, points_for, rule_set
from tests.rules.positions import refused

INT8: Any = np.int8
INT64: Any = np.int64
"""A number of theirs; for a type checker it is none of Python's."""


def test_numbers_of_other_kinds_are_numbers() -> None:
    """R4.1: environments hand out numpy's; what comes back holds Python's own, and is JSON."""
    match = Match.new(seed=1, rules=rule_set(chinese_deal=True))
    seat = match.turn
    assert seat is not None and repr(match.view(INT64(seat))) == repr(match.view(seat))
    told = refused("not_your_turn", lambda: match.pass_(INT8((seat + 1) % 4)))
    assert told.as_dict()["params"] == {"seat": (seat + 1) % 4, "turn": seat}
    rng, now = Random(1), match
    while now.round.number < 3 and now.turn is not None:
        action = rng.choice(now.view(now.turn).actions)
        after = now.act(INT64(now.turn), action)
        assert repr(after) == repr(now.act(now.turn, action))
        now = after
    found = View.of("G3 Y3", np.array([5, 1, 7]), called=np.array([2]), totals=np.arange(4))
    assert repr(found) == repr(View.of("G3 Y3", [5, 1, 7], called=[2], totals=[0, 1, 2, 3]))
    assert json.loads(json.dumps(found.as_dict()))["counts"] == [2, 5, 1, 7]
    assert points_for(INT64(9)) == points_for(9)


@pytest.mark.parametrize("seat", [-1, 4, "0", 1.0, True, np.True_, np.array([1]), None])
def test_what_is_no_seat_is_told_as_it_was_written(seat: Any) -> None:
    """R4.1: the sentence is true of another number, and of another kind."""
    match = Match.new(seed=1)
    words = re.escape(f"There is no seat {seat!r} at a table of 4: seats are whole numbers from 0.")
    asked: list[Callable[[], object]] = [lambda: match.act(seat, Pass()), lambda: match.pass_(seat)]
    if seat is not None:
        asked += [lambda: Match.new(seed=1, dealer=seat), lambda: match.view(seat)]
    for ask in asked:
        with pytest.raises(Refusal, match=words):
            ask()
