"""Turns: by person, with a share for each, and a limited number of places for those that wait."""

from __future__ import annotations

import asyncio

import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.server.runtime.fair_turns import FairTurns


class Queue:
    """Turns of one slot that somebody has until the gate is open; who was served, in order."""

    def __init__(self, places: int) -> None:
        self.turns = FairTurns(slots=1, share=1, places=places)
        self.gate, self.served = asyncio.Event(), list[str]()

    async def _wait(self, whose: str, name: str) -> None:
        async with self.turns.of(whose):
            self.served.append(name)
            await self.gate.wait()

    async def ask(self, whose: str, name: str = "") -> asyncio.Task[None]:
        task = asyncio.create_task(self._wait(whose, name or whose))
        await asyncio.sleep(0)
        return task


async def refused(task: asyncio.Task[None]) -> bool:
    with pytest.raises(Refusal) as error:
        await task
    return error.value.code == "too_busy"


@pytest.mark.anyio
async def test_the_last_goes_of_whoever_has_the_most_who_wait() -> None:
    queue = Queue(places=4)
    mine = [await queue.ask("me", f"me {at}") for at in range(4)]
    assert await refused(await queue.ask("me", "one too many"))
    you = await queue.ask("you")
    assert await refused(mine.pop())
    queue.gate.set()
    await asyncio.gather(you, *mine)
    assert queue.served == ["me 0", "me 1", "you", "me 2"]


@pytest.mark.anyio
async def test_who_has_as_many_as_anybody_is_refused() -> None:
    queue = Queue(places=3)
    asked = [await queue.ask(whose) for whose in ("me", "you", "she")]
    assert await refused(await queue.ask("he"))
    queue.gate.set()
    await asyncio.gather(*asked)
    assert queue.served == ["me", "you", "she"]


@pytest.mark.anyio
async def test_who_waits_no_longer_has_no_place() -> None:
    queue = Queue(places=2)
    first, second = await queue.ask("me"), await queue.ask("you")
    second.cancel()
    await asyncio.wait([second])
    assert queue.turns.waiting == 0
    third = await queue.ask("you", "you again")
    third.cancel()  # it is told in the moment in which the one before it ends
    queue.gate.set()
    fourth = await queue.ask("she")
    await asyncio.gather(first, fourth)
    assert queue.served == ["me", "she"] and third.cancelled()
