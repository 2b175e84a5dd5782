"""One iteration of self-play and learning, captured in a CUDA graph and replayed.

The policy regresses the advantage of the chosen play: the λ-return minus the value of a critic
that sees all hands. The critic regresses the λ-returns of all seats. Where a table plays for the
match, a round is worth the change in the chance to win it, which a small network learns from the
totals (R6.2) by the same play.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training import model
from training.build import TABLE, Settings
from training.gpu import PLAY, Kernels, Tables


@dataclass(frozen=True)
class Size:
    """How much is played between updates, and how it is cut."""

    tables: int = 4096
    steps: int = 8
    parts: int = 4
    """Updates an iteration: each takes all steps of a share of the tables."""
    rows: int = 14
    """Room for so many legal plays a table and step, on average."""


class Actor:
    """Evaluates the legal plays of tables with one set of weights."""

    def __init__(self, tables: Tables, weights: model.Weights) -> None:
        self.tables = tables
        joint = weights["state.b"].shape[0]
        self.joint = torch.zeros((tables.rows, joint), dtype=torch.bfloat16, device="cuda")
        self.score = torch.zeros(tables.rows, device="cuda")

    def prepare(self, weights: model.Weights) -> None:
        """Take over new weights: the plays' part of the first layer is made once for all."""
        self.w = model.half(weights)
        self.head = weights["advantage.w"].detach()
        static = self.tables.kernels.play_features.shape[1]
        self.plays = self.tables.kernels.play_features @ self.w["play.w"][:static]
        self.leaves = self.w["play.w"][static : static + 20].contiguous()

    def judge(self, slot: int, rows: int | None = None) -> Tensor:
        """Scores of all legal plays; ``rows`` limits the products to the rows in use."""
        t = self.tables
        state = model.state(self.w, t.policy[slot])
        t.gather(state, self.plays, self.leaves, self.joint)
        first, second = model.hidden(self.w, self.joint if rows is None else self.joint[:rows])
        t.head(first, second, self.head, self.score)
        return self.score


class Learner:
    """Weights, optimiser and tables; ``iterate`` plays and learns, ``capture`` makes it a graph."""

    def __init__(
        self, kernels: Kernels, weights: model.Weights, settings: Settings, size: Size, seed: int
    ) -> None:
        self.size = size
        start = np.zeros(size.tables, TABLE)
        start["rng"] = np.random.default_rng(seed).integers(0, 2**63, size.tables, np.uint64)
        self.tables = Tables(kernels, start, settings, size.steps, size.rows * size.tables)
        self.weights = {name: torch.nn.Parameter(value) for name, value in weights.items()}
        self.lr = torch.tensor(1e-4, device="cuda")
        self.optimiser = torch.optim.Adam(
            list(self.weights.values()),
            lr=self.lr,
            betas=(0.9, 0.98),
            eps=1e-7,
            fused=True,
            capturable=True,
        )
        with torch.no_grad():
            self.actor = Actor(self.tables, self.weights)
        self.losses = torch.zeros(5, device="cuda")
        self.graph: torch.cuda.CUDAGraph | None = None
        self.tables.step(0)

    def iterate(self) -> None:
        """Play ``steps`` decisions at every table, then update once for each part."""
        t = self.tables
        with torch.no_grad():
            self.actor.prepare(self.weights)
            for slot in range(self.size.steps):
                t.choose(slot, self.actor.judge(slot))
                t.step(slot + 1)
        share = self.size.tables // self.size.parts
        for part in range(self.size.parts):
            self.update(slice(part * share, (part + 1) * share))
        last = self.size.steps
        for kept in (t.policy, t.critic, t.nodes):
            kept[0].copy_(kept[last])

    def update(self, part: slice) -> None:
        """One step of the optimiser on all steps of some tables."""
        t, steps = self.tables, self.size.steps
        rows = t.policy[:steps, part].reshape(-1, t.policy.shape[2])
        every = t.critic[:, part].reshape(-1, t.critic.shape[2])
        n = rows.shape[0]
        w = model.half(self.weights)
        values = model.critic(w, self.weights, every)
        with torch.no_grad():
            before, mask, seats, goal = self._match(part)
        logits = model.match_logits(self.weights, before, seats)
        with torch.no_grad():
            chances = torch.softmax(logits, 1)
            target = torch.empty((n, 4), device="cuda")
            gain = torch.empty(n, device="cuda")
            t.returns(part, values.detach(), chances, goal, target, gain)
            plays = torch.empty((n, PLAY), dtype=torch.bfloat16, device="cuda")
            action = t.kept_action[:steps, part].reshape(-1)
            t.play_rows(action, t.kept_left[:steps, part].reshape(-1), plays)
            valid = t.valid[:steps, part].reshape(-1)
        at = model.state(w, rows)
        policy_loss = (valid * (model.advantage(w, self.weights, at, plays) - gain) ** 2).mean()
        critic_loss = ((values[:n] - target) ** 2).mean()
        public, beliefs = model.aside(w, at)
        value_loss = ((public - target) ** 2).mean()
        belief_loss = _belief_loss(beliefs, rows, every[:n])
        log = torch.log_softmax(logits, 1).clamp(min=-30)
        match_loss = -(mask[:, None] * goal * log).sum() / (mask.sum() + 1)
        loss = policy_loss + critic_loss + 0.1 * value_loss + 0.02 * belief_loss + match_loss
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            parts = (policy_loss, critic_loss, value_loss, belief_loss, match_loss)
            self.losses.lerp_(torch.stack([x.detach() for x in parts]), 0.01)

    def _match(self, part: slice) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Totals before the rounds that ended, which of them count, seats, and the
        chances (or, at a match's end, shares of the win) that follow."""
        o = self.tables.outcomes[: self.size.steps, part].reshape(-1, 16)
        ended, final, seats = o[:, 0], o[:, 1] > 0, o[:, 2].long().clamp(3, 4)
        before, after = o[:, 8:12], o[:, 12:16]
        sitting = torch.arange(4, device="cuda") < seats[:, None]
        totals = after.float().masked_fill(~sitting, 1e9)
        lowest = (totals == totals.min(1, keepdim=True).values).float()
        share = lowest / lowest.sum(1, keepdim=True)
        later = torch.softmax(model.match_logits(self.weights, after, seats), 1)
        goal = torch.where(final[:, None], share, later)
        mask = ((ended > 0) & (o[:, 3] > 0)).float()
        return before, mask, seats, goal

    def capture(self) -> None:
        """Run a few iterations, then capture one for replay."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.iterate()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(self.graph):
            self.iterate()

    def run(self) -> None:
        """One iteration: the captured one if there is one."""
        if self.graph is None:
            self.iterate()
        else:
            self.graph.replay()


def _belief_loss(beliefs: Tensor, rows: Tensor, every: Tensor) -> Tensor:
    """Cross-entropy of where each unseen card lies: next, across or dead hand, previous."""
    with torch.no_grad():
        unseen = model.faces(rows[:, 64:128])
        ahead, behind = model.faces(every[:, 64:128]), model.faces(every[:, 192:256])
        where = torch.stack([ahead, unseen - ahead - behind, behind], 1)
    return -(where * torch.log_softmax(beliefs, 1)).sum() / (unseen.sum() + 1)
