"""One iteration of self-play and learning, captured in a CUDA graph and replayed.

The policy regresses advantages over a critic that sees all hands: of the chosen play, the λ-return
minus the value; of one other legal play, tried on a copy of the table, the value where it leads
minus the value ("peeking"). So plays that are seldom chosen are judged too. The critic regresses
the λ-returns of all seats; a tutor that also sees what each hand can make is added to it, and its
values are the targets. Where a table plays for the match, a round is worth the change in the
chance to win it, which a small network learns from the totals (R6.2) by the same play.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from gangoffour.bots import network
from training import model
from training.build import Settings, blank
from training.gpu import PLAY, Kernels, Tables, Window

RESTS = 96
"""The width of what a play leaves, padded."""


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
        self.rests = torch.zeros((tables.rows, RESTS), dtype=torch.bfloat16, device="cuda")

    def prepare(self, weights: model.Weights) -> None:
        """Take over weights in full precision."""
        self.take(model.half(weights), weights["advantage.w"])

    def take(self, half: model.Weights, head: Tensor) -> None:
        """Take over bf16 weights: the plays' part of the first layer is made once for all."""
        self.w, self.head = half, head
        static = self.tables.kernels.play_features.shape[1]
        self.plays = self.tables.kernels.play_features @ half["play.w"][:static]
        self.leaves = half["play.w"][static : static + 20]
        ends = static + 20 + network.OUTLINE_BITS
        self.outlines = half["play.w"].new_zeros((RESTS, half["play.w"].shape[1]))
        self.outlines[: network.OUTLINE_BITS] = half["play.w"][static + 20 : ends]

    def judge(self, positions: Tensor, events: Tensor, rows: int | None = None) -> Tensor:
        """Scores of all legal plays; ``rows`` limits the products to the rows in use."""
        t = self.tables
        state = model.state(self.w, positions, events)
        t.rests(self.rests)
        some = self.rests if rows is None else self.rests[:rows]
        t.gather(state, self.plays, self.leaves, some @ self.outlines, self.joint)
        first, second = model.hidden(self.w, self.joint if rows is None else self.joint[:rows])
        t.head(first, second, self.head, self.score)
        return self.score


