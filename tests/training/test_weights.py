"""The shipped weights and the numpy network that reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gangoffour.bots import network
from gangoffour.bots.network import Network, Reflex, WeightsMismatch, packed
from gangoffour.bots.network.differences import applied, differences
from gangoffour.bots.network.weights import (
    SHIPPED,
    TRAINED_ON,
    read_trained_on,
    shipped_file,
    whole_file,
)
from gangoffour.bots.players.learned import trained_on
from gangoffour.rules.match import Match

FOLDER = Path(network.__file__).parents[1] / "weights"


@pytest.fixture(scope="module")
def trained() -> Network:
    return Network.load()


def test_the_weights_fit_the_wheel() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 8_000_000


def test_packed_files_are_byte_by_byte_what_they_were() -> None:
    for whole in (b"", b"1", b"dragon", bytes(range(256)) * 3 + b"!"):
        assert packed.unpack(packed.pack(whole)) == whole
    whole = whole_file(shipped_file(SHIPPED))
    assert len(packed.pack(whole)) < 0.9 * len(whole)


def test_level_6_plays_with_weights_trained_on_from_those(trained: Network) -> None:
    better = trained_on()
    assert better is not None
    for name, array in trained.weights.items():
        apart = np.abs(better.weights[name] - array)
        assert apart.max() < 0.5, name
        assert name.startswith("totals") or apart.max() > 0, name
    by = differences(trained.weights, better.weights)
    again = applied(trained.weights, {name: one.astype(np.float32) for name, one in by.items()})
    assert all(np.allclose(again[name], better.weights[name], atol=0.02) for name in again)


def test_differences_from_other_weights_are_refused(trained: Network) -> None:
    others = trained.weights | {"first.b": trained.weights["first.b"] + 1}
    with pytest.raises(WeightsMismatch, match=f"^{TRAINED_ON} was made from other weights"):
        read_trained_on(others)


@pytest.mark.parametrize("seats", [3, 4])
def test_it_plays_whole_matches_exchange_included(trained: Network, seats: int) -> None:
    match = Match.new(seats=seats, seed=5)
    for _ in range(2000):
        if match.turn is None or len(match.results) == 3:
            break
        seat = match.turn
        action = network.choose(trained, match.view(seat), aim_at_match=seat == 0)
        match = match.act(seat, action)
    assert len(match.results) == 3 or match.over


def test_going_out_is_what_it_likes_best(trained: Network) -> None:
    now = network.Position(
        hand=0b11, counts=(2, 9, 9, 9), played=(0, 0, 0, 0)
    )  # G1 Y1: the pair goes out at once
    actions = [0, 1, 34]
    assert int(np.argmax(trained.judge(now, actions).advantages)) == 2


def test_beliefs_and_chances_are_chances(trained: Network) -> None:
    view = Match.new(seed=3).view(0)
    belief = trained.belief(network.position_of(view))
    assert belief.shape == (3, 34)
    assert np.allclose(belief.sum(axis=0), 1, atol=1e-5)
    chances, ahead = trained.match_chances([(95, 10, 50, 50)] * 2, [(-1, -1), (2, 3)])
    assert chances.sum() == pytest.approx(1, abs=1e-5)
    assert chances[1] == chances.max()
    assert chances[0] == chances.min()
    assert ahead[2] > chances[2] + 0.02  # who has won leads the next round (R7)


def test_many_positions_are_judged_as_one_by_one(trained: Network) -> None:
    positions, actions = [], []
    for seed in range(4):
        match = Match.new(seed=seed)
        assert match.turn is not None
        view = match.view(match.turn)
        positions.append(network.position_of(view, aim_at_match=seed % 2 == 1))
        actions.append([network.action_number(one) for one in view.actions])
    for now, legal, many in zip(
        positions, actions, trained.judge_many(positions, actions), strict=True
    ):
        assert np.allclose(trained.judge(now, legal).advantages, many.advantages, atol=1e-4)


def test_rows_of_plays_are_their_bits() -> None:
    actions, lefts = [0, 90, 12_340, network.PASS, network.GIVE + 7], [16, 0b0100111, 9, 1, 16]
    rows = network.play_rows(actions, lefts)
    for row, action, left in zip(rows, actions, lefts, strict=True):
        bits = network.unpack(network.play_bits(action, left), network.PLAY_BITS)
        assert (row == bits).all()


def test_other_weights_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    np.savez(path, format=np.array(99))
    with pytest.raises(WeightsMismatch, match="has format 99, this version reads 3"):
        Network.load(path)
    parts: Any = {"format": np.array(3), "trunk.w": np.zeros((3, 3))}
    np.savez(path, **parts)
    with pytest.raises(
        WeightsMismatch, match=r"holds \(3, 3\) for trunk.w, \(956, 640\) is needed"
    ):
        Network.load(path)
    np.save(path.with_suffix(".npy"), np.zeros(3))
    whole = whole_file(shipped_file(SHIPPED))
    changed = whole[:2_000_000] + bytes(100) + whole[2_000_100:]
    damaged = [b"", b"not an archive", whole[:-1000], changed]
    for content in [*damaged, path.with_suffix(".npy").read_bytes()]:
        path.write_bytes(content)
        with pytest.raises(WeightsMismatch, match=r"^w\.npz is damaged, or not a file"):
            Network.load(path)


def test_a_damaged_reflex_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangoffour.bots.network.reflex.shipped_file", tmp_path.joinpath)
    path = tmp_path / "reflex.npz"
    assert Reflex.load("ab12") is None
    path.write_bytes(b"PK")
    with pytest.raises(WeightsMismatch, match=r"reflex\.npz is damaged"):
        Reflex.load("ab12")
    parts: Any = {
        "format": np.array(network.FORMAT),
        "weights": np.array("ab12"),
        "trunk.w": np.zeros((3, 3)),
    }
    np.savez(path, **parts)
    assert Reflex.load("other") is None
    with pytest.raises(WeightsMismatch, match=r"reflex\.npz holds \(3, 3\) for trunk.w"):
        Reflex.load("ab12")
