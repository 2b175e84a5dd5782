"""Which process moves a table by itself: its clock, its bots and stand-ins. One at a time.

Alone, a process owns everything. Several share the tables by leases: whoever stores the start of a
match owns it. A process renews its own life every second; when it is late, or says goodbye, the
others take its tables over. What it still tries to store afterwards is refused by the fence.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Set
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol

from gangoffour.server.cluster.bus import Bus
from gangoffour.server.runtime.clock import SharedClock
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.processes import Fence, Processes, Stale

ASK_S: Final = 0.4
AT_ONCE: Final = 25
TAKE_S: Final = 2.0
"""How long some tables may hold up the taking of others."""
STARTS: Final = 3
"""So often a process tries to register: PostgreSQL ends the transaction of one that stood still."""
log = logging.getLogger("gangoffour.leases")


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a process says that it lives, and how soon the others notice that it does not."""

    renew_s: float = 1.0
    lease_s: float = 4.0
    margin_s: float = 0.5
    """How long before its lease ends a process stops acting by itself."""
    moment_s: float = 1.0
    """How long a lapsed lease may only mean that the database is slow."""
    adopt_s: float = 2.0
    """How often is looked for running matches that no living process moves."""


USUAL: Final = Pace()


class Leases(Protocol):
    """What a process may do by itself."""

    @property
    def name(self) -> str | None:
        """The name under which it owns the matches it starts; None if it is alone."""
        ...

    @property
    def lives(self) -> bool:
        """Whether it may move anything at all now."""
        ...

    def owns(self, table_id: str) -> bool:
        """Whether a table is its own to move: now, or as soon as the lease holds again."""
        ...

    def may_act(self, table_id: str) -> bool: ...

    def fence(self, table_id: str) -> Fence | None:
        """The fence for the server's own commands; None if none is needed, or ``Stale``."""
        ...

    def gained(self, table_id: str, fence: Fence) -> None: ...

    def refused(self, table_id: str, fence: Fence) -> None:
        """The database refused this fence: another process moves the table."""
        ...

    def ended(self, table_id: str) -> None:
        """The match is over: there is nothing to move."""
        ...


class LocalLeases:
    """One process: everything is its own, always."""

    name = None
    lives = True

    def owns(self, table_id: str) -> bool:
        return True

    def may_act(self, table_id: str) -> bool:
        return True

    def fence(self, table_id: str) -> Fence | None:
        return None

    def gained(self, table_id: str, fence: Fence) -> None:
        return None

    def refused(self, table_id: str, fence: Fence) -> None:
        return None

    def ended(self, table_id: str) -> None:
        return None


class Handover(NamedTuple):
    """What follows when tables change their owner, or this process its state."""

    taken: Callable[[Iterable[str]], Coroutine[Any, Any, None]]
    """These tables are this process's from now on."""
    resumed: Callable[[Iterable[str]], None]
    """It may move these tables again after it could not renew its lease for a while."""
    peer_lost: Callable[[], None]
    """Another process is gone."""
    peer_replaced: Callable[[], Awaitable[None]]
    """All tables of a gone process have a new owner."""
    cut_off: Callable[[], None]
    """This process cannot reach the database although others can."""


