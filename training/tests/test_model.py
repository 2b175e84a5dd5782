"""The torch networks against the numpy network, on the same decisions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from gangoffour.bots import network
from training import check
from training.host import HostTables


def _floats(words: np.ndarray) -> torch.Tensor:  # type: ignore[type-arg,name-defined]
    return torch.from_numpy(check._bits(words).astype(np.float32))


def test_exported_weights_give_the_same_values(tmp_path: Path) -> None:
    from training import model

    weights = model.fresh(3, "cpu")
    for name in ("advantage.w", "value.w", "belief.w", "critic3.w"):
        weights[name] = weights[name] * 20
    weights = {name: value.half().float() for name, value in weights.items()}
    model.export(weights, tmp_path / "network.npz", scale=2.0)
    back = model.read(tmp_path / "network.npz", "cpu", scale=2.0)
    for name, shape in network.Shape().arrays.items():
        assert torch.allclose(back[name][: shape[0]], weights[name][: shape[0]], atol=1e-6)
    model.export(weights, tmp_path / "network.npz")
    ours = network.Network.load(tmp_path / "network.npz")

    env = HostTables(check.fresh_tables(40, seed=9))
    env.step()
    rng = np.random.default_rng(2)
    for _ in range(37):
        picked = [env.list[i][rng.integers(env.count[i])] for i in range(40)]
        env.step(np.array(picked, np.int32))
        if (env.count == 0).any():
            pytest.fail("a match ended too early for this test")
    rows = _floats(env.policy)
    at = model.state(weights, rows)
    values, beliefs = model.aside(weights, at)
    critic = model.critic(weights, _floats(env.critic)).numpy()
    assert np.allclose(ours.see_all(_floats(env.critic).numpy()[:, :492]), critic, atol=1e-4)
    for i in range(40):
        actions = env.list[i][: env.count[i]].tolist()
        bits = np.zeros((len(actions), 200), np.float32)
        for j, action in enumerate(actions):
            bits[j, :196] = network.unpack(network.play_bits(action, int(env.left[i][j])), 196)
        want = model.advantage(weights, at[i].expand(len(actions), -1), torch.tensor(bits))
        state = ours._state(rows[i : i + 1].numpy()[:, :866])
        joint = network.bend(state + bits[:, :196] @ ours.weights["play.w"])
        first = network.bend(joint @ ours.weights["first.w"] + ours.weights["first.b"])
        second = network.bend(first @ ours.weights["second.w"] + ours.weights["second.b"])
        got = (first + second) @ ours.weights["advantage.w"] + ours.weights["advantage.b"]
        assert np.allclose(got, want.numpy(), atol=1e-4)
        value = network.bend(state) @ ours.weights["value.w"] + ours.weights["value.b"]
        assert np.allclose(value[0], values[i].numpy(), atol=1e-4)
    assert beliefs.shape == (40, 3, 34)


def test_match_chances_agree() -> None:
    from training import model

    weights = model.fresh(4, "cpu")
    ours = network.Network({k: v.numpy() for k, v in weights.items()})
    for totals, last in (((10, 0, 95, 40), None), ((10, 0, 95, 40), (3, 0)), ((99, 3, 60), (1, 2))):
        seats = torch.tensor([len(totals)])
        padded, who = torch.tensor([[*totals, 77][:4]]), torch.tensor([last or (255, 255)])
        logits = model.match_logits(weights, padded, who, seats)
        want = torch.softmax(logits, 1)[0, : len(totals)]
        found = ours.match_chances(totals, last or (-1, -1))[0]
        assert np.allclose(found, want.numpy(), atol=1e-5)


def test_what_plays_for_the_match_is_apart() -> None:
    from training import model

    rows = model.match_rows()
    assert rows["trunk.w"] == [384 + 19, *range(384 + 92, 384 + 172)]
    assert rows["critic0.w"] == [320 + 19, *range(320 + 92, 320 + 172)]


def test_belief_loss_is_least_where_the_cards_are() -> None:
    from training import learn

    rows, every = torch.zeros(1, 896), torch.zeros(1, 512)
    rows[0, 64 + 5] = rows[0, 64 + 39] = 1  # two copies of face 5 unseen
    every[0, 64 + 5] = every[0, 192 + 5] = 1  # one at the next place, one at the previous
    logits = torch.zeros(1, 3, 34)
    even = learn._belief_loss(logits, rows, every)
    logits[0, 1, 5] = -9.0
    assert learn._belief_loss(logits, rows, every) < even
