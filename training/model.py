"""The networks in torch: the policy over legal plays, the all-seeing critic, the match totals.

Shapes and names are ``gangoffour.bots.network``'s; rows of bits are padded to round widths here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import leaky_relu, relu

from gangoffour.bots import network
from gangoffour.bots.network import packed
from gangoffour.bots.network.differences import Arrays
from gangoffour.bots.network.weights import whole_file
from gangoffour.rules.match import Match
from training.build import CRITIC_WORDS

if TYPE_CHECKING:
    from training.gpu import Kernels

PADDED = {"trunk.w": 960, "critic0.w": 512, "play.w": 288, "event0.w": 448}
Weights = dict[str, Tensor]
COURSE = ("event0.w", "event1.w", "course.w", "course.s", "deep.w", "deep.b")
TUTOR = 3
"""How many hidden layers the tutor has."""
DIRECT = network.DIRECT_BITS


def tutor_arrays(width: int) -> dict[str, tuple[int, ...]]:
    """The arrays of the tutor: what training alone adds to the critic; none if it has no width."""
    if not width:
        return {}
    middle = {f"tutor{at}.w": (width, width) for at in range(1, TUTOR)}
    return {
        "tutor0.w": (64 * CRITIC_WORDS, width),
        **middle,
        **{f"tutor{at}.b": (width,) for at in range(TUTOR)},
        "tutor3.w": (width, 4),
        "tutor3.b": (4,),
    }


def fresh(seed: int, device: str, sizes: network.Shape | None = None, tutor: int = 0) -> Weights:
    """Random weights; about 130 bits of a position and ten of a play are set."""
    generator = torch.Generator().manual_seed(seed)
    spread = {
        "trunk.w": 0.11,
        "direct.w": 0.05,
        "play.w": 0.2,
        "critic0.w": 0.15,
        "advantage.w": 0.005,
        "value.w": 0.005,
        "belief.w": 0.005,
        "critic3.w": 0.005,
        "totals0.w": 1.0,
        "event0.w": 0.2,
        "event1.w": 0.02,
        "course.w": 0.0,
        "course.s": 0.0,
        "deep.w": 0.0,
        "tutor0.w": 0.15,
        "tutor3.w": 0.0,
    }
    weights = {}
    every = (sizes or network.Shape()).arrays | tutor_arrays(tutor)
    for name, shape in every.items():
        shape = (PADDED.get(name, shape[0]), *shape[1:])
        if name.endswith(".b"):
            made = torch.zeros(shape)
        else:
            made = torch.randn(shape, generator=generator)
            made *= spread.get(name, (1.6 / shape[0]) ** 0.5)
        weights[name] = made.to(device)
    return weights


def match_rows() -> dict[str, list[int]]:
    """The rows of the first layers that only a player reads who aims at the match."""
    match = Match.new(seed=1)
    assert match.turn is not None
    now = network.position_of(match.view(match.turn))
    aiming = replace(now, totals=(100,) * match.seats)
    hands = match.round.hands
    policy = [network.policy_bits(one, network.strongest(now.unseen)) for one in (now, aiming)]
    critic = [network.critic_bits(one, hands) for one in (now, aiming)]
    return {
        name: [row for row in range(width) if (one ^ other) >> row & 1]
        for name, (one, other), width in (
            ("trunk.w", policy, network.POLICY_BITS),
            ("critic0.w", critic, network.CRITIC_BITS),
        )
    }


_OUTPUTS = ("advantage", "value", "critic3")


def export(weights: Weights, path: Path, scale: float = 1.0, *, ship: bool = False) -> None:
    """Write the weights as ``gangoffour.bots.network`` reads them: fp16, without the padding.

    Training learns values at ``scale`` times the shipped units; the last layers are scaled back.
    To ``ship`` them, the critic is left out: nobody in play sees all hands.
    """
    arrays: dict[str, NDArray[Any]] = {"format": np.array(network.FORMAT)}
    for name, shape in network.Shape().arrays.items():
        if name not in weights or (ship and not network.in_play(name)):
            continue
        full = weights[name].detach().float().cpu().numpy()
        if name.split(".")[0] in _OUTPUTS:
            full = full / scale
        arrays[name] = full[: shape[0]].astype(np.float16)
    write(arrays, path)


def write(arrays: Arrays, path: Path) -> None:
    """Write arrays as a file of weights, packed where its name says so."""
    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    whole = file.getvalue()
    path.write_bytes(packed.pack(whole) if path.name.endswith(packed.PACKED) else whole)


def read(path: Path, device: str, scale: float = 1.0) -> Weights:
    """Shipped weights, padded and scaled as training has them: the inverse of ``export``.

    Older weights lack the arrays that see the round's course, shipped ones the critic; ``grown``
    adds what is lacking.
    """
    found = {}
    with np.load(BytesIO(whole_file(path))) as data:
        for name, shape in network.Shape().arrays.items():
            if name not in data.files:
                continue
            full = torch.zeros((PADDED.get(name, shape[0]), *shape[1:]))
            full[: len(data[name])] = torch.from_numpy(data[name].astype(np.float32))
            found[name] = (full * (scale if name.split(".")[0] in _OUTPUTS else 1)).to(device)
    return found


def grown(weights: Weights, seed: int, tutor: int, course: bool = True) -> Weights:
    """The weights with all arrays they lack, new ones such that nothing is judged differently."""
    device = str(weights["trunk.w"].device)
    found = fresh(seed, device, tutor=tutor) | weights
    return found if course else {k: v for k, v in found.items() if k not in COURSE}


class Flat:
    """All weights in one array, with the optimiser's moments, the running mean and bf16 copies.

    ``leaves`` are the bf16 copies that the products read and gradients are taken of; the totals'
    network is small and learns apart from the rest.
    """

    def __init__(self, weights: Weights, kernels: Kernels) -> None:
        self.kernels = kernels
        self.shapes = {k: v.shape for k, v in weights.items() if not k.startswith("totals")}
        matrices_first = sorted(self.shapes, key=lambda name: self.shapes[name].numel() % 8 != 0)
        self.shapes = {name: self.shapes[name] for name in matrices_first}
        self.weight = torch.cat([weights[name].reshape(-1) for name in self.shapes]).float()
        self.m, self.v = torch.zeros_like(self.weight), torch.zeros_like(self.weight)
        self.mean, self.half = self.weight.clone(), self.weight.to(torch.bfloat16)
        self.now = torch.tensor([1e-6, 0.01, 0.0, 0.05], device=self.weight.device)
        leaves = self.views(self.half)
        self.leaves = {name: leaf.detach().requires_grad_() for name, leaf in leaves.items()}
        self.totals = {k: v.clone() for k, v in weights.items() if k.startswith("totals")}
        self.free: Tensor | None = None
        self.held = self.weight

    def hold(self, rows: dict[str, list[int]]) -> None:
        """From now on learn only these rows of these arrays; all else stays as it is."""
        self.free = torch.zeros_like(self.weight, dtype=torch.bool)
        self.held = self.weight.clone()
        for name, some in rows.items():
            self.views(self.free)[name][some] = True

    def views(self, flat: Tensor) -> Weights:
        """The named parts of a flat array."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            found[name] = flat[at : at + shape.numel()].view(shape)
            at += shape.numel()
        return found

    def all(self, flat: Tensor) -> Weights:
        """The named parts of a flat array, and the totals' network."""
        return self.views(flat) | {k: v.detach() for k, v in self.totals.items()}

    def step(self, loss: Tensor) -> None:
        """One step of Adam down the loss."""
        gradients = torch.autograd.grad(loss, list(self.leaves.values()))
        self.now[2] += 1
        arrays = (self.weight, self.m, self.v, self.mean, self.half, self.now)
        self.kernels.adam(arrays, gradients)
        if self.free is not None:
            for array in (self.weight, self.mean):
                array.copy_(torch.where(self.free, array, self.held))
            self.half.copy_(self.weight)