class Learner:
    """Weights, optimiser and tables; ``iterate`` plays and learns, ``capture`` makes it a graph."""

    def __init__(
        self,
        kernels: Kernels,
        weights: model.Weights,
        settings: Settings,
        size: Size,
        seed: int,
        scale: float = 5.0,
        own: float = 1.0,
        peek: float = 1.0,
    ) -> None:
        assert size.steps % 2 == 0, "tables alternate between two places in memory"
        self.size, self.scale, self.own, self.peek = size, scale, own, peek
        start = blank(size.tables)
        start["rng"] = np.random.default_rng(seed).integers(0, 2**63, size.tables, np.uint64)
        self.tables = Tables(kernels, start, settings, size.rows * size.tables)
        self.windows = [Window(size.tables, size.steps) for _ in range(2)]
        self.flat = model.Flat(weights, kernels)
        for tensor in self.flat.totals.values():
            tensor.requires_grad_()
        self.totals_optimiser = torch.optim.Adam(
            list(self.flat.totals.values()), lr=1e-3, fused=True, capturable=True
        )
        self.actor = Actor(self.tables, self.flat.all(self.flat.weight))
        self.losses = torch.zeros(7, device="cuda")
        self.graphs: list[torch.cuda.CUDAGraph] = []
        self.done = 0
        self.acting = self.flat.half.clone()
        self.acting_head = self.flat.views(self.flat.weight)["advantage.w"].clone()
        self.side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self.tables.step(self.windows[1], size.steps)

    @torch.no_grad()
    def play(self, past: Window, now: Window) -> None:
        """Play ``steps`` decisions at every table into ``now``, with the weights put aside."""
        t = self.tables
        now.follow(past)
        self.actor.take(self.flat.views(self.acting), self.acting_head)
        for slot in range(self.size.steps):
            t.choose(now, slot, self.actor.judge(now.policy[slot], now.events[slot]))
            t.step(now, slot + 1, peek=True)

    def iterate(self) -> None:
        """Fill one window by play while learning from the other."""
        now, past = self.windows[self.done % 2], self.windows[1 - self.done % 2]
        self.done += 1
        with torch.no_grad():
            self.acting.copy_(self.flat.half)
            self.acting_head.copy_(self.flat.views(self.flat.weight)["advantage.w"])
        here = torch.cuda.current_stream()
        self.side.wait_stream(here)
        with torch.cuda.stream(self.side):
            self.play(past, now)
        share = self.size.tables // self.size.parts
        for part in range(self.size.parts):
            self.update(past, slice(part * share, (part + 1) * share))
        here.wait_stream(self.side)
        self.update_totals()
        with torch.no_grad():
            self.tables.chances(now, [x.detach() for x in self.flat.totals.values()])

    def update(self, t: Window, part: slice) -> None:
        """One step of the optimiser on all steps of some tables."""
        steps, w = self.size.steps, self.flat.leaves
        rows = t.policy[:steps, part].reshape(-1, t.policy.shape[2])
        events = t.events[:steps, part].flatten(0, 1)
        every = t.critic[:, part].reshape(-1, t.critic.shape[2])
        n = rows.shape[0]
        plain, values = model.tutored(w, every)
        with torch.no_grad():
            there = t.peek_critic[:steps, part].reshape(-1, t.critic.shape[2])
            _, peeks = model.tutored(w, there)
            target, gain, gain_there = self.tables.returns(
                t, part, self.scale, values.detach(), peeks
            )
            plays = torch.empty((2 * n, PLAY), dtype=torch.bfloat16, device="cuda")
            for half, kept in enumerate(
                (
                    (t.kept_action, t.kept_left, t.kept_rest, t.kept_more),
                    (t.peek_action, t.peek_left, t.peek_rest, t.peek_more),
                )
            ):
                some = [one[:steps, part].reshape(-1) for one in kept]
                self.tables.play_rows(*some, plays[half * n : half * n + n])
            valid = t.valid[:steps, part].reshape(-1)
        at = model.state(w, rows, events)
        found = model.advantage(w, torch.cat([at, at]), plays)
        policy_loss = (valid * (found[:n] - gain) ** 2).mean()
        peek_loss = (valid * (found[n:] - gain_there) ** 2).mean()
        critic_loss = ((values[:n] - target) ** 2).mean()
        plain_loss = (
            ((plain[:n] - target) ** 2).mean() if plain is not values else critic_loss.detach()
        )
        few = (part.stop - part.start) * 2  # the aside heads learn from two steps of each table
        public, beliefs = model.aside(w, at[:few])
        value_loss = ((public - target[:few]) ** 2).mean()
        belief_loss = _belief_loss(beliefs, rows[:few], every[:few])
        aside = 0.1 * value_loss + 0.1 * belief_loss + plain_loss
        self.flat.step(self.own * policy_loss + self.peek * peek_loss + critic_loss + aside)
        with torch.no_grad():
            parts = (policy_loss, peek_loss, critic_loss, value_loss, belief_loss, plain_loss)
            self.losses[:6].lerp_(torch.stack([x.detach() for x in parts]), 0.002)

    def update_totals(self) -> None:
        """Learn what totals are worth from the last rounds played for a match."""
        o = self.tables.ring
        final, seats = o[:, 1] > 0, o[:, 2].long().clamp(3, 4)
        before, after, who = o[:, 8:12], o[:, 12:16], o[:, 16:20]
        sitting = torch.arange(4, device="cuda") < seats[:, None]
        with torch.no_grad():
            totals = after.float().masked_fill(~sitting, 1e9)
            lowest = (totals == totals.min(1, keepdim=True).values).float()
            share = lowest / lowest.sum(1, keepdim=True)
            later = torch.softmax(model.match_logits(self.flat.totals, after, who[:, 2:], seats), 1)
            goal = torch.where(final[:, None], share, later)
        logits = model.match_logits(self.flat.totals, before, who[:, :2], seats)
        loss = -(o[:, :1] * goal * torch.log_softmax(logits, 1).clamp(min=-30)).sum(1).mean()
        self.totals_optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.totals_optimiser.step()
        with torch.no_grad():
            self.losses[6].lerp_(loss.detach(), 0.01)

    def capture(self) -> None:
        """Run a few iterations, then capture one of each parity for replay."""
        warm = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        warm.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(warm):
            for _ in range(4):
                self.iterate()
        torch.cuda.current_stream().wait_stream(warm)
        torch.cuda.synchronize()
        graphs = []
        for _ in range(2):
            graphs.append(torch.cuda.CUDAGraph())
            self.totals_optimiser.zero_grad(set_to_none=True)
            with torch.cuda.graph(graphs[-1]):
                self.iterate()
        self.graphs = graphs

    def run(self) -> None:
        """One iteration: the captured one if there is one."""
        if self.graphs:
            self.graphs[self.done % 2].replay()
            self.done += 1
        else:
            self.iterate()


def _belief_loss(beliefs: Tensor, rows: Tensor, every: Tensor) -> Tensor:
    """Cross-entropy of where each unseen card lies: next, across or dead hand, previous."""
    with torch.no_grad():
        unseen = model.faces(rows[:, 64:128])
        ahead, behind = model.faces(every[:, 64:128]), model.faces(every[:, 192:256])
        where = torch.stack([ahead, unseen - ahead - behind, behind], 1)
    return -(where * torch.log_softmax(beliefs, 1)).sum() / (unseen.sum() + 1)
