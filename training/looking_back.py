"""Looking back: how well imagined hands explain what the others have played.

At a close call the others' hands are imagined, put back into every earlier decision of theirs, and
a network says how likely it would have played as they did. ``training.searched`` plays by it. Needs
one NVIDIA GPU.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from gangoffour.bots import network
from training import belief, looking, model
from training.build import EVERY_MOVE, blank
from training.gpu import EVENT, POLICY, Kernels, Tables, Window
from training.learn import Actor
from training.looking import Calls
from training.playing_on import ONLY_ROUNDS, SIZE, field
from training.reflex import SCALE
from training.train import SHIPPED

TWINS = (1 << 30) - 1
ODD = 0.004
"""How likely anybody plays something else than the network thinks likely at all."""


def together(a: Tensor, b: Tensor) -> Tensor:
    """Two sets of cards as one: copies are counted, as in table.cuh."""
    return a | b | ((a & b & TWINS) << 34)


def without(word: Tensor, cards: Tensor) -> Tensor:
    """What is left of a hand without these cards, whichever copies they were."""
    low, high = word & ((1 << 34) - 1), (word >> 34) & TWINS
    gone, both = cards & ((1 << 34) - 1), (cards >> 34) & TWINS
    one = (low & ~gone) | (high & gone & ~both)
    return one | ((high & ~gone) << 34)


class Course(Protocol):
    """Rounds side by side: tables before each move, and the moves."""

    @property
    def states(self) -> list[Tensor]: ...

    @property
    def chosen(self) -> list[Tensor]: ...


class LookedBack:
    """How well imagined hands explain what the others have played."""

    def __init__(self, kernels: Kernels, weights: model.Weights, at_once: int) -> None:
        self.at_once = at_once
        self.tables = Tables(kernels, blank(at_once), ONLY_ROUNDS, 120 * at_once)
        self.window = Window(at_once, 0)
        self.actor = Actor(self.tables, weights)
        self.actor.prepare(weights)

    @torch.no_grad()
    def logs(self, past: Tensor, chosen: Tensor, heat: list[float]) -> Tensor:
        """The logarithm of how likely each move was at each table, for each temperature."""
        found = []
        for start in range(0, len(chosen), self.at_once):
            stop = start + self.at_once
            found.append(self._together(past[start:stop], chosen[start:stop], heat))
        return torch.cat(found)

    def _together(self, past: Tensor, chosen: Tensor, heat: list[float]) -> Tensor:
        t, number = self.tables, len(chosen)
        t.n = number
        view = t.state.view(-1, SIZE)[:number]
        view.copy_(past)
        field(view, "mode", torch.uint8).fill_(EVERY_MOVE)
        field(view, "stale", torch.uint8).fill_(15)
        t.chosen[:number].fill_(-1)
        t.step(self.window, 0)
        rows = int(t.total)
        assert int(t.lost) == 0, "too many legal plays for the room"
        some = slice(number)
        score = self.actor.judge(self.window.policy[0][some], self.window.events[0][some])
        owner, points = t.owner[:rows].long(), score[:rows] * network.POINTS / SCALE
        best = torch.full((number,), -1e9, device="cuda").scatter_reduce(0, owner, points, "amax")
        same = t.action[:rows] == chosen[owner]
        found = []
        for one in heat:
            part = torch.exp((points - best[owner]) / one)
            whole = torch.zeros(number, device="cuda").index_add_(0, owner, part)
            hit = torch.zeros(number, device="cuda").index_add_(0, owner, part * same)
            share = hit / whole.clamp(min=1e-9)
            found.append(torch.log(share * (1 - ODD) + ODD / 10))
        t.n = self.at_once
        return torch.stack(found, 1)


@torch.no_grad()
def explained(
    course: Course,
    back: LookedBack,
    turn: int,
    some: Tensor,
    calls: Calls,
    words: Tensor,
    heat: list[float],
) -> Tensor:
    """How well each world explains what was played: (calls, worlds, temperatures)."""
    n, worlds, _ = words.shape
    now, seats = looking.true_words(calls.states)
    mover = field(calls.states, "turn", torch.uint8)[:, 0].long()
    held = now.clone()[:, None].expand(-1, worlds, -1).clone()
    held.scatter_(2, seats[:, None].expand(-1, worlds, -1), words)
    total = torch.zeros((n, worlds, len(heat)), device="cuda")
    for before in range(turn):
        state = course.states[before][some]
        who = field(state, "turn", torch.uint8)[:, 0].long()
        asked = torch.nonzero(who != mover)[:, 0]
        if not len(asked):
            continue
        then = field(state[asked], "hand", torch.int64, 4)
        laid = without(then, now[asked])
        hands = together(laid[:, None], held[asked])
        past = state[asked][:, None].expand(-1, worlds, -1).reshape(-1, SIZE).clone()
        field(past, "hand", torch.int64, 4).copy_(hands.view(-1, 4))
        chosen = course.chosen[before][some][asked].repeat_interleave(worlds)
        total[asked] += back.logs(past, chosen, heat).view(len(asked), worlds, -1)
    return total


def drawn(weight: Tensor, number: int) -> Tensor:
    """So many worlds of each row, evenly through their weights."""
    share = torch.softmax(weight, 1).double().cumsum(1)
    start = torch.rand((len(weight), 1), device="cuda", dtype=torch.float64)
    at = (torch.arange(number, device="cuda") + start) / number
    return torch.searchsorted(share, at * share[:, -1:]).clamp(max=weight.shape[1] - 1)


def shipped_belief() -> belief.Weights:
    """The belief as it is shipped, with its rows padded as the GPU has them."""
    found = {}
    with np.load(SHIPPED.with_name("belief.npz")) as data:
        for name in data.files:
            if name == "format" or name.endswith(".unit"):
                continue
            array = data[name].astype(np.float32)
            if f"{name}.unit" in data.files:
                array = array * data[f"{name}.unit"].astype(np.float32)
            rows = {"eye.w": POLICY, "event0.w": EVENT}.get(name)
            if rows:
                full = np.zeros((rows, array.shape[1]), np.float32)
                full[: len(array)] = array
                array = full
            found[name] = torch.from_numpy(array).cuda()
    return found
