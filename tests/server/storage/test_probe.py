"""Whether the database answers is known without asking it, and told truthfully."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.server.storage import probe as module
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.probe import Probe

pytestmark = pytest.mark.anyio
LATE_S = 0.2


class Slow(Database):
    """Answers when it is let."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"sqlite+aiosqlite:///{path}")
        self.asked = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        self.asked += 1
        await self.may_answer.wait()
        async with super().reading() as connection:
            yield connection


async def until(probe: Probe, answers: bool) -> None:
    async with asyncio.timeout(60):
        while probe.answers != answers:
            await asyncio.sleep(0.005)


async def test_a_database_that_is_late_does_not_answer_and_a_server_that_stood_still_blames_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DEADLINE_S", LATE_S)
    database = Slow(tmp_path / "one.db")
    probe = Probe(database, every_s=0.01)
    assert not probe.answers, "nobody has asked yet"
    await probe.start()
    assert probe.answers
    database.may_answer.clear()
    asked = database.asked
    while database.asked == asked:
        await asyncio.sleep(0.001)
    time.sleep(3 * LATE_S)  # nothing of this process moves
    assert probe.answers, "that time is the server's own"
    await until(probe, answers=False)
    database.may_answer.set()
    await until(probe, answers=True)
    await probe.close()
    await database.close()
