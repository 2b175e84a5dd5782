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
from training.gpu import LEAVES, Kernels, Tables, Window
from training.layer import joint, judged, layer


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
        rows, half = -(-tables.rows // 128) * 128, torch.bfloat16
        joint, hidden = weights["first.w"].shape
        self.joint = torch.zeros((rows, joint), dtype=half, device="cuda")
        self.first = torch.zeros((rows, hidden), dtype=half, device="cuda")
        self.score = torch.zeros(rows, device="cuda")

    def prepare(self, weights: model.Weights) -> None:
        """Take over weights in full precision."""
        self.take(model.half(weights), weights["advantage.w"])

    def take(self, half: model.Weights, head: Tensor) -> None:
        """Take over bf16 weights: the plays' part of the first layer is made once for all."""
        self.w, self.head = half, head
        static = self.tables.kernels.play_features.shape[1]
        self.plays = self.tables.kernels.play_features @ half["play.w"][:static]
        outline = half["play.w"][static + 20 : static + 20 + network.OUTLINE_BITS]
        self.leaves = outline.new_zeros((LEAVES, outline.shape[1]))
        self.leaves[: len(outline)] = outline
        self.leaves[96:116] = half["play.w"][static : static + 20]

    def judge(self, positions: Tensor, events: Tensor) -> Tensor:
        """Scores of all legal plays."""
        t, w = self.tables, self.w
        state = model.state(w, positions, events)
        joint(state, self.plays, self.leaves, t.legal_rows, self.joint)
        layer(self.joint, w["first.w"], w["first.b"], t.total, self.first)
        last = (w["second.w"], w["second.b"], self.head)
        return judged(self.first, *last, t.total, self.score)


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
        self.tutored, self.found, self.losses_of, self.totals_loss = (
            torch.compile(one, dynamic=False)
            for one in (model.tutored, _found, _losses, _totals_loss)
        )
        self.graphs: list[torch.cuda.CUDAGraph] = []
        self.done = 0
        self.acting = self.flat.half.clone()
        self.acting_head = self.flat.views(self.flat.weight)["advantage.w"].clone()
        self.side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self.beside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
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
        steps, w, take = self.size.steps, self.flat.leaves, self.tables.kernels.take
        few = part.stop - part.start
        here = torch.cuda.current_stream()
        self.beside.wait_stream(here)
        with torch.cuda.stream(self.beside):  # what sees all hands, at the same time
            every = take(t.critic, part, steps)
            plain, values = self.tutored(w, every)
            goals = self.goals(t, part, values.detach())
        rows, plays = take(t.policy, part, steps), self.tables.chosen_rows(t, part)
        told = model.course(w, take(t.events, part, steps)) if "event0.w" in w else None
        found = self.found(w, rows, told, plays, 2 * few)
        here.wait_stream(self.beside)
        how = 2 * few, self.own, self.peek  # the aside heads learn from two steps of each table
        loss, parts = self.losses_of(found, (plain, values), goals, (rows, every), how)
        self.flat.step(loss)
        with torch.no_grad():
            self.losses[:6].lerp_(parts, 0.002)

    @torch.no_grad()
    def goals(self, t: Window, part: slice, values: Tensor) -> tuple[Tensor, ...]:
        """What values and advantages shall be, and which decisions count."""
        steps, take, few = self.size.steps, self.tables.kernels.take, part.stop - part.start
        there = t.critic.new_empty((few + len(values), t.critic.shape[2]))
        take(t.critic[steps:], part, 1, there[:few])
        take(t.peek_critic, part, steps, there[few:])
        _, later = self.tutored(self.flat.leaves, there)
        along = torch.cat([values, later[:few]])
        found = self.tables.returns(t, part, self.scale, along, later[few:])
        return *found, t.valid[:steps, part].reshape(-1)

    def update_totals(self) -> None:
        """Learn what totals are worth from the last rounds played for a match."""
        loss = self.totals_loss(self.flat.totals, self.tables.ring)
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


def _found(
    w: model.Weights, rows: Tensor, told: Tensor | None, plays: Tensor, few: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Advantages of the chosen and the peeked plays; values and beliefs of the first positions."""
    at = model.position(w, rows, told)
    return model.advantage(w, at.repeat(2, 1), plays), *model.aside(w, at[:few])


def _losses(
    found: tuple[Tensor, Tensor, Tensor],
    values: tuple[Tensor, Tensor],
    goals: tuple[Tensor, ...],
    seen: tuple[Tensor, Tensor],
    how: tuple[int, float, float],
) -> tuple[Tensor, Tensor]:
    """What is learnt: all of it together, and its parts."""
    judged, public, beliefs = found
    plain, better = values
    target, gain, gain_there, valid = goals
    few, own, peek = how
    n = len(valid)
    chosen = (valid * (judged[:n] - gain) ** 2).mean()
    peeked = (valid * (judged[n:] - gain_there) ** 2).mean()
    critic = ((better - target) ** 2).mean()
    alone = ((plain - target) ** 2).mean() if plain is not better else critic.detach()
    value = ((public - target[:few]) ** 2).mean()
    belief = _belief_loss(beliefs, *(one[:few] for one in seen))
    loss = own * chosen + peek * peeked + critic + 0.1 * value + 0.1 * belief + alone
    return loss, torch.stack([chosen, peeked, critic, value, belief, alone]).detach()


def _totals_loss(totals: model.Weights, ring: Tensor) -> Tensor:
    """How far the chances after rounds are from what those before them said."""
    final, seats = ring[:, 1] > 0, ring[:, 2].long().clamp(3, 4)
    before, after, who = ring[:, 8:12], ring[:, 12:16], ring[:, 16:20]
    sitting = torch.arange(4, device=ring.device) < seats[:, None]
    with torch.no_grad():
        sums = after.float().masked_fill(~sitting, 1e9)
        lowest = (sums == sums.min(1, keepdim=True).values).float()
        share = lowest / lowest.sum(1, keepdim=True)
        later = torch.softmax(model.match_logits(totals, after, who[:, 2:], seats), 1)
        goal = torch.where(final[:, None], share, later)
    logits = model.match_logits(totals, before, who[:, :2], seats)
    return -(ring[:, :1] * goal * torch.log_softmax(logits, 1).clamp(min=-30)).sum(1).mean()


def _belief_loss(beliefs: Tensor, rows: Tensor, every: Tensor) -> Tensor:
    """Cross-entropy of where each unseen card lies: next, across or dead hand, previous."""
    with torch.no_grad():
        unseen = model.faces(rows[:, 64:128])
        ahead, behind = model.faces(every[:, 64:128]), model.faces(every[:, 192:256])
        where = torch.stack([ahead, unseen - ahead - behind, behind], 1)
    return -(where * torch.log_softmax(beliefs, 1)).sum() / (unseen.sum() + 1)
