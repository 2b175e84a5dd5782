"""For compiled code: the decorator, bit operations, and a random number generator.

Only modules of the lab import this one, and only when somebody simulates: playing the game never
pays for the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from gangoffour.lab.simulator.kept_code import kept_code, nothing_kept

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function at its first call; the machine code is kept on disk if it can be."""
    how: dict[str, Any] = {"nogil": True, "boundscheck": False}
    try:
        with kept_code():
            made = numba.njit(cache=True, **how)(function)
    except RuntimeError:  # there is no place that can be written to
        nothing_kept()
        made = numba.njit(**how)(function)
    return cast(Function, made)


def _bit_operation(name: str, *flags: int) -> Any:
    """A function of the processor on one 64-bit word, giving a signed number."""

    @intrinsic
    def operation(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = args[0].type
            ways = [kind] + [ir.IntType(1) for _ in flags]
            shape = ir.FunctionType(kind, ways)
            function = builder.module.declare_intrinsic(f"llvm.{name}", [kind], shape)
            return builder.call(function, [args[0], *(ir.IntType(1)(flag) for flag in flags)])

        return types.int64(types.uint64), generate

    return operation


popcount = _bit_operation("ctpop")
lowest_bit = _bit_operation("cttz", 1)
leading_zeros = _bit_operation("ctlz", 1)


@compiled
def next_random(state: Any) -> Any:
    """The next number of a xorshift128+ generator: ``state.random``, two words, not both zero."""
    one = state.random[0]
    two = state.random[1]
    state.random[0] = two
    one ^= one << np.uint64(23)
    state.random[1] = one ^ two ^ (one >> np.uint64(17)) ^ (two >> np.uint64(26))
    return state.random[1] + two


@compiled
def below(state: Any, bound: int) -> Any:
    """A number from 0 to ``bound`` − 1, each equally likely (Lemire's method, 32 bits)."""
    wide = np.uint64(bound)
    product = (next_random(state) >> np.uint64(32)) * wide
    low = product & np.uint64(0xFFFFFFFF)
    if low < wide:
        floor = np.uint64((4294967296 - bound) % bound)
        while low < floor:
            product = (next_random(state) >> np.uint64(32)) * wide
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))


def seeded(seed: int, number: int) -> Any:
    """The states of so many generators made from a seed, each a row of two words."""
    return np.random.default_rng(seed).integers(1, 1 << 63, (number, 2), dtype=np.uint64)
