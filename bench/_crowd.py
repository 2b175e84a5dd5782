"""A thousand tables at three servers: bytes between the servers, and to a quiet phone.

``python -m bench._crowd``: a thousand people have a table each, with real sockets; at each of them
something changes and somebody moves every half minute, somebody comes or goes every ten minutes,
and bots play at two of three. Somebody follows the lobby and does nothing else. All that servers
tell each other is counted by its subject.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.aio.msg import Msg
from tests.support.servers import Nats, Postgres

from bench._load import Line, open_line
from bench._measure import CONSOLE, show, verdict
from bench._rooms import TableRoom, open_table
from bench._servers import running
from bench.server import admit

TABLES: Final = 1_000
SERVERS: Final = 3
MANY: Final = 80
CHANGE_S: Final = 30.0
COME_S: Final = 600.0
IDLE_S: Final = 8.0
SECONDS: Final = 30.0
AT_ONCE: Final = 6
PHONE_BYTES: Final = 2_000
OVERHEAD: Final = 30
"""Bytes of NATS' own line for a message, without the subject."""
OF_A_TABLE: Final = frozenset({"table", "roll", "screens"})
"""Subjects that only those processes hear that hold the table; all others everybody hears."""


class Spy:
    """Hears everything on the bus, and counts it by subject."""

    def __init__(self) -> None:
        self.bytes: Counter[str] = Counter()
        self._client = Client()

    async def start(self, url: str) -> None:
        await self._client.connect([url])
        await self._client.subscribe("gangoffour.>", cb=self._count)

    async def _count(self, message: Msg) -> None:
        kind = message.subject.split(".")[1]
        self.bytes[kind] += len(message.data) + len(message.subject) + OVERHEAD

    async def rates(self, seconds: float) -> dict[str, float]:
        """Bytes that were published in a second, by kind, from now on."""
        before, begun = self.bytes.copy(), perf_counter()
        await asyncio.sleep(seconds)
        passed = perf_counter() - begun
        return {kind: (self.bytes[kind] - before[kind]) / passed for kind in self.bytes}

    async def close(self) -> None:
        await self._client.close()


class Phone:
    """Somebody who looks at the lobby."""

    def __init__(self) -> None:
        self.frames: list[int] = []

    async def open(self, port: int, token: str) -> Line:
        line = await open_line(port, "/ws", self._hear, token, 0)
        line.send(b'{"type":"lobby","id":"l","on":true}')
        return line

    def _hear(self, line: Line, frame: bytes) -> None:
        if frame.startswith(b'{"type":"lobby'):
            self.frames.append(len(frame))


class Tables:
    """The tables, and what changes at them."""

    def __init__(self, ports: list[int], tokens: list[str]) -> None:
        self._ports, self._tokens = ports, tokens
        self._rooms = [TableRoom(paced=True) for _ in tokens]
        self._bots = [0] * len(tokens)
        self._rng = random.Random(17)
        self.changes = 0

    async def open(self) -> None:
        """Open them all, some at a time."""
        few = asyncio.Semaphore(AT_ONCE)

        async def one(place: int) -> None:
            async with few:
                await self._open(place)

        await asyncio.gather(*(one(place) for place in range(len(self._rooms))))

    async def _open(self, place: int) -> None:
        room, token = self._rooms[place], self._tokens[place]
        port = self._ports[place % len(self._ports)]
        await self._connect(place, port)
        options = {"clock": "none", "name": f"Table {place}"}
        room.table = await asyncio.to_thread(open_table, port, token, options)
        await room.ask(room.lines[0], {"type": "watch", "table": room.table})
        if place % 3:  # two of three are being played
            for seat in (1, 2, 3):
                await self._set(place, seat, "dumpling")
            await room.do(room.lines[0], {"do": "start"})

    async def _connect(self, place: int, port: int) -> None:
        """As a page does: again and again, should a starved server refuse."""
        room = self._rooms[place]
        while True:
            try:
                line = await open_line(port, "/ws", room.hear, self._tokens[place], place)
                room.lines.append(line)
                return
            except ConnectionError:
                await asyncio.sleep(0.5)

    async def _set(self, place: int, seat: int, bot: str | None) -> None:
        ask: dict[str, object] = {"do": "unseat", "seat": seat}
        if bot is not None:
            ask = {"do": "set_bot", "seat": seat, "bot": bot}
        await self._rooms[place].do(self._rooms[place].lines[0], ask)

    async def live(self) -> None:
        """Things change, for ever."""
        pause = CHANGE_S / len(self._rooms)
        while True:
            begun = perf_counter()
            place = self._rng.randrange(len(self._rooms))
            await self._change(place)
            self._rooms[self._rng.randrange(len(self._rooms))].send_ready()  # somebody moves
            self.changes += 1
            await asyncio.sleep(max(0.0, pause - (perf_counter() - begun)))

    async def _change(self, place: int) -> None:
        if self._rng.random() < CHANGE_S / COME_S:
            await self._come_again(place)
        elif place % 3:
            await self._watch(place)
        else:
            self._bots[place] ^= 1
            await self._set(place, 1, "dumpling" if self._bots[place] else None)

    async def _come_again(self, place: int) -> None:
        """Somebody goes, and comes back at another server."""
        room = self._rooms[place]
        room.lines.pop().close()
        await self._connect(place, self._ports[self._rng.randrange(len(self._ports))])
        await room.ask(room.lines[0], {"type": "watch", "table": room.table})

    async def _watch(self, place: int) -> None:
        """Somebody looks at another table for a moment, or stops to."""
        room, other = self._rooms[place], self._rooms[self._rng.randrange(len(self._rooms))]
        kind = self._rng.choice(("watch", "unwatch"))
        if other is not room:
            await room.ask(room.lines[0], {"type": kind, "table": other.table})

    def close(self) -> None:
        for room in self._rooms:
            for line in room.lines:
                line.close()


