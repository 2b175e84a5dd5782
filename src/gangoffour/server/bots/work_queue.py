"""What bots have to think about, waiting in the server that asks until a worker comes for it.

Work has a deadline and stays here until a worker with room takes it: nothing waits in front of a
worker that is busy, frozen or dead while another has time. Whoever has just been asked something
says so to one worker, and if that one has no room, or does not answer, to all of them. What a
worker took and did not bring back in time is given to another; what is past its deadline is dropped
and computed by nobody.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from itertools import count
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gangoffour.server.cluster.bus import Bus, NoAnswer
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.runtime.tasks import Tasks

OFFERS: Final = "work"
"""One worker hears that a server has work; its answer says whether it comes at once."""
OFFERS_TO_ALL: Final = "work_for_all"
GROUP: Final = "workers"
COMES: Final = b"comes"
LATER: Final = b"later"
OFFER_S: Final = 0.05
"""How long the one worker has to say whether it comes."""
OFFER_AGAIN_S: Final = 0.1
"""How often all workers hear of work that nobody came for: an offer may have been lost."""
FIRST_SHARE: Final = 0.6
"""How much of its time the first worker has before another gets the work: it may stand still."""

log = logging.getLogger("gangoffour.bots")

Kind = Literal["choose", "hint", "review"]


class Work(Struct, frozen=True, array_like=True):
    """A piece of work on its way to a worker, with the milliseconds that are left for it."""

    number: int
    kind: Kind
    within_ms: int
    body: bytes


class Result(Struct, frozen=True, array_like=True):
    """What a worker made of a piece of work; nothing if it could not be understood."""

    number: int
    body: bytes


decode_work = msgspec.msgpack.Decoder(Work).decode
_decode_result = msgspec.msgpack.Decoder(Result).decode
_encode = msgspec.msgpack.Encoder().encode


def pulls(server: str) -> str:
    """Where workers ask a server for work."""
    return f"work_of.{server}"


def results(server: str) -> str:
    """Where workers bring a server what they made."""
    return f"work_done.{server}"


class NotDone(Exception):
    """Nobody did the work: ``nobody`` is there, all were ``busy``, or whoever took it is late."""

    def __init__(self, why: Literal["nobody", "busy", "late"]) -> None:
        super().__init__(why)
        self.why = why


class _Waiting:
    """A piece of work and whoever waits for it."""

    def __init__(self, number: int, kind: Kind, body: bytes, within_s: float) -> None:
        loop = asyncio.get_running_loop()
        self.number = number
        self.kind: Kind = kind
        self.body = body
        self.within_s = within_s
        self.by = loop.time() + within_s
        self.taken = False
        self.done: asyncio.Future[bytes] = loop.create_future()


class WorkQueue:
    """The work of one server. Bots at tables go before reviews, then whatever is due first."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._name = new_id()
        self._numbers = count()
        self._queue: list[tuple[bool, float, int, _Waiting]] = []
        self._all: dict[int, _Waiting] = {}
        self._there_is_work = asyncio.Event()
        self._tasks = Tasks()
        self._started = False

    def _start(self) -> None:
        self._started = True
        self._bus.answer(pulls(self._name), self._give)
        self._bus.listen(results(self._name), self._receive)
        self._tasks.keep(self._offer_to_all, "offering work")

    @property
    def waiting(self) -> int:
        """How much nobody has come for yet."""
        return sum(not one.taken for one in self._all.values())

    async def do(self, kind: Kind, body: bytes, within_s: float) -> bytes:
        """What a worker makes of some work, or ``NotDone``."""
        if not self._started:
            self._start()
        one = _Waiting(next(self._numbers), kind, body, within_s)
        self._all[one.number] = one
        self._put(one)
        self._tasks.spawn(self._offer(one), "an offer of work")
        try:
            async with asyncio.timeout_at(one.by):
                return await one.done
        except TimeoutError:
            raise NotDone("late" if one.taken else "busy") from None
        finally:
            del self._all[one.number]
            one.done.cancel()

    def _put(self, one: _Waiting) -> None:
        heapq.heappush(self._queue, (one.kind == "review", one.by, one.number, one))

    async def _offer(self, one: _Waiting) -> None:
        """Tell a worker that there is work; all of them if it has no room or does not say so soon.
        That there is none at all may be heard late, and still counts."""
        loop = asyncio.get_running_loop()
        soon = loop.call_later(OFFER_S, lambda: self._tasks.spawn(self._tell_all(), "work for all"))
        left_s = max(one.by - loop.time(), OFFER_S)
        try:
            answer = await self._bus.ask(OFFERS, self._name.encode(), left_s)
        except NoAnswer as none:
            if none.nobody and not one.done.done():
                one.done.set_exception(NotDone("nobody"))
                return
            answer = LATER
        finally:
            soon.cancel()
        if answer == COMES:
            self._there_is_work.set()
        elif not one.done.done():
            await self._tell_all()

    async def _tell_all(self) -> None:
        """All workers hear that there is work, now and as long as nobody comes for it."""
        await self._bus.publish(OFFERS_TO_ALL, self._name.encode())
        self._there_is_work.set()

    async def _offer_to_all(self) -> None:
        """As long as there is work that nobody came for, say so now and then."""
        while True:
            await self._there_is_work.wait()
            await asyncio.sleep(OFFER_AGAIN_S)
            if self._first() is None:
                self._there_is_work.clear()
            else:
                await self._bus.publish(OFFERS_TO_ALL, self._name.encode())

    def _first(self) -> _Waiting | None:
        """The next piece of work, still in the queue; what nobody waits for any more is dropped."""
        now = asyncio.get_running_loop().time()
        while self._queue:
            one = self._queue[0][-1]
            if not one.done.done() and one.by > now:
                return one
            heapq.heappop(self._queue)
        return None

    async def _give(self, _: bytes) -> bytes:
        """A worker has room: what it should do, or nothing."""
        one = self._first()
        if one is None:
            return b"nothing"
        heapq.heappop(self._queue)
        one.taken = True
        loop = asyncio.get_running_loop()
        loop.call_later(one.within_s * FIRST_SHARE, self._give_to_another, one)
        left_ms = int((one.by - loop.time()) * 1000)
        return _encode(Work(one.number, one.kind, left_ms, one.body))

    def _give_to_another(self, one: _Waiting) -> None:
        """Whoever took it stands still, or is gone; should both bring it, the first counts."""
        if not one.done.done():
            self._put(one)
            self._tasks.spawn(self._offer(one), "an offer of work")

    def _receive(self, news: bytes) -> None:
        try:
            result = _decode_result(news)
        except msgspec.DecodeError:
            log.warning("a worker was not understood")
            return
        one = self._all.get(result.number)
        if one is not None and not one.done.done():
            one.done.set_result(result.body)

    async def close(self) -> None:
        await self._tasks.close()


def encode_result(number: int, body: bytes) -> bytes:
    return _encode(Result(number, body))
