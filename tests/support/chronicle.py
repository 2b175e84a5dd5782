"""What happened when: faults, what the servers logged, and how late the checker itself woke up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from gangoffour.server.runtime.loop_lag import LoopLag

BEFORE_MS: Final = 7_000
AFTER_MS: Final = 1_000
SHOWN: Final = 60
STARVED_S: Final = 1.0
"""Who wakes later than this has no core to run on."""
STOOD_STILL: Final = "this process stood still"


class Told(NamedTuple):
    """Somebody tells of something; ``table`` if it is about one."""

    at: int
    who: str
    what: str
    table: str | None = None
    ms: int = 0


class Standstill(NamedTuple):
    """How long a running match did not go on, and the events around that."""

    ms: int = 0
    table: str = ""
    since: int = 0
    events: tuple[Told, ...] = ()


class Chronicle:
    """Notes of this process, joined with the servers' logs in the end."""

    def __init__(self) -> None:
        self.notes: list[Told] = []
        self.logs: list[Told] = []
        self.failures: list[str] = []
        self.late_s = 0.0
        self._frozen: dict[str, list[tuple[int, int]]] = {}
        self._pulse = LoopLag()

    def note(self, who: str, what: str) -> None:
        self.notes.append(Told(now_ms(), who, what))

    async def listen(self) -> None:
        """Feel the checker's own pulse, for ever."""
        self._pulse.start()
        try:
            while True:
                await asyncio.sleep(1)
                self.late_s = max(self.late_s, self._pulse.latest_s)
        finally:
            await self._pulse.close()

    def froze(self, who: str, since: int) -> None:
        """A server was paused on purpose until now: that it woke late is no news."""
        self._frozen.setdefault(who, []).append((since, now_ms()))

    def read(self, who: str, log: Path, skew_s: int = 0) -> None:
        """Take in the log of a process whose clock may be wrong."""
        for raw in log.read_bytes().splitlines() if log.exists() else ():
            try:
                line: dict[str, Any] = msgspec.json.decode(raw)
            except msgspec.DecodeError:
                continue  # a trace of the interpreter, or half a line of somebody killed
            at = int(datetime.fromisoformat(line["at"]).timestamp() * 1000) - skew_s * 1000
            extra = {name: line[name] for name in ("owner", "count", "ms") if name in line}
            what = f"{line['message']} {extra if extra else ''}".strip()
            self.logs.append(Told(at, who, what, line.get("table"), int(line.get("ms", 0))))
            if line["logger"] == "gangoffour.tasks":
                self.failures.append(f"{who}: {what} ({line.get('error')} {line.get('where')})")

    @property
    def servers_late_s(self) -> float:
        """The longest that a server stood still without being made to."""
        return max(
            (one.ms / 1000 for one in self.logs if _is_late(one) and not self._was_frozen(one)),
            default=0.0,
        )

    def starved_ms(self, still: Standstill) -> int:
        """For how much of a standstill some server had no core to run on, pauses on purpose aside:
        that is the machine's time, not the servers'."""
        late = sorted(
            (one.at - one.ms, one.at)
            for one in self.logs
            if _is_late(one) and not self._was_frozen(one)
        )
        reached, starved = still.since, 0
        for since, until in late:
            since, until = max(since, reached), min(until, still.since + still.ms)
            starved += max(0, until - since)
            reached = max(reached, until)
        return starved

    def _was_frozen(self, one: Told) -> bool:
        """Whether a delay that ended at a moment overlaps with a pause of that server."""
        begun = one.at - one.ms
        return any(
            begun <= until + AFTER_MS and since <= one.at
            for since, until in self._frozen.get(one.who, ())
        )

    def count(self, what: str) -> int:
        """How often something stands in the logs."""
        return sum(one.what.startswith(what) for one in self.logs)

    def chain(self, longest: Standstill) -> str:
        """What led to a standstill and what ended it: owner, lease, faults, moves."""
        until = longest.since + longest.ms
        mine = sorted(one for one in self.logs if one.table == longest.table)
        owner = [one for one in mine if one.at <= longest.since and one.what.startswith("a match")]
        about = [
            one
            for one in (*self.notes, *self.logs)
            if longest.since - BEFORE_MS <= one.at <= until + AFTER_MS
            and one.table in (None, longest.table)
            and not one.what.startswith(("a listener", "a lost connection"))
        ]
        lines = sorted({*owner[-1:], *about, *longest.events})
        return "\n".join(
            f"  {(one.at - longest.since) / 1000:+8.2f} s  {one.who}: {one.what}"
            for one in _middle(lines)
        )

    @property
    def verdict(self) -> str:
        """Whether the machine had enough to give for times to mean anything."""
        found = (
            f"the checker woke up to {self.late_s:.2f} s late, servers up to "
            f"{self.servers_late_s:.2f} s (pauses on purpose aside)"
        )
        if max(self.late_s, self.servers_late_s) < STARVED_S:
            return found
        return f"{found}: THE MACHINE WAS STARVED, not all waits are the servers' own"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _is_late(one: Told) -> bool:
    return one.what.startswith(STOOD_STILL)


def _middle(lines: Sequence[Told]) -> Iterable[Told]:
    """All lines, or the first and the last if there are too many."""
    if len(lines) <= SHOWN:
        return lines
    return (*lines[: SHOWN // 2], *lines[-SHOWN // 2 :])
