"""A process knows when it stood still, and says so."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from gangoffour.server.runtime import loop_lag as pulse
from gangoffour.server.runtime.loop_lag import LoopLag

pytestmark = pytest.mark.anyio


async def test_a_process_that_stood_still_says_for_how_long(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.01)
    monkeypatch.setattr(pulse, "LATE_S", 0.2)
    one = LoopLag()
    one.start()
    with caplog.at_level(logging.WARNING, "gangoffour.loop_lag"):
        await asyncio.sleep(0.02)
        time.sleep(0.5)
        await asyncio.sleep(0.02)
    await one.close()
    assert 0.2 < one.latest_s < 20
    assert {line.getMessage() for line in caplog.records} == {"this process stood still"}
    assert max(line.__dict__["ms"] for line in caplog.records) >= 400  # a busy machine has more
