"""Nudges through kills: every turn at a slow table is told within a minute, and never twice.

``python -m tests.chaos.nudges [KILLS] [SEED]``: three people who are not looking play at a table
with days per move. Two are nudged by a push service in this process, the third by a mail server;
they come, move and go; around every move the server is killed (kill -9) and started again. What
arrived is opened and counted.

A server that dies between the first byte and the answer cannot know whether it was heard: it says
it again, under the same topic and tag, which a push service and a browser put in the place of the
first, or the same Message-ID. That, with a kill in between, is counted apart; anything else that
comes again is told twice.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import WebSocketException

from gangoffour.table import commands as c
from tests.support.client import Client, Refused
from tests.support.post_office import Browser, MailServer, PushService, mail_server, push_service
from tests.support.process import ServerProcess, admit
from tests.support.visitor import visitor

NAMES: Final = ("Ann", "Bob", "Cid")
HOUSE: Final = "http://house.example"
IN_TIME_S: Final = 60.0
OPTIONS: Final[dict[str, object]] = {"clock": "days", "seats": 3, "target": 1000}
BROKEN: Final = (OSError, WebSocketException, TimeoutError, EOFError)


@dataclass
class Told:
    """What a run came to."""

    kills: int = 0
    turns: int = 0
    late: list[str] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    replaced: int = 0
    by_mail: int = 0

    def __str__(self) -> str:
        waits = sorted(self.waits_s) or [0.0]
        return (
            f"{self.kills} kills, {self.turns} turns told ({self.by_mail} by mail),"
            f" {len(self.late)} missed or late,"
            f" {len(self.twice)} told twice, {self.replaced} put in the place of the same;"
            f" median {waits[len(waits) // 2]:.2f} s, longest {waits[-1]:.2f} s {self.late or ''}"
        )


class Offices:
    """The push service and the mail server. Both say with one voice that something arrived."""

    def __init__(self, pushes: PushService, mails: MailServer) -> None:
        self.pushes, self.mails = pushes, mails
        self.arrived = mails.arrived = pushes.arrived

    @property
    def taken(self) -> tuple[int, int]:
        """How many messages each has taken."""
        return len(self.pushes.taken), len(self.mails.mails)

    @property
    def settings(self) -> tuple[str, ...]:
        """What a server has to be told of them."""
        given = {"host": "127.0.0.1", "port": self.mails.port, "security": "none"}
        given["from"] = "game@house.example"
        flat = [part for name, value in given.items() for part in (f"--smtp-{name}", str(value))]
        return ("--push-local", "--nudge-seconds", "0", "--public-url", HOUSE, *flat)


class Message(NamedTuple):
    """What arrived about a turn: at which office, as its how manieth, and under which name."""

    office: int
    number: int
    name: str


class Players:
    """Three people: two with a browser each that shows nudges, one with a mailbox."""

    def __init__(
        self, server: ServerProcess, people: dict[str, tuple[str, str]], offices: Offices
    ) -> None:
        self.server = server
        self.tokens = dict(people.values())
        self.offices = offices
        self.browsers: dict[str, Browser] = {}
        *_, self.by_mail = self.tokens
        self.table = ""

    def http(self, person: str) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {self.tokens[person]}"}
        return visitor(self.server.url, headers=headers)

    async def sit_down(self) -> None:
        """Everybody asks for nudges and sits down; the match begins."""
        for number, person in enumerate(self.tokens):
            async with self.http(person) as http:
                wanted = {"kinds": ["turn"], "quiet_from": None, "quiet_to": None}
                (await http.patch("/api/me/nudges", json=wanted)).raise_for_status()
                if person == self.by_mail:
                    await self._give_address(http)
                    continue
                self.browsers[person] = self.offices.pushes.browser(f"browser-{number}")
                body = self.browsers[person].body
                (await http.put("/api/me/nudges/device", json=body)).raise_for_status()
        host, *others = self.tokens
        async with self.http(host) as http:
            opened = await http.post("/api/tables", json={"options": OPTIONS})
            self.table = opened.json()["table"]
        for person in (*others, host):
            client = await Client(self.server.url, self.tokens[person]).connect()
            await client.do(self.table, c.Sit() if person != host else c.Start())
            await client.close()

    async def _give_address(self, http: httpx.AsyncClient) -> None:
        """Only an account may have mail, and whoever reads it has to say yes."""
        entered = {"name": "Cid Mails", "password": "a long password"}
        (await http.post("/api/register", json=entered)).raise_for_status()
        self.tokens[self.by_mail] = token = str(http.cookies["gof_session"])
        http.headers["Authorization"] = f"Bearer {token}"
        body = {"email": "cid@mail.example"}
        (await http.put("/api/me/nudges/email", json=body)).raise_for_status()
        (asked,) = await self.offices.mails.wait_for(1)
        code = asked.get_content().split("/nudge/yes/")[1].split()[0]
        (await http.post(f"/api/nudges/yes/{code}")).raise_for_status()

    def told(self) -> dict[str, list[Message]]:
        """Which turns were told, by what."""
        found: dict[str, list[Message]] = {}
        by_path = {urlsplit(one.endpoint).path: one for one in self.browsers.values()}
        for number, (path, headers, body) in enumerate(self.offices.pushes.taken):
            tag = by_path[path].open(body)["tag"]
            found.setdefault(tag, []).append(Message(0, number, headers["topic"]))
        for number, mail in enumerate(self.offices.mails.mails):
            name = str(mail["Message-ID"])
            if number:  # the first asked whether mails are wanted
                turn = f"turn/{self.by_mail}/{name}"
                found.setdefault(turn, []).append(Message(1, number, name))
        return found

    async def move(self, person: str, command_id: str) -> None:
        """Come, do what comes first to mind, and go; whatever the server does meanwhile."""
        async with asyncio.timeout(IN_TIME_S):
            while not await self._moved(person, command_id):
                await asyncio.sleep(0.1)

    async def _moved(self, person: str, command_id: str) -> bool:
        client = Client(self.server.url, self.tokens[person])
        try:
            await client.connect()
            await client.ask({"type": "looking", "on": False})
            await client.watch(self.table)
            await client.do(self.table, chosen(client, self.table), command_id)
        except Refused as refused:
            return refused.code in ("stale_version", "id_reused", "not_your_turn")
        except BROKEN:
            return False
        finally:
            await client.close()
        return True


def chosen(client: Client, table: str) -> Any:
    """A legal action of the player to move."""
    own, version = client.own(table), client.state(table)["match"]["version"]
    if own["must_give"]:
        return c.Give(own["hand"][0], version)
    for plays in own["plays"].values():
        return c.Play(plays[0].split(), version)
    return c.Pass(version)


async def nudged(folder: Path, kills: int, seed: int) -> Told:
    """Play under kills; what was told of every turn."""
    rng, report = random.Random(seed), Told()
    async with push_service() as pushes, mail_server() as mails:
        offices = Offices(pushes, mails)
        server = ServerProcess(folder, *offices.settings)
        players = Players(server, await admit(server.database, NAMES), offices)
        await server.start()
        try:
            await players.sit_down()
            seen: set[str] = set()
            killed_at: list[tuple[int, int]] = []
            while report.kills < kills:
                turn = await next_turn(players, seen, report)
                if turn is None:
                    break
                seen.add(turn)
                moving = asyncio.create_task(players.move(turn.split("/")[1], f"m{report.turns}"))
                await asyncio.sleep(rng.uniform(0.0, 0.25))
                await server.kill()
                killed_at.append(offices.taken)
                report.kills += 1
                await server.start()
                await moving
            await next_turn(players, seen, report)
        finally:
            await server.stop()
        for turn, messages in players.told().items():
            report.by_mail += messages[0].office
            for first, again in pairwise(messages):
                between = (kill[first.office] for kill in killed_at)
                unknowable = any(first.number < kill <= again.number for kill in between)
                if unknowable and first.name == again.name:
                    report.replaced += 1
                else:
                    report.twice.append(turn)
    return report


async def next_turn(players: Players, seen: set[str], report: Told) -> str | None:
    """The turn that is told next; None if none is in time."""
    begun = monotonic()
    try:
        async with asyncio.timeout(IN_TIME_S), players.offices.arrived:
            await players.offices.arrived.wait_for(lambda: bool(set(players.told()) - seen))
    except TimeoutError:
        report.late.append(f"after {len(seen)} turns: {last_rows(players.server)}")
        return None
    report.turns += 1
    report.waits_s.append(monotonic() - begun)
    (turn,) = set(players.told()) - seen
    return turn


def last_rows(server: ServerProcess) -> list[object]:
    """What the server knows of the last nudges, to find out why one is missing."""
    connection = sqlite3.connect(server.database.partition("///")[2])
    try:
        query = "select id, outcome, tries, due_at - created_at from nudges order by created_at"
        return connection.execute(query).fetchall()[-2:]
    finally:
        connection.close()


def main() -> int:
    """Run from the command line; 0 if all held."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(nudged(Path(folder), kills, seed))
    sys.stdout.write(f"nudges through kills, seed {seed}: {report}\n")
    return 1 if report.late or report.twice else 0


if __name__ == "__main__":
    sys.exit(main())
