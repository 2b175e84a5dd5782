"""The WebSocket: the handshake, the messages of one connection, and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import assert_never

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from gangoffour import __version__
from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import require_bot
from gangoffour.server.endpoints.credentials import bearer_token, cookie_token
from gangoffour.server.endpoints.database_trouble import refusal_of
from gangoffour.server.endpoints.http.endpoint import address_of
from gangoffour.server.process import Server
from gangoffour.server.runtime.rate_limits import Bucket, Budget
from gangoffour.server.runtime.tasks import end_all
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables.budgets import require_not_unseated, spend
from gangoffour.server.tables.hint_permission import view_for_hint
from gangoffour.server.tables.room import Room
from gangoffour.server.tables.seat_questions import arranged_hand, checked
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT, Connection
from gangoffour.server.transport.protocol import MEANWHILE
from gangoffour.server.transport.security import same_origin
from gangoffour.server.wire import messages as m
from gangoffour.server.wire.incoming import MAX_ID, decoded, id_in
from gangoffour.server.wire.plain_text import require_plain_id
from gangoffour.server.wire.refusals import STATUS, ServerRefusal, error_of
from gangoffour.table import commands as c
from gangoffour.table.decide.dealing import require_digits
from gangoffour.table.state import Table

PING_S = 8
MAX_WATCHED = 16
MAX_PING = 2 * MAX_ID
MAX_RUN = 64
SCOPE_LENGTH = 12
log = logging.getLogger("gangoffour.sockets")


async def serve_socket(server: Server, socket: WebSocket) -> None:
    """One connection from its handshake to its end."""
    try:
        async with _admitted(server, socket) as connection:
            await socket.accept()
            server.connections.add(connection)
    except (Refusal, StorageUnavailable) as error:
        refusal = _as_refusal(error)
        server.metrics.handshakes_refused.labels(refusal.code).inc()
        body = m.encode({"error": refusal.as_dict()})
        status = STATUS.get(refusal.code, 400)
        await socket.send_denial_response(
            Response(body, status_code=status, media_type="application/json")
        )
        return
    writer = asyncio.create_task(connection.write())
    session = _Session(server, connection, _scope_of_ids(socket, connection))
    try:
        if await _has_ended(server, connection):
            connection.close(CLOSE_SIGNED_OUT, "logged_out")
        if connection.closing:
            await writer
        else:
            session.welcome()
            # Each message wakes this task alone, not also the dozen layers that led here.
            await asyncio.create_task(session.listen(socket))
    except WebSocketDisconnect:
        pass
    finally:
        server.connections.remove(connection)
        server.lobby.forget(connection)
        await session.leave_rooms()
        await end_all((writer,))


@asynccontextmanager
async def _admitted(server: Server, socket: WebSocket) -> AsyncIterator[Connection]:
    """Who connects, from where, and whether they may: all decided before the socket opens."""
    address = address_of(socket)
    server.limits.require("connect", address)
    require_plain_id(socket.query_params.get("run", ""), MAX_RUN)
    token = bearer_token(socket)
    own_page = same_origin(socket.headers, server.settings.origin_list)
    if own_page is False or (own_page is None and token is None):
        raise ServerRefusal("foreign_origin")
    if not server.ready:
        raise ServerRefusal("storage_unavailable")
    if token is None:
        token = cookie_token(socket)
    found = await server.sessions.read(token) if token else None
    if found is None:
        raise ServerRefusal("not_signed_in")
    identity, digest = found
    if identity.banned is not None:
        raise ServerRefusal("banned", reason=identity.banned)
    if identity.kind == "guest":
        server.network_bans.require_welcome(address)
    with server.connection_cap.opening(identity.id, address):
        if identity.kind == "account":
            await server.addresses.note(identity.id, address)
        muted = await server.relations.muted_by(identity.id)
        limit = server.settings.queue_messages
        yield Connection(socket, identity, digest, address, limit, muted)


async def _has_ended(server: Server, connection: Connection) -> bool:
    """Whether the session ended while its socket opened, when there was none to close yet."""
    return await server.sessions.by_digest(connection.digest) is None


def _scope_of_ids(socket: WebSocket, connection: Connection) -> str:
    """Ids of commands count for the session, or for a run of a program that it names itself."""
    run = socket.query_params.get("run", "")
    return sha256(f"{connection.digest}/{run}".encode()).hexdigest()[:SCOPE_LENGTH]


class _Session:
    """The conversation on one connection."""

    def __init__(self, server: Server, connection: Connection, ids: str) -> None:
        self._server = server
        self._connection = connection
        self._rooms: dict[str, Room] = {}
        self._ids = ids
        """Within which ids of commands are one's own: the session, or a part of it."""
        rate = server.settings.messages_per_second
        self._bucket = Bucket(Budget(rate, 3 * rate), perf_counter())
        self._busy = False
        """Whether a message is being answered, so that the next one waits."""

    def welcome(self) -> None:
        one = self._connection.identity
        me = m.Me(one.id, one.name, one.kind, one.karma, one.rating, one.avatar)
        several = not self._server.bus.alone
        self._connection.send(m.encode(m.Welcome(me, __version__, PING_S, several)))

    async def listen(self, socket: WebSocket) -> None:
        """Answer messages one by one until the other side goes away or is sent away."""
        extensions = socket.scope.get("extensions") or {}
        if MEANWHILE in extensions:
            extensions[MEANWHILE](self._answer_meanwhile)
        while not self._connection.closing:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text")
            raw = data.encode() if data is not None else received.get("bytes") or b""
            self._server.metrics.messages += 1
            self._busy = True
            while (wait := self._bucket.take(perf_counter())) > 0:
                await asyncio.sleep(wait)  # slow the sender down instead of dropping
            await self._answer(raw)
            self._busy = False

    def _answer_meanwhile(self, text: str) -> bool:
        """Answer a ping while something else takes its time, such as a database that stands still:
        the line lives, whatever becomes of the command. Anything else waits for its turn."""
        if not self._busy or len(text) > MAX_PING or '"ping"' not in text:
            return False
        try:
            message = decoded(text.encode())
        except ServerRefusal:
            return False
        if isinstance(message, m.Ping):
            self._connection.send(m.encode(m.Pong(message.id)))
        return isinstance(message, m.Ping)

    async def _answer(self, raw: bytes) -> None:
        message_id = ""
        started = perf_counter()
        try:
            message = decoded(raw)
            message_id = message.id
            await self._carry_out(message)
        except (Refusal, StorageUnavailable) as error:
            refusal = _as_refusal(error)
            self._server.metrics.refusals.labels(refusal.code).inc()
            answer = m.Refused(message_id or id_in(raw), error_of(refusal))
            self._connection.send(m.encode(answer))
            if refusal.code == "stale_version":
                await self._resend(message)
        else:
            if isinstance(message, m.Do):
                self._server.metrics.command_seconds.add(perf_counter() - started)

    async def _carry_out(self, message: m.FromClient) -> None:
        connection, server = self._connection, self._server
        match message:
            case m.Do():
                seq = await self._do(message)
                connection.send(m.encode(m.Done(message.id, seq)))
                return
            case m.Check():
                connection.send(m.encode(self._check(message)))
                return
            case m.Arrange():
                connection.send(m.encode(self._arrange(message)))
                return
            case m.Ping():
                connection.send(m.encode(m.Pong(message.id)))
                return
            case m.Hint():
                connection.send(m.encode(await self._hint(message)))
                return
            case m.Watch():
                await self._watch(message)
            case m.Seen():
                room = self._room(message.table)
                deal = (message.match, message.round)
                await server.tables.screens.paint(room, connection.person_id, deal)
            case m.Unwatch():
                left = self._rooms.pop(message.table, None)
                if left is not None:
                    await server.tables.unwatch(left, connection, connection.person)
            case m.Lobby():
                server.lobby.follow(connection, message.on)
            case m.Quick():
                self._require("quick")
                if message.promise is not None:
                    require_digits(message.promise)
                await server.table_cap.require_room(connection.person_id)
                avoided = await server.relations.avoided_by(connection.person_id)
                server.lobby.matchmaking.seek(connection, message, avoided)
            case m.QuickStop():
                server.lobby.matchmaking.stop(connection.person_id)
            case m.Looking():
                connection.looking = message.on
            case _:
                assert_never(message)  # a message without its case would be "done" unheard
        connection.send(m.encode(m.Done(message.id)))

    def _do(self, message: m.Do) -> Awaitable[int]:
        if isinstance(message.ask, c.SetBot):
            require_bot(message.ask.bot)
        sits = isinstance(message.ask, c.Sit)
        return self._sit(message) if sits else self._carry_out_at_table(message)

    async def _sit(self, message: m.Do) -> int:
        """Nobody sits at more tables than they may."""
        server, me = self._server, self._connection.person_id
        async with server.table_cap.turn(me):
            table = (await server.tables.get(message.table)).table
            if table.seat_of(me) is None:
                await server.table_cap.require_room(me, table.id)
            apart = await server.relations.apart_from(me)
            return await self._carry_out_at_table(message, apart)

    def _carry_out_at_table(
        self, message: m.Do, apart: frozenset[str] = frozenset()
    ) -> Awaitable[int]:
        command = c.Command(message.ask, self._connection.person, message.id, session=self._ids)
        return self._server.tables.do(message.table, command, partial(self._spend, message, apart))

    def _spend(self, message: m.Do, apart: frozenset[str], table: Table) -> None:
        """Charge what is about to be stored to the budgets of person, address and table. Refused is
        who sits down just after the host sent them away or, where it is open to all, with somebody
        they are never seated with: by the table as it is when their turn has come."""
        one = self._connection
        if isinstance(message.ask, c.Sit) and table.seat_of(one.person_id) is None:
            require_not_unseated(self._server.limits, table, one.person_id)
            if not table.options.private and any(seat.person in apart for seat in table.seats):
                raise ServerRefusal("not_together")
        spend(self._server.limits, table, message.ask, one.person_id, one.address)

    async def _watch(self, message: m.Watch) -> None:
        connection = self._connection
        if message.table not in self._rooms and len(self._rooms) >= MAX_WATCHED:
            raise ServerRefusal("too_busy")
        self._require("watch")
        room = await self._server.tables.get(message.table)
        state = await self._server.tables.watch(
            room, connection, connection.person, message.seq, screen=message.screen
        )
        self._rooms[message.table] = room
        connection.send(state)

    async def _resend(self, message: m.FromClient) -> None:
        """A stale choice is answered with the state it did not know."""
        if isinstance(message, m.Do) and message.table in self._rooms:
            room = self._rooms[message.table]
            now = self._server.clock.now()
            self._connection.send(room.state_for(self._connection, room.table.seq, now))

    def _check(self, message: m.Check) -> m.Checked:
        self._require("check")
        table = self._room(message.table).table
        found, refusal = checked(table, self._connection.person, message.cards[:20])
        return m.Checked(
            message.id,
            None if found is None else found.kind.code,
            None if refusal is None else error_of(refusal),
        )

    def _arrange(self, message: m.Arrange) -> m.Arranged:
        self._require("check")
        table = self._room(message.table).table
        groups = arranged_hand(table, self._connection.person_id)
        return m.Arranged(message.id, [group.codes for group in groups])

    async def _hint(self, message: m.Hint) -> m.Hinted:
        self._require("hint")
        table = self._room(message.table).table
        view = view_for_hint(table, self._connection.person_id)
        return m.Hinted(message.id, await self._server.bots.hint(view, self._connection.person_id))

    def _room(self, table_id: str) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            raise ServerRefusal("not_watching")
        return room

    def _require(self, kind: str) -> None:
        self._server.limits.require(kind, self._connection.person_id)

    async def leave_rooms(self) -> None:
        connection = self._connection
        for room in self._rooms.values():
            await self._server.tables.unwatch(room, connection, connection.person)


def _as_refusal(error: Refusal | StorageUnavailable) -> Refusal:
    return refusal_of(error) if isinstance(error, StorageUnavailable) else error
