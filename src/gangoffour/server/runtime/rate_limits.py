"""Rate limits: a bucket of tokens for each kind of request and each person or address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from gangoffour.server.runtime.settings import Settings
from gangoffour.server.wire.refusals import ServerRefusal


def require_no_wait(seconds: float) -> None:
    """Refuse somebody who would have to wait."""
    if seconds > 0:
        raise ServerRefusal("too_fast", seconds=round(seconds + 0.5))


class Budget(NamedTuple):
    """``burst`` requests at once, ``per_second`` in the long run."""

    per_second: float
    burst: float


BUDGETS: Final[dict[str, Budget]] = {
    "http": Budget(4, 120),
    "answer": Budget(200, 60),
    "guest": Budget(0.05, 12),
    "register": Budget(0.02, 6),
    "login": Budget(0.1, 30),
    "token": Budget(0.01, 5),
    "table": Budget(0.2, 12),
    "wrong_code": Budget(0.2, 60),
    "challenge_address": Budget(0.02, 60),
    "report": Budget(0.02, 5),
    "export": Budget(0.02, 4),
    "pad": Budget(0.02, 10),
    "pad_write": Budget(1, 30),
    "nudge": Budget(0.5, 40),
    "plan": Budget(0.5, 40),
    "email": Budget(0.001, 3),
    "email_address": Budget(0.002, 6),
    "email_mailbox": Budget(0.00003, 3),
    "thread": Budget(0.005, 5),
    "post": Budget(0.05, 10),
    "post_address": Budget(0.2, 60),
    "search": Budget(0.3, 15),
    "follow": Budget(0.5, 30),
    "club": Budget(0.005, 4),
    "club_change": Budget(0.2, 40),
    "join": Budget(0.05, 12),
    "join_address": Budget(0.1, 40),
    "connect": Budget(1, 40),
    "chat": Budget(0.5, 6),
    "hint": Budget(0.5, 10),
    "review": Budget(0.05, 8),
    "replay": Budget(0.1, 10),
    "replay_match": Budget(0.5, 80),
    "carry": Budget(0.1, 30),
    "check": Budget(15, 60),
    "lesson": Budget(4, 80),
    "lesson_hint": Budget(0.5, 10),
    "quick": Budget(0.5, 8),
    "watch": Budget(0.5, 60),
    "unseated": Budget(0.02, 1),
    "command": Budget(0.5, 4000),
    "arranging": Budget(0.25, 80),
    "arranging_table": Budget(0.5, 200),
    "arranging_address": Budget(4, 800),
    "carried_address": Budget(1, 12000),
}
STORED: Final = (
    *("command", "arranging", "arranging_table", "arranging_address"),
    "carried_address",
)
"""Budgets of what is stored at tables; they grow and shrink together."""
COMMANDS_PER_DAY: Final = 43_200
"""What they are by default."""
REQUESTS_PER_MINUTE: Final = 240
"""What is asked of the server by default; pages and files come on top of it."""
LONGEST_S: Final = 5.0
"""How long a request waits for its turn at most: an address has only so many lines to wait on."""
MAX_BUCKETS: Final = 100_000


def chosen_budgets(settings: Settings) -> dict[str, Budget]:
    """Budgets that the host can change."""
    share = settings.requests_per_minute / REQUESTS_PER_MINUTE
    return {
        "http": Budget(share * BUDGETS["http"].per_second, BUDGETS["http"].burst),
        "answer": Budget(share * BUDGETS["answer"].per_second, BUDGETS["answer"].burst),
        "connect": Budget(settings.connects_per_minute / 60, BUDGETS["connect"].burst),
        **stored_budgets(settings.commands_per_day),
    }


def stored_budgets(commands_per_day: int) -> dict[str, Budget]:
    """Budgets of what is stored, if a person may have so many commands stored in a day."""
    share = commands_per_day / COMMANDS_PER_DAY
    return {
        kind: Budget(share * BUDGETS[kind].per_second, max(1, share * BUDGETS[kind].burst))
        for kind in STORED
    }


class Bucket:
    """Tokens that come back with time."""

    __slots__ = ("at", "budget", "tokens")

    def __init__(self, budget: Budget, now: float) -> None:
        self.budget = budget
        self.tokens = budget.burst
        self.at = now

    def take(self, now: float, count: int = 1) -> float:
        """Take a token, or several: 0 if they were there, else the seconds until they are. More
        than there may be at once is lent to whom has all of them, and has to come back first."""
        per_second, burst = self.budget
        tokens = self.tokens + (now - self.at) * per_second
        if tokens > burst:
            tokens = burst
        self.at = now
        wanted = 1 if count == 1 else min(count, burst)
        if tokens >= wanted:
            self.tokens = tokens - count
            return 0.0
        self.tokens = tokens
        return (wanted - tokens) / per_second

    def wait(self, now: float) -> float:
        """The seconds until there is a token; none is taken."""
        per_second, burst = self.budget
        return max(0.0, (1 - min(burst, self.tokens + (now - self.at) * per_second)) / per_second)

    def queue(self, now: float) -> float:
        """Take one token even if there is none; the seconds until it would have been there."""
        wait = self.take(now)
        if wait > 0:
            self.tokens = max(-LONGEST_S * self.budget.per_second, self.tokens - 1)
        return min(wait, LONGEST_S)


class Limits:
    """All buckets of this process; those not used for longest are forgotten first."""

    def __init__(self, time: Callable[[], float] = monotonic, /, **changed: Budget) -> None:
        self._time = time
        self._budgets = {**BUDGETS, **changed}
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._spent: Counter[tuple[str, str]] | None = None

    def share(self) -> None:
        """Other processes will be told what is used here."""
        self._spent = Counter()

    def allow(self, kind: str, key: str, count: int = 1) -> float:
        """0 if this is within the budget, else the seconds to wait."""
        now = self._time()
        wait = self._bucket(kind, key, now).take(now, count)
        if self._spent is not None and wait <= 0:
            self._spent[kind, key] += count
        return wait

    def queue(self, kind: str, key: str) -> float:
        """The seconds until this is within the budget, behind all who wait for it already."""
        now = self._time()
        return self._bucket(kind, key, now).queue(now)

    def require(self, kind: str, key: str, count: int = 1) -> None:
        """Refuse what is more than a budget allows, and say how long to wait."""
        if (wait := self.allow(kind, key, count)) > 0:
            require_no_wait(wait)

    def left(self, kind: str, key: str) -> float:
        """How much of a budget is left; nothing is used up by asking."""
        bucket = self._buckets.get((kind, key))
        return self._budgets[kind].burst if bucket is None else bucket.tokens

    def wait(self, kind: str, key: str) -> float:
        """The seconds until something is within the budget; nothing is used up by asking."""
        bucket = self._buckets.get((kind, key))
        return 0.0 if bucket is None else bucket.wait(self._time())

    def charge(self, kind: str, key: str, count: int) -> None:
        """Another process has used some of a budget."""
        if kind in self._budgets:
            bucket = self._bucket(kind, key, self._time())
            bucket.tokens = max(-bucket.budget.burst, bucket.tokens - count)

    def take_spent(self) -> Counter[tuple[str, str]]:
        """What was used since the last time."""
        spent, self._spent = self._spent or Counter(), Counter()
        return spent

    def _bucket(self, kind: str, key: str, now: float) -> Bucket:
        bucket = self._buckets.get((kind, key))
        if bucket is None:
            bucket = self._buckets[kind, key] = Bucket(self._budgets[kind], now)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((kind, key))
        return bucket
