"""The lobby: open tables, who is online, and whose turn it is."""

from __future__ import annotations

import asyncio
from typing import Final

from gangoffour.server.cluster.news import News
from gangoffour.server.lobby.exhibition import Exhibition
from gangoffour.server.lobby.matchmaking import Matchmaking
from gangoffour.server.lobby.other_lobbies import OtherLobbies
from gangoffour.server.lobby.page import Page
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.tables import Tables
from gangoffour.server.transport.connections import Connection, Connections
from gangoffour.server.wire.messages import LobbyState, OnlinePerson, OpenTable, YourTurn, encode
from gangoffour.table import events as e

PUSH_S: Final = 0.5
"""How often followers of the lobby hear of changes, at most."""
BYTES_PER_S: Final = 1_500
"""How much a follower is sent in the long run, whatever happens in the lobby."""
MAX_PUSH_S: Final = 10.0
MAX_SHOWN: Final = 200
EVERYTHING: Final = 1_000_000

_PLAY: Final = frozenset[type]({e.Acted, e.Said, e.Phrased})
"""What happens at a table without changing what the lobby shows of it."""


class Lobby:
    """Shows what is going on; those who look for a match are brought together elsewhere."""

    def __init__(
        self,
        tables: Tables,
        connections: Connections,
        matchmaking: Matchmaking,
        others: OtherLobbies,
        news: News,
        changed: asyncio.Event,
        exhibition: Exhibition,
    ) -> None:
        self._tables = tables
        self._connections = connections
        self._followers: set[Connection] = set()
        self._page = Page()
        self._untold = asyncio.Event()
        self._changed = changed
        """Set by whatever changes what the lobby shows."""
        self._tasks = Tasks()
        self._others = others
        self._news = news
        self.matchmaking = matchmaking
        self.exhibition = exhibition
        tables.on_change(self._receive, self._call_next)
        tables.on_followed(lambda _: changed.set())
        connections.on_change(changed.set)

    def start(self) -> None:
        self.matchmaking.start()
        self.exhibition.start()
        self._tasks.keep(self._push, "lobby")
        self._tasks.keep(self._tell, "lobby's followers")

    async def close(self) -> None:
        await self.matchmaking.close()
        await self.exhibition.close()
        await self._tasks.close()

    def state(self) -> LobbyState:
        """What everybody may see of the lobby, whichever process they are at."""
        return self._others.with_others(self._own(), MAX_SHOWN)

    def _next_page(self) -> Page:
        """The page after the one that followers know."""
        return self._page.next(self._others.with_others(self._own(), EVERYTHING))

    def _own(self) -> LobbyState:
        """What this process knows of the lobby."""
        rooms = [room for room in self._tables.rooms if _shown(room)]
        shown = self._page.tables  # those first: who is on the page stays there
        rooms.sort(
            key=lambda room: (
                room.table.phase != "waiting",
                room.id not in shown,
                -room.table.changed_at,
            )
        )
        online = self._connections.online()
        where = self._where()
        return LobbyState(
            [open_table_of(room) for room in rooms[:MAX_SHOWN]],
            [
                OnlinePerson(one.id, one.name, one.kind, one.rating, where.get(one.id), one.avatar)
                for one in online[:MAX_SHOWN]
            ],
            len(online),
            self.matchmaking.count,
            len(rooms),
        )

    def _where(self) -> dict[str, str]:
        """The table at which each person can be joined or watched."""
        return {
            seat.person: room.id
            for room in self._tables.rooms
            if _shown(room)
            for seat in room.table.seats
            if seat.person is not None
        }

    def follow(self, connection: Connection, on: bool) -> None:
        if on:
            if not self._followers:
                self._page = self._next_page()
            self._followers.add(connection)
            connection.send(encode(self._page.state()))
        else:
            self._followers.discard(connection)

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        self._followers.discard(connection)
        self.matchmaking.forget(connection)

    def _receive(self, room: Room, caused: tuple[e.Event, ...]) -> None:
        """Any change of seats, phase or score may change the lobby."""
        ended = room.table.phase != "playing" and any(type(one) is e.Acted for one in caused)
        if not caused or ended or not _PLAY.issuperset(map(type, caused)):
            self._changed.set()
        if caused:  # else somebody came to watch, or went
            self._call_next(room, caused)

    def _call_next(self, room: Room, caused: tuple[e.Event, ...]) -> None:
        """A turn may wait for somebody who is not at the table."""
        turn = room.table.turn
        person = None if turn is None else room.table.seats[turn].person
        if person is not None and not room.watched_by(person) and not room.table.solo:
            self.call(person, room.id)
            self._news.publish(person, "turn", room.id)

    def call(self, person: str, table_id: str) -> None:
        """Tell somebody who is not at a table that it is their turn there."""
        for connection in self._connections.of(person):
            connection.send(encode(YourTurn(table_id)))

    async def _push(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._others.beat_s):
                    await self._changed.wait()
            except TimeoutError:
                await self._others.publish(self._own)
                continue
            self._changed.clear()
            await self._others.publish(self._own)
            self._untold.set()
            await asyncio.sleep(PUSH_S)

    async def _tell(self) -> None:
        """Tell followers what has changed; after much of it they are left in peace for longer."""
        while True:
            await self._untold.wait()
            self._untold.clear()
            sent = self._tell_followers() if self._followers else 0
            await asyncio.sleep(max(PUSH_S, min(sent / BYTES_PER_S, MAX_PUSH_S)))

    def _tell_followers(self) -> int:
        """Tell everybody who follows what has changed on their page; how many bytes that are."""
        before, self._page = self._page, self._next_page()
        change = before.change_to(self._page)
        if change is None:
            return 0
        message = encode(change)
        for connection in tuple(self._followers):
            connection.send(message)
        return len(message)


def _shown(room: Room) -> bool:
    """Public tables where somebody is: open to join, or to watch."""
    table = room.table
    if table.options.private or not table.id or not (room.watchers or table.running):
        return False
    if table.phase == "waiting":
        return bool(table.people)
    return table.running and table.options.spectators and not table.asleep


def open_table_of(room: Room) -> OpenTable:
    """A table as lists show it. How a match stands is told only where anybody may watch it: clubs
    list others, too."""
    table = room.table
    match = table.match if table.running and table.options.spectators else None
    return OpenTable(
        id=room.id,
        code=room.code,
        options=table.options,
        phase=table.phase,
        names=[seat.name or seat.bot or "" for seat in table.seats],
        bots=[None if seat.person is not None else seat.bot for seat in table.seats],
        free=sum(not seat.taken for seat in table.seats),
        watching=room.spectators,
        avatars=[seat.avatar for seat in table.seats],
        round=None if match is None else match.round.number,
        totals=[] if match is None else list(match.totals),
    )
