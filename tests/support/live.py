"""The whole server inside the test: real sockets on loopback, a real SQLite file."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gangoffour.server.app import app_of
from gangoffour.server.cluster.leases import Pace
from gangoffour.server.people.signing_in.passwords import Passwords
from gangoffour.server.process import Server
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.serve import config_for
from gangoffour.server.tables.room import Room
from gangoffour.server.transport.listener import WebServer
from gangoffour.server.transport.protocol import PatientProtocol
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support import seeds
from tests.support.client import WAIT_S, Client
from tests.support.passwords import QUICK_HASHER
from tests.support.patience import LASTING
from tests.support.template import unpack
from tests.support.visitor import visitor

seeds.give()
CALM = Options(clock="none", target=200)


class Live:
    """A running server, those who are connected to it, and what it is made of."""

    def __init__(self, server: Server, url: str, protocol: type[PatientProtocol]) -> None:
        self.server = server
        self.protocol = protocol
        self.url = url
        self.clients: list[Client] = []
        self.http = visitor(url)  # to read all roots takes 50 ms

    async def token(self, name: str) -> str:
        """A way in under a name."""
        return (await self.server.people.guest(name))[1]

    async def person(self, name: str) -> Client:
        """Somebody new, connected."""
        return await self.client(await self.token(name))

    async def client(self, token: str, **headers: str) -> Client:
        client = Client(self.url, token, **headers)
        self.clients.append(client)
        return await client.connect()

    async def table(self, *people: Client, options: Options = CALM) -> Room:
        """A table of these people, who watch it, and bots."""
        host = people[0]
        room = await self.server.tables.open(
            c.Person(host.me["id"], host.me["name"], host.me["karma"]), options
        )
        for one in people:
            await one.watch(room.id)
            if one is not host:
                await one.do(room.id, c.Sit())
        for seat in range(len(people), options.seats):
            await host.do(room.id, c.SetBot(seat, "dumpling"))
        return room

    async def match(self, *people: Client, options: Options = CALM) -> Room:
        """A match of these people and bots, in which a person is to move."""
        room = await self.table(*people, options=options)
        if options.rated:
            for one in people[1:]:
                await one.do(room.id, c.Ready())
        await people[0].do(room.id, c.Start())
        await self.settled(room, *people)
        return room

    async def settled(self, room: Room, *people: Client) -> Client:
        """Wait until it is a person's turn and everybody has heard so; that person."""
        async with asyncio.timeout(WAIT_S):  # whichever of them hears of it last
            while not any(one.may_act(room.id) for one in people):
                await asyncio.sleep(0.005)
        mover = next(one for one in people if one.may_act(room.id))
        for one in people:
            await one.until(lambda one=one: one.seqs[room.id] == room.table.seq)  # type: ignore[misc]
        return mover


@asynccontextmanager
async def live(
    path: Path, pace: Pace = LASTING, *, clock: Clock | None = None, **changed: Any
) -> AsyncIterator[Live]:
    """A server that is open inside the block."""
    settings = Settings(
        **{
            "host": "127.0.0.1",
            "database": f"sqlite+aiosqlite:///{path}",
            "bot_pause_ms": 0,
            "log_level": "debug",
            **changed,
        }
    )
    if "database" not in changed:
        unpack(path)
    app = app_of(Server(settings, clock, Passwords(QUICK_HASHER), pace=pace))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = config_for(app, settings)
    running = WebServer(config, settings)
    task = asyncio.create_task(running._serve([listener]))
    while not running.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.005)
    protocol = config.ws_protocol_class
    assert protocol is not None and issubclass(protocol, PatientProtocol)
    one = Live(app.state.server, f"http://127.0.0.1:{listener.getsockname()[1]}", protocol)
    try:
        yield one
    finally:
        for client in one.clients:
            await client.close()
        await one.http.aclose()
        running.should_exit = True
        await task
        listener.close()
