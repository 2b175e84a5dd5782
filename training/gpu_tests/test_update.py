"""What an update learns on the GPU, against the same in plain torch and full precision."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from gangoffour.bots import network
from training import learn, looking, model
from training.bench import SELF_PLAY
from training.gpu import PLAY, Kernels, Window
from training.learn import Actor, Learner, Size
from training.train import SHIPPED

pytestmark = pytest.mark.filterwarnings("ignore")
"""What torch's own parts say of each other is no fault of this code."""


def _learner(size: Size) -> Learner:
    weights = model.fresh(1, "cuda", tutor=512)
    generator = torch.Generator().manual_seed(4)
    for name in ("course.w", "course.s", "deep.w", "tutor3.w"):  # these begin as nothing
        drawn = torch.randn(weights[name].shape, generator=generator) * 0.03
        weights[name] = drawn.to("cuda")
    learner = Learner(Kernels(), weights, SELF_PLAY, size, 5)
    for _ in range(6):
        learner.play(*learner.windows)
        learner.play(*reversed(learner.windows))
    learner.tables.chances(learner.windows[0], [x.detach() for x in learner.flat.totals.values()])
    return learner


def _bend(x: Tensor) -> Tensor:
    return torch.nn.functional.leaky_relu(x, network.LEAK)


def _plain_loss(learner: Learner, w: model.Weights, t: Window, part: slice) -> Tensor:
    """The loss, as it is said in words: every play of the course, every layer by itself."""
    steps, kind = learner.size.steps, w["trunk.w"].dtype
    rows = t.policy[:steps, part].flatten(0, 1).to(kind)
    every, there = t.critic[:, part].flatten(0, 1).to(kind), t.peek_critic[:steps, part]
    n = len(rows)
    plain, values = model.tutored(w, every)
    with torch.no_grad():
        _, peeks = model.tutored(w, there.flatten(0, 1).to(kind))
        found = learner.tables.returns(t, part, learner.scale, values.float(), peeks.float())
        target, *gains = found
        plays = torch.empty((2, n, PLAY), dtype=torch.bfloat16, device="cuda")
        for one, name in zip(plays, ("kept", "peek"), strict=True):
            arrays = [getattr(t, f"{name}_{what}") for what in ("action", "left", "rest", "more")]
            learner.tables.play_rows(*(x[:steps, part].reshape(-1) for x in arrays), one)
        valid = t.valid[:steps, part].reshape(-1)
    events = model.spread(t.events[:steps, part].flatten(0, 1), kind)
    told = _bend(_bend(events @ w["event0.w"]) @ w["event1.w"]).sum(1)
    trunk = _bend(rows @ w["trunk.w"] + w["trunk.b"] + told @ w["course.w"])
    trunk = trunk + _bend(trunk @ w["deep.w"] + w["deep.b"])
    at = trunk @ w["state.w"] + w["state.b"] + told @ w["course.s"]
    at = at + rows[:, : model.DIRECT] @ w["direct.w"]
    loss = ((values[:n] - target) ** 2).mean() + ((plain[:n] - target) ** 2).mean()
    for one, gain, much in zip(plays.to(kind), gains, (learner.own, learner.peek), strict=True):
        first = _bend(_bend(at + one @ w["play.w"]) @ w["first.w"] + w["first.b"])
        both = first + _bend(first @ w["second.w"] + w["second.b"])
        judged = both.float() @ w["advantage.w"].float() + w["advantage.b"].float()
        loss = loss + much * (valid * (judged - gain) ** 2).mean()
    few = 2 * (part.stop - part.start)
    public, beliefs = model.aside(w, at[:few])
    aside = ((public - target[:few]) ** 2).mean()
    aside = aside + learn._belief_loss(beliefs, rows[:few].float(), every[:few].float())
    return loss + 0.1 * aside


def errors(learner: Learner, part: slice) -> dict[str, tuple[float, float]]:
    """How far off each array's gradient is: of the update, and of plain torch in bf16."""
    window, leaves, seen = learner.windows[0], learner.flat.leaves, []

    def catch(loss: Tensor) -> None:
        seen.append((loss.detach(), torch.autograd.grad(loss, list(leaves.values()))))

    learner.flat.step = catch  # type: ignore[method-assign]
    learner.update(window, part)
    for kind in (torch.bfloat16, torch.float32):
        w = {k: v.detach().to(kind).requires_grad_() for k, v in leaves.items()}
        loss = _plain_loss(learner, w, window, part)
        seen.append((loss.detach(), torch.autograd.grad(loss, list(w.values()))))
    (mine, fast), (_, half), (true, full) = seen
    assert abs(float(mine / true) - 1) < 0.005

    def apart(found: Tensor, right: Tensor) -> float:
        return float((found.float() - right).norm() / right.norm())

    trio = zip(leaves, fast, half, full, strict=True)
    return {name: (apart(a, c), apart(b, c)) for name, a, b, c in trio}


def test_an_update_learns_what_it_did() -> None:
    found = errors(_learner(Size(512, 8, 4)), slice(0, 128))
    for name, (fast, plain) in found.items():
        assert fast < max(1.3 * plain, 0.02), (name, fast, plain)


def test_what_the_course_tells_is_the_same() -> None:
    learner = _learner(Size(512, 8, 4))
    events, w = learner.windows[0].events[3], learner.flat.views(learner.acting)
    true = model.course({k: v.float() for k, v in w.items()}, events)
    assert float((model.course(w, events).float() - true).norm() / true.norm()) < 0.01


def _apart(learner: Learner, actor: Actor, weights: model.Weights) -> float:
    """How far off an actor's scores of all legal plays are, as a part of what they should be."""
    t, window, last = learner.tables, learner.windows[0], learner.size.steps
    score = actor.judge(window.policy[last], window.events[last])
    rows = int(t.total)
    assert rows > 512
    plays = torch.empty((rows, PLAY), dtype=torch.bfloat16, device="cuda")
    t.play_rows(*(x[:rows] for x in (t.action, t.left, t.rest, t.more)), plays)
    full = {k: v.float() for k, v in weights.items()}
    at = model.state(full, window.policy[last].float(), window.events[last])
    true = model.advantage(full, at[t.owner[:rows].long()], plays.float()) - full["advantage.b"]
    return float((score[:rows] - true).norm() / true.norm())


def test_every_legal_play_is_judged_as_the_network_says() -> None:
    learner = _learner(Size(512, 8, 4))
    assert _apart(learner, learner.actor, learner.flat.views(learner.acting)) < 0.02


def test_every_legal_play_is_judged_as_the_reflex_says() -> None:
    """It is narrower than a tile of the plays' layer."""
    learner = _learner(Size(512, 8, 4))
    small = looking.reflex_weights(SHIPPED.with_name("reflex.npz"))
    actor = Actor(learner.tables, small)
    actor.prepare(small)
    assert _apart(learner, actor, small) < 0.02
