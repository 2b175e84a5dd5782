"""Passwords: hashed with argon2 in a few threads of their own, never kept, never logged.

One hash costs about 150 ms and 64 MiB, so at most two run at once. Customers of the network take
turns, and of each address only so many may wait: whoever comes from elsewhere waits for one or two
of theirs, not for all. When too many wait in all, the last one goes of whoever has the most.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from gangoffour.server.people.names import name_key
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.runtime.household import customer
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import visible

MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 200
DIFFERENT: Final = 4
"""So many different letters that can be seen, at least."""
AT_ONCE: Final = 2
MAX_OF_ADDRESS: Final = 32
MAX_WAITING: Final = 512

Answer = TypeVar("Answer")


def checked_password(raw: str, name: str) -> str:
    """A password that may be used with a name; the same letters always as the same bytes."""
    if not MIN_PASSWORD <= len(raw) <= MAX_PASSWORD:
        raise ServerRefusal("bad_password")
    password = unicodedata.normalize("NFC", raw)
    seen = {letter for letter in visible(password) if not letter.isspace()}
    if len(seen) < DIFFERENT or name_key(password) == name_key(name):
        raise ServerRefusal("bad_password")
    return password


class Passwords:
    """Hashes and verifies in a bounded pool; refuses when too many wait."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._turns = FairTurns(slots=AT_ONCE, share=AT_ONCE, places=MAX_WAITING)
        self._asked: Counter[str] = Counter()
        """How many wait or are at work, by address."""
        self._nobody: str | None = None

    async def hash(self, password: str, address: str = "") -> str:
        """What is stored instead of a password."""
        return await self._run(lambda: self._hasher.hash(password), address)

    async def verify(self, stored: str | None, password: str, address: str = "") -> bool:
        """Whether it is the password; takes as long when there is nobody to compare with."""
        if len(password) > MAX_PASSWORD:
            password = ""
        password = unicodedata.normalize("NFC", password)
        return await self._run(lambda: self._verify(stored, password), address)

    def needs_new_hash(self, stored: str) -> bool:
        """Whether the hash was made with older, cheaper parameters."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(stored or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    async def _run(self, work: Callable[[], Answer], address: str) -> Answer:
        if self._asked[address] >= MAX_OF_ADDRESS:
            raise ServerRefusal("too_busy")
        self._asked[address] += 1
        try:
            async with self._turns.of(customer(address)):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._asked -= Counter([address])

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
