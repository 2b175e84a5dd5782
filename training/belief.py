"""A belief over whole hands: ``python -m training.belief --out belief.npz`` (needs one NVIDIA GPU).

The network says of each unseen card by itself where it lies. Here the faces are gone through one by
one, the strongest first, and where its copies lie depends on where all before it were put: so the
hands as a whole are judged, and what does not go together is seldom imagined. Without having learnt
anything it deals as the rules do, every hand as likely as any other.
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
from gangoffour.bots.network import belief
from gangoffour.bots.network.belief import FACES
from training import model
from training.build import Settings, blank
from training.gpu import EVENT, POLICY, Kernels, Tables, Window
from training.learn import Actor
from training.reflex import SCALE
from training.train import SHIPPED, drawn_for_the_match

WAYS = len(belief.WAYS)
ORDER = list(belief.ORDER)

Weights = dict[str, Tensor]


def counts_of_ways() -> Tensor:
    """How many copies each way puts at each place: (WAYS, 3)."""
    return torch.tensor([[way.count(place) for place in range(3)] for way in belief.WAYS])


def fresh(width: int, inputs: int, own: int, seed: int, device: str) -> Weights:
    """New weights: the ways' scores begin at zero, so that every hand is as likely as any other."""
    generator = torch.Generator().manual_seed(seed)

    def drawn(spread: float, *shape: int) -> Tensor:
        return torch.randn(shape, generator=generator).mul_(spread).to(device)

    found = {
        "put.w": drawn(0.1, FACES, 3, width),
        "twin.w": drawn(0.1, FACES, 3, width),
        "way.w": drawn(0.0, FACES, width, WAYS),
        "way.b": drawn(0.0, FACES, WAYS),
        "known.w": drawn((1.6 / inputs) ** 0.5, inputs, width),
        "known.b": drawn(0.0, width),
    }
    if own:
        found |= {
            "eye.w": drawn(0.11, POLICY, own),
            "eye.b": drawn(0.0, own),
            "event0.w": drawn(0.2, EVENT, 128),
            "event1.w": drawn(0.05, 128, 128),
            "course.w": drawn(0.05, 128, own),
            "deep.w": drawn((1.6 / own) ** 0.5, own, own),
            "deep.b": drawn(0.0, own),
        }
    return found


def seen_by(w: Weights, teacher: model.Weights, rows: Tensor, events: Tensor) -> Tensor:
    """What the belief knows of the position: its own eyes, or the network's trunk and the bits."""
    if "eye.w" in w:
        bits = model.spread(events, rows.dtype)
        told = leaky_relu(bits.flatten(0, 1) @ w["event0.w"], network.LEAK)
        told = leaky_relu(told @ w["event1.w"], network.LEAK)
        told = told.view(len(rows), network.EVENTS, -1).sum(1)
        eye = leaky_relu(rows @ w["eye.w"] + w["eye.b"] + told @ w["course.w"], network.LEAK)
        eye = eye + leaky_relu(eye @ w["deep.w"] + w["deep.b"], network.LEAK)
        return eye @ w["known.w"] + w["known.b"]
    with torch.no_grad():
        state = leaky_relu(model.state(teacher, rows, events), network.LEAK)
        known = torch.cat([state, rows[:, : network.DIRECT_BITS].to(state.dtype)], 1)
    return known @ w["known.w"] + w["known.b"]