class SharedLeases:
    """One of several processes."""

    def __init__(
        self, processes: Processes, bus: Bus, clock: SharedClock, pace: Pace = USUAL
    ) -> None:
        self.name: str = new_id()
        self._processes = processes
        self._bus = bus
        self._clock = clock
        self._pace = pace
        self._fences: dict[str, Fence] = {}
        self._good_until = 0.0
        self._peers: frozenset[str] = frozenset()
        self._wake = asyncio.Event()
        self._adopted_at = 0.0
        self._unknown: Set[str] = frozenset()
        self._tasks = Tasks()
        self._handover: Handover

    @property
    def lives(self) -> bool:
        """Whether the lease surely holds: measured here, without asking anybody."""
        return monotonic() < self._good_until

    @property
    def _long_lapsed(self) -> bool:
        return monotonic() > self._good_until + self._pace.moment_s

    def gauges(self) -> dict[str, float]:
        return {"tables_owned": len(self._fences), "processes": self.peers}

    @property
    def peers(self) -> int:
        """How many processes live, this one among them."""
        return len(self._peers)

    async def others(self) -> frozenset[str]:
        """The other processes that live, by the database."""
        return (await self._processes.peers()).living - {self.name}

    def owns(self, table_id: str) -> bool:
        return table_id in self._fences

    def may_act(self, table_id: str) -> bool:
        return table_id in self._fences and self.lives

    def fence(self, table_id: str) -> Fence | None:
        if not self.may_act(table_id):
            raise Stale(table_id)
        return self._fences[table_id]

    def gained(self, table_id: str, fence: Fence) -> None:
        if fence.owner == self.name:  # else this process has got a new name meanwhile
            self._fences[table_id] = fence
            log.info("a match to move", extra={"table": table_id, "owner": self.name})

    def refused(self, table_id: str, fence: Fence) -> None:
        if self._fences.get(table_id) == fence:  # else it was taken anew meanwhile
            log.info("a match was taken over by another", extra={"table": table_id})
            del self._fences[table_id]

    def ended(self, table_id: str) -> None:
        self._fences.pop(table_id, None)

    async def start(self, handover: Handover) -> None:
        """Begin to live, and look for tables that nobody moves."""
        self._handover = handover
        for left in reversed(range(STARTS)):
            sent = monotonic()
            try:
                self._note(sent, await self._processes.register(self.name))
                break
            except StorageUnavailable:
                if not left:
                    raise
                self.name = new_id()  # the first may be registered all the same, and lapses
        self._bus.listen("processes", lambda _: self._wake.set())
        self._bus.answer("alive", self._answer_alive)
        self._tasks.keep(self._renew, "lease")
        self._tasks.keep(self._notice_cut, "cut off?")
        self._tasks.keep(self._watch, "peers")

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._pace.renew_s)
            try:
                await self._renew_once()
            except StorageUnavailable:
                log.warning("the lease could not be renewed", extra={"owner": self.name})

    async def _renew_once(self) -> None:
        sent = monotonic()
        now = await self._processes.renew(self.name)
        if now is None:
            log.warning("the lease is lost", extra={"owner": self.name, "count": len(self._fences)})
            self._fences.clear()
            self._good_until = 0.0
            self.name = new_id()
            sent = monotonic()
            now = await self._processes.register(self.name)
            self._wake.set()
        lapsed = not self.lives
        self._note(sent, now)
        if lapsed:
            log.info("the lease holds again", extra={"owner": self.name})
            self._handover.resumed(tuple(self._fences))

    async def _notice_cut(self) -> None:
        """Send people elsewhere if the lease has lapsed here for more than a moment but others
        live, however long the database takes to say no."""
        while True:
            await asyncio.sleep(self._pace.renew_s)
            if not self._long_lapsed or not await self._bus.ask_all("alive", b"", ASK_S):
                continue
            if self._long_lapsed:
                log.warning("cut off from the database", extra={"owner": self.name})
                self._handover.cut_off()

    async def _answer_alive(self, _: bytes) -> bytes | None:
        return b"yes" if self.lives else None

    def _note(self, sent: float, now: int) -> None:
        self._good_until = sent + self._pace.lease_s - self._pace.margin_s
        self._clock.adjust(now, sent, monotonic())

    async def _watch(self) -> None:
        """Notice who is gone, and take their tables over."""
        while True:
            try:
                await self._look()
            except StorageUnavailable:
                log.warning("the other processes could not be read")
            try:
                async with asyncio.timeout(self._pace.renew_s):
                    await self._wake.wait()
                self._wake.clear()
            except TimeoutError:
                continue

    async def _look(self) -> None:
        living, dead = await self._processes.peers()
        gone, self._peers = self._peers - living, living
        if gone - {self.name}:
            self._handover.peer_lost()
        if not self.lives:
            return
        for one in dead:
            while some := await self._processes.claim(self.name, one, AT_ONCE):
                await self._take(some)
            if await self._processes.mark_absent(one):
                log.info("a process is gone", extra={"owner": one})
                await self._handover.peer_replaced()
        if monotonic() - self._adopted_at > self._pace.adopt_s:
            await self._adopt(first=self.name == min(living, default=""))
            self._adopted_at = monotonic()

    async def _adopt(self, first: bool) -> None:
        """Take tables that nobody moves: the ``first`` of all processes those without a living
        owner, each those that the database says are its own."""
        while first and (some := await self._processes.adopt(self.name, AT_ONCE)):
            await self._take(some)
        mine = await self._processes.owned(self.name)
        unknown = {table: fence for table, fence in mine.items() if table not in self._fences}
        forgotten = {table: fence for table, fence in unknown.items() if table in self._unknown}
        self._unknown = unknown.keys() - forgotten.keys()  # new ones may be on their way here
        if forgotten:
            log.warning("tables were forgotten", extra={"count": len(forgotten)})
            await self._take(forgotten)

    async def _take(self, some: dict[str, Fence]) -> None:
        log.info("tables taken over", extra={"count": len(some), "owner": self.name})
        for table_id, fence in some.items():
            self.gained(table_id, fence)
        work = self._tasks.spawn(self._handover.taken(tuple(some)), "taking over")
        await asyncio.wait([work], timeout=TAKE_S)

    async def close(self) -> None:
        """Hand everything over to the others."""
        await self._tasks.close()
        self._fences.clear()
        self._good_until = 0.0
        try:
            await self._processes.expire(self.name)
        except StorageUnavailable:
            log.warning("no goodbye: the others will notice")
        await self._bus.publish("processes", b"")
