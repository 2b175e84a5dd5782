"""Reviews of matches that are over: made once, when somebody asks, and kept with the match.

A review is made round by round by bots (here or in workers), one round at a time, so that bots at
tables hardly notice: by turns one of each customer of the network who has asked, and of those
behind one address one of each person. So nobody waits for all that somebody else has asked for, and
when too many wait the last one goes of whoever has the most. What was asked for is stored at once:
should this process die, another makes it, or this one when it is started again
(``review_claims.py``).
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from gangoffour.bots.advice.decision import Look
from gangoffour.bots.advice.review import assembled, rounds_of
from gangoffour.bots.errors import BotError
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from gangoffour.server.bots.local import Bots
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.review_claims import ReviewClaims
from gangoffour.server.runtime.fair_turns import FairTurns
from gangoffour.server.runtime.household import customer
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.server.wire.reviews import MatchReview, ReviewProgress

MAX_WAITING: Final = 64
"""How many reviews may wait in this process."""
MAX_OF_ADDRESS: Final = 8
MAX_OF_ONE: Final = 4
"""How many of them one may have asked for."""
RETRY_S: Final = 1.0
LOOK_S: Final = 30.0
"""How often is looked for reviews that nobody is at, should it not have been heard of any."""
T = TypeVar("T")
Claim = Callable[[str], Awaitable[str | None]]
log = logging.getLogger("gangoffour.reviews")


class Work(NamedTuple):
    """A match taken apart: what there is to judge."""

    match: Match
    rounds: list[list[Look]]


class Asker(NamedTuple):
    """Who asks: one person, and all behind an address together, have a share of what is made, and
    so has a customer of the network, however many addresses are theirs."""

    address: str = ""
    person: str = ""

    @property
    def customer(self) -> str:
        return customer(self.address)

    def counted(self) -> Counter[tuple[str, ...]]:
        return Counter([(self.address,), tuple(self)])


NOBODY: Final = Asker()


class Reviews:
    """Finds reviews, and makes those that are missing."""

    def __init__(self, claims: ReviewClaims, records: Records, bots: Bots) -> None:
        self._claims = claims
        self._records = records
        self._bots = bots
        self._waiting: dict[str, ReviewProgress] = {}
        self._asked: Counter[tuple[str, ...]] = Counter()
        """How many of those that wait were asked for by whom, and from where."""
        self._askers: dict[str, Asker] = {}
        """Who asked for those that wait."""
        self._begun: dict[str, asyncio.Task[None]] = {}
        """What makes them, the last one at the end."""
        self._dropped: set[str] = set()
        self._turns = FairTurns(slots=1, share=1)
        self._turns_behind: WeakValueDictionary[str, FairTurns] = WeakValueDictionary()
        self._look = asyncio.Event()
        self._tasks = Tasks()
        self.counted: Counter[str] = Counter()
        """How many were ``made``, and ``failed``."""

    def start(self) -> None:
        """Take up what was asked for before, now and whenever nobody is at something."""
        self._tasks.keep(self._take_up_all, "reviews that were asked for")

    def take_up(self) -> None:
        """Another process is gone; it may have been at some."""
        self._look.set()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def gauges(self) -> dict[str, float]:
        made, failed = self.counted["made"], self.counted["failed"]
        return {"reviews_waiting": self.waiting, "reviews_made": made, "reviews_failed": failed}

    async def of(
        self, match_id: str, allow: Callable[[], None], asker: Asker = NOBODY
    ) -> bytes | ReviewProgress:
        """The review of a match as JSON, or how far it is; refused while the match runs.

        ``allow`` is called before a new one is begun, and may refuse it.
        """
        found = await self._claims.found(match_id)
        if found is not None:
            return zlib.decompress(found)
        if match_id not in self._waiting and not await self._claims.elsewhere(match_id):
            await self._records.bare_record(match_id)  # or there is nothing to review
            if match_id not in self._waiting:  # nobody else asked meanwhile
                self._require_room(asker)
                last = self._too_much(asker) if self.waiting >= MAX_WAITING else None
                allow()
                if last is not None:
                    self._drop(last)
                await self._begin(match_id, asker, self._claims.ask)
        return self._waiting.get(match_id, ReviewProgress(0, None))

    def _require_room(self, asker: Asker) -> None:
        """Refused if too many wait of those that these have asked for."""
        behind, own = self._asked[asker.address,], self._asked[tuple(asker)]
        if behind >= MAX_OF_ADDRESS or own >= MAX_OF_ONE:
            raise ServerRefusal("too_busy")

    def _too_much(self, asker: Asker) -> str:
        """The last review of whoever has the most that wait; refused is who has as many."""
        counted = Counter(by.customer for by in self._askers.values())
        whose, most = max(counted.items(), key=lambda one: one[1], default=("", 0))
        last = next(
            (one for one in reversed(self._begun) if self._askers[one].customer == whose), ""
        )
        if not last or most <= counted[asker.customer] + 1:
            raise ServerRefusal("too_busy")
        return last

    def _drop(self, match_id: str) -> None:
        self._dropped.add(match_id)
        self._begun.pop(match_id).cancel()

    async def _take_up_all(self) -> None:
        while True:
            self._look.clear()
            try:
                await self._take_up()
            except StorageUnavailable:
                log.warning("reviews could not be taken up")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._look.wait()

    async def _take_up(self) -> None:
        """Go on with what was asked for and is nobody's: whoever was at it is gone."""
        for match_id in await self._claims.left(max(0, MAX_WAITING - self.waiting)):
            if match_id not in self._waiting:
                log.info("a review is taken up again", extra={"match": match_id})
                left = Asker(f"left {match_id}")  # they were several people's, by all that is known
                await self._begin(match_id, left, self._claims.take)

    async def _begin(self, match_id: str, asker: Asker, claim: Claim) -> None:
        """Make a review, unless another process does."""
        self._waiting[match_id] = ReviewProgress(0, None)
        self._askers[match_id] = asker
        self._asked += asker.counted()
        name = None
        try:
            name = await claim(match_id)
        finally:
            if name is None:
                self._end(match_id, asker)
        if name is not None:
            work = self._make(match_id, name, asker)
            self._tasks.spawn(work, f"the review of {match_id}")

    def _end(self, match_id: str, asker: Asker) -> None:
        del self._waiting[match_id]
        del self._askers[match_id]
        self._begun.pop(match_id, None)
        self._dropped.discard(match_id)
        self._asked -= asker.counted()

    async def _make(self, match_id: str, name: str, asker: Asker) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._begun[match_id] = task
        try:
            await self._make_claimed(match_id, name, asker)
        except (BotError, Refusal) as trouble:
            log.warning("a review was not made: %s", trouble, extra={"match": match_id})
        finally:
            self._end(match_id, asker)

    async def _make_claimed(self, match_id: str, name: str, asker: Asker) -> None:
        try:
            made = await self._judged(match_id, asker)
            self.counted["made"] += await self._kept(match_id, name, made)
        except asyncio.CancelledError:  # others have its place, or this process ends
            dropped = match_id in self._dropped
            leave = self._claims.give_up if dropped else self._claims.release
            await self._leave(leave(match_id, name))
            raise
        except BaseException:  # whatever it was, it would fail again: only if somebody asks
            self.counted["failed"] += 1
            await self._leave(self._claims.give_up(match_id, name))
            raise

    async def _judged(self, match_id: str, asker: Asker) -> bytes:
        record = await _insist(lambda: self._records.bare_record(match_id))
        async with self._turn(asker):
            match, rounds = await asyncio.to_thread(_taken_apart, record)
        verdicts = []
        for done, looks in enumerate(rounds):
            self._waiting[match_id] = ReviewProgress(done, len(rounds))
            async with self._turn(asker):
                verdicts.append(await self._bots.judge(looks, asker.address))
        made = assembled(match, rounds, verdicts)
        return msgspec.json.encode(msgspec.convert(made.as_dict(), MatchReview))

    @asynccontextmanager
    async def _turn(self, asker: Asker) -> AsyncIterator[None]:
        """Where a piece of a review is made: it is the customer's turn, and there the asker's."""
        behind = self._turns_behind.setdefault(asker.address, FairTurns(slots=1, share=1))
        async with behind.of(asker.person), self._turns.of(asker.customer):
            yield

    async def _kept(self, match_id: str, name: str, review: bytes) -> bool:
        body = zlib.compress(review, 9)
        return await _insist(lambda: self._claims.keep(match_id, name, body))

    async def _leave(self, leaving: Awaitable[None]) -> None:
        """Leave a review to others; if that cannot be stored, it is theirs when this one ends."""
        with suppress(StorageUnavailable):
            await leaving

    async def close(self) -> None:
        """Stop; what is not done is taken up by another process, or when this one starts again."""
        await asyncio.sleep(0)  # a task that has not begun could not release its claim
        await self._tasks.close()


async def _insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Whatever the database says, as soon as it answers."""
    while True:
        try:
            return await ask()
        except StorageUnavailable:
            log.warning("a review has to wait")
            await asyncio.sleep(RETRY_S)


def _taken_apart(record: str) -> Work:
    match = parse_record(record).match
    return Work(match, rounds_of(match))
