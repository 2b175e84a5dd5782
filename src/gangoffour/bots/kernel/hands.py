"""Hidden hands dealt by the compiled kernel."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.strength import CardBits
from gangoffour.bots.kernel.library import library
from gangoffour.bots.network.belief import ORDER, Guess, Numbers, odds_by_lag

Doubles = NDArray[np.float64]


class _Guess(ctypes.Structure):
    """``Guess`` of kernel.c: addresses of arrays."""

    _fields_ = [
        (name, c_void_p)
        for name in (
            *("known", "put", "twin", "way", "bias", "odds", "order", "copies", "column", "needs"),
        )
    ]


def deal(
    seed: int,
    hands: CardBits,
    favours: Doubles,
    guess: Guess,
    copies: Numbers,
    column: Numbers,
    needs: Numbers,
) -> bool:
    """Add hidden cards to what is known of the hands, as ``hidden_hands`` says; False where there
    is no kernel, and nothing was dealt."""
    kernel = library()
    if kernel is None:
        return False
    order = np.array(ORDER, np.int32)
    arrays: list[NDArray[Any]] = [
        guess.known,
        guess.put,
        guess.twin,
        guess.way,
        guess.bias,
        odds_by_lag(),
    ]
    arrays += [order, copies, column, needs]
    told = _Guess(*(array.ctypes.data for array in arrays))
    kernel.imagine(seed, *hands.shape, byref(told), hands.ctypes.data, favours.ctypes.data)
    return True