def half(weights: Weights) -> Weights:
    """The weights in the precision of the matrix products."""
    return {name: tensor.to(torch.bfloat16) for name, tensor in weights.items()}


def _bend(x: Tensor) -> Tensor:
    return leaky_relu(x, network.LEAK, inplace=not torch.is_grad_enabled())


def _dense(x: Tensor, w: Weights, name: str) -> Tensor:
    return _bend(torch.addmm(w[f"{name}.b"], x, w[f"{name}.w"]))


def spread(words: Tensor, dtype: torch.dtype) -> Tensor:
    """Words of 64 bits as rows of zeros and ones."""
    places = torch.arange(64, device=words.device)
    return (words[..., None] >> places & 1).flatten(-2).to(dtype)


def course(w: Weights, events: Tensor) -> Tensor:
    """What the round's plays tell, summed: each is looked at by itself; none tells nothing.

    ``events`` are rows of bits, or the words that they lie in.
    """
    words, first = events.dtype == torch.int64, w["event0.w"]
    if words and first.is_cuda and first.dtype == torch.bfloat16:
        from training.course import Told  # needs Triton, which comes with PyTorch for the GPU

        return cast(Tensor, Told.apply(events, first, w["event1.w"]))
    if words:
        events = spread(events, first.dtype)
    number, each, width = events.shape
    seen = _bend(_bend(events.reshape(-1, width) @ first) @ w["event1.w"])
    return seen.view(number, each, -1).sum(1)


