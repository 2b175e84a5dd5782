"""What looking ahead is worth at close calls, by how hands are imagined and who plays on.

``python -m training.looking --belief belief.npz``: positions of the network's own rounds in which
several plays look about as good. Each of them is played on from the true hands, which tells what it
was worth, and from imagined ones, which is what a player could know. Needs one NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import leaky_relu

from gangoffour.bots import network
from gangoffour.bots.search.playout_trust import weighed
from training import belief, model
from training.build import blank
from training.gpu import Kernels, Tables, Window
from training.learn import Actor
from training.playing_on import ONLY_ROUNDS, SIZE, PlayedOn, field
from training.reflex import SCALE
from training.train import SHIPPED

CANDIDATES = 4
MARGIN = 1.5
"""As many plays as that, and so many points apart at most, make a close call."""
GAIN = 0.15
"""By how many points another play must be better to be chosen, as level 6 has it."""
MIXED = "the network for so many turns, then the first reflex"


@dataclass
class Calls:
    """Close calls: a row each; the best judged candidate comes first, -1 where there are fewer."""

    states: Tensor
    rows: Tensor
    events: Tensor
    every: Tensor
    actions: Tensor
    judged: Tensor

    def part(self, some: slice | Tensor) -> Calls:
        return Calls(*(getattr(self, name)[some] for name in self.__dataclass_fields__))


@torch.no_grad()
def close_calls(kernels: Kernels, teacher: model.Weights, number: int, seed: int) -> Calls:
    """So many close calls of four players' first rounds, drawn from different moments."""
    n = 4096
    start = blank(n)
    start["rng"] = np.random.default_rng(seed).integers(0, 2**63, n, np.uint64)
    tables, window = Tables(kernels, start, ONLY_ROUNDS, 24 * n), Window(n, 0)
    actor = Actor(tables, teacher)
    actor.prepare(teacher)
    tables.step(window, 0)
    found: list[Calls] = []
    have, turn = 0, 0
    while have < number:
        rows = min(int(tables.total), tables.rows)
        score = actor.judge(window.policy[0], window.events[0])
        if turn >= 40 and turn % 5 == 0:
            found.append(picked(tables, window, score[:rows].clone(), rows)[1])
            have += len(found[-1].actions)
        tables.choose(window, 0, score)
        tables.step(window, 0)
        turn += 1
    names = Calls.__dataclass_fields__
    return Calls(*(torch.cat([getattr(one, name) for one in found])[:number] for name in names))


def picked(
    tables: Tables, window: Window, score: Tensor, rows: int, margin: float = MARGIN
) -> tuple[Tensor, Calls]:
    """The close calls among the decisions that tables wait for: which tables, and the calls."""
    owner = tables.owner[:rows].long()
    points = score.double() * network.POINTS / SCALE
    order = torch.argsort(owner.double() * 1e6 - points)
    owner, points, action = owner[order], points[order], tables.action[:rows][order]
    sizes = torch.bincount(owner, minlength=tables.n)
    begins = sizes.cumsum(0) - sizes
    rank = torch.arange(rows, device="cuda") - begins[owner]
    best = points[begins[owner]]
    kept = (rank < CANDIDATES) & (points >= best - margin)
    actions = torch.full((tables.n, CANDIDATES), -1, dtype=torch.int32, device="cuda")
    judged = torch.full((tables.n, CANDIDATES), -1e9, dtype=torch.float64, device="cuda")
    actions[owner[kept], rank[kept]] = action[kept]
    judged[owner[kept], rank[kept]] = points[kept]
    state = tables.state.view(-1, SIZE)
    giving = field(state, "giving", torch.uint8)[:, 0]
    some = torch.nonzero((actions[:, 1] >= 0) & (giving == 0))[:, 0]
    calls = Calls(
        state[some].clone(),
        window.policy[0][some].clone(),
        window.events[0][some].clone(),
        window.critic[0][some].clone(),
        actions[some],
        judged[some],
    )
    return some, calls


