"""The torch networks against the numpy network, on the same decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from gangoffour.bots import network
from gangoffour.rules.match import Match
from training import check
from training.build import EVENT_WORDS
from training.host import HostTables


def _floats(words: np.ndarray) -> torch.Tensor:  # type: ignore[type-arg,name-defined]
    return torch.from_numpy(check._bits(words).astype(np.float32))


def test_exported_weights_give_the_same_values(tmp_path: Path) -> None:
    from training import model

    weights = model.fresh(3, "cpu")
    for name in ("advantage.w", "value.w", "belief.w", "critic3.w"):
        weights[name] = weights[name] * 20
    generator = torch.Generator().manual_seed(4)
    for name in ("course.w", "course.s", "deep.w"):
        weights[name] = torch.randn(weights[name].shape, generator=generator) * 0.03
    weights = {name: value.half().float() for name, value in weights.items()}
    model.export(weights, tmp_path / "network.npz", scale=2.0)
    back = model.read(tmp_path / "network.npz", "cpu", scale=2.0)
    for name, shape in network.Shape().arrays.items():
        assert torch.allclose(back[name][: shape[0]], weights[name][: shape[0]], atol=1e-6)
    model.export(weights, tmp_path / "network.npz")
    ours = network.Network.load(tmp_path / "network.npz")

    count = 8
    env = HostTables(check.fresh_tables(count, seed=9))
    seen, compared = {}, 0

    def step(chosen: Any) -> Any:
        env.step(chosen)
        if env.policy.any():
            rows, words = _floats(env.policy), env.events.reshape(-1, EVENT_WORDS)
            events = _floats(words).view(count, network.EVENTS, -1)
            seen["at"] = model.state(weights, rows, events)
            seen["values"], seen["beliefs"] = model.aside(weights, seen["at"])
        return env.tables, env.list, env.count

    def look(i: int, match: Match, table: Any) -> None:
        nonlocal compared
        assert match.turn is not None
        now = network.position_of(match.view(match.turn), aim_at_match=bool(table["aims"]))
        actions = env.list[i][: env.count[i]].tolist()
        plays = np.zeros((len(actions), model.PADDED["play.w"]), np.float32)
        plays[:, : network.PLAY_BITS] = network.play_rows(actions, env.left[i][: len(actions)])
        top, fullest = network.strongest(now.unseen), max(now.counts[1:])
        outlines = network.outline_rows(now.hand, actions, top, fullest)[1:]
        plays[:, network.PLAY_BITS : network.PLAY_BITS + network.OUTLINE_BITS] = outlines
        at = seen["at"][i].expand(len(actions), -1)
        want = model.advantage(weights, at, torch.from_numpy(plays)).numpy()
        unit = network.POINTS if now.totals is None else 1 / network.WINS
        judged = ours.judge(now, actions)
        assert np.allclose(judged.advantages / unit, want, atol=2e-4)
        assert np.allclose(judged.values / unit, seen["values"][i].numpy(), atol=2e-4)
        belief = torch.softmax(seen["beliefs"][i], 0).numpy()
        assert np.allclose(ours.belief(now), belief, atol=1e-4)
        compared += 1

    with torch.no_grad():
        check.run(step, count, 30, seed=6, look=look)
    assert compared > 200


def test_grown_weights_judge_as_those_before() -> None:
    from training import model

    whole = model.fresh(5, "cpu")
    before = {name: one for name, one in whole.items() if name not in model.COURSE}
    grown = model.grown(before, 6, tutor=64)
    generator = torch.Generator().manual_seed(1)
    rows = (torch.rand((9, 960), generator=generator) < 0.1).float()
    events = (torch.rand((9, network.EVENTS, 448), generator=generator) < 0.1).float()
    hands = (torch.rand((9, 832), generator=generator) < 0.1).float()
    then, now = (model.state(one, rows, events) for one in (before, grown))
    assert torch.equal(then, now)
    plain, tutored = model.tutored(grown, hands)
    assert torch.equal(plain, tutored)
    grown["course.w"] += 0.1
    assert not torch.equal(then, model.state(grown, rows, events))


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


def test_the_course_reads_words_as_it_reads_bits() -> None:
    from training import model

    env = HostTables(check.fresh_tables(8, seed=9))
    env.step()
    for _ in range(12):
        env.step(env.list[np.arange(8), np.maximum(env.count - 2, 0)].astype(np.int32))
    weights = model.fresh(3, "cpu")
    words = torch.from_numpy(env.events.view(np.int64))
    bits = _floats(env.events.reshape(-1, EVENT_WORDS)).view(8, network.EVENTS, -1)
    assert bits.sum() > 100
    assert torch.equal(model.course(weights, words), model.course(weights, bits))