def logs(w: Weights, known: Tensor, where: Tensor, needs: Tensor) -> Tensor:
    """The logarithm of how likely each face's true way was, given all faces before: (n, 34).

    ``where`` (n, 34, 3) is how many copies of each face lie at each place, in ``ORDER``; ``needs``
    (n, 3) how many cards each place holds.
    """
    copies = counts_of_ways().to(known.device).float()
    put = torch.einsum("nfp,fpw->nfw", where, w["put.w"])
    put = put + torch.einsum("nfp,fpw->nfw", (where == 2).to(where.dtype), w["twin.w"])
    before = put.cumsum(1) - put
    hidden = leaky_relu(known[:, None] + before, network.LEAK)
    score = torch.einsum("nfw,fwk->nfk", hidden, w["way.w"]).float() + w["way.b"].float()
    left = (needs[:, None] - (where.cumsum(1) - where)).float()  # what each place still needs
    every = left[:, :, None].expand(-1, -1, WAYS, -1)
    free = torch.where(copies == 1, every, torch.where(copies == 2, every * (every - 1) / 2, 1.0))
    chance = free.prod(-1)
    total = where.sum(-1, keepdim=True)
    fits = (copies.sum(-1) == total) & (chance > 0)
    score = torch.where(fits, score + chance.clamp(min=1).log(), -1e30)
    true = (copies == where[:, :, None].float()).all(-1) & fits
    found = torch.logsumexp(torch.where(true, score, -1e30), -1) - torch.logsumexp(score, -1)
    return torch.where(total[:, :, 0] > 0, found, 0.0)


def plain(beliefs: Tensor) -> Weights:
    """The network's belief about each card alone (logits), as weights that know no more."""
    single = torch.log_softmax(beliefs.float(), 1).transpose(1, 2)[:, ORDER]  # (n, 34, 3)
    copies = counts_of_ways().to(beliefs.device).float()
    return {
        "put.w": torch.zeros((FACES, 3, 1), device=beliefs.device),
        "twin.w": torch.zeros((FACES, 3, 1), device=beliefs.device),
        "way.w": torch.zeros((FACES, 1, WAYS), device=beliefs.device),
        "way.b": single @ copies.T,
    }


def by_cards(beliefs: Tensor, where: Tensor, needs: Tensor) -> Tensor:
    """The same by the network's belief about each card alone: what is shipped, for comparison."""
    nothing = torch.zeros((len(where), 1), device=beliefs.device)
    return logs(plain(beliefs), nothing, where, needs)


def truth(rows: Tensor, every: Tensor) -> tuple[Tensor, Tensor]:
    """Where the unseen cards lie and how many each place holds, by what the critic sees."""
    unseen = model.faces(rows[:, 64:128])
    ahead, behind = model.faces(every[:, 64:128]), model.faces(every[:, 192:256])
    where = torch.stack([ahead, unseen - ahead - behind, behind], 2)[:, ORDER]
    return where, where.sum(1)


class Course:
    """Decisions of the network's own play, one batch after the other."""

    def __init__(self, kernels: Kernels, teacher: model.Weights, tables: int, seed: int) -> None:
        start = blank(tables)
        start["rng"] = np.random.default_rng(seed).integers(0, 2**63, tables, np.uint64)
        match = drawn_for_the_match(0.1, 0.75)
        settings = Settings(0.12, match, 0.05, 0.75, 0.1, SCALE * 0.006, 0.01, 0.8)
        self.tables = Tables(kernels, start, settings, 16 * tables)
        self.window, self.actor = Window(tables, 0), Actor(self.tables, teacher)
        self.actor.prepare(teacher)
        self.tables.step(self.window, 0)

    @torch.no_grad()
    def next(self) -> tuple[Tensor, Tensor, Tensor]:
        """The positions, their events and what the critic sees; then play goes on."""
        w = self.window
        found = w.policy[0].clone(), w.events[0].clone(), w.critic[0].clone()
        self.tables.choose(w, 0, self.actor.judge(w.policy[0], w.events[0]))
        self.tables.step(w, 0)
        return found


