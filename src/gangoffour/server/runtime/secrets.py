"""What nobody may guess: seeds, ids and codes. A pure table must be given them."""

from __future__ import annotations

import secrets
from random import Random
from typing import Final

CODE_LETTERS: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Letters of short codes: nothing that reads like another, no vowels, so no words."""


def new_seed() -> str:
    """A match's secret: 256 bits from the system's generator."""
    return secrets.token_hex(32)


def new_id() -> str:
    """An id nobody can guess."""
    return secrets.token_hex(8)


def new_code(chance: Random | None = None) -> str:
    """A short code to read out: six letters, about 480 million."""
    some = chance or secrets.SystemRandom()
    return "".join(some.choice(CODE_LETTERS) for _ in range(6))
