"""Workers: they choose for bots, give hints and judge for reviews; whatever becomes of them, the
match goes on and the review is made."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.bots.advice.review import rounds_of
from gangoffour.rules.match import Match
from gangoffour.rules.view import View
from gangoffour.server.bots import remote, work_queue
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.remote import RemoteBots
from gangoffour.server.bots.worker import Worker
from gangoffour.server.cluster.nats_bus import NatsBus
from tests.support.process import SERVE, WorkerProcess, environment
from tests.support.random_play import at_random
from tests.support.servers import Nats
from tests.support.several import joined, until

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
        await asking.close()
        await bus.close()


async def test_workers_share_the_choices_and_give_hints(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHOOSE_S", 60.0)
    async with bots(nats, 2) as (asking, several):
        views = [view_in(f"deal {number}") for number in range(12)]
        for view in views:
            assert await asking.decide("sparrow", view) in view.actions
        assert asking.counted == {"worker": 12}
        assert sum(one.done for one in several) == 12
        hints = await asking.hint(views[0])
        assert hints and hints[0].reasons


async def test_without_workers_bots_think_here(nats: Nats) -> None:
    async with bots(nats, 0) as (asking, _):
        view = view_in("alone")
        assert await asking.decide("sparrow", view) in view.actions
        assert await asking.hint(view)
        assert asking.counted == {"here": 1}


async def test_a_bus_may_take_its_time_to_say_that_there_is_no_worker(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the real bot chooses here, too, and not a simple one after a second."""
    monkeypatch.setattr(work_queue, "OFFER_S", 0.0)
    async with bots(nats, 0) as (asking, _):
        view = view_in("slow to say")
        assert await asking.decide("sparrow", view) in view.actions
        assert asking.counted == {"here": 1}


