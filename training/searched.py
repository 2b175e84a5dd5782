"""How strong looking back and ahead would be, were time no matter: whole rounds on the GPU.

``python -m training.searched``: two seats of four play as ``typhoon-deep`` would with the network
instead of the reflex in imagined rounds and in looking back; the others are level 5. Every deal is
played six times, with all pairs of seats. Needs one NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training import belief, looking, model
from training.build import EVERY_MOVE, blank
from training.gpu import Kernels, Tables, Window
from training.learn import Actor
from training.looking_back import LookedBack, drawn, explained, shipped_belief
from training.playing_on import ONLY_ROUNDS, SIZE, PlayedOn, field
from training.reflex import SCALE
from training.train import SHIPPED

SEATINGS = [list(pair) for pair in combinations(range(4), 2)]
TURNS = 160


@dataclass
class Thought:
    """How hard to think."""

    pool: int
    kept: int
    worlds: int
    glance: float
    trust: float
    heat: float
    power: float
    at_once: int
    margin: float
    """How many points worse than the best a play may be to be looked into."""


class Searcher:
    """Chooses at close calls by hands that explain the round, played on by the network."""

    def __init__(self, kernels: Kernels, teacher: model.Weights, thought: Thought) -> None:
        small = looking.reflex_weights(SHIPPED.with_name("reflex.npz"))
        self.thought, self.half = thought, model.half(teacher)
        self.player = PlayedOn(kernels, teacher, thought.at_once)
        self.back = LookedBack(kernels, teacher, thought.at_once)
        self.glance = LookedBack(kernels, small, thought.at_once)
        self.belief: belief.Weights = shipped_belief()

    @torch.no_grad()
    def choose(self, course: Course, some: Tensor, calls: looking.Calls) -> Tensor:
        """The actions to take at these calls."""
        how, found = self.thought, []
        for start in range(0, len(some), 128):
            part, few = some[start : start + 128], calls.part(slice(start, start + 128))
            words = looking.words_of("shipped", self.belief, self.half, few, how.pool)
            turn = len(course.chosen)
            if how.glance:
                told = explained(course, self.glance, turn, part, few, words, [how.glance])
                weight = told[:, :, 0] * how.trust
                at = drawn(weight, how.kept)
                before = weight.gather(1, at)
                words = words.gather(1, at[:, :, None].expand(-1, -1, 3))
            if how.heat:
                told = explained(course, self.back, turn, part, few, words, [how.heat])
                weight = told[:, :, 0] * how.power
                if how.glance:
                    weight = weight - before * how.power
                at = drawn(weight, how.worlds)
                words = words.gather(1, at[:, :, None].expand(-1, -1, 3))
            else:
                words = words[:, : how.worlds].contiguous()
            seen = looking.looked(few, self.player, words)
            best = looking.chosen_by(few.judged.cpu().numpy(), seen)
            at = torch.from_numpy(best).cuda()
            found.append(few.actions.gather(1, at[:, None])[:, 0])
        return torch.cat(found)


class Course:
    """Rounds side by side: tables before each move, and the moves."""

    def __init__(
        self, kernels: Kernels, ours: model.Weights, theirs: model.Weights, deals: int, seed: int
    ) -> None:
        n = deals * len(SEATINGS)
        start = blank(n)
        rng = np.random.default_rng(seed).integers(0, 2**63, deals, np.uint64)
        start["rng"] = np.repeat(rng, len(SEATINGS))
        self.tables = Tables(kernels, start, ONLY_ROUNDS, 120 * n)
        self.window = Window(n, 0)
        self.actors = [Actor(self.tables, one) for one in (ours, theirs)]
        for actor, weights in zip(self.actors, (ours, theirs), strict=True):
            actor.prepare(weights)
        held = torch.zeros((len(SEATINGS), 4), dtype=torch.bool)
        for row, pair in enumerate(SEATINGS):
            held[row, pair] = True
        self.ours = held.repeat(deals, 1).cuda()
        self.states: list[Tensor] = []
        self.chosen: list[Tensor] = []
        self.calls = 0
        self.changed = 0

    @torch.no_grad()
    def play(self, searcher: Searcher | None) -> Tensor:
        """What our seats make of the rounds, a number for each table."""
        t, w, n = self.tables, self.window, self.tables.n
        made = torch.full((n,), float("nan"), device="cuda")
        t.step(w, 0)
        for _ in range(TURNS):
            state = t.state.view(-1, SIZE)
            field(state, "mode", torch.uint8).fill_(EVERY_MOVE)
            ended = (field(state, "round", torch.int16)[:, 0] != 1) & made.isnan()
            if ended.any():
                points = field(state, "points", torch.int16, 4)[ended].float()
                payoff = (points.sum(1, keepdim=True) - points) / 3 - points
                made[ended] = (payoff * self.ours[ended]).sum(1) / 2
            going = made.isnan()
            if not going.any():
                break
            self._decide(state, going, searcher)
            t.step(w, 0)
        return made

    def _decide(self, state: Tensor, going: Tensor, searcher: Searcher | None) -> None:
        t, w = self.tables, self.window
        rows = int(t.total)
        assert int(t.lost) == 0
        turn = field(state, "turn", torch.uint8)[:, 0].long()
        mine = self.ours.gather(1, turn[:, None])[:, 0]
        owner = t.owner[:rows].long()
        scores = [one.judge(w.policy[0], w.events[0])[:rows].clone() for one in self.actors]
        score = torch.where(mine[owner], scores[0], scores[1])
        best = torch.full((t.n,), -1e9, device="cuda").scatter_reduce(0, owner, score, "amax")
        top = torch.nonzero(score == best[owner])[:, 0].flip(0)
        chosen = torch.full((t.n,), -1, dtype=torch.int32, device="cuda")
        chosen[owner[top]] = t.action[:rows][top]
        if searcher is not None:
            some, calls = looking.picked(t, w, score, rows, searcher.thought.margin)
            asked = (going & mine)[some]
            some, calls = some[asked], calls.part(asked)
            if len(some):
                taken = searcher.choose(self, some, calls)
                self.calls += len(some)
                self.changed += int((taken != chosen[some]).sum())
                chosen[some] = taken
        self.states.append(state.clone())
        self.chosen.append(chosen)
        t.chosen[: t.n].copy_(chosen)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--ours", type=Path, default=SHIPPED)
    parser.add_argument("--deals", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pool", type=int, default=2048)
    parser.add_argument("--kept", type=int, default=256)
    parser.add_argument("--worlds", type=int, default=128)
    parser.add_argument("--glance", type=float, default=0.6)
    parser.add_argument("--trust", type=float, default=0.7)
    parser.add_argument("--heat", type=float, default=0.3)
    parser.add_argument("--power", type=float, default=0.6)
    parser.add_argument("--margin", type=float, default=2.0)
    parser.add_argument("--at-once", type=int, default=65536)
    parser.add_argument("--plain", action="store_true", help="no search")
    return parser.parse_args()


def main() -> None:
    """Play and tell."""
    options = _options()
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    theirs = model.read(SHIPPED, "cuda", SCALE)
    ours = model.read(options.ours, "cuda", SCALE)
    names = ("pool", "kept", "worlds", "glance", "trust", "heat", "power", "at_once", "margin")
    thought = Thought(*(getattr(options, name) for name in names))
    searcher = None if options.plain else Searcher(kernels, theirs, thought)
    began, found, calls, changed, seed = time.perf_counter(), [], 0, 0, options.seed
    while time.perf_counter() - began < options.seconds:
        course = Course(kernels, ours, theirs, options.deals, seed)
        made = course.play(searcher)
        assert not made.isnan().any()
        found.append(made.view(-1, len(SEATINGS)).mean(1).cpu().numpy())
        calls, changed, seed = calls + course.calls, changed + course.changed, seed + 1
        every = np.concatenate(found).astype(np.float64)
        line = {"rounds": len(every) * len(SEATINGS), "payoff": looking.said(every)}
        line |= {"calls": calls, "changed": changed}
        line["seconds"] = round(time.perf_counter() - began, 1)
        print(json.dumps(line, ensure_ascii=False), flush=True)
    kernels.check()


if __name__ == "__main__":
    main()
