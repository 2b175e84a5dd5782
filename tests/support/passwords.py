"""Passwords that are hashed at once: as shipped, each costs a third of a second of a processor."""

from __future__ import annotations

from typing import Final

from argon2 import PasswordHasher

QUICK_HASHER: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
