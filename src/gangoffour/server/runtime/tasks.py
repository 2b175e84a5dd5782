"""Tasks in the background: kept while they run, noted when they fail, ended together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Final

AGAIN_S: Final = 1.0
log = logging.getLogger("gangoffour.tasks")


class Tasks:
    """Some work of one owner that nobody waits for."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Begin some work; it ends by itself or with ``close``."""
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def keep(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        """Begin some work without an end; should it fail all the same, it is noted and begun
        anew, as the process is of no use without it."""
        self.spawn(self._again(work, name), name)

    async def _again(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        while True:
            await asyncio.wait([self.spawn(work(), name)])
            await asyncio.sleep(AGAIN_S)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)

    async def close(self) -> None:
        """End whatever runs."""
        await end_all(self._running)


async def end_all(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks until all have ended: what is just being answered, or out of time, may swallow
    the first cancellation (``asyncio.wait_for`` does)."""
    while running := {task for task in tasks if not task.done()}:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=AGAIN_S)
