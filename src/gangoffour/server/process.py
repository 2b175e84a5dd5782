"""One server process: its parts, made in order and handed to each other, its start and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable

from gangoffour import __version__
from gangoffour.server.boards.boards import Boards
from gangoffour.server.bots.fair import FairBots
from gangoffour.server.bots.local import Bots, LocalBots
from gangoffour.server.bots.remote import MAX_ASKED, RemoteBots
from gangoffour.server.clubs.clubs import Clubs
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.choose_bus import bus_at
from gangoffour.server.cluster.leases import USUAL, Handover, Pace, SharedLeases
from gangoffour.server.cluster.news import News, PersonNews, Shared
from gangoffour.server.daily.deal_sets import DealSets
from gangoffour.server.daily.parts import Daily
from gangoffour.server.lobby.exhibition import Exhibition
from gangoffour.server.lobby.lobby import Lobby
from gangoffour.server.lobby.matchmaking import LocalMatchmaking, Matchmaking
from gangoffour.server.lobby.other_lobbies import NoOtherLobbies, OtherLobbies, SharedLobbies
from gangoffour.server.lobby.shared_matchmaking import SharedMatchmaking
from gangoffour.server.matches.deal_tally import DealTally
from gangoffour.server.matches.held_back import HeldBack
from gangoffour.server.matches.history import History
from gangoffour.server.matches.profiles import Profiles
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.replays import Replays
from gangoffour.server.matches.results import Results
from gangoffour.server.matches.review_claims import ReviewClaims
from gangoffour.server.matches.reviews import Reviews
from gangoffour.server.nudges.parts import NudgeParts
from gangoffour.server.pads import Pads
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.network_bans import NetworkBans
from gangoffour.server.people.people import People
from gangoffour.server.people.relations import Relations
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.people.shared_addresses import Addresses
from gangoffour.server.people.signing_in.logins import Logins
from gangoffour.server.people.signing_in.passwords import Passwords
from gangoffour.server.people.signing_in.recovery import Recovery
from gangoffour.server.purge import Purge
from gangoffour.server.runtime.clock import Clock, SharedClock, SystemClock
from gangoffour.server.runtime.loop_lag import LoopLag
from gangoffour.server.runtime.metrics import Metrics
from gangoffour.server.runtime.rate_limits import Limits, chosen_budgets
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.slow.parts import SlowTables
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.event_log import EventLog
from gangoffour.server.storage.probe import Probe
from gangoffour.server.storage.processes import Processes
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.table_cap import TableCap
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connection_cap import ConnectionCap
from gangoffour.server.transport.connections import Connections
from gangoffour.server.upkeep import Upkeep
from gangoffour.table.events import Acted, Event
from gangoffour.table.state import Table

LEASE_CONNECTIONS = 3
log = logging.getLogger("gangoffour.server")


class Server:
    """All parts of one server process."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
        pace: Pace = USUAL,
    ) -> None:
        self.settings = settings
        self.database = Database(settings.database_url, settings.database_connections)
        self.bus: Bus = bus_at(settings.bus)
        self.clock: Clock = clock or SystemClock()
        self.bots: Bots = FairBots(LocalBots(), slots=1, share=1)
        self.leases: SharedLeases | None = None
        if not self.bus.alone:
            self.clock = shared_clock = SharedClock()
            self.bots = FairBots(RemoteBots(self.bus, LocalBots()), slots=MAX_ASKED, share=4)
            # Connections of its own: the lease must not wait behind what there is much of.
            self._lease_database = Database(settings.database_url, LEASE_CONNECTIONS)
            processes = Processes(self._lease_database, int(pace.lease_s * 1000))
            self.leases = SharedLeases(processes, self.bus, shared_clock, pace)
        self.events = EventLog(self.database, several=self.leases is not None)
        self.limits = Limits(**chosen_budgets(settings))
        self.metrics = Metrics(self.gauges)
        self.probe = Probe(self.database)
        self.loop_lag = LoopLag()
        self.connections = Connections()
        self._make_people(passwords)
        self.tables = Tables(
            self.events,
            self.bus,
            self.clock,
            self.bots,
            self.leases,
            settings.bot_pause_ms,
            self.addresses.shared,
            next_seed=DealSets(self.database, self.clock).next_seed,
            held_back=self.held_back.counts,
        )
        self._make_matches()
        self.pads = Pads(self.database, self.clock, settings.pads_kept_days)
        self.purge = Purge(self.database, self.clock, self.people, settings)
        self._make_nudges()
        self.news = self._make_news()
        self.lobby = self._make_lobby()
        self.tables.on_change(self._refresh)
        self._tasks = Tasks()

    def _make_news(self) -> News:
        logins = self.logins
        shared: dict[str, Shared] = {
            "server": self.limits,
            "logins": logins.limits,
            "tries": logins.tries,
        }
        news = News(self.bus, shared)
        for listener in (self.connections.close_person, self._forget, news.publish):
            self.sessions.on_end(listener)
        return news

    def _make_people(self, passwords: Passwords | None) -> None:
        database, clock, passwords = self.database, self.clock, passwords or Passwords()
        self.sessions = Sessions(database, clock, self.connections.digests_of)
        self.addresses = Addresses(database, clock)
        self.network_bans = NetworkBans(database, clock, self.addresses)
        self.recovery = Recovery(database, clock)
        self.people = People(database, clock, self.sessions, passwords, self.addresses)
        self.logins = Logins(database, clock, self.sessions, passwords, self.recovery)
        self.moderation = Moderation(
            database, clock, self.sessions, self.network_bans, self._keep_guests_out
        )
        self.relations = Relations(database)
        self.held_back = HeldBack(database, clock)
        self.clubs, self.boards = Clubs(database, clock), Boards(database, clock, self.moderation)

    def _make_matches(self) -> None:
        self.results = Results(self.database, self.sessions)
        self.history = History(self.database)
        self.profiles = Profiles(self.database)
        self.deal_tally = DealTally(self.database)
        self.records = Records(self.database, self.history, self.results)
        self.replays = Replays(self.records, self.history)
        claims = ReviewClaims(self.database, self.clock, self.leases)
        self.reviews = Reviews(claims, self.records, self.bots)
        self.tables.on_change(self._store_results, self._store_results)
        about = (self.sessions, self.results, self.records, self.bots)
        self.daily = Daily(self.database, self.clock, self.tables, *about)

    def _make_nudges(self) -> None:
        parts = (self.database, self.clock, self.settings, self.bus, self.connections)
        self.nudge_parts = NudgeParts(*parts)
        about = (self.database, self.clock, self.tables, self.leases)
        self.slow = SlowTables(*about, self.settings)
        note = self.results.note_turn
        self.nudge_parts.follow(self.tables, self.leases, note, self.slow.seen_to)
        self.nudges = self.nudge_parts.nudges
        self.upkeep = self._make_upkeep()

    def _make_upkeep(self) -> Upkeep:
        tidy = (
            *(self.pads.purge, self.sessions.purge, self.network_bans.purge, self.recovery.purge),
            lambda: self.addresses.purge(self.settings.addresses_kept_days),
            *(self.nudges.purge, self.held_back.purge, self.slow.purge, self.daily.purge),
        )
        parts = (self.tables, self.connections, self.sessions, self.purge, self.database)
        return Upkeep(*parts, self.settings, self.clock.now, tidy)

    def _make_lobby(self) -> Lobby:
        leases = self.leases
        others_live = (lambda: 0) if leases is None else (lambda: max(0, leases.peers - 1))
        settings = self.settings
        caps = (settings.connections_per_person, settings.connections_per_address)
        self.connection_cap = ConnectionCap(self.bus, self.connections, *caps)
        counted = (self.bus, self.tables, others_live, self.database)
        self.table_cap = TableCap(*counted, settings.tables_per_person)
        self.carrying = asyncio.Lock()
        """Held for a match that comes from a device: they are long, so one at a time."""
        changed = asyncio.Event()
        others: OtherLobbies = NoOtherLobbies()
        matchmaking: Matchmaking
        if self.leases is None:
            matchmaking = LocalMatchmaking(self.tables, changed.set)
        else:
            others = SharedLobbies(self.bus, changed.set)
            shared = (self.tables, self.database, self.bus, self.leases)
            matchmaking = SharedMatchmaking(*shared, changed.set)
        parts = (self.tables, self.connections, matchmaking, others, self.news, changed)
        return Lobby(*parts, Exhibition(self.tables, self.bots, self.clock, self.settings))

    @property
    def ready(self) -> bool:
        """Whether new people are well served here: the database answers, and of several processes
        this one is not cut off from it."""
        return self.probe.answers and (self.leases is None or self.leases.lives)

    def _store_results(self, room: Room, caused: tuple[Event, ...]) -> Awaitable[None] | None:
        told = (room.table, room.facts, caused)
        return self.results.receive(*told) if self.results.concerned(room.table, caused) else None

    def _refresh(self, room: Room, caused: tuple[Event, ...]) -> Awaitable[None] | None:
        over = room.table.phase == "over" and Acted in map(type, caused)
        return self._rename_players(room.table) if over else None

    async def _rename_players(self, table: Table) -> None:
        """After a match, connections know the new karma and ratings of those who played it."""
        for person in [seat.person for seat in table.seats if seat.person]:
            identity = await self.sessions.of_person(person)
            if identity is not None:
                self.sessions.forget(person)
                self.connections.rename(identity)
                self.news.publish(person, "change")

    async def _receive(self, news: PersonNews) -> None:
        """Another process knows something about a person."""
        if news.what == "turn":
            self.lobby.call(news.person, news.detail or "")
            return
        self.sessions.forget(news.person)
        if news.what != "change":
            self.connections.close_person(news.person, news.what, news.detail)
            self._forget(news.person, news.what)
        elif self.connections.of(news.person):
            identity = await self.sessions.of_person(news.person)
            muted = await self.relations.muted_by(news.person)
            if identity is not None:
                self.connections.rename(identity)
            for connection in self.connections.of(news.person):
                connection.muted = muted

    def _keep_guests_out(self) -> None:
        """Guests from networks that are kept out from now on leave."""
        self.connections.close_guests(lambda one: self.network_bans.until(one) is not None)

    def _forget(self, person_id: str, reason: str, _: str | None = None) -> None:
        """Somebody had their data deleted: they leave their tables, and live rooms forget them."""
        if reason == "deleted":
            self._tasks.spawn(self.tables.forget(person_id), "somebody is deleted")

    async def start(self) -> None:
        """Bring the schema up to date, then take up what was going on."""
        await self.database.migrate()
        await self.addresses.start()
        await self.people.take_looks()
        await self.network_bans.load()
        await self.bus.start()
        self.events.start()
        restored = 0
        if self.leases is None:
            restored = await self._restore()
        else:
            await self._join(self.leases)
        self.loop_lag.start()
        await self.probe.start()
        self.moderation.start()
        self.lobby.start()
        self.reviews.start()
        self.daily.start()
        self.deal_tally.start()
        await self.nudge_parts.start()
        self.slow.start()
        self.upkeep.start()
        log.info("ready", extra={"count": restored, "version": __version__})

    async def _restore(self) -> int:
        """Take up what was going on before a restart; how many tables."""
        restored = await self.tables.recover()
        for room in self.tables.rooms:
            await self.results.reconcile(room.table)
        await self.results.catch_up()
        return restored

    async def _join(self, leases: SharedLeases) -> None:
        """Begin to live among other processes."""
        self.tables.start()
        handover = Handover(
            taken=self._take_up,
            resumed=self.tables.resume,
            peer_lost=self.tables.collect_absent,
            peer_replaced=self._catch_up,
            cut_off=self.connections.send_elsewhere,
        )
        await leases.start(handover)
        self.news.start(self._receive)
        self.connection_cap.start()
        self.table_cap.start()

    async def _take_up(self, tables: Iterable[str]) -> None:
        """Tables of a process that is gone are this one's now."""
        await self.tables.take_up(taken := frozenset(tables))
        for room in [one for one in self.tables.rooms if one.id in taken]:
            await self.results.take_up(room.table)

    async def _catch_up(self) -> None:
        """All tables of a process that is gone have a new owner; so has what else it was at."""
        self.reviews.take_up()
        await self.results.catch_up()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        await self.upkeep.close()
        await self.slow.close()
        await self.nudge_parts.close()
        await self.deal_tally.close()
        await self.loop_lag.close()
        await self.probe.close()
        await self.moderation.close()
        self.people.close()
        await self.lobby.close()
        await self.news.close()
        await self.connection_cap.close()
        await self.tables.close()
        if self.leases is not None:  # at once: from here on nobody moves its matches
            await self.leases.close()
            await self._lease_database.close()
        await self._tasks.close()
        await self.reviews.close()
        await self.daily.close()
        await self.events.close()
        await self.bots.close()
        await self.bus.close()
        await self.database.close()

    def gauges(self) -> dict[str, float]:
        """What the metrics show of this moment."""
        rooms = self.tables.rooms
        return {
            **({} if self.leases is None else self.leases.gauges()),
            **self.bots.gauges(),
            **self.reviews.gauges(),
            "connections": self.connections.count,
            "people_online": len(self.connections.by_person),
            "tables": len(rooms),
            "tables_running": sum(room.table.running for room in rooms),
            "events_appended": self.events.appended,
            "event_groups": self.events.groups,
            "late_seconds": self.loop_lag.latest_s,
            "ready": float(self.ready),
        }
