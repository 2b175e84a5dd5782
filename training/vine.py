"""Close calls played on: ``python -m training.vine --out better.npz``.

The network plays with itself. Where several plays look about as good, each of them is played on
from the true hands by the network in all its seats, and the network learns the differences of what
came of it. What it thinks of all else stays near what the weights it began with think. Needs one
NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from gangoffour.bots import network
from gangoffour.bots.network import weights as files
from gangoffour.bots.network.differences import differences
from training import evaluate, model
from training.build import BY_GREEDY, BY_NET, BY_OTHER_NET, Settings, blank
from training.gpu import PLAY, Kernels, Tables, Window
from training.learn import Actor
from training.playing_on import SIZE, PlayedOn, field
from training.reflex import SCALE
from training.train import SHIPPED, drawn_for_the_match

CANDIDATES = 3
POINT = SCALE / network.POINTS
"""One point, in the units in which the network learns."""


@dataclass
class Calls:
    """Close calls: positions, and for each of the candidates what a play's row is made of."""

    states: Tensor
    rows: Tensor
    events: Tensor
    there: Tensor
    """Which candidates there are, the best judged one first."""
    action: Tensor
    left: Tensor
    rest: Tensor
    more: Tensor

    def joined(self, more: list[Calls]) -> Calls:
        every = [self, *more]
        names = self.__dataclass_fields__
        return Calls(*(torch.cat([getattr(one, name) for one in every]) for name in names))

    def part(self, some: Tensor) -> Calls:
        return Calls(*(getattr(self, name)[some] for name in self.__dataclass_fields__))


