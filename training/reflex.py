"""Distils the network into a small one that plays imagined rounds: ``python -m training.reflex``.

The network plays with itself on the GPU; at each decision the small one learns to prefer what the
network prefers among all legal plays. Needs one NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import leaky_relu

from gangoffour.bots import network
from training import evaluate, model
from training.build import BY_OTHER_NET, Settings, blank
from training.gpu import PLAY, Kernels, Tables, Window
from training.learn import Actor
from training.train import SHIPPED, drawn_for_the_match

SCALE = 5.0
"""The network's values are read so much larger, as in training."""
DOUBT = 0.4
"""Plays so many points apart are told apart clearly."""


class Student:
    """The small network, and its optimiser."""

    def __init__(self, shape: network.Shape, seed: int) -> None:
        every = model.fresh(seed, "cuda", shape)
        policy = network.POLICY_ARRAYS
        self.weights = {name: every[name].requires_grad_() for name in policy}
        self.optimiser = torch.optim.AdamW(
            list(self.weights.values()), lr=1e-3, weight_decay=0.01, fused=True
        )
        self.mean = {name: one.detach().clone() for name, one in self.weights.items()}
        self.agreed = torch.zeros((), device="cuda")

    def score(self, positions: Tensor, plays: Tensor, owner: Tensor) -> Tensor:
        """How good each play looks."""
        w = self.weights
        with torch.autocast("cuda", torch.bfloat16):
            trunk = leaky_relu(positions @ w["trunk.w"] + w["trunk.b"], network.LEAK)
            at = trunk @ w["state.w"] + w["state.b"] + positions[:, : model.DIRECT] @ w["direct.w"]
            joint = leaky_relu(at[owner] + plays @ w["play.w"], network.LEAK)
            first = leaky_relu(joint @ w["first.w"] + w["first.b"], network.LEAK)
            second = leaky_relu(first @ w["second.w"] + w["second.b"], network.LEAK)
        return ((first + second).float() @ w["advantage.w"] + w["advantage.b"]).float()

    def learn(
        self, positions: Tensor, plays: Tensor, owner: Tensor, wanted: Tensor, rate: float
    ) -> None:
        """One step towards the choices of the network."""
        number = len(positions)
        score = self.score(positions, plays, owner)
        loss = -(wanted * log_shares(score, owner, number)).sum() / number
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        with torch.no_grad():
            for name, one in self.weights.items():
                self.mean[name].lerp_(one, 2e-3)
            best = _highest(score, owner, number) == score
            self.agreed.lerp_((best * wanted).sum() / number, 0.01)

    def full(self, shape: network.Shape) -> model.Weights:
        """The weights as ``evaluate`` takes them."""
        seen = {name: one.clone() for name, one in self.mean.items()}
        return model.fresh(1, "cuda", shape) | seen


def _highest(score: Tensor, owner: Tensor, number: int) -> Tensor:
    top = torch.full((number,), -1e9, device="cuda")
    return top.scatter_reduce(0, owner, score, "amax")[owner]


def log_shares(score: Tensor, owner: Tensor, number: int) -> Tensor:
    """Log-softmax of scores among the plays of the same position."""
    apart = score - _highest(score.detach(), owner, number)
    sums = torch.zeros(number, device="cuda").index_add(0, owner, apart.exp())
    return apart - sums.log()[owner]


def main() -> None:
    """Distil, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, default=SHIPPED.with_name("reflex.npz"))
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tables", type=int, default=8192)
    parser.add_argument("--shape", default=",".join(str(x) for x in network.REFLEX[:3]))
    options = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    teacher = model.read(options.weights, "cuda", SCALE)
    trunk, joint, hidden = (int(part) for part in options.shape.split(","))
    shape = network.Shape(trunk, joint, hidden)
    student = Student(shape, 1)
    start = blank(options.tables)
    start["rng"] = np.random.default_rng(5).integers(0, 2**63, options.tables, np.uint64)
    match = drawn_for_the_match(0.08, 0.65)
    settings = Settings(0.15, match, 0.06, 0.65, 0.15, SCALE * 0.02, 0.03, 0.8)
    tables = Tables(kernels, start, settings, 16 * options.tables)
    window, actor = Window(options.tables, 0), Actor(tables, teacher)
    actor.prepare(teacher)
    with torch.no_grad():
        tables.step(window, 0)
    began, told, steps = time.perf_counter(), 0.0, 0
    sharp = network.POINTS / SCALE / DOUBT
    while (spent := time.perf_counter() - began) < options.seconds:
        progress = spent / options.seconds
        rate = options.rate * (0.5 * (1 + math.cos(math.pi * progress)) + 0.005)
        rate *= min(1.0, (steps + 1) / 200)
        with torch.no_grad():
            rows = min(int(tables.total), tables.rows)
            score = actor.judge(window.policy[0], window.events[0])
            owner = tables.owner[:rows].long()
            plays = torch.zeros((rows, PLAY), dtype=torch.bfloat16, device="cuda")
            kept = (tables.action, tables.left, tables.rest, tables.more)
            tables.play_rows(*(one[:rows] for one in kept), plays)
            wanted = log_shares(score[:rows] * sharp, owner, options.tables).exp()
            positions = window.policy[0].clone()
            tables.choose(window, 0, score)
            tables.step(window, 0)
        student.learn(positions, plays, owner, wanted, rate)
        steps += 1
        if spent - told >= 15:
            told = spent
            print(json.dumps(_measured(kernels, student, shape, spent, steps)), flush=True)
    print(json.dumps(_measured(kernels, student, shape, spent, steps, teacher)), flush=True)
    arrays = {name: one.float().cpu().numpy() for name, one in student.mean.items()}
    arrays = {name: one[: shape.arrays[name][0]] for name, one in arrays.items()}
    fitted = np.array(network.fingerprint(network.Network.load(options.weights).weights))
    halves = {name: one.astype(np.float16) for name, one in arrays.items()}
    np.savez(options.out, format=np.array(network.FORMAT), weights=fitted, **halves)


def _measured(
    kernels: Kernels,
    student: Student,
    shape: network.Shape,
    spent: float,
    steps: int,
    teacher: model.Weights | None = None,
) -> dict[str, object]:
    small = student.full(shape)
    two = evaluate.play(kernels, small, deals=2000, ours=2)
    found: dict[str, object] = {
        "seconds": round(spent, 1),
        "steps": steps,
        "agreed": round(float(student.agreed), 4),
        "two": round(two.payoff, 3),
    }
    if teacher is not None:
        against = evaluate.play(
            kernels, small, deals=5000, ours=2, against=BY_OTHER_NET, other=teacher
        )
        found["against the network"] = str(against)
    return found


if __name__ == "__main__":
    main()
