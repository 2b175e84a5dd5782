"""Work in the background: what must not end is begun anew, and all of it ends together."""

from __future__ import annotations

import asyncio
import logging

import pytest

from gangoffour.server.runtime import tasks
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable, _trouble_named

pytestmark = pytest.mark.anyio


async def test_work_without_an_end_is_begun_anew_when_it_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "AGAIN_S", 0.0)
    begun = 0
    lasting = asyncio.Event()

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun < 3:
            raise IndexError("nobody thought of this")
        lasting.set()
        await asyncio.sleep(3600)

    several = Tasks()
    with caplog.at_level(logging.ERROR, "gangoffour.tasks"):
        several.keep(work, "lease")
        await asyncio.wait_for(lasting.wait(), 10)
    assert [one.getMessage() for one in caplog.records] == ["lease failed"] * 2
    await several.close()
    assert begun == 3


@pytest.mark.parametrize("error", [TimeoutError(), ConnectionResetError("gone"), OSError()])
def test_trouble_without_a_word_is_trouble_all_the_same(error: OSError) -> None:
    with pytest.raises(StorageUnavailable, match=r"\w"), _trouble_named():
        raise error


async def test_work_that_swallows_its_end_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An answer that comes at the very moment of the end lets ``wait_for`` forget it."""
    monkeypatch.setattr(tasks, "AGAIN_S", 0.01)
    swallowed = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            swallowed.set()
        await asyncio.sleep(3600)

    several = Tasks()
    several.spawn(work(), "deaf")
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await several.close()
    assert swallowed.is_set()
