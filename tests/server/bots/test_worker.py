"""Workers: they choose for bots, give hints and judge for reviews; whatever becomes of them, the
match goes on and the review is made."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.bots.advice.review import rounds_of
from gangoffour.rules.match import Match
from gangoffour.rules.view import View
from gangoffour.server.bots import remote, worker
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.remote import RemoteBots
from gangoffour.server.bots.worker import Worker
from gangoffour.server.cluster.nats_bus import NatsBus
from tests.support.process import SERVE, WorkerProcess, environment
from tests.support.random_play import at_random
from tests.support.servers import Nats
from tests.support.several import joined

pytestmark = pytest.mark.anyio


def view_in(seed: str) -> View:
    match, rng = Match.new(seed=seed), random.Random(1)
    for _ in range(9):
        match = at_random(match, rng)
    return match.view(match.turn)


@asynccontextmanager
async def bots(nats: Nats, workers: int) -> AsyncIterator[tuple[RemoteBots, list[Worker]]]:
    bus = NatsBus(nats.url)
    await bus.start()
    several = [Worker(NatsBus(nats.url)) for _ in range(workers)]
    for one in several:
        await one.start()
        await joined(bus, one._bus)
    asking = RemoteBots(bus, LocalBots())
    try:
        yield asking, several
    finally:
        for one in several:
            await one.close()
        await bus.close()
        asking.close()


async def test_workers_share_the_choices_and_give_hints(nats: Nats) -> None:
    async with bots(nats, 2) as (asking, several):
        views = [view_in(f"deal {number}") for number in range(12)]
        for view in views:
            assert await asking.decide("sparrow", view) in view.actions
        assert asking.counted == {"worker": 12}
        assert sum(one.done for one in several) == 12
        assert all(one.done for one in several)
        hints = await asking.hint(views[0])
        assert hints and hints[0].reasons


async def test_without_workers_bots_think_here(nats: Nats) -> None:
    async with bots(nats, 0) as (asking, _):
        view = view_in("alone")
        assert await asking.decide("sparrow", view) in view.actions
        assert await asking.hint(view)
        assert asking.counted == {"here": 1}


async def test_busy_workers_say_so_and_a_simple_bot_chooses(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MAX_WAITING", 0)
    async with bots(nats, 1) as (asking, several):
        view = view_in("busy")
        assert await asking.decide("crane", view) in view.actions
        assert asking.counted == {"busy": 1}
        monkeypatch.setattr(remote, "MAX_ASKED", 0)
        assert await asking.decide("crane", view) in view.actions
        assert asking.counted == {"busy": 2}
        assert several[0].done == 0


async def test_a_late_worker_is_not_waited_for_and_drops_the_errand(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHOOSE_S", 0.2)
    async with bots(nats, 1) as (asking, several):
        view = view_in("late")
        async with several[0]._turn:
            assert await asking.decide("crane", view) in view.actions
            await asyncio.sleep(0.1)  # the worker heard of it a little later than it was asked
        assert asking.counted == {"late": 1}
        await asyncio.sleep(0.1)
        assert several[0].done == 0


async def ticks() -> tuple[float, float]:
    """Until it is cancelled: how long this process has run, and its longest standstill."""
    loop = asyncio.get_running_loop()
    ran, longest, last = 0.0, 0.0, loop.time()
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(0.01)
            now = loop.time()
            ran, longest, last = ran + min(now - last, 0.05), max(longest, now - last), now
    return ran, longest


async def test_a_frozen_worker_costs_no_more_than_a_second(nats: Nats, tmp_path: Path) -> None:
    """It stands still, and NATS still gives it its share of the questions."""
    frozen = WorkerProcess(tmp_path, nats.url)
    await frozen.start()
    frozen.pause()
    try:
        async with bots(nats, 1) as (asking, _):
            ticking = asyncio.create_task(ticks())
            views = [view_in(f"frozen {number}") for number in range(12)]
            found = await asyncio.gather(*(asking.decide("crane", view) for view in views))
            ticking.cancel()
            seconds, standstill = await ticking
            assert seconds < 2.0
            assert all(one in view.actions for one, view in zip(found, views, strict=True))
            assert asking.counted["worker"] > asking.counted["late"] or standstill > 0.5
    finally:
        frozen.wake()
        await frozen.kill()


def looks_in(seed: str) -> list[Look]:
    """The turns of a first round."""
    match, rng = Match.new(seed=seed), random.Random(1)
    while match.round.number == 1 and not match.over:
        match = at_random(match, rng)
    return rounds_of(match)[0]


async def test_workers_judge_the_rounds_of_a_review(nats: Nats) -> None:
    async with bots(nats, 2) as (asking, several):
        looks = looks_in("review")
        (found, *others) = await asyncio.gather(*(asking.judge(looks) for _ in range(4)))
        assert all(one == found for one in others)
        assert asking.judged == {"worker": 4}
        assert sum(one.done for one in several) == 4
        here = await asking._local.judge(looks)
        assert [one.best for one in found] == [one.best for one in here]
        assert [one.cost for one in found] == pytest.approx([one.cost for one in here], abs=0.01)


async def test_a_review_is_made_here_if_workers_are_busy_late_or_none(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "REVIEW_PAUSES_S", (0.0, 0.01))
    looks = looks_in("busy")
    async with bots(nats, 0) as (asking, _):
        assert len(await asking.judge(looks)) == len(looks)
        assert asking.judged == {"here": 1}
    async with bots(nats, 1) as (asking, several):
        monkeypatch.setattr(worker, "MAX_REVIEWS", 0)
        assert len(await asking.judge(looks)) == len(looks)
        assert asking.judged == {"here": 1} and several[0].done == 0
        monkeypatch.setattr(worker, "MAX_REVIEWS", 1)
        monkeypatch.setattr(remote, "REVIEW_S", 0.2)
        async with several[0]._turn:
            assert len(await asking.judge(looks)) == len(looks)
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)
        assert asking.judged == {"here": 2} and several[0].done == 0


async def test_a_verdict_on_what_could_not_be_done_is_not_believed(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(self: LocalBots, looks: list[Look]) -> list[Verdict]:
        return [Verdict(9999, 0.0, 0.0) for _ in looks]

    looks = looks_in("wrong")
    async with bots(nats, 1) as (asking, several):
        monkeypatch.setattr(several[0]._bots, "judge", wrong.__get__(several[0]._bots))
        found = await asking.judge(looks)
        assert asking.judged == {"here": 1} and several[0].done == 1
        assert all(one.best < len(look.options) for one, look in zip(found, looks, strict=True))


async def test_the_command_works_until_it_is_stopped(nats: Nats) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVE, "worker", "--bus", nats.url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        assert b"ready" in await process.stdout.readline()
    async with bots(nats, 0) as (asking, _):
        view = view_in("command")
        assert await asking.decide("sparrow", view) in view.actions
        assert asking.counted == {"worker": 1}
        assert await asking.judge(looks_in("command"))
        assert asking.judged == {"worker": 1}
    os.kill(process.pid, signal.SIGTERM)
    async with asyncio.timeout(60):
        await process.communicate()
    assert process.returncode == 0


async def test_a_worker_without_a_bus_is_told_so() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVE, "worker"),
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"needs --bus" in said