@torch.no_grad()
def imagined(w: belief.Weights, known: Tensor, where: Tensor, number: int) -> Tensor:
    """So many ways the unseen cards may lie, a row of three hands each: (n, number, 3) words.

    ``where`` tells how many copies of each face are unseen and how many cards each place holds;
    ``way.b`` may have a row for each position.
    """
    n = len(known)
    copies = belief.counts_of_ways().to(known.device).float()
    unseen = where.sum(-1)
    left = where.sum(1)[:, None].expand(-1, number, -1).float().clone()
    so_far = known[:, None].expand(-1, number, -1).float().clone()
    words = torch.zeros((n, number, 3), dtype=torch.int64, device=known.device)
    base = w["way.b"].float()
    for at, face in enumerate(belief.ORDER):
        score = leaky_relu(so_far, network.LEAK) @ w["way.w"][at].float()
        score = score + (base[at] if base.dim() == 2 else base[:, at, None])
        each = left[:, :, None]
        free = torch.where(copies == 1, each, torch.where(copies == 2, each * (each - 1) / 2, 1.0))
        chance = free.prod(-1)
        fits = (copies.sum(-1) == unseen[:, at, None])[:, None] & (chance > 0)
        noise = -torch.log(-torch.log(torch.rand_like(score).clamp(1e-20, 1 - 1e-7)))
        score = torch.where(fits, score + chance.clamp(min=1).log() + noise, -1e30)
        put = copies[score.argmax(-1)] * (unseen[:, at, None, None] > 0)
        left -= put
        so_far += put @ w["put.w"][at].float() + (put == 2).float() @ w["twin.w"][at].float()
        words |= (put >= 1).long() << face
        if face < 30:
            words |= (put == 2).long() << (face + 34)
    return words


def true_words(states: Tensor) -> tuple[Tensor, Tensor]:
    """The hands of the tables, and the seats after the one to move: next, across, previous."""
    hands = field(states, "hand", torch.int64, 4)
    turn = field(states, "turn", torch.uint8)[:, 0].long()
    step = field(states, "step", torch.int8)[:, 0].long()
    places = torch.arange(1, 4, device=states.device)
    return hands, (turn[:, None] + places * step[:, None]) % 4


def put_hands(states: Tensor, words: Tensor) -> Tensor:
    """Every table once for each row of hands: (n × worlds) tables with these hands in them."""
    n, worlds, _ = words.shape
    many = states.view(n, 1, SIZE).expand(-1, worlds, -1).reshape(-1, SIZE).clone()
    hands, seats = true_words(many)
    hands.scatter_(1, seats, words.view(-1, 3))
    return many


@torch.no_grad()
def looked(calls: Calls, player: PlayedOn, words: Tensor | None) -> NDArray[np.float32]:
    """Payoffs by call, candidate and world; from the true hands where no words are given."""
    if words is None:
        hands, seats = true_words(calls.states)
        words = hands.gather(1, seats)[:, None]
    n, worlds, _ = words.shape
    states = put_hands(calls.states, words)
    found = torch.full((n, CANDIDATES, worlds), float("nan"), device="cuda")
    for which in range(CANDIDATES):
        some = torch.nonzero(calls.actions[:, which] >= 0)[:, 0]
        if not len(some):
            continue
        many = (some[:, None] * worlds + torch.arange(worlds, device="cuda")).view(-1)
        actions = calls.actions[some, which].repeat_interleave(worlds)
        found[some, which] = player.payoffs(states[many], actions).view(-1, worlds)
    values: NDArray[np.float32] = found.cpu().numpy()
    return values


def chosen_by(judged: NDArray[np.float64], found: NDArray[np.float32]) -> NDArray[np.int64]:
    """Which candidate level 6's rule takes at each call."""
    best = np.zeros(len(judged), np.int64)
    for row, (prior, seen) in enumerate(zip(judged, found, strict=True)):
        number = int((prior > -1e8).sum())
        better = weighed(prior[:number], seen[:number].astype(np.float64))
        top = int(np.argmax(better))
        best[row] = top if better[top] > GAIN else 0
    return best


def said(gained: NDArray[np.float64]) -> str:
    spread = 1.96 * float(gained.std(ddof=1)) / len(gained) ** 0.5
    return f"{gained.mean():+.3f} ± {spread:.3f}"


def reflex_weights(path: Path) -> model.Weights:
    """The small network's weights, as ``Actor`` takes them."""
    with np.load(path) as data:
        arrays = {name: data[name] for name in data.files if name in network.POLICY_ARRAYS}
    found = {}
    for name, array in arrays.items():
        rows = model.PADDED.get(name, len(array))
        full = torch.zeros((rows, *array.shape[1:]))
        full[: len(array)] = torch.from_numpy(array.astype(np.float32))
        found[name] = full.cuda()
    return found


