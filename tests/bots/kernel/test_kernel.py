"""The compiled kernel and numpy imagine the same, move by move and bit by bit."""

import random
from pathlib import Path

import numpy as np
import pytest

from gangoffour.bots.arrays.rounds import Rounds, together
from gangoffour.bots.kernel import Imagination, imagination, library, rounds
from gangoffour.bots.kernel.library import OFF, compile_to, file_name
from gangoffour.bots.network import Sight, action_number, backdrop
from gangoffour.bots.players.learned import reflex
from gangoffour.bots.search import hidden_hands, hindsight
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.playouts import play, play_out
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Call
from gangoffour.rules.view import View
from tests.bots.arrays.test_rounds import RULES, begun


@pytest.fixture(scope="module")
def engine() -> Imagination:
    small = reflex()
    assert small is not None
    found = imagination(small)
    assert found is not None, "the kernel does not compile"
    return found


def moments(edition: str, seed: str) -> list[View]:
    """Where rounds may be imagined: somebody has a choice between plays."""
    some = [view for _, view in begun(edition, random.Random(seed)) if view.phase == "play"]
    return [view for view in some if len(view.actions) > 1 and not view.opening]


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
        assert np.array_equal(play_out(view, worlds, actions, small, behind).points, slow.points)
    assert decisions > 150


@pytest.mark.parametrize("edition", RULES)
def test_looking_back_finds_the_same(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small, rng, looked = reflex(), random.Random(edition), 0
    assert small is not None
    for view in moments(edition, f"{edition} again")[:6]:
        hidden, behind = unseen(view), backdrop(view, None)
        worlds = imagine(view, hidden, 6, rng)
        fast = hindsight.explained(view, hidden, worlds, small, behind)
        with monkeypatch.context() as without:
            without.setattr(hindsight, "imagination", lambda reflex: None)
            slow = hindsight.explained(view, hidden, worlds, small, behind)
        assert np.allclose(fast, slow, rtol=0, atol=1e-9)
        looked += int((fast != 0).sum())
    assert looked > 10


def test_too_many_options_find_room(engine: Imagination, monkeypatch: pytest.MonkeyPatch) -> None:
    view = max(moments("official", "room"), key=lambda one: len(one.history))
    dealt = imagine(view, unseen(view), 3, random.Random(1))
    moves = [move for move in view.history if move.play is not None or move.is_pass]
    hidden = np.array(unseen(view).played, np.uint64)
    hands = together(dealt[:, : view.seats], hidden)
    much = engine.look_back(view, hands, moves, backdrop(view, None))
    monkeypatch.setattr(rounds, "WIDEST", 0)
    little = engine.look_back(view, hands, moves, backdrop(view, None))
    assert np.array_equal(much.scores, little.scores) and len(much.scores) > 0


@pytest.mark.parametrize("edition", ["official", "riva"])
def test_cards_are_dealt_the_same(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    belief = np.random.default_rng(1).random((3, 34)).astype(np.float32)
    for view in moments(edition, "deal"):
        fast = imagine(view, unseen(view), 40, random.Random(3), belief)
        with monkeypatch.context() as without:
            without.setattr(hidden_hands, "deal", lambda *arrays: False)
            slow = imagine(view, unseen(view), 40, random.Random(3), belief)
        assert np.array_equal(fast, slow)
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
    assert not compile_to(folder / file_name(), native=False)


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
    (tmp_path / "gangoffour" / file_name()).write_bytes(b"made for another machine")
    assert library.__wrapped__() is None
