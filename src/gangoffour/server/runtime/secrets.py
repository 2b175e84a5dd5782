"""What nobody may guess: seeds, ids and codes. A pure table must be given them."""

from __future__ import annotations

import secrets


def new_seed() -> str:
    """A match's secret: 256 bits from the system's generator."""
    return secrets.token_hex(32)


def new_id() -> str:
    """An id nobody can guess."""
    return secrets.token_hex(8)