def main() -> None:
    """Collect, look, tell."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--reflex", type=Path, nargs="*", default=[SHIPPED.with_name("reflex.npz")])
    parser.add_argument("--mixed", type=int, nargs="*", default=[], help=MIXED)
    parser.add_argument("--belief", type=Path, nargs="*", default=[])
    parser.add_argument("--calls", type=int, default=32768)
    parser.add_argument("--worlds", type=int, nargs="*", default=[64])
    parser.add_argument("--hands", nargs="*", help="only these of none, cards and the beliefs")
    parser.add_argument("--by", nargs="*", default=[], help="only these players")
    parser.add_argument("--out", type=Path, help="keep means and spreads of each call as .npz")
    parser.add_argument("--at-once", type=int, default=65536)
    options = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    teacher = model.read(options.weights, "cuda", SCALE)
    half = model.half(teacher)
    calls = close_calls(kernels, teacher, options.calls, 11)
    network_plays = PlayedOn(kernels, teacher, options.at_once)
    players: dict[str, PlayedOn | None] = {"network": network_plays}
    players |= {path.stem: None for path in options.reflex}
    first_reflex = reflex_weights(options.reflex[0])
    players |= {f"network-{turns}": None for turns in options.mixed}
    true = looked(calls, network_plays, None)[:, :, 0]
    judged = calls.judged.cpu().numpy()
    first = true[:, 0]
    best = np.nanmax(true, axis=1) - first
    print(json.dumps({"calls": len(true), "the best by hindsight": said(best)}), flush=True)
    beliefs = {path.stem: _read_belief(path) for path in options.belief}
    kept: dict[str, NDArray[np.float32]] = {"judged": judged.astype(np.float32), "true": true}
    for who in options.by or players:
        player = players[who]
        if player is None and who.startswith("network-"):
            turns = int(who.split("-")[1])
            player = PlayedOn(kernels, teacher, options.at_once, first_reflex, turns)
        elif player is None:
            path = next(one for one in options.reflex if one.stem == who)
            player = PlayedOn(kernels, reflex_weights(path), options.at_once)
        seen = looked(calls, player, None)
        gained = gained_by(judged, np.repeat(seen, 64, 2), true)
        print(json.dumps({"by": who, "hands": "true", "gained": said(gained)}), flush=True)
        for worlds in options.worlds:
            for name, weights in {"none": None, "cards": None, **beliefs}.items():
                if options.hands and name not in options.hands:
                    continue
                began = time.perf_counter()
                parts = []
                for start in range(0, len(true), 1024):
                    some = calls.part(slice(start, start + 1024))
                    words = words_of(name, weights, half, some, worlds)
                    parts.append(looked(some, player, words))
                found = np.concatenate(parts)
                gained = gained_by(judged, found, true)
                apart = found - found[:, :1]
                kept[f"{who}.{name}.{worlds}.mean"] = found.mean(2)
                kept[f"{who}.{name}.{worlds}.apart"] = apart.std(2)
                line = {"by": who, "hands": name, "worlds": worlds, "gained": said(gained)}
                line["seconds"] = str(round(time.perf_counter() - began, 1))
                print(json.dumps(line), flush=True)
                if options.out:
                    np.savez_compressed(options.out, **kept)  # type: ignore[arg-type]
    kernels.check()


def gained_by(
    judged: NDArray[np.float64], found: NDArray[np.float32], true: NDArray[np.float32]
) -> NDArray[np.float64]:
    taken = chosen_by(judged, found)
    return (true[np.arange(len(true)), taken] - true[:, 0]).astype(np.float64)


def _read_belief(path: Path) -> belief.Weights:
    with np.load(path) as data:
        return {name: torch.from_numpy(data[name].astype(np.float32)).cuda() for name in data.files}


@torch.no_grad()
def words_of(
    name: str, weights: belief.Weights | None, half: model.Weights, calls: Calls, worlds: int
) -> Tensor:
    """Imagined hands for these calls."""
    where, _ = belief.truth(calls.rows, calls.every)
    if weights is None:
        _, logits = model.aside(half, model.state(half, calls.rows, calls.events))
        if name == "none":
            logits = torch.zeros_like(logits)
        weights, known = belief.plain(logits), torch.zeros((len(where), 1), device="cuda")
    else:
        with torch.autocast("cuda", torch.bfloat16):
            known = belief.seen_by(weights, half, calls.rows, calls.events).float()
    return imagined(weights, known, where, worlds)


if __name__ == "__main__":
    main()
