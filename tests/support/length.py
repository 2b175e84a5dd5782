"""How long a proof is: a slice of it in ``make test``, all of it in ``make chaos``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

NAME: Final = "GANGOFFOUR_TESTS"
LONG: Final = os.environ.get(NAME) == "long"


def slice_of(whole: int, part: int) -> int:
    """How often something is tried: ``part`` in the tests, the ``whole`` in the long proofs."""
    return whole if LONG else part


def some_of(whole: Sequence[T], part: Sequence[T]) -> Sequence[T]:
    """With what something is tried: a ``part`` in the tests, the ``whole`` in the long proofs."""
    if not set(part) < set(whole):
        raise ValueError(f"{part} is no part of {whole}")
    return whole if LONG else part
