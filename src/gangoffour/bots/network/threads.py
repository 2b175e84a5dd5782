"""One thread for small products: more cost several times the processor time and gain nothing.

Numpy's own library for products (OpenBLAS) starts as many threads as there are cores. While the
network thinks it is told to use one; afterwards it is as it was, for whoever else computes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

_NAMES: Final = [
    (f"{before}openblas_get_num_threads{after}", f"{before}openblas_set_num_threads{after}")
    for before in ("scipy_", "")
    for after in ("64_", "", "_64")
]


class Threads(NamedTuple):
    """How many threads numpy's products use."""

    get: Callable[[], int]
    set: Callable[[int], Any]


@cache
def threads() -> Threads | None:
    """Numpy's own library; None where it has none that starts threads, or an unknown one."""
    home = Path(np.__file__).parent
    for folder in (home.parent / "numpy.libs", home / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            library = ctypes.CDLL(str(path))  # loaded already: the same one
            for get, put in _NAMES:
                if hasattr(library, get) and hasattr(library, put):
                    return Threads(getattr(library, get), getattr(library, put))
    return None


_lock, _inside, _before = Lock(), 0, 1


@contextmanager
def one_thread() -> Iterator[None]:
    """While anybody is inside, products use one thread."""
    global _inside, _before
    known = threads()
    if known is None:
        yield
        return
    with _lock:
        if not _inside:
            _before = known.get()
            known.set(1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                known.set(_before)
