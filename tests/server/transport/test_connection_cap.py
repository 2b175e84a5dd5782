"""Counts of connections go round as changes; what was lost is asked for once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from gangoffour.server.cluster.local_bus import LocalBus
from gangoffour.server.transport.connection_cap import ConnectionCap


class LossyBus(LocalBus):
    """Keeps a list of what it is told, and delivers it; but not what names somebody lost."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[dict[str, Any]] = []

    async def publish(self, subject: str, news: bytes) -> None:
        if subject == "connections":
            self.told.append(msgspec.json.decode(news))
            if "lost" in self.told[-1]["people"] and not self.told[-1]["all"]:
                return
        await super().publish(subject, news)


def cap_on(bus: LossyBus) -> tuple[ConnectionCap, dict[str, list[int]]]:
    people: dict[str, list[int]] = {}
    connections = SimpleNamespace(
        by_person=people,
        by_address={},
        of=lambda person: people.get(person, ()),
        keep_of=lambda *_: None,
        keep_from=lambda *_: None,
    )
    return ConnectionCap(bus, cast(Any, connections), 8, 8), people


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not reached():
            await asyncio.sleep(0.01)


def test_only_changes_go_round_and_what_was_lost_is_asked_for_once() -> None:
    async def live() -> None:
        bus = LossyBus()
        (here, people), (there, _) = cap_on(bus), cap_on(bus)
        here.start()
        people |= {f"p{number}": [1] for number in range(500)}
        await until(lambda: bool(bus.told) and bool(bus.told[-1]["people"]))
        there.start()  # later than all that was told
        await until(lambda: there.count_of("p499") == 1)
        whole = sum(one["all"] for one in bus.told)
        people["new"] = [1, 2]
        await until(lambda: there.count_of("new") == 2)
        assert len(bus.told[-1]["people"]) <= 1 and sum(one["all"] for one in bus.told) == whole
        people["lost"] = [1]
        await until(lambda: there.count_of("lost") == 1)
        assert sum(one["all"] for one in bus.told) == whole + 1
        await here.close()
        assert there.count_of("new") == 0
        await there.close()

    asyncio.run(live())
