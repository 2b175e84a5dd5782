"""Replays on the server: made one at a time, by turns, and never by one address alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec.json import decode

from gangoffour.rules.record import print_record
from gangoffour.server.matches import opened_record, replay_steps, replays
from gangoffour.server.matches.replay_steps import Replay
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.runtime.rate_limits import Budget, Limits
from tests.server.house import House, in_a_house
from tests.server.matches.test_opened import PATH, played
from tests.server.matches.test_reviews import play
from tests.support.limits import without_limits


class Watched:
    """Work of the server that waits for a gate, and tells in which order it was begun, and how much
    of it at once."""

    def __init__(self, work: Callable[[str], Any]) -> None:
        self.gate = threading.Event()
        self.begun: list[str] = []
        self.most = 0
        self._now = 0
        self._work = work
        self._lock = threading.Lock()

    def __call__(self, text: str) -> Any:
        with self._lock:
            self.begun.append(text)
            self._now += 1
            self.most = max(self.most, self._now)
        self.gate.wait(60)
        found = self._work(text)
        with self._lock:
            self._now -= 1
        return found


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


def heard(house: House, name: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Everything that the replays of a house are asked for from now on."""
    asked: list[str] = []
    ask = getattr(house.server.replays, name)

    def hearing(what: str, *more: Any) -> Any:
        asked.append(what)
        return ask(what, *more)

    patch.setattr(house.server.replays, name, hearing)
    return asked


@in_a_house
async def test_replays_are_made_one_at_a_time_and_addresses_take_turns(house: House) -> None:
    """However many files one address sends: somebody else's waits for one of them."""
    without_limits(house.server)
    many = [print_record(played(1), {"Event": f"many {number}"}) for number in range(4)]
    mine = print_record(played(1), {"Event": "mine"})
    with pytest.MonkeyPatch.context() as patch:
        work = Watched(opened_record.opened)
        patch.setattr(replays, "opened", work)
        asked = heard(house, "opened", patch)
        async with house.client("10.0.0.1") as one, house.client("10.0.0.2") as two:
            answers = []
            for record in (*many, mine):
                client = two if record == mine else one
                post = client.post(PATH, json={"record": record})
                answers.append(asyncio.create_task(post))
                await until(lambda: len(asked) == len(answers))
            await until(lambda: bool(work.begun))
            work.gate.set()
            assert [answer.status_code for answer in await asyncio.gather(*answers)] == [200] * 5
    assert work.most == 1
    assert work.begun.index(mine) <= 2


@in_a_house
async def test_a_match_asked_for_by_many_at_once_is_replayed_once(house: House) -> None:
    await play(house)
    house.server.limits = Limits(replay_match=Budget(0.001, 1))
    with pytest.MonkeyPatch.context() as patch:
        work = Watched(replay_steps.steps_of)
        patch.setattr(replays, "steps_of", work)
        asked = heard(house, "of", patch)
        async with house.client() as one, house.client("10.0.0.2") as two:
            path = "/api/matches/a1-1/replay"
            answers = [asyncio.create_task(client.get(path)) for client in (one, one, two, two)]
            await until(lambda: len(asked) == len(answers) and bool(work.begun))
            work.gate.set()
            first, *others = await asyncio.gather(*answers)
            assert first.status_code == 200 and {one.content for one in others} == {first.content}
    assert len(work.begun) == 1
    assert decode(first.content, type=Replay).match.id == "a1-1"


@in_a_house
async def test_making_replays_has_a_budget_what_is_remembered_costs_nothing(house: House) -> None:
    for name in ("a1", "a2"):
        await play(house, name)
    house.server.limits = Limits(replay_match=Budget(0.001, 1))
    async with house.client() as client, house.client("10.0.0.2") as other:
        for _ in range(3):
            assert (await client.get("/api/matches/a1-1/replay")).status_code == 200
        refused = await client.get("/api/matches/a2-1/replay")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
        assert (await other.get("/api/matches/a2-1/replay")).status_code == 200
        assert (await client.get("/api/matches/a2-1/replay")).status_code == 200


@in_a_house
async def test_who_asks_for_too_many_replays_at_once_is_refused(house: House) -> None:
    """Nobody else is, unless all places for those that wait are taken."""
    await play(house)
    without_limits(house.server)
    body = {"record": print_record(played(1))}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays, "MAX_OF_ADDRESS", 1)
        patch.setattr(house.server.replays, "_turns", FairTurns(slots=1, share=1, places=2))
        work = Watched(opened_record.opened)
        patch.setattr(replays, "opened", work)
        asked = heard(house, "opened", patch)
        async with (
            house.client("10.0.0.1") as one,
            house.client("10.0.0.2") as two,
            house.client("10.0.0.3") as three,
        ):
            first = asyncio.create_task(one.post(PATH, json=body))
            await until(lambda: bool(work.begun))
            answer = await one.get("/api/matches/a1-1/replay")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too_busy")
            assert int(answer.headers["retry-after"]) > 0
            second = asyncio.create_task(two.post(PATH, json=body))
            await until(lambda: len(asked) == 2)
            assert (await three.post(PATH, json=body)).status_code == 503
            work.gate.set()
            assert [(await answer).status_code for answer in (first, second)] == [200, 200]
            assert (await one.get("/api/matches/a1-1/replay")).status_code == 200


@in_a_house
async def test_many_addresses_of_one_customer_keep_nobody_from_a_replay(house: House) -> None:
    """They have turns like one address; when too many wait, it is the last of theirs that goes."""
    await play(house)
    without_limits(house.server)
    body = {"record": print_record(played(1))}
    with pytest.MonkeyPatch.context() as patch:
        turns = FairTurns(slots=1, share=1, places=4)
        patch.setattr(house.server.replays, "_turns", turns)
        work = Watched(opened_record.opened)
        patch.setattr(replays, "opened", work)
        come = heard(house, "opened", patch)
        async with AsyncExitStack() as clients:

            async def ask(address: str) -> asyncio.Task[Any]:
                before = len(come)
                client = await clients.enter_async_context(house.client(address))
                asked = asyncio.create_task(client.post(PATH, json=body))
                await until(lambda: len(come) > before)
                return asked

            theirs = [await ask("2001:db8:1:0::1")]
            await until(lambda: bool(work.begun))
            theirs += [await ask(f"2001:db8:1:{at}::1") for at in (1, 2, 3)]
            refused = await (await ask("2001:db8:1:4::1"))
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "too_busy")
            other = await ask("10.0.0.2")
            work.gate.set()
            assert (await other).status_code == 200
            assert [(await one).status_code for one in theirs] == [200, 200, 200, 503]
