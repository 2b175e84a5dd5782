"""Live connections: who is connected, what waits to be sent, and closing them from afar."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from gangoffour.server.people.sessions import Identity
from gangoffour.server.transport.protocol import WRITE_NOW
from gangoffour.server.transport.slow_readers import CLOSE_SLOW, Backlog
from gangoffour.table.commands import Person

CLOSE_RESTART: Final = 1012
CLOSE_SIGNED_OUT: Final = 4401
CLOSE_TOO_MANY: Final = 4409


class Connection:
    """One socket of one person. Sending never waits; a reader too slow is dropped."""

    def __init__(
        self,
        socket: WebSocket,
        identity: Identity,
        digest: str,
        address: str,
        limit: int,
        muted: frozenset[str] = frozenset(),
    ) -> None:
        self.person_id = identity.id
        self.become(identity)
        self.digest = digest
        self.address = address
        self.muted = muted
        self.looking = True
        """Whether the page is on a screen, as far as it has said."""
        self._socket = socket
        self._backlog = Backlog(limit)
        self._wake = asyncio.Event()
        self._close: tuple[int, str] | None = None
        extensions = socket.scope.get("extensions") or {}
        self._write_now: Callable[[bytes], bool] | None = extensions.get(WRITE_NOW)
        self._lagging = False
        """Messages wait or are on their way: no other may overtake them."""

    @property
    def identity(self) -> Identity:
        return self._identity

    def become(self, identity: Identity) -> None:
        """The person has changed: name, face, karma or rating."""
        self._identity = identity
        self.person = Person(identity.id, identity.name, identity.karma, identity.avatar)

    def send(self, message: bytes) -> None:
        """Queue a message; if too many wait, the connection is given up."""
        if self._close is not None:
            return
        if not self._lagging and self._write_now is not None and self._write_now(message):
            return
        if self._backlog.too_long:
            self.close(CLOSE_SLOW, "too slow")
            return
        self._lagging = True
        self._backlog.add(message)
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Ask the writer to close the socket; nothing more is sent."""
        if self._close is None:
            self._close = (code, reason)
            self._backlog.clear()
            self._wake.set()

    @property
    def closing(self) -> bool:
        return self._close is not None

    async def write(self) -> None:
        """Send what is queued until the connection ends."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while (message := self._backlog.next()) is not None:
                    await self._socket.send_text(message)
                self._lagging = False
                if self._close is not None:
                    await self._socket.close(*self._close)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the other side is gone; the reader notices and cleans up


class Connections:
    """All live connections of this process, by person and by address."""

    def __init__(self) -> None:
        self.by_person: defaultdict[str, set[Connection]] = defaultdict(set)
        self.by_address: defaultdict[str, int] = defaultdict(int)
        self._all: dict[Connection, None] = {}
        """The oldest first."""
        self._listeners: list[Callable[[], None]] = []

    @property
    def count(self) -> int:
        return len(self._all)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever somebody comes or goes."""
        self._listeners.append(listener)

    def add(self, connection: Connection) -> None:
        self.by_person[connection.person_id].add(connection)
        self.by_address[connection.address] += 1
        self._all[connection] = None
        self._announce()

    def remove(self, connection: Connection) -> None:
        mine = self.by_person[connection.person_id]
        mine.discard(connection)
        if not mine:
            del self.by_person[connection.person_id]
        self.by_address[connection.address] -= 1
        if not self.by_address[connection.address]:
            del self.by_address[connection.address]
        self._all.pop(connection, None)
        self._announce()

    def _announce(self) -> None:
        for listener in self._listeners:
            listener()

    def of(self, person_id: str) -> tuple[Connection, ...]:
        return tuple(self.by_person.get(person_id, ()))

    def keep_of(self, person_id: str, count: int) -> None:
        """Close a person's connections but for so many, the oldest."""
        if len(self.of(person_id)) > count:
            _close_after([one for one in self._all if one.person_id == person_id], count)

    def keep_from(self, address: str, count: int) -> None:
        """Close the connections from an address but for so many, the oldest."""
        if self.by_address.get(address, 0) > count:
            _close_after([one for one in self._all if one.address == address], count)

    def online(self) -> list[Identity]:
        """Everybody who is connected, once each."""
        return [next(iter(mine)).identity for mine in self.by_person.values()]

    def rename(self, identity: Identity) -> None:
        """Somebody has changed: name, karma or rating."""
        for connection in self.of(identity.id):
            connection.become(identity)

    def send_elsewhere(self) -> None:
        """Close all sockets as for a restart: their people come back by another process."""
        for mine in tuple(self.by_person.values()):
            for connection in tuple(mine):
                connection.close(CLOSE_RESTART, "please come back")

    def digests_of(self, person_id: str) -> set[str]:
        """The sessions with which a person is connected."""
        return {one.digest for one in self.of(person_id)}

    def digests(self) -> set[str]:
        """The sessions of everybody who is connected."""
        return {one.digest for mine in self.by_person.values() for one in mine}

    def close_guests(self, unwelcome: Callable[[str], bool]) -> None:
        """Close the sockets of guests from addresses that are not welcome."""
        for mine in tuple(self.by_person.values()):
            for connection in tuple(mine):
                if connection.identity.kind == "guest" and unwelcome(connection.address):
                    connection.close(CLOSE_SIGNED_OUT, "banned")

    def close_person(self, person_id: str, reason: str, digest: str | None = None) -> None:
        """Close a person's sockets, or only those of one session: signed out, banned, deleted."""
        for connection in self.of(person_id):
            if digest is None or connection.digest == digest:
                connection.close(CLOSE_SIGNED_OUT, reason)


def _close_after(connections: Sequence[Connection], count: int) -> None:
    for connection in connections[max(0, count) :]:
        connection.close(CLOSE_TOO_MANY, "too many connections")
