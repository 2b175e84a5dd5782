"""The round's course on the GPU: what each play tells, in few kernels, forwards and back.

Each play is seven words of bits of which about eleven are set, and half of the places are empty. So
only the plays that there are go through the two layers; the first is a sum of the weights of the
bits that are set (``course_kernel`` in kernels.cu), and its gradient spreads the bits only where
the products read them. ``model.course`` says the same in plain torch.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from gangoffour.bots import network
from training.build import EVENT_WORDS, compile_library
from training.gpu import Course
from training.layer import layer, one

WORDS = 2 * EVENT_WORDS
"""Words of 32 bits a play; some bit of the last is set in every play (its kind)."""
LEAK = tl.constexpr(network.LEAK)
ROWS, WARPS, PROGRAMS, SLICES, STAGES = 128, 8, 132, 22, 3
"""How the work is cut: for the 132 multiprocessors of an H200."""


@triton.jit
def _slope(bent):
    return tl.where(bent.to(tl.float32) > 0, 1.0, LEAK)


@triton.jit
def _sum_kernel(second, begins, counts, out, WIDTH: tl.constexpr):
    """What a position's plays tell together."""
    table = tl.program_id(0)
    begin, count = tl.load(begins + table), tl.load(counts + table)
    slot, column = tl.arange(0, 4), tl.arange(0, WIDTH)
    found = tl.zeros((4, WIDTH), tl.float32)
    for first in range(0, count, 4):
        here = (first + slot < count)[:, None]
        row = (begin + first + slot)[:, None]
        told = tl.load(second + row * WIDTH + column[None, :], mask=here)
        found += tl.where(here, told.to(tl.float32), 0.0)
    tl.store(out + table * WIDTH + column, tl.sum(found, 0).to(tl.bfloat16))


@triton.jit
def _back_kernel(
    gradient,
    places,
    total,
    w1,
    first,
    second,
    behind,
    EVENTS: tl.constexpr,
    WIDTH: tl.constexpr,
    ROWS: tl.constexpr,
    DEEP: tl.constexpr,
):
    """Back through the second layer: what comes to it is put in its own place, what goes on to
    the first layer into ``behind``."""
    number = tl.load(total)
    column, deep = tl.arange(0, WIDTH), tl.arange(0, DEEP)
    for block in range(tl.program_id(0), tl.cdiv(number, ROWS), tl.num_programs(0)):
        row = block * ROWS + tl.arange(0, ROWS)
        here = row < number
        table = tl.load(places + row, mask=here, other=0) // EVENTS
        much = tl.where(here, 1.0, 0.0)[:, None]
        gone = tl.zeros((ROWS, WIDTH), tl.float32)
        from_ = gradient + table[:, None] * WIDTH + deep[None, :]
        at = second + row[:, None] * WIDTH + deep[None, :]
        inner = w1 + column[None, :] * WIDTH + deep[:, None]
        for k in range(0, WIDTH, DEEP):
            came = tl.load(from_ + k).to(tl.float32) * _slope(tl.load(at + k)) * much
            came = came.to(tl.bfloat16)
            tl.store(at + k, came)
            gone = tl.dot(came, tl.load(inner + k), gone)
        at = row[:, None] * WIDTH + column[None, :]
        gone *= _slope(tl.load(first + at))
        tl.store(behind + at, gone.to(tl.bfloat16))