def delivered(idle: dict[str, float], busy: dict[str, float], servers: int) -> float:
    """Bytes a second that NATS delivers to so many servers with the same tables and people.

    Beats grow with the servers, changes do not; both go to all others. What is said of a table goes
    to the few that hold it, four at most.
    """
    beats = sum(rate for kind, rate in idle.items() if kind not in OF_A_TABLE) / SERVERS
    changes = sum(
        max(0.0, rate - idle.get(kind, 0.0))
        for kind, rate in busy.items()
        if kind not in OF_A_TABLE
    )
    tables = sum(rate for kind, rate in busy.items() if kind in OF_A_TABLE)
    return (beats * servers + changes) * (servers - 1) + tables * min(servers - 1, 3)


class Counted(NamedTuple):
    """What was measured: bytes a second that servers publish by kind, and that a phone hears."""

    idle: dict[str, float]
    busy: dict[str, float]
    phone: float
    first_page: int
    changes: float


async def _counted(ports: list[int], tokens: list[str], spy: Spy) -> Counted:
    """Count while nobody is there, then with the tables."""
    await asyncio.sleep(2)
    idle, phone = await spy.rates(IDLE_S), Phone()
    tables = Tables(ports, tokens[1:])
    await tables.open()
    line = await phone.open(ports[0], tokens[0])
    living = asyncio.create_task(tables.live())
    await asyncio.sleep(5)
    heard, changes, begun = len(phone.frames), tables.changes, perf_counter()
    busy = await spy.rates(SECONDS)
    if living.done():
        living.result()  # nothing lives any more: say why
    passed = perf_counter() - begun
    sent, changed = sum(phone.frames[heard:]) / passed, (tables.changes - changes) / passed
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)
    line.close()
    tables.close()
    return Counted(idle, busy, sent, phone.frames[0], changed)


def _show(found: Counted) -> None:
    idle, busy = found.idle, found.busy
    show(
        f"{TABLES} tables at {SERVERS} servers, {found.changes:.0f} changes a second",
        ["published by all, bytes/s", "nobody there", "with the tables"],
        [
            [kind, f"{idle.get(kind, 0.0):,.0f}", f"{busy[kind]:,.0f}"]
            for kind in sorted(busy, key=lambda kind: -busy[kind])
            if busy[kind] >= 1
        ],
    )
    for count in (SERVERS, MANY):
        amount = delivered(idle, busy, count)
        how = "measured" if count == SERVERS else "computed from it"
        each = amount / count / 1024
        CONSOLE.print(
            f"{count} servers hear {amount / 1024:,.0f} KiB/s in all, {each:,.1f} each ({how})"
        )
    bar = verdict(found.phone, PHONE_BYTES, at_most=True)
    CONSOLE.print(
        f"a quiet phone hears {found.phone:,.0f} bytes/s of {TABLES} tables "
        f"(bar {PHONE_BYTES:,}: {bar}), after {found.first_page:,} bytes for the first page"
    )


async def measure_crowd() -> None:
    """Measure, and print it."""
    postgres, nats, spy = Postgres(), Nats(), Spy()
    try:
        postgres.start()
        nats.start()
        url = postgres.create("crowd")
        tokens = await admit(url, TABLES + 1)
        await spy.start(nats.url)
        with tempfile.TemporaryDirectory() as folder:
            async with running(Path(folder), url, nats.url, SERVERS) as ports:
                _show(await _counted(ports, tokens, spy))
    finally:
        await spy.close()
        nats.kill()
        postgres.remove()


if __name__ == "__main__":
    asyncio.run(measure_crowd())
