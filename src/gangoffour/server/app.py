"""The server put together: its parts, its routes, its start and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from gangoffour import __version__
from gangoffour.server.bots.local import Minds
from gangoffour.server.bots.remote import WAYS, RemoteMinds
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.leases import LEASE_S, Shared
from gangoffour.server.cluster.news import Gossip, PersonNews
from gangoffour.server.cluster.open import bus_at
from gangoffour.server.endpoints import http as api
from gangoffour.server.endpoints.sockets import serve_socket
from gangoffour.server.lobby.lobby import Lobby
from gangoffour.server.lobby.matchmaking import LocalMatchmaking, Matchmaking
from gangoffour.server.lobby.other_lobbies import Neighbours
from gangoffour.server.lobby.quotas import Quotas
from gangoffour.server.lobby.shared_matchmaking import SharedMatchmaking
from gangoffour.server.matches.results import Results
from gangoffour.server.matches.reviews import Reviews
from gangoffour.server.pads import Pads
from gangoffour.server.people.addresses import Addresses
from gangoffour.server.people.people import People
from gangoffour.server.purge import Purge
from gangoffour.server.runtime.clock import Clock, SharedClock, SystemClock
from gangoffour.server.runtime.loop_lag import Pulse
from gangoffour.server.runtime.metrics import Metrics
from gangoffour.server.runtime.rate_limits import Budget, Limits
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.archive import pack
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.log import EventLog
from gangoffour.server.storage.processes import Processes
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connections
from gangoffour.server.transport.security import SecurityHeaders
from gangoffour.server.transport.static import NOT_BUILT, ClientFiles, client_folder
from gangoffour.table.events import Acted, Event

SWEEP_S = 60
PURGE_EVERY = 60
"""Sweeps between two looks for what is old."""
log = logging.getLogger("gangoffour.server")


class Server:
    """All parts of one server process."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.database = Database(settings.database_url)
        self.events = EventLog(self.database)
        self.bus: Bus = bus_at(settings.bus)
        self.shared: Shared | None = None
        self._apart: Database
        """Connections of its own for the lease: it must not wait behind what there is much of."""
        if self.bus.alone:
            self.clock: Clock = clock or SystemClock()
        else:
            self.clock = shared_clock = SharedClock()
            self._apart = Database(settings.database_url, connections=2)
            processes = Processes(self._apart, int(LEASE_S * 1000))
            self.shared = Shared(processes, self.bus, shared_clock)
            self.events.several = True
        self.limits = Limits(
            http=Budget(settings.requests_per_minute / 60, 120),
            connect=Budget(settings.connects_per_minute / 60, 40),
        )
        self.metrics = Metrics()
        self.pulse = Pulse()
        pause_ms = settings.bot_pause_ms
        self.minds = Minds(pause_ms) if self.bus.alone else RemoteMinds(self.bus, pause_ms)
        self.connections = Connections()
        self.people = People(self.database, self.clock)
        self.addresses = Addresses(self.database, self.clock)
        self.tables = Tables(self.events, self.bus, self.clock, self.minds, self.shared)
        self.tables.share_address = self.addresses.shared
        self.quotas = Quotas(self.bus, self.connections, self.tables, self._count_others)
        self.results = Results(self.database, self.clock, self.people)
        self.reviews = Reviews(self.database, self.clock, self.results, self.minds)
        self.tables.listeners.append(self.results.heard)
        self.pads = Pads(self.database, self.clock, settings.pads_kept_days)
        self.purge = Purge(self.database, self.clock, self.people, settings)
        self.gossip = Gossip(self.bus, {"server": self.limits, "people": self.people.limits})
        self.gossip.heard = self._hear
        matchmaking: Matchmaking = LocalMatchmaking(self.tables)
        if self.shared is not None:
            matchmaking = SharedMatchmaking(self.tables, self.database, self.bus, self.shared)
        neighbours = Neighbours(self.bus)
        self.lobby = Lobby(self.tables, self.connections, matchmaking, neighbours, self.gossip)
        self.people.changed.append(self.connections.close_person)
        self.people.changed.append(self._forget)
        self.people.changed.append(self.gossip.tell)
        self.tables.listeners.append(self._refresh)
        self._tasks = Tasks()

    def _count_others(self) -> int:
        return 0 if self.shared is None else max(0, self.shared.peers - 1)

    async def _refresh(self, room: Room, caused: tuple[Event, ...]) -> None:
        """After a match, connections know the new karma and ratings of those who played it."""
        if room.table.phase == "over" and any(isinstance(one, Acted) for one in caused):
            for seat in room.table.people:
                person = room.table.seats[seat].person or ""
                identity = await self.people.sessions.of_person(person)
                if identity is not None:
                    self.people.sessions.forget(person)
                    self.connections.rename(identity)
                    self.gossip.tell(person, "change")

    async def _hear(self, news: PersonNews) -> None:
        """Another process tells something about a person."""
        if news.what == "turn":
            self.lobby.call(news.person, news.detail or "")
            return
        self.people.sessions.forget(news.person)
        if news.what != "change":
            self.connections.close_person(news.person, news.what, news.detail)
            self._forget(news.person, news.what)
        elif self.connections.of(news.person):
            identity = await self.people.sessions.of_person(news.person)
            muted = await self.people.muted_by(news.person)
            if identity is not None:
                self.connections.rename(identity)
            for connection in self.connections.of(news.person):
                connection.muted = muted

    def _forget(self, person_id: str, reason: str, _: str | None = None) -> None:
        """Somebody had their data deleted: they leave their tables, and live rooms forget them."""
        if reason == "deleted":
            self._tasks.spawn(self.tables.forget(person_id), "somebody is deleted")

    async def start(self) -> None:
        """Bring the schema up to date, then take up what was going on."""
        await self.database.migrate()
        await self.addresses.start()
        await self.bus.start()
        self.events.start()
        self.tables.start()
        restored = 0
        if self.shared is None:
            restored = await self.tables.recover()
            for room in self.tables.rooms:
                await self.results.reconcile(room)
            await self.results.catch_up()
        else:
            self.shared.taken = self._take_up
            self.shared.resumed = self.tables.resume
            self.shared.vanished = self.tables.muster
            self.shared.buried = self._bury
            self.shared.cut_off = self.connections.send_elsewhere
            await self.shared.start()
        self.pulse.start()
        self.people.start()
        self.gossip.start()
        self.quotas.start()
        self.lobby.start()
        self._sweeping = asyncio.create_task(self._sweep())
        log.info("ready", extra={"count": restored, "version": __version__})

    async def _take_up(self, tables: Iterable[str]) -> None:
        """Tables of a process that is gone are this one's now."""
        await self.tables.take_up(tables)
        for table_id in tables:
            await self.results.reconcile(await self.tables.get(table_id))

    async def _bury(self) -> None:
        """All tables of a process that is gone have a new owner; matches it ended are settled."""
        await self.results.catch_up()

    async def _sweep(self) -> None:
        for turn in count():
            await asyncio.sleep(SWEEP_S)
            self.tables.sweep()
            if turn % PURGE_EVERY == 0:
                await self._purge()

    async def _purge(self) -> None:
        try:
            await self.pads.purge()
            await self.people.sessions.purge()
            await self.addresses.purge(self.settings.addresses_kept_days)
            await self.purge.guests()
            await self.purge.tables(room.id for room in self.tables.rooms)
            if self.settings.pack_after_hours:
                packed = self.clock.now() - self.settings.pack_after_hours * 3_600_000
                while await pack(self.database, packed):
                    await asyncio.sleep(1)
        except StorageUnavailable:
            log.warning("what is old could not be tidied up")

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        self._sweeping.cancel()
        await asyncio.gather(self._sweeping, return_exceptions=True)
        await self.pulse.close()
        await self.people.close()
        await self.lobby.close()
        await self.gossip.close()
        await self.quotas.close()
        await self.tables.close()
        if self.shared is not None:  # at once: from here on nobody moves its matches
            await self.shared.close()
            await self._apart.close()
        await self._tasks.close()
        await self.reviews.close()
        await self.events.close()
        await self.bus.close()
        self.minds.close()
        await self.database.close()

    def gauges(self) -> dict[str, float]:
        """What the metrics show of this moment."""
        rooms = self.tables.rooms
        shared: dict[str, float] = {}
        if self.shared is not None:
            shared = {"tables_owned": self.shared.owned, "processes": self.shared.peers}
        if isinstance(self.minds, RemoteMinds):
            shared |= {f"choices_{name}": self.minds.counted[name] for name in WAYS}
            shared |= {f"review_rounds_{name}": n for name, n in self.minds.judged.items()}
        return {
            **shared,
            "connections": self.connections.count,
            "people_online": len(self.connections.by_person),
            "tables": len(rooms),
            "tables_running": sum(room.table.running for room in rooms),
            "events_appended": self.events.appended,
            "event_groups": self.events.groups,
            "reviews_waiting": self.reviews.waiting,
            "reviews_made": self.reviews.counted["made"],
            "reviews_failed": self.reviews.counted["failed"],
            "late_seconds": self.pulse.latest_s,
        }


def create_app(settings: Settings, clock: Clock | None = None) -> Starlette:
    """The ASGI application; its ``state.server`` is the ``Server``."""
    server = Server(settings, clock)

    async def healthz(request: Request) -> Response:
        try:
            async with server.database.reading():
                return PlainTextResponse("ok\n")
        except StorageUnavailable:
            return PlainTextResponse("the database is not available\n", status_code=503)

    async def metrics(request: Request) -> Response:
        return PlainTextResponse(server.metrics.text(server.gauges()))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.close()

    routes: list[BaseRoute] = [
        Route("/healthz", healthz),
        Route("/metrics", metrics),
        WebSocketRoute("/ws", partial(serve_socket, server)),
        *api.routes(server),
    ]
    folder = client_folder()
    if folder is not None:
        routes.append(Mount("/", ClientFiles(directory=folder, html=True)))
    else:
        routes.append(Route("/", _not_built))
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)], lifespan=lifespan)
    app.state.server = server
    return app


async def _not_built(request: Request) -> Response:
    return Response(NOT_BUILT, media_type="text/html")
