"""How long a proof is: a slice of it in ``make test``, all of it in ``make chaos``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

import pytest

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


def first_of(cases: Iterable[T], number: int = 2) -> list[Any]:
    """Cases of a test, of which the first few are in ``make test``; the others are long."""
    return [
        case if at < number else pytest.param(*_values(case), marks=pytest.mark.long)
        for at, case in enumerate(cases)
    ]


def _values(case: object) -> tuple[object, ...]:
    return case if isinstance(case, tuple) and not hasattr(case, "_fields") else (case,)
