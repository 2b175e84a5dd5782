"""Memory for the kernel: its arrays, and the room that it reckons in."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

ALIGNMENT: Final = 64
"""A processor's widest register, in bytes."""


class _Kept(threading.local):
    """The rooms of one thread, by their size."""

    def __init__(self) -> None:
        self.rooms: dict[int, NDArray[np.uint8]] = {}


_kept = _Kept()


def kept_room(size: int) -> NDArray[np.uint8]:
    """This thread's room of a size: whatever is in it counts for one call alone, and what the
    system had to give once it need not give again."""
    if size not in _kept.rooms:
        _kept.rooms[size] = room(size)
    return _kept.rooms[size]


def room(size: int) -> NDArray[np.uint8]:
    """Bytes that begin where a register does."""
    found = np.empty(size + ALIGNMENT, np.uint8)
    at = -found.ctypes.data % ALIGNMENT
    return found[at : at + size]


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """The same array in such bytes."""
    found = room(array.nbytes).view(array.dtype).reshape(array.shape)
    found[...] = array
    return found
