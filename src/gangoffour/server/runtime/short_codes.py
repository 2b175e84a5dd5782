"""Short codes that people read out to each other."""

from __future__ import annotations

import secrets
from random import Random
from typing import Final

CODE_LETTERS: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Letters of short codes: nothing that reads like another, no vowels, so no words."""


def new_code(chance: Random | None = None) -> str:
    """A short code to read out: six letters, about 480 million."""
    some = chance or secrets.SystemRandom()
    return "".join(some.choice(CODE_LETTERS) for _ in range(6))
