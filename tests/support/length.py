"""How long a proof is: a slice of it in ``make test``, all of it in ``make chaos``."""

from __future__ import annotations

import os
from typing import Final

NAME: Final = "GANGOFFOUR_TESTS"
LONG: Final = os.environ.get(NAME) == "long"


def slice_of(whole: int, part: int) -> int:
    """How often something is tried: ``part`` in the tests, the ``whole`` in the long proofs."""
    return whole if LONG else part
