"""Whoever uses a bot as a library pays for one thread, and keeps the threads of before."""

import random

import numpy as np
import pytest

from gangoffour import Match
from gangoffour.bots import hint, load_bot
from gangoffour.bots.network import inference, reflex, threads


@pytest.mark.parametrize("name", ["level:4", "level:5", "level:6"])
def test_a_bot_thinks_with_one_thread(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known, seen = threads.threads(), []
    assert known is not None
    bot, times = load_bot(name), inference.times

    def counted(bits: np.ndarray, matrix: np.ndarray) -> np.ndarray:
        seen.append(known.get())
        return times(bits, matrix)

    for module in (inference, reflex):
        monkeypatch.setattr(module, "times", counted)
    before = known.get()
    known.set(2)
    try:
        match = Match.new(seed=4)
        bot.choose(match.view(match.turn), random.Random(1))
        hint(match.view(match.turn))
        assert known.get() == 2
    finally:
        known.set(before)
    assert seen and set(seen) == {1}


def test_who_leaves_first_leaves_the_others_alone() -> None:
    known = threads.threads()
    assert known is not None
    before = known.get()
    known.set(2)
    try:
        first, second = threads.one_thread(), threads.one_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert known.get() == 1
        second.__exit__(None, None, None)
        assert known.get() == 2
    finally:
        known.set(before)