def state(w: Weights, rows: Tensor, events: Tensor) -> Tensor:
    """The part of the plays' layer that depends on the position and how it came about."""
    return position(w, rows, course(w, events) if "event0.w" in w else None)


def position(w: Weights, rows: Tensor, told: Tensor | None) -> Tensor:
    """The same, given what the course tells; weights of before know of none."""
    if told is None:
        trunk = _dense(rows, w, "trunk")
        found = torch.addmm(w["state.b"], trunk, w["state.w"])
        return torch.addmm(found, rows[:, :DIRECT], w["direct.w"])
    trunk = torch.addmm(w["trunk.b"], rows, w["trunk.w"])
    trunk = _bend(torch.addmm(trunk, told, w["course.w"]))
    trunk = trunk + _dense(trunk, w, "deep")
    found = torch.addmm(w["state.b"], trunk, w["state.w"])
    found = torch.addmm(found, told, w["course.s"])
    return torch.addmm(found, rows[:, :DIRECT], w["direct.w"])


def hidden(w: Weights, joint: Tensor) -> tuple[Tensor, Tensor]:
    """The two hidden layers over plays; the second is a residual."""
    first = _dense(joint, w, "first")
    return first, _dense(first, w, "second")


def advantage(w: Weights, at: Tensor, plays: Tensor) -> Tensor:
    """The advantage of one play a position, given ``state``."""
    first, second = hidden(w, _bend(plays @ w["play.w"] + at))
    return _narrow(first + second, w["advantage.w"][:, None], w["advantage.b"])[:, 0]


def _narrow(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """A last layer of few numbers, in full precision."""
    wide, few = x.float(), w.float()
    return torch.stack([(wide * few[:, j]).sum(1) for j in range(w.shape[1])], 1) + b.float()


def aside(w: Weights, at: Tensor) -> tuple[Tensor, Tensor]:
    """Values to each place and logits of where unseen cards lie, given ``state``."""
    seen = leaky_relu(at, network.LEAK)
    room = at.new_zeros((at.shape[1], 6))  # 112 columns: what the products like
    found = (seen @ torch.cat([w["value.w"], w["belief.w"], room], 1)).float()
    values, beliefs = found[:, :4] + w["value.b"].float(), found[:, 4:106] + w["belief.b"].float()
    return values, beliefs.view(-1, 3, 34)


def critic(w: Weights, rows: Tensor) -> Tensor:
    """What the round is worth to each place when all hands are seen."""
    x = _dense(rows[:, : PADDED["critic0.w"]], w, "critic0")
    x = x + _dense(x, w, "critic1")
    x = x + _dense(x, w, "critic2")
    return _narrow(x, w["critic3.w"], w["critic3.b"])


def tutored(w: Weights, rows: Tensor) -> tuple[Tensor, Tensor]:
    """The critic's values, and the better ones of critic and tutor together."""
    plain = critic(w, rows)
    if "tutor0.w" not in w:
        return plain, plain
    x = _dense(rows, w, "tutor0")
    for at in range(1, TUTOR):
        x = x + _dense(x, w, f"tutor{at}")
    return plain, plain.detach() + _narrow(x, w["tutor3.w"], w["tutor3.b"])


@cache
def _order(device: torch.device) -> Tensor:
    """For three and four players and each seat, whose total stands at each place (3: nobody's)."""
    three = [[0, 1, 3, 2], [1, 2, 3, 0], [2, 0, 3, 1], [3, 3, 3, 3]]
    four = [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    return torch.tensor([three, four], device=device)


def match_logits(full: Weights, totals: Tensor, who: Tensor, seats: Tensor) -> Tensor:
    """Logits of winning the match for every seat; ``totals`` (n, 4), ``seats`` (n,).

    ``who`` (n, 2) are the winner and the loser of the last round; none before the first.
    """
    every = torch.arange(4, device=totals.device)
    sitting = every < seats[:, None]
    known = torch.where(sitting, totals.float() / 100, torch.zeros((), device=totals.device))
    order = _order(totals.device)[seats - 3].view(-1, 16)
    won, lost = ((every == who[:, one, None]).float() for one in range(2))
    rows, won, lost = (x.gather(1, order).view(-1, 4, 4) for x in (known, won, lost))
    three = (seats == 3).float()[:, None, None].expand(-1, 4, 1)
    x = torch.cat([rows, three, won, lost], 2)
    x = relu(x @ full["totals0.w"] + full["totals0.b"])
    x = relu(x @ full["totals1.w"] + full["totals1.b"])
    logits = (x @ full["totals2.w"])[:, :, 0]
    return logits.masked_fill(~sitting, -1e9)


def faces(bits: Tensor) -> Tensor:
    """How many of each face a 64-bit word of bits holds."""
    counts = bits[:, :34].to(torch.float32, copy=True)
    counts[:, :30] += bits[:, 34:64]
    return counts