async def test_what_busy_workers_have_no_room_for_is_chosen_by_a_simple_bot(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHOOSE_S", 0.3)
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    async with bots(nats, 1) as (asking, several):
        view, (thinks, goes_on) = view_in("busy"), stuck(several[0], monkeypatch)
        review = asyncio.create_task(asking.judge(looks_in("busy")))
        await thinks.wait()
        assert await asking.decide("crane", view) in view.actions
        assert asking.counted == {"busy": 1}
        monkeypatch.setattr(remote, "MAX_ASKED", 0)
        assert await asking.decide("crane", view) in view.actions
        assert asking.counted == {"busy": 2}
        goes_on.set()
        await review
        assert several[0].done == 1, "what is past its deadline is computed by nobody"
        assert asking.gauges()["work_waiting"] == 0


def stuck(one: Worker, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """From now on a worker's reviews take until it may go on; and whether it is at one."""
    thinks, goes_on, judge = asyncio.Event(), asyncio.Event(), one._bots.judge

    async def slow(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        thinks.set()
        await goes_on.wait()
        return await judge(looks)

    monkeypatch.setattr(one._bots, "judge", slow)
    return thinks, goes_on


async def test_work_waits_in_its_server_for_whoever_has_room(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two workers is at something long: nothing waits behind it, and tables go first."""
    monkeypatch.setattr(remote, "CHOOSE_S", 30.0)
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    async with bots(nats, 2) as (asking, several):
        view, looks = view_in("room"), looks_in("room")
        gates = [stuck(one, monkeypatch) for one in several]
        reviews = [asyncio.create_task(asking.judge(looks)) for _ in range(3)]
        await asyncio.gather(*(thinks.wait() for thinks, _ in gates))
        choices = [asyncio.create_task(asking.decide("sparrow", view)) for _ in range(6)]
        gates[0][0].clear()
        gates[0][1].set()  # one has room again: six choices before the review that came first
        await asyncio.gather(*choices)
        assert sorted(one.done for one in several)[0] == 0, "nothing went to the one at work"
        gates[1][1].set()
        await asyncio.gather(*reviews)
        assert asking.counted == {"worker": 6} and asking.judged == {"worker": 3}


async def test_two_servers_share_a_worker_by_turns(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHOOSE_S", 60.0)
    async with bots(nats, 1) as (asking, several), bots(nats, 0) as (other, _):
        view, order, (thinks, goes_on) = view_in("turns"), [], stuck(several[0], monkeypatch)
        review = asyncio.create_task(asking.judge(looks_in("turns")))
        await thinks.wait()

        async def decide(by: RemoteBots, name: str) -> None:
            await by.decide("sparrow", view)
            order.append(name)

        waiting = [asyncio.create_task(decide(asking, "many")) for _ in range(8)]
        waiting += [asyncio.create_task(decide(other, "few")) for _ in range(2)]
        while len(several[0]._servers) < 2:
            await asyncio.sleep(0.01)
        goes_on.set()
        await asyncio.gather(review, *waiting)
        assert "few" in order[:3] and order.count("few") == 2, order


async def test_a_frozen_worker_takes_nothing(
    nats: Nats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs a moment only, as it does not come for any work."""
    monkeypatch.setattr(remote, "CHOOSE_S", 60.0)
    frozen = WorkerProcess(tmp_path, nats.url)
    await frozen.start()
    frozen.pause()
    try:
        async with bots(nats, 1) as (asking, several):
            views = [view_in(f"frozen {number}") for number in range(12)]
            found = await asyncio.gather(*(asking.decide("crane", view) for view in views))
            assert all(one in view.actions for one, view in zip(found, views, strict=True))
            assert asking.counted == {"worker": 12} and several[0].done == 12
    finally:
        frozen.wake()
        await frozen.kill()


async def test_what_a_worker_took_and_never_brought_back_goes_to_another(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_queue, "FIRST_SHARE", 0.005)
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    async with bots(nats, 1) as (asking, several):
        thinks, goes_on = stuck(several[0], monkeypatch)
        review = asyncio.create_task(asking.judge(looks_in("lost")))
        await thinks.wait()
        other = Worker(NatsBus(nats.url))
        await other.start()
        assert await review
        assert (other.done, several[0].done) == (1, 0)
        goes_on.set()
        await until(lambda: several[0].done == 1)  # it brings it after all, and nobody minds
        assert asking.judged == {"worker": 1}
        await other.close()


async def test_killed_with_its_work_a_worker_is_replaced_by_another(
    nats: Nats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three real workers, two of them killed while reviews are judged: all are judged, once."""
    monkeypatch.setattr(work_queue, "FIRST_SHARE", 0.02)
    several = [WorkerProcess(tmp_path, nats.url, f"worker{number}") for number in range(3)]
    await asyncio.gather(*(one.start() for one in several))
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    try:
        async with bots(nats, 0) as (asking, _):
            looks = looks_in("killed")
            reviews = [asyncio.create_task(asking.judge(looks)) for _ in range(12)]
            await asyncio.wait(reviews, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*(one.kill() for one in several[:2]))
            found = await asyncio.gather(*reviews)
            assert all(one == found[0] for one in found)
            assert asking.judged == {"worker": 12}
    finally:
        await asyncio.gather(*(one.kill() for one in several))


def looks_in(seed: str) -> list[Look]:
    """The turns of a first round."""
    match, rng = Match.new(seed=seed), random.Random(1)
    while match.round.number == 1 and not match.over:
        match = at_random(match, rng)
    return rounds_of(match)[0]


async def test_workers_judge_the_rounds_of_a_review(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    async with bots(nats, 2) as (asking, several):
        looks = looks_in("review")
        (found, *others) = await asyncio.gather(*(asking.judge(looks) for _ in range(4)))
        assert all(one == found for one in others)
        assert asking.judged == {"worker": 4}
        assert sum(one.done for one in several) == 4
        here = await asking._local.judge(looks)
        assert [one.best for one in found] == [one.best for one in here]
        assert [one.cost for one in found] == pytest.approx([one.cost for one in here], abs=0.01)


async def test_a_review_is_made_here_if_workers_are_busy_or_none(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = looks_in("busy")
    async with bots(nats, 0) as (asking, _):
        assert len(await asking.judge(looks)) == len(looks)
        assert asking.judged == {"here": 1}
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    async with bots(nats, 1) as (asking, several):
        thinks, goes_on = stuck(several[0], monkeypatch)
        first = asyncio.create_task(asking.judge(looks))
        await thinks.wait()
        monkeypatch.setattr(remote, "REVIEW_S", 0.1)
        assert len(await asking.judge(looks)) == len(looks)
        assert asking.judged == {"here": 1}
        goes_on.set()
        await first
        await until(lambda: not several[0]._busy)
        assert asking.judged == {"here": 1, "worker": 1}
        assert several[0].done == 1, "what came too late was dropped"


async def test_a_verdict_on_what_could_not_be_done_is_not_believed(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(looks: Sequence[Look], whose: str = "") -> list[Verdict]:
        return [Verdict(9999, 0.0, 0.0) for _ in looks]

    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
    looks = looks_in("wrong")
    async with bots(nats, 1) as (asking, several):
        monkeypatch.setattr(several[0]._bots, "judge", wrong)
        found = await asking.judge(looks)
        assert asking.judged == {"here": 1} and several[0].done == 1
        assert all(one.best < len(look.options) for one, look in zip(found, looks, strict=True))


async def test_the_command_works_until_it_is_stopped(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHOOSE_S", 60.0)
    monkeypatch.setattr(remote, "REVIEW_S", 60.0)
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