@torch.no_grad()
def measured(
    w: Weights, half: model.Weights, course: Course, batches: int = 40
) -> dict[str, object]:
    """Nats by which the true hands are likelier than dealt at random: by this and by cards."""
    gains: list[Tensor] = []
    for _ in range(batches):
        rows, events, every = course.next()
        where, needs = truth(rows, every)
        new = logs(w, seen_by(w, half, rows, events), where, needs).sum(1)
        _, beliefs = model.aside(half, model.state(half, rows, events))
        old = by_cards(beliefs, where, needs).sum(1)
        none = by_cards(torch.zeros_like(beliefs), where, needs).sum(1)
        gains.append(torch.stack([new - none, old - none, where.sum((1, 2))], 1))
    every = torch.cat(gains)
    found: dict[str, object] = {
        "whole": round(float(every[:, 0].mean()), 4),
        "by cards": round(float(every[:, 1].mean()), 4),
    }
    for low, high in ((4, 16), (16, 26), (26, 36), (36, 44), (44, 49)):
        some = every[(every[:, 2] >= low) & (every[:, 2] < high)]
        found[f"{low}-{high - 1} unseen"] = [round(float(x), 3) for x in some[:, :2].mean(0)]
    return found


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--ship", type=Path, help="only write these as they are shipped")
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tables", type=int, default=8192)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--own", type=int, default=0, help="width of eyes of its own; 0: none")
    options = parser.parse_args()
    if options.ship:
        ship(options.ship, options.out)
        return
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    teacher = model.read(options.weights, "cuda", SCALE)
    half = model.half(teacher)
    inputs = options.own or network.Shape().joint + network.DIRECT_BITS
    w = fresh(options.width, inputs, options.own, 1, "cuda")
    leaves = {name: one.requires_grad_() for name, one in w.items()}
    mean = {name: one.detach().clone() for name, one in w.items()}
    optimiser = torch.optim.AdamW(
        list(leaves.values()), lr=options.rate, weight_decay=0.01, fused=True
    )
    course, held = Course(kernels, teacher, options.tables, 5), Course(kernels, teacher, 4096, 77)
    for _ in range(60):  # tables begin together: let them fall apart
        course.next()
        held.next()
    began, told, steps = time.perf_counter(), 0.0, 0
    while (spent := time.perf_counter() - began) < options.seconds:
        progress = spent / options.seconds
        rate = options.rate * (0.5 * (1 + math.cos(math.pi * progress)) + 0.003)
        rate *= min(1.0, (steps + 1) / 300)
        rows, events, every = course.next()
        where, needs = truth(rows, every)
        with torch.autocast("cuda", torch.bfloat16):
            loss = -logs(leaves, seen_by(leaves, half, rows, events), where, needs).sum(1).mean()
        for group in optimiser.param_groups:
            group["lr"] = rate
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        steps += 1
        with torch.no_grad():
            for name, one in leaves.items():
                mean[name].lerp_(one, min(2e-3, 10 / (steps + 10)))
        if spent - told >= 20:
            told = spent
            line = {"seconds": round(spent, 1), "steps": steps, **measured_half(mean, half, held)}
            print(json.dumps(line), flush=True)
    print(json.dumps({"steps": steps, **measured_half(mean, half, held, 200)}), flush=True)
    arrays = {name: one.float().cpu().numpy().astype(np.float16) for name, one in mean.items()}
    np.savez(options.out, **arrays)  # type: ignore[arg-type]


def ship(source: Path, target: Path) -> None:
    """Write learned weights as they are shipped: whole numbers of eight bits, with a unit for each
    column, and no room for bits that are not there."""
    found: dict[str, object] = {"format": np.array(network.FORMAT)}
    with np.load(source) as data:
        for name, shape in belief.SHAPES.items():
            array = data[name].astype(np.float32)[: shape[0]]
            if name.endswith(".b"):
                found[name] = array.astype(np.float16)
                continue
            largest = np.abs(array).max(axis=array.ndim - 2, keepdims=True)
            unit = np.maximum(largest / 127, 1e-6).astype(np.float16)
            found[f"{name}.unit"] = unit
            found[name] = np.rint(array / unit.astype(np.float32)).clip(-127, 127).astype(np.int8)
    np.savez(target, **found)  # type: ignore[arg-type]


def measured_half(
    mean: Weights, half: model.Weights, held: Course, batches: int = 40
) -> dict[str, object]:
    """``measured`` in the precision of the products."""
    with torch.autocast("cuda", torch.bfloat16):
        return measured(mean, half, held, batches)


if __name__ == "__main__":
    main()
