"""Tables that nobody moves are taken up: all of a start, or those of a process that is gone.

A few at a time, as all together would wait longer for the database than anything may take. One that
cannot be read is left out, and keeps no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from gangoffour.rules.errors import Refusal
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.processes import Stale

AT_ONCE: Final = 4
TRIES: Final = 3
"""How often a process alone tries; of several each goes on, as the database is elsewhere."""
RETRY_S: Final = 1.0
log = logging.getLogger("gangoffour.tables")


async def take_up_all(
    tables: Iterable[str], take_up: Callable[[str], Awaitable[None]], alone: bool
) -> int:
    """Take up some tables; how many were."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(table_id: str) -> bool:
        tries = 0
        while True:
            try:
                async with few:
                    await take_up(table_id)
                return True
            except Stale:  # taken by yet another process, or to be resumed later
                return False
            except (Refusal, StorageUnavailable) as trouble:
                tries += 1
                log.warning("a table could not be taken up", extra={"table": table_id})
                damaged = isinstance(trouble, Refusal) and trouble.code == "table_damaged"
                if damaged or (alone and tries == TRIES):
                    return False
                await asyncio.sleep(RETRY_S)

    return sum(await asyncio.gather(*map(one, tables)))
