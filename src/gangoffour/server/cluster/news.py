"""What processes tell each other of people: who must leave, who has changed, who used up what."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable

SPENT_S: Final = 0.25
"""How often the others hear what was used of the budgets: they are that inexact."""
RETRY_S: Final = 1.0
log = logging.getLogger("gangoffour.news")


class PersonNews(Struct, frozen=True):
    """Something about a person: a reason to leave, a ``change``, or a ``turn`` at a table."""

    person: str
    what: str
    detail: str | None = None


class Spent(Struct, frozen=True):
    """How often each kind of request was made under each key, in one set of budgets."""

    limits: str
    uses: list[tuple[str, str, int]]


_decode_person = msgspec.json.Decoder(PersonNews).decode
_decode_spent = msgspec.json.Decoder(list[Spent]).decode


Receive = Callable[[PersonNews], Awaitable[None]]


class Shared(Protocol):
    """What is counted at every process, for all of them."""

    def share(self) -> None: ...

    def take_spent(self) -> Counter[tuple[str, str]]: ...

    def charge(self, kind: str, key: str, count: int) -> None: ...


class News:
    """Publishes and receives; a process alone need not start it."""

    def __init__(self, bus: Bus, limits: Mapping[str, Shared]) -> None:
        self._bus = bus
        self._limits = limits
        self._tasks = Tasks()

    def start(self, receive: Receive) -> None:
        """Exchange news with the other processes from now on."""
        for one in self._limits.values():
            one.share()
        self._bus.listen("person", partial(self._receive_person, receive))
        self._bus.listen("spent", self._receive_spent)
        self._tasks.keep(self._publish_spent, "budgets")

    def publish(self, person: str, what: str, detail: str | None = None) -> None:
        """Let the other processes know something about a person."""
        news = msgspec.json.encode(PersonNews(person, what, detail))
        self._tasks.spawn(self._bus.publish("person", news), "news")

    def _receive_person(self, receive: Receive, news: bytes) -> None:
        self._tasks.spawn(self._take(receive, _decode_person(news)), "news")

    async def _take(self, receive: Receive, news: PersonNews) -> None:
        """Act on what was received, as soon as the database allows."""
        while True:
            try:
                await receive(news)
                return
            except StorageUnavailable:
                log.warning("news of somebody has to wait")
                await asyncio.sleep(RETRY_S)

    async def _publish_spent(self) -> None:
        while True:
            await asyncio.sleep(SPENT_S)
            told = [
                Spent(name, [(kind, key, count) for (kind, key), count in spent.items()])
                for name, one in self._limits.items()
                if (spent := one.take_spent())
            ]
            if told:
                await self._bus.publish("spent", msgspec.json.encode(told))

    def _receive_spent(self, news: bytes) -> None:
        for one in _decode_spent(news):
            limits = self._limits.get(one.limits)
            if limits is not None:
                for kind, key, count in one.uses:
                    limits.charge(kind, key, count)

    async def close(self) -> None:
        await self._tasks.close()
