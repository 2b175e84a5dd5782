"""The networks in torch: the policy over legal plays, the all-seeing critic, the match totals.

Shapes and names are ``gangoffour.bots.network``'s; rows of bits are padded to round widths here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import relu

from gangoffour.bots import network

PADDED = {"trunk.w": 896, "critic0.w": 512, "play.w": 200}
Weights = dict[str, Tensor]
DIRECT = network.DIRECT_BITS


def fresh(seed: int, device: str) -> Weights:
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
    }
    weights = {}
    for name, shape in network.Shape().arrays.items():
        shape = (PADDED.get(name, shape[0]), *shape[1:])
        if name.endswith(".b"):
            made = torch.zeros(shape)
        else:
            made = torch.randn(shape, generator=generator)
            made *= spread.get(name, (1.6 / shape[0]) ** 0.5)
        weights[name] = made.to(device)
    return weights


def export(weights: Weights, path: Path) -> None:
    """Write the weights as ``gangoffour.bots.network`` reads them: fp16, without the padding."""
    arrays: dict[str, NDArray[Any]] = {"format": np.array(network.FORMAT)}
    for name, shape in network.Shape().arrays.items():
        full = weights[name].detach().float().cpu().numpy()
        arrays[name] = full[: shape[0]].astype(np.float16)
    np.savez(path, **arrays)  # type: ignore[arg-type]


def half(weights: Weights) -> Weights:
    """The weights in the precision of the matrix products."""
    return {name: tensor.to(torch.bfloat16) for name, tensor in weights.items()}


def _dense(x: Tensor, w: Weights, name: str) -> Tensor:
    weight, bias = w[f"{name}.w"], w[f"{name}.b"]
    if x.is_cuda and not torch.is_grad_enabled():  # bias and relu inside the product
        return torch._addmm_activation(bias, x, weight)
    return relu(torch.addmm(bias, x, weight))


def state(w: Weights, rows: Tensor) -> Tensor:
    """The part of the plays' layer that depends on the position."""
    trunk = _dense(rows, w, "trunk")
    found = torch.addmm(w["state.b"], trunk, w["state.w"])
    return torch.addmm(found, rows[:, :DIRECT], w["direct.w"])


def hidden(w: Weights, joint: Tensor) -> tuple[Tensor, Tensor]:
    """The two hidden layers over plays; the second is a residual."""
    first = _dense(joint, w, "first")
    return first, _dense(first, w, "second")


def advantage(w: Weights, full: Weights, at: Tensor, plays: Tensor) -> Tensor:
    """The advantage of one play a position, given ``state``."""
    first, second = hidden(w, relu(torch.addmm(at, plays, w["play.w"])))
    found: Tensor = (first + second).float() @ full["advantage.w"] + full["advantage.b"]
    return found


def aside(w: Weights, at: Tensor) -> tuple[Tensor, Tensor]:
    """Values to each place and logits of where unseen cards lie, given ``state``."""
    seen = relu(at)
    values = torch.addmm(w["value.b"], seen, w["value.w"]).float()
    beliefs = torch.addmm(w["belief.b"], seen, w["belief.w"]).float()
    return values, beliefs.view(-1, 3, 34)


def critic(w: Weights, full: Weights, rows: Tensor) -> Tensor:
    """What the round is worth to each place when all hands are seen."""
    x = _dense(rows, w, "critic0")
    x = x + _dense(x, w, "critic1")
    x = x + _dense(x, w, "critic2")
    return torch.addmm(full["critic3.b"], x.float(), full["critic3.w"])


_ORDER = torch.tensor(
    [
        [[0, 1, 3, 2], [1, 2, 3, 0], [2, 0, 3, 1], [3, 3, 3, 3]],
        [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]],
    ]
)
"""For three and four players and each seat, whose total stands at each place (3: nobody's)."""


def match_logits(full: Weights, totals: Tensor, seats: Tensor) -> Tensor:
    """Logits of winning the match for every seat; ``totals`` (n, 4), ``seats`` (n,)."""
    sitting = torch.arange(4, device=totals.device) < seats[:, None]
    known = torch.where(sitting, totals.float() / 100, torch.zeros((), device=totals.device))
    order = _ORDER.to(totals.device)[seats - 3]
    rows = known.gather(1, order.view(-1, 16)).view(-1, 4, 4)
    three = (seats == 3).float()[:, None, None].expand(-1, 4, 1)
    x = torch.cat([rows, three], 2)
    x = relu(x @ full["totals0.w"] + full["totals0.b"])
    x = relu(x @ full["totals1.w"] + full["totals1.b"])
    logits = (x @ full["totals2.w"])[:, :, 0]
    return logits.masked_fill(~sitting, -1e9)


def faces(bits: Tensor) -> Tensor:
    """How many of each face a 64-bit word of bits holds."""
    counts = bits[:, :34].to(torch.float32, copy=True)
    counts[:, :30] += bits[:, 34:64]
    return counts
