"""The compiled kernel and numpy imagine the same, move by move and bit by bit."""

import ctypes
import random
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import Rounds, together
from gangoffour.bots.kernel import Imagination, library
from gangoffour.bots.kernel.library import (
    OFF,
    builds,
    compile_for_all,
    compile_to,
    declared,
    file_name,
    kept,
    shipped,
)
from gangoffour.bots.kernel.rounds import HEAT
from gangoffour.bots.network import (
    PASS,
    CardBits,
    Reflex,
    Sight,
    action_number,
    backdrop,
    position_of,
)
from gangoffour.bots.players.learned import belief, reflex
from gangoffour.bots.search import hidden_hands
from gangoffour.bots.search.hidden_hands import HiddenHands, imagine
from gangoffour.bots.search.playouts import Stage, play
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Call
from gangoffour.rules.view import View
from tests.bots.arrays.test_rounds import RULES, begun
from tests.support.length import slice_of


def moments(edition: str, seed: str) -> list[View]:
    """Where rounds may be imagined: somebody has a choice between plays."""
    some = [view for _, view in begun(edition, random.Random(seed)) if view.phase == "play"]
    return [view for view in some if len(view.actions) > 1 and not view.opening]


@pytest.mark.long
@pytest.mark.parametrize("edition", RULES)
def test_rounds_end_the_same(edition: str, engine: Imagination) -> None:
    small, rng, decisions = reflex(), random.Random(edition), 0
    assert small is not None
    for view in moments(edition, edition)[:6]:
        worlds, behind = imagine(view, unseen(view), 5, rng), backdrop(view, None)
        options = [one for one in view.actions if not isinstance(one, Call)]
        actions = [action_number(one) for one in options[-3:]]
        hands, moves = engine.play_out(view, worlds, actions, behind)
        slow = Rounds(view, worlds, len(actions))
        slow.act(np.arange(len(hands)), np.repeat(actions, len(worlds)))
        decisions += play(Sight(slow, behind), small)
        assert np.array_equal(hands, slow.hands)
        assert moves >= 0
        ended = Stage(view, small, behind).play_out(worlds, actions)
        assert np.array_equal(ended.points, slow.points)
    assert decisions > slice_of(150, 40)


def numpy_looks_back(view: View, dealt: CardBits, small: Reflex) -> NDArray[np.float64]:
    """What ``look_back`` tells, by numpy and in floating point."""
    moves = [move for move in view.history if not move.is_call]
    leader, counts = moves[0].seat, tuple(np.bitwise_count(dealt[0]).tolist())
    start = view._replace(seat=leader, counts=counts, table=None, table_by=None, history=())
    start = start._replace(passed=(), called=(), barred=())
    slow, every, found = Rounds(start, dealt, 1), np.arange(len(dealt)), []
    sight = Sight(slow, backdrop(view, None))
    for at, move in enumerate(moves):
        slow.turn[:] = move.seat
        chosen = PASS if move.play is None else move.play.index
        if at and move.seat != view.seat:
            owner, number = slow.legal(every)
            odds = np.exp(small.scores(sight.of(every), owner, number).astype(np.float64) / HEAT)
            whole = np.bincount(owner, odds, len(dealt))
            found.append(np.bincount(owner, odds * (number == chosen), len(dealt)) / whole)
        slow.act(every, np.full(len(dealt), chosen))
        last = np.bitwise_count(slow.hands[0]) == 1
        for marked, seats in ((slow.called, view.called), (slow.barred, view.barred)):
            marked[:] = [last[seat] and seat in seats for seat in range(view.seats)]
    return np.array(found).T


@pytest.mark.parametrize("edition", RULES)
def test_the_past_looks_the_same(edition: str, engine: Imagination) -> None:
    small, rng, looked = reflex(), random.Random(edition), 0
    assert small is not None
    for view in moments(edition, f"{edition} again")[:6]:
        played = np.array(unseen(view).played, np.uint64)
        worlds = imagine(view, unseen(view), 6, rng)
        dealt = together(worlds[:, : view.seats], played)
        fast = engine.begin(view, backdrop(view, None)).look_back(dealt)[0]
        if fast.shape[1]:
            slow = numpy_looks_back(view, dealt, small)
            assert np.allclose(fast, slow, rtol=0.01, atol=1e-4)
        looked += fast.size
    assert looked > 100


@pytest.mark.parametrize("edition", ["official", "riva"])
def test_cards_are_dealt_the_same(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = belief()
    assert learned is not None
    for at, view in enumerate(moments(edition, "deal")):
        guess = learned.guess(position_of(view)) if at % 4 else None
        hands = HiddenHands(view, unseen(view), guess)
        fast, favours = hands.believed(40, random.Random(3))
        with monkeypatch.context() as without:
            without.setattr(hidden_hands, "deal", lambda *arrays: False)
            slow, slow_favours = hands.believed(40, random.Random(3))
        assert np.array_equal(fast, slow)
        assert np.array_equal(favours, slow_favours)
        assert (np.ptp(favours) > 0) == (guess is not None)
        assert (np.bitwise_count(fast[:, : view.seats]) == np.array(view.counts)).all()


def test_it_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OFF, "off")
    assert library.__wrapped__() is None


def test_without_a_compiler_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("bare")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("PATH", str(folder))
    assert library.__wrapped__() is None
    assert not compile_to(folder / file_name())


@pytest.mark.long
def test_who_compiles_it_for_others_has_it_for_old_and_new_processors(tmp_path: Path) -> None:
    assert compile_for_all(tmp_path) == [one.name for one in builds()]
    best = shipped(tmp_path)
    assert best is not None
    assert declared(ctypes.CDLL(str(best))).room_size(0) > 0


def test_each_processor_takes_the_best_that_it_can_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On x86-64 that is twice as fast as the one for all."""
    for one in builds():
        (tmp_path / file_name(one.name)).touch()
    module = import_module(kept.__module__)
    for one in builds():
        able = f"{one.machine} flags : {' '.join(one.needs)} something_else"
        monkeypatch.setattr(module, "processor", lambda able=able: able)
        assert shipped(tmp_path) == tmp_path / file_name(one.name)
        (tmp_path / file_name(one.name)).unlink()
    assert shipped(tmp_path) is None


def test_a_user_without_a_home_or_with_a_foreign_kernel_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert library.__wrapped__() is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "gangoffour").mkdir()
    own = kept()
    assert own is not None
    own.write_bytes(b"made for another machine")
    assert library.__wrapped__() is None
    monkeypatch.setattr(import_module(kept.__module__), "processor", lambda: "another one")
    assert kept() != own
