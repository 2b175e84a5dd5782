"""The layers over legal plays: as many rows as there are, which the GPU alone knows.

Bends and sums happen before anything is written.
``model.hidden`` and ``model.advantage`` say the same in plain torch, a row for each play.
"""

from __future__ import annotations

from math import gcd

import triton
import triton.language as tl
from torch import Tensor

from gangoffour.bots import network

LEAK = tl.constexpr(network.LEAK)
HIGH, WIDE, DEEP, WARPS, STAGES, PROGRAMS = 128, 256, 64, 8, 4, 132
"""How the work is cut: for the 132 multiprocessors of an H200. Two shares of a row's score, added
in any order, make the same number; more would not."""
LEAST = 16
"""A tile has so many rows and columns at least; smaller networks have smaller ones."""
JOINT = 64, 128, 8, 2
"""The same for the plays' layer: rows, columns, warps, programs on a multiprocessor."""


@triton.jit
def bent(x):
    """The bend of all layers."""
    return tl.where(x > 0, x, x * LEAK)


@triton.jit
def one(words, shift):
    """One bit of each word, as a number."""
    return (((words >> shift) & 1) * 0x3F80).to(tl.int16).to(tl.bfloat16, bitcast=True)


@triton.jit
def _joint_kernel(
    state,
    plays,
    leaves,
    w,
    owner,
    action,
    total,
    cap,
    out,
    WIDTH: tl.constexpr,
    BITS: tl.constexpr,
    HIGH: tl.constexpr,
    WIDE: tl.constexpr,
):
    """bend(state + play + what the play leaves)."""
    rows = tl.minimum(tl.load(total), cap)
    across: tl.constexpr = WIDTH // WIDE
    bit = tl.arange(0, BITS)
    for tile in range(tl.program_id(0), tl.cdiv(rows, HIGH) * across, tl.num_programs(0)):
        first = tl.full((), HIGH, tl.int64) * (tile // across)  # there may be millions of rows
        row, column = tl.arange(0, HIGH), tile % across * WIDE + tl.arange(0, WIDE)
        here = first + row < rows
        who = tl.load(owner + first + row, mask=here, other=0)
        what = tl.load(action + first + row, mask=here, other=0)
        known = tl.load(state + who[:, None] * WIDTH + column[None, :]).to(tl.float32)
        known += tl.load(plays + what[:, None] * WIDTH + column[None, :]).to(tl.float32)
        left = leaves + first * BITS + row[:, None] * BITS + bit[None, :]
        left = tl.load(left, mask=here[:, None])
        seen = tl.dot(left, tl.load(w + bit[:, None] * WIDTH + column[None, :]), known)
        to = out + first * WIDTH + row[:, None] * WIDTH + column[None, :]
        tl.store(to, bent(seen).to(tl.bfloat16))


@triton.jit
def _layer_kernel(
    x,
    w,
    b,
    out,
    head,
    score,
    total,
    cap,
    INPUTS: tl.constexpr,
    WIDTH: tl.constexpr,
    HIGH: tl.constexpr,
    WIDE: tl.constexpr,
    DEEP: tl.constexpr,
    BIAS: tl.constexpr,
    LAST: tl.constexpr,
):
    """bend(x w + b); the last layer is added to ``x``, and only what the head makes is kept."""
    rows = tl.minimum(tl.load(total), cap)
    across: tl.constexpr = WIDTH // WIDE
    deep = tl.arange(0, DEEP)
    for tile in range(tl.program_id(0), tl.cdiv(rows, HIGH) * across, tl.num_programs(0)):
        first = tl.full((), HIGH, tl.int64) * (tile // across)
        row, column = tl.arange(0, HIGH), tile % across * WIDE + tl.arange(0, WIDE)
        seen = tl.zeros((HIGH, WIDE), tl.float32)
        left = x + first * INPUTS + row[:, None] * INPUTS + deep[None, :]
        right = w + deep[:, None] * WIDTH + column[None, :]
        for at in range(0, INPUTS, DEEP):
            seen = tl.dot(tl.load(left + at), tl.load(right + at * WIDTH), seen)
        if BIAS:
            seen += tl.load(b + column).to(tl.float32)[None, :]
        if LAST:
            before = tl.load(x + first * INPUTS + row[:, None] * INPUTS + column[None, :])
            told = (bent(seen) + before.to(tl.float32)) * tl.load(head + column)[None, :]
            tl.atomic_add(score + first + row, tl.sum(told, 1), mask=first + row < rows)
        else:
            to = out + first * WIDTH + row[:, None] * WIDTH + column[None, :]
            tl.store(to, bent(seen).to(tl.bfloat16))


def joint(
    state: Tensor, plays: Tensor, w: Tensor, legal: tuple[Tensor, ...], out: Tensor
) -> Tensor:
    """The plays' layer; ``legal``: owner, action, what is left, and the number of rows."""
    owner, action, leaves, total = legal
    high, wide, warps, each = JOINT
    wide = gcd(wide, out.shape[1])
    assert wide >= LEAST, f"no tiles for {out.shape[1]} columns"
    _joint_kernel[(each * PROGRAMS,)](
        *(state, plays, leaves, w, owner, action, total, len(owner), out),
        *(out.shape[1], leaves.shape[1], high, wide),
        num_warps=warps,
        num_stages=1,
    )
    return out


def layer(x: Tensor, w: Tensor, b: Tensor | None, total: Tensor, out: Tensor) -> Tensor:
    """The first ``total`` rows of a layer; there is room for a multiple of 128."""
    some = (x, w, w if b is None else b, out, w, w)
    _launch(some, w.shape, total, b is not None, last=False)
    return out


def judged(x: Tensor, w: Tensor, b: Tensor, head: Tensor, total: Tensor, score: Tensor) -> Tensor:
    """What the head makes of the last layer and the one before it."""
    score.zero_()
    _launch((x, w, b, x, head, score), w.shape, total, bias=True, last=True)
    return score


def _launch(
    some: tuple[Tensor, ...], shape: tuple[int, ...], total: Tensor, bias: bool, last: bool
) -> None:
    high, wide, deep = gcd(HIGH, len(some[0])), gcd(WIDE, shape[1]), gcd(DEEP, shape[0])
    assert min(high, wide, deep) >= LEAST, f"no tiles for {len(some[0])} rows of {shape}"
    _layer_kernel[(PROGRAMS,)](
        *(*some, total, len(some[0])),
        *(*shape, high, wide, deep, bias, last),
        num_warps=WARPS,
        num_stages=STAGES,
    )