@triton.jit
def _weights_kernel(
    events,
    places,
    total,
    first,
    came,
    behind,
    out,
    WORDS: tl.constexpr,
    WIDTH: tl.constexpr,
    ROWS: tl.constexpr,
):
    """The gradient of 128 rows of the weights, first those of the first layer, by a share of the
    plays; places beyond the last play have no gradient."""
    number = tl.load(total)
    tile, piece, pieces = tl.program_id(0), tl.program_id(1), tl.num_programs(1)
    column, some = tl.arange(0, WIDTH), tl.arange(0, 128)
    found = tl.zeros((128, WIDTH), tl.float32)
    if tile * 128 < WORDS * 32:
        word, from_ = (some // 32)[:, None], events + tile * 4
        for block in range(piece, tl.cdiv(number, ROWS), pieces):
            row = block * ROWS + tl.arange(0, ROWS)
            at = from_ + tl.load(places + row, mask=row < number, other=0) * WORDS
            more = tile * 4 + 2 < WORDS
            words = tl.where(word == 0, tl.load(at)[None, :], tl.load(at + 1)[None, :])
            words = tl.where(word == 2, tl.load(at + 2, mask=more, other=0)[None, :], words)
            words = tl.where(word == 3, tl.load(at + 3, mask=more, other=0)[None, :], words)
            gone = tl.load(behind + row[:, None] * WIDTH + column[None, :])
            found = tl.dot(one(words, (some % 32)[:, None]), gone, found)
    else:
        unit = (tile - tl.cdiv(WORDS * 32, 128)) * 128 + some
        for block in range(piece, tl.cdiv(number, ROWS), pieces):
            row = block * ROWS + tl.arange(0, ROWS)
            here = (row < number)[None, :]
            seen = tl.load(first + row[None, :] * WIDTH + unit[:, None], mask=here, other=0.0)
            gone = tl.load(came + row[:, None] * WIDTH + column[None, :])
            found = tl.dot(seen, gone, found)
    at = (piece * tl.num_programs(0) + tile) * 128 + some
    tl.store(out + at[:, None] * WIDTH + column[None, :], found)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(compile_library(gpu=True)))


def _seen(words: Tensor, w: Tensor, where: tuple[Tensor, ...], out: Tensor) -> None:
    """The first layer over all plays that there are, and where they lie."""
    assert w.shape[1] == 256 and w.is_contiguous()
    arrays = (words, w, *where, out)
    course = Course(*(x.data_ptr() for x in arrays), len(words))
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    _library().course(stream, ctypes.byref(course))


def _room(rows: int, width: int, like: Tensor) -> Tensor:
    return torch.empty((rows, width), dtype=torch.bfloat16, device=like.device)


class Told(torch.autograd.Function):
    """``Told.apply(events, w0, w1)``: what the plays of each position tell, summed."""

    @staticmethod
    def forward(ctx: Any, events: Tensor, w0: Tensor, w1: Tensor) -> Tensor:
        n, width = len(events), w0.shape[1]
        rows = -(-n * network.EVENTS // ROWS) * ROWS
        words = events.contiguous().view(torch.int32)
        places, begins, counts = (
            torch.empty(size, dtype=torch.int32, device=events.device) for size in (rows, n, n)
        )
        total = torch.empty(1, dtype=torch.int32, device=events.device)
        first, second = _room(rows, width, events), _room(rows, width, events)
        _seen(words, w0, (places, begins, counts, total), first)
        layer(first, w1, None, total, second)
        out = _room(n, width, events)
        _sum_kernel[(n,)](second, begins, counts, out, width, num_warps=1)
        if any(ctx.needs_input_grad[1:]):
            ctx.save_for_backward(words, places, total, w1, first, second)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[None, Tensor, Tensor]:
        words, places, total, w1, first, second = ctx.saved_tensors
        width = first.shape[1]
        behind = torch.empty_like(first)
        _back_kernel[(PROGRAMS,)](
            *(gradient.contiguous(), places, total, w1, first, second, behind),
            *(network.EVENTS, width, ROWS, 64),
            num_warps=WARPS,
            num_stages=STAGES,
        )
        high = 32 * WORDS
        tiles = triton.cdiv(high, 128) + width // 128
        found = torch.empty((SLICES, tiles * 128, width), device=first.device)
        _weights_kernel[(tiles, SLICES)](
            *(words, places, total, first, second, behind, found, WORDS, width, 64),
            num_warps=WARPS,
            num_stages=STAGES,
        )
        every = found.sum(0).to(torch.bfloat16)
        return None, every[:high], every[tiles * 128 - width :]
