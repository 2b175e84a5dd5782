"""Regulars: people who play on whatever happens to the server, and remember what they were told."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import httpx
import msgspec
from websockets.exceptions import InvalidHandshake, InvalidMessage

from gangoffour.table import commands as c
from tests.support.chronicle import Standstill
from tests.support.client import Client, Refused
from tests.support.visitor import visitor

LOST: Final = (ConnectionError, OSError, TimeoutError)
CONNECT_S: Final = 4.0
BACK_S: Final = 60.0
BUSY: Final = ("storage_unavailable", "too_busy", "too_fast", "not_everybody_here")
"""Said again: a match begins when those who have just lost their line are back."""
LONG_HEX: Final = re.compile(rb"[0-9a-f]{64}")


class Report:
    """What happened, in numbers."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.resent = 0
        self.codes: Counter[int | None] = Counter()
        self.refusals: Counter[str] = Counter()
        self.gaps = 0
        self.matches = 0
        self.events = 0
        self.sights = 0
        self.longest = Standstill()
        self.chain = ""
        """What led to the longest standstill."""
        self.machine = ""
        """Whether the machine had enough to give."""
        self.healed = 0

    def __str__(self) -> str:
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        return (
            f"faults: {sum(self.faults.values())} ({faults})\n"
            f"actions acknowledged: {len(self.acknowledged)}, sent again: {self.resent}, "
            f"events stored: {self.events}\n"
            f"matches over: {self.matches}, hands compared: {self.sights}, "
            f"gaps filled: {self.gaps}, close codes: {dict(self.codes)}\n"
            f"longest standstill of a running match: {self.longest.ms / 1000:.1f} s, "
            f"refusals: {dict(self.refusals)}, owners reminded: {self.healed}\n"
            f"{self.chain}\n{self.machine}"
        )


class Frames(list[bytes]):
    """Does not keep what was heard, only whatever could be a secret seed, and how often."""

    def __init__(self) -> None:
        super().__init__()
        self.secrets: set[str] = set()

    def append(self, raw: bytes) -> None:
        self.secrets.update(found.decode() for found in LONG_HEX.findall(raw))


class Remembering(Client):
    """A client that remembers which hand it was shown at which number."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(url, token)
        self.frames = Frames()
        self.sights: dict[str, dict[int, bytes]] = {}

    def _know(self, table: str, state: dict[str, Any]) -> None:
        super()._know(table, state)
        own = self.tables[table]["own"]
        if own is not None:
            seen = msgspec.json.encode([own["seat"], sorted(own["hand"])])
            self.sights.setdefault(table, {})[self.seqs[table]] = seen


class Regular:
    """Somebody who plays on whatever happens. ``where`` names a server to come back to."""

    def __init__(
        self,
        where: Callable[[], str],
        person: tuple[str, str],
        report: Report,
        patience_s: float = 20.0,
        thinks_s: float = 0.0,
    ) -> None:
        self.id, token = person
        self.where = where
        self.client = Remembering(where(), token)
        self.client.wait_s = patience_s
        self.report = report
        self.patience_s = patience_s
        self.thinks_s = thinks_s
        self.pending: tuple[str, c.PersonAsk] | None = None
        self.number = 0

    async def come_back(self, table: str | None) -> None:
        """Connect, again and again until it works; then catch up."""
        while True:
            try:
                self.client.url = self._another()
                async with asyncio.timeout(min(self.patience_s, CONNECT_S)):
                    await self.client.leave()
                    await self.client.connect()
                    if table is not None:
                        known = self.client.seqs.get(table, 0)
                        await self.client.watch(table)
                        self.report.gaps += 0 < known < self.client.seqs[table]
                return
            except (*LOST, InvalidHandshake, InvalidMessage, Refused):
                await asyncio.sleep(0.05)

    def _another(self) -> str:
        """Another server than the last one, if there is one, as a balancer would choose."""
        for _ in range(8):
            found = self.where()
            if found != self.client.url:
                break
        return found

    async def send(self, table: str, ask: c.PersonAsk) -> None:
        """Do something for sure: sent again under the same id until there is an answer."""
        self.number += 1
        self.pending = (f"n{self.number}", ask)
        while self.pending is not None:
            try:
                seq = await self.client.do(table, ask, self.pending[0])
                assert seq is not None
                self.report.acknowledged[f"{self.id}:{self.pending[0]}"] = (table, seq)
                self.pending = None
            except Refused as refusal:
                self.report.refusals[refusal.code] += 1
                if refusal.code in BUSY:
                    await asyncio.sleep(0.05)
                    continue
                self.pending = None
            except LOST:
                self.report.codes[self.client.closed] += 1
                self.report.resent += 1
                await self.come_back(table)

    async def play(self, table: str) -> None:
        """Act whenever it is possible, for ever."""
        client = self.client
        while True:
            if client.closed is not None:
                self.report.codes[client.closed] += 1
                await self.come_back(table)
            elif client.own(table) is not None and client.state(table)["phase"] == "over":
                seat = client.own(table)["seat"]
                if seat not in client.state(table)["rematch_asked"]:
                    await self.send(table, c.Rematch())
                await self._news(table)
            elif client.stands_in(table):
                await self.send(table, c.Sit())
            elif client.may_act(table):
                await asyncio.sleep(self.thinks_s)
                if client.may_act(table):
                    await self.send(table, client.choice(table))
                await self._news(table)
            else:
                await self._news(table)

    async def _feel(self, table: str) -> None:
        """Ask whether the line still carries anything."""
        try:
            await self.client.ask({"type": "ping"})
        except LOST:
            await self.come_back(table)

    async def _news(self, table: str) -> None:
        """Wait until there is something to do, or the line is gone; ask now and then if it is."""
        client = self.client

        def news() -> bool:
            if client.closed is not None or client.may_act(table) or client.stands_in(table):
                return True
            over = client.state(table)["phase"] == "over"
            return over and client.own(table)["seat"] not in client.state(table)["rematch_asked"]

        for _ in range(100):
            try:
                await client.until(news, 3)
                return
            except TimeoutError:
                await self._feel(table)
        raise TimeoutError(f"nothing happened at {table} for a long time")

    async def open_table(self, options: dict[str, object]) -> str:
        """Open a table, for sure."""
        while True:
            try:
                async with visitor(self.where(), timeout=10) as http:
                    answer = await http.post(
                        "/api/tables",
                        json={"options": options},
                        headers={"Authorization": f"Bearer {self.client.token}"},
                    )
                if answer.status_code == 200:
                    table: str = answer.json()["table"]
                    return table
            except (httpx.HTTPError, *LOST):
                await asyncio.sleep(0.1)


async def seat(sitting: list[Regular], options: dict[str, object], seats: int = 4) -> str:
    """Open a table for some people, fill it with bots, start."""
    table = await sitting[0].open_table(options)
    for one in sitting:
        await one.come_back(table)
        if one is not sitting[0]:
            await one.send(table, c.Sit())
    for place in range(len(sitting), seats):
        await sitting[0].send(table, c.SetBot(place, "dumpling"))
    await sitting[0].send(table, c.Start())
    return table


async def wait_or_fail(playing: list[asyncio.Task[None]], seconds: float) -> None:
    """Let them play; if one of them stumbles, so does the test."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def everybody_back(regulars: list[Regular], playing: list[asyncio.Task[None]]) -> None:
    """Let them play until all have a line, and some actions more are acknowledged."""
    told = regulars[0].report.acknowledged
    enough = len(told) + 3
    async with asyncio.timeout(BACK_S):
        while len(told) < enough or any(one.client.closed for one in regulars):
            await wait_or_fail(playing, 0.01)
