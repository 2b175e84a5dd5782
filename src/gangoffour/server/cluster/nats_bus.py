"""The bus over NATS: for several processes. It connects by itself, and again whenever it is lost.

Nothing here waits for NATS: while it is away, news is dropped and questions have no answer. Rooms
then live on what the database tells them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

from nats.aio.client import Client, Srv
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error, NoRespondersError

from gangoffour.server.cluster.bus import Listener, NoAnswer, Responder, Stop
from gangoffour.server.runtime.tasks import end_all

PREFIX: Final = "gangoffour."
CONNECT_S: Final = 2
RETRY_S: Final = 0.5
PING_S: Final = 2
"""A connection that answers no ping for twice this long is lost."""
log = logging.getLogger("gangoffour.bus")


class _Heard:
    """One subject that somebody here listens to or answers on."""

    def __init__(self, subject: str, group: str, hear: Callable[[Msg], Coroutine[Any, Any, None]]):
        self.subject = subject
        self.group = group
        self.hear = hear
        self.subscription: Subscription | None = None


class _Client(Client):
    """The library's, but a line that it gives up is closed: where NATS does not answer in time, or
    this process stood still, it would open the next one and forget the one before."""

    async def _connect_to_server(self, s: Srv) -> None:
        if self._transport is not None:
            self._transport.close()  # type: ignore[no-untyped-call]
        await super()._connect_to_server(s)


class NatsBus:
    """Talks to the NATS server at ``url``; several may be given with commas between."""

    alone = False

    def __init__(self, url: str) -> None:
        self._servers = [one.strip() for one in url.split(",") if one.strip()]
        self._client = _Client()
        self._heard: set[_Heard] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connecting: asyncio.Task[None] | None = None
        self.reconnected: list[Callable[[], None]] = []

    @property
    def connected(self) -> bool:
        return bool(self._client.is_connected)

    async def start(self) -> None:
        """Begin to connect; gives it a moment, but does not insist."""
        self._connecting = asyncio.create_task(self._connect(), name="bus")
        await asyncio.wait([self._connecting], timeout=CONNECT_S)

    async def _connect(self) -> None:
        while True:
            try:
                await self._client.connect(
                    self._servers,
                    name="gangoffour",
                    connect_timeout=CONNECT_S,
                    reconnect_time_wait=RETRY_S,  # type: ignore[arg-type]
                    max_reconnect_attempts=-1,
                    ping_interval=PING_S,
                    max_outstanding_pings=2,
                    no_echo=True,
                    error_cb=_note,
                    reconnected_cb=self._back,
                    allow_reconnect=True,
                )
                break
            except (Error, OSError) as trouble:
                log.warning("the bus cannot be reached: %s", type(trouble).__name__)
                await asyncio.sleep(RETRY_S)
        for one in tuple(self._heard):
            await self._subscribe(one)
        await self._back()

    async def _back(self) -> None:
        log.info("the bus is there")
        for listener in self.reconnected:
            listener()

    async def publish(self, subject: str, news: bytes) -> None:
        if self.connected:
            try:
                await self._client.publish(PREFIX + subject, news)
            except (Error, OSError) as trouble:
                log.warning("news was lost: %s", type(trouble).__name__)

    def listen(self, subject: str, listener: Listener) -> Stop:
        async def hear(message: Msg) -> None:
            listener(message.data)

        return self._hear(subject, "", hear)

    async def ask(self, subject: str, question: bytes, wait_s: float) -> bytes:
        if not self.connected:
            raise NoAnswer(nobody=True)
        try:
            answer = await self._client.request(PREFIX + subject, question, timeout=wait_s)
        except NoRespondersError:
            raise NoAnswer(nobody=True) from None
        except (Error, OSError):
            raise NoAnswer(nobody=False) from None
        return answer.data

    async def ask_all(
        self, subject: str, question: bytes, wait_s: float, enough: int = 0
    ) -> list[bytes]:
        if not self.connected:
            return []
        answers: list[bytes] = []
        complete = asyncio.Event()

        async def take(message: Msg) -> None:
            if message.data:  # else NATS says that nobody is there
                answers.append(message.data)
            if not message.data or len(answers) == enough:
                complete.set()

        try:
            inbox = self._client.new_inbox()
            subscription = await self._client.subscribe(inbox, cb=take)
            await self._client.publish(PREFIX + subject, question, reply=inbox)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await complete.wait()
            await subscription.unsubscribe()
        except (Error, OSError) as trouble:
            log.warning("a question was lost: %s", type(trouble).__name__)
        return answers

    def answer(self, subject: str, responder: Responder, group: str = "") -> Stop:
        async def respond(message: Msg) -> None:
            answer = await responder(message.data)
            if answer is not None:
                try:
                    await message.respond(answer)
                except (Error, OSError) as trouble:
                    log.warning("an answer was lost: %s", type(trouble).__name__)

        async def hear(message: Msg) -> None:  # at once: an answer may take its time
            self._spawn(respond(message))

        return self._hear(subject, group, hear)

    def _hear(
        self, subject: str, group: str, hear: Callable[[Msg], Coroutine[Any, Any, None]]
    ) -> Stop:
        one = _Heard(subject, group, hear)
        self._heard.add(one)
        if self.connected:
            self._spawn(self._subscribe(one))
        return partial(self._stop, one)

    async def _subscribe(self, one: _Heard) -> None:
        if one.subscription is None and one in self._heard:
            try:
                subscription = await self._client.subscribe(
                    PREFIX + one.subject, queue=one.group, cb=one.hear
                )
            except (Error, OSError) as trouble:
                log.warning("cannot listen: %s", type(trouble).__name__)
                return
            one.subscription = subscription
            if one not in self._heard:  # stopped meanwhile
                await self._unsubscribe(subscription)

    def _stop(self, one: _Heard) -> None:
        self._heard.discard(one)
        if one.subscription is not None:
            self._spawn(self._unsubscribe(one.subscription))

    async def _unsubscribe(self, subscription: Subscription) -> None:
        try:
            await subscription.unsubscribe()
        except (Error, OSError) as trouble:
            log.info("cannot stop listening: %s", type(trouble).__name__)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        if self._connecting is not None:
            await end_all((self._connecting,))
        await end_all(tuple(self._tasks))
        if not self._client.is_closed and self._client.is_connected:
            try:
                async with asyncio.timeout(CONNECT_S):
                    await self._client.flush()
            except (Error, OSError, TimeoutError):
                log.info("the bus was left in a hurry")
        await self._client.close()
        again = self._client._reconnection_task
        if again is not None:  # it may have missed that it was to end, just as a line opened
            await end_all((again,))
            await self._client.close()


async def _note(trouble: Exception) -> None:
    log.info("the bus: %s", type(trouble).__name__)
