"""Cards that are the same in every run of a test, whichever tests ran before it; other cards each
time in the long proofs. What the servers inside a test deal and their bots draw comes from here;
servers that are started as processes of their own have their secrets from the system."""

from __future__ import annotations

import importlib
import random
from typing import Final

from tests.support.length import LONG

ASKING: Final = ("bots.local", "daily.deal_sets", "tables.beginnings")
"""Which of the server's modules ask for a new seed."""
_CHANCE: Final = random.Random()


def begin(name: str) -> None:
    """From now on the seeds are those of this test or file."""
    _CHANCE.seed(None if LONG else name)


def drawn() -> str:
    """What a match is dealt from, as long as a true one."""
    return f"{_CHANCE.getrandbits(256):064x}"


def give() -> None:
    """Let the servers of this process have their seeds from here."""
    for name in ASKING:
        module = importlib.import_module(f"gangoffour.server.{name}")
        if not hasattr(module, "new_seed"):
            raise RuntimeError(f"{name} asks nobody for a seed any more")
        setattr(module, "new_seed", drawn)  # noqa: B010  # a function, which mypy keeps