class Source:
    """Self-play from which close calls are picked."""

    def __init__(
        self,
        kernels: Kernels,
        weights: model.Weights,
        rival: model.Weights,
        options: argparse.Namespace,
    ) -> None:
        tables = options.tables
        start = blank(tables)
        start["rng"] = np.random.default_rng(options.seed).integers(0, 2**63, tables, np.uint64)
        match = drawn_for_the_match(options.match, 0.7)
        greedy = 0.8 if options.league else 0.25
        settings = Settings(0.1, match, 0.05, 0.7, greedy, SCALE * 0.005, 0.01, 0.8)
        self.league = int(options.league * tables)
        self.rival: Actor | None = None
        self.tables = Tables(kernels, start, settings, 40 * tables)
        self.window = Window(tables, 0)
        self.actor = Actor(self.tables, weights)
        self.actor.prepare(weights)
        if self.league:
            self.rival = Actor(self.tables, rival)
            self.rival.prepare(rival)
        with torch.no_grad():
            self.tables.step(self.window, 0)

    def _invite(self) -> None:
        """At the league's tables the rival sits where greedy players would."""
        holder = field(self.tables.state, "holder", torch.uint8, 4)[: self.league]
        holder[holder == BY_GREEDY] = BY_OTHER_NET

    @torch.no_grad()
    def calls(self, margin: float, turns: int) -> tuple[Calls, Calls]:
        """Play some turns; close calls of the last of them, and positions of all kinds."""
        t, w = self.tables, self.window
        for turn in range(turns):
            rows = min(int(t.total), t.rows)
            score = self.actor.judge(w.policy[0], w.events[0])
            if turn == turns - 1:
                found = self._picked(score[:rows].clone(), rows, margin)
            rival = self.rival
            second = None if rival is None else rival.judge(w.policy[0], w.events[0])
            t.choose(w, 0, score, second)
            t.step(w, 0)
            if self.league:
                self._invite()
        return found

    def _picked(self, score: Tensor, rows: int, margin: float) -> tuple[Calls, Calls]:
        t, n = self.tables, self.tables.n
        owner = t.owner[:rows].long()
        points = score.double() / POINT
        order = torch.argsort(owner.double() * 1e6 - points)
        owner, points = owner[order], points[order]
        sizes = torch.bincount(owner, minlength=n)
        begins = sizes.cumsum(0) - sizes
        rank = torch.arange(rows, device="cuda") - begins[owner]
        kept = (rank < CANDIDATES) & (points >= points[begins[owner]] - margin)
        at = torch.full((n, CANDIDATES), -1, dtype=torch.int64, device="cuda")
        at[owner[kept], rank[kept]] = order[kept]
        drawn = (torch.rand(n, device="cuda") * sizes).long()
        other = order[(begins + drawn.clamp(max=sizes.max() - 1)).clamp(max=rows - 1)]
        state = t.state.view(-1, SIZE)
        giving = field(state, "giving", torch.uint8)[:, 0]
        holder = field(state, "holder", torch.uint8, 4)
        turn = field(state, "turn", torch.uint8)[:, 0].long()
        ours = holder.gather(1, turn[:, None])[:, 0] == BY_NET
        close = ours & (at[:, 1] >= 0) & (giving == 0)
        any_ = torch.nonzero(sizes > 0)[:, 0]
        any_ = any_[torch.randperm(len(any_), device="cuda")[: len(any_) // 4]]
        lone = torch.full_like(at, -1)
        lone[:, 0] = other
        return self._calls(torch.nonzero(close)[:, 0], at), self._calls(any_, lone)

    def _calls(self, some: Tensor, at: Tensor) -> Calls:
        t, w = self.tables, self.window
        which = at[some]
        rows = which.clamp(min=0)
        every = (one[rows] for one in (t.action, t.left, t.rest, t.more))
        state = t.state.view(-1, SIZE)[some].clone()
        positions = (w.policy[0][some].clone(), w.events[0][some].clone())
        return Calls(state, *positions, which >= 0, *every)


class Vine:
    """The weights that learn, those they began with, and those who play on."""

    def __init__(
        self,
        kernels: Kernels,
        first: model.Weights,
        rival: model.Weights,
        options: argparse.Namespace,
    ) -> None:
        self.kernels, self.options = kernels, options
        self.flat = model.Flat(first, kernels)
        self.old = model.half(first)
        self.source = Source(kernels, first, rival, options)
        other = rival if options.league else None
        self.player = PlayedOn(kernels, first, options.at_once, other=other)
        self.told = torch.zeros(4, device="cuda")

    def look(self) -> tuple[Calls, Tensor, Calls]:
        """Close calls with what came of each candidate, in points, and other positions."""
        found = [self.source.calls(self.options.margin, 3) for _ in range(self.options.turns)]
        calls = found[0][0].joined([one for one, _ in found[1:]])
        others = found[0][1].joined([one for _, one in found[1:]])
        where, which = torch.nonzero(calls.there, as_tuple=True)
        worth = torch.zeros(calls.there.shape, device="cuda")
        worth[where, which] = self.player.payoffs(calls.states[where], calls.action[where, which])
        return calls, worth, others

    def learn(self, calls: Calls, worth: Tensor, others: Calls) -> None:
        """A step for each part of the calls."""
        parts = self.options.parts
        order = torch.randperm(len(calls.rows), device="cuda").chunk(parts)
        besides = torch.randperm(len(others.rows), device="cuda").chunk(parts)
        for some, more in zip(order, besides, strict=True):
            self._step(calls.part(some), worth[some], others.part(more))

    def _step(self, calls: Calls, worth: Tensor, others: Calls) -> None:
        there = calls.there.float()
        number = there.sum(1, keepdim=True)

        def apart(x: Tensor) -> Tensor:
            return (x - (x * there).sum(1, keepdim=True) / number) * there

        w = self.flat.leaves
        score, _ = self._scores(w, calls)
        lone, lone_at = self._scores(w, others)
        with torch.no_grad():
            before, _ = self._scores(self.old, calls)
            lone_before, lone_at_before = self._scores(self.old, others)
            aside_before = model.aside(self.old, lone_at_before)
        gap = apart(score) - apart(worth * POINT)
        gain = (gap**2).sum() / len(score)
        drift = ((((score - before) * there).sum(1) / number[:, 0]) ** 2).mean()
        hold = ((lone - lone_before)[:, 0] ** 2).mean()
        value, belief = model.aside(w, lone_at)
        aside = ((value - aside_before[0]) ** 2).mean() + ((belief - aside_before[1]) ** 2).mean()
        near = self.options.near * (apart(score - before) ** 2).sum() / len(score)
        loss = gain + near + self.options.hold * (drift + hold) + 0.1 * aside
        self.flat.step(loss)
        with torch.no_grad():
            moved = (apart(score - before) ** 2).sum() / there.sum()
            known = (apart(before) - apart(worth * POINT)).pow(2).sum() / len(score)
            told = torch.stack([gain, known, moved, hold]) / POINT**2
            self.told.lerp_(told, 0.02)

    def _scores(self, w: model.Weights, calls: Calls) -> tuple[Tensor, Tensor]:
        number, each = calls.there.shape
        each = 1 if not bool(calls.there[:, 1].any()) else each
        plays = torch.zeros((number * each, PLAY), dtype=torch.bfloat16, device="cuda")
        kept = (calls.action, calls.left, calls.rest, calls.more)
        flat = [one[:, :each].contiguous().view(-1) for one in kept]
        self.source.tables.play_rows(*flat, plays)
        at = model.state(w, calls.rows, calls.events)
        score = model.advantage(w, at.repeat_interleave(each, 0), plays)
        return score.view(number, each), at

    def follow(self) -> None:
        """Those who play take over what was learnt."""
        mean = self.flat.all(self.flat.mean)
        self.source.actor.prepare(mean)
        self.player.actor.prepare(mean)


def compared(kernels: Kernels, new: model.Weights, old: model.Weights, deals: int) -> str:
    """Two against two, duplicate deals."""
    result = evaluate.play(kernels, new, deals=deals, ours=2, against=BY_OTHER_NET, other=old)
    return f"{result.payoff:+.3f} ± {result.spread:.3f}"


def measured(kernels: Kernels, new: model.Weights, old: model.Weights) -> dict[str, str]:
    """The other line-ups, once: whole matches, three players, later rounds."""
    aims = {"whole_match": True, "our_aim": 1, "their_aim": 1, "seed": 9}
    line_ups: dict[str, dict[str, Any]] = {
        "matches": {"deals": 1500, "ours": 2, **aims},
        "matches, three players": {"deals": 1500, "ours": 1, "seats": 3, **aims},
        "three players": {"deals": 5000, "ours": 1, "seats": 3},
        "with the exchange": {"deals": 5000, "ours": 2, "exchange": True},
    }
    return {
        name: str(evaluate.play(kernels, new, against=BY_OTHER_NET, other=old, **how))
        for name, how in line_ups.items()
    }


def ship(old: Path, new: Path) -> None:
    """Write how far the new weights have moved from the old ones, for level 6 to play with."""
    before, after = files.read(old), files.read(new)
    arrays = differences(before, after)
    arrays |= {"format": np.array(files.FORMAT), "weights": np.array(files.fingerprint(before))}
    model.write(arrays, SHIPPED.with_name(files.TRAINED_ON))


def main() -> None:
    """Play on, learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--measure", type=float, default=90)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--mean", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.0)
    parser.add_argument("--near", type=float, default=0.0, help="how much to stay at close calls")
    parser.add_argument("--hold", type=float, default=1.0, help="how much to stay elsewhere")
    parser.add_argument("--margin", type=float, default=1.5)
    parser.add_argument("--match", type=float, default=0.3, help="rounds played for the match")
    parser.add_argument("--league", type=float, default=0.0, help="tables shared with the rival")
    parser.add_argument("--rival", type=Path, default=SHIPPED)
    parser.add_argument("--tables", type=int, default=16384)
    parser.add_argument("--turns", type=int, default=4, help="times that calls are picked a look")
    parser.add_argument("--parts", type=int, default=4, help="updates a look")
    parser.add_argument("--at-once", type=int, default=65536)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--ship", action="store_true", help="only put OUT into the package")
    options = parser.parse_args()
    if options.ship:
        ship(options.weights, options.out)
        return
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    first = model.read(options.weights, "cuda", SCALE)
    rival = model.read(options.rival, "cuda", SCALE)
    vine = Vine(kernels, first, rival, options)
    flat = vine.flat
    flat.now[1], flat.now[3] = options.mean, options.decay
    spent, told, looks, seen, mark = 0.0, 0.0, 0, 0, time.perf_counter()
    while spent < options.seconds:
        progress = spent / options.seconds
        warm = min(1.0, (looks + 1) / 20)
        flat.now[0] = warm * options.rate * (0.5 * (1 + math.cos(math.pi * progress)) + 0.01)
        calls, worth, others = vine.look()
        vine.learn(calls, worth, others)
        looks, seen = looks + 1, seen + len(worth)
        if looks % 10 == 0:
            vine.follow()
        assert int(vine.source.tables.lost) == 0, "too many legal plays for the room"
        torch.cuda.synchronize()
        now = time.perf_counter()
        spent, mark = spent + now - mark, now
        if spent - told >= options.measure or spent >= options.seconds:
            told = spent
            mean = flat.all(flat.mean)
            line = {
                "seconds": round(spent, 1),
                "looks": looks,
                "calls": seen,
                "gap, before, moved, elsewhere": [round(x, 4) for x in vine.told.tolist()],
                "against the start": compared(kernels, mean, first, options.deals),
                "against the rival": compared(kernels, mean, rival, options.deals),
                "greedy": round(evaluate.play(kernels, mean, deals=3000, ours=2).payoff, 3),
            }
            print(json.dumps(line), flush=True)
            model.export(mean, options.out, SCALE)
            mark = time.perf_counter()
    print(json.dumps(measured(kernels, flat.all(flat.mean), rival)), flush=True)
    kernels.check()


if __name__ == "__main__":
    main()
