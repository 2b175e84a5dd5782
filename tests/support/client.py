"""A client as real ones are: it keeps the last state, reconnects with its number, resends by id."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gangoffour.table import commands as c

Message = dict[str, Any]
WAIT_S = 60.0


class Refused(Exception):
    """The server said no."""

    def __init__(self, error: Message) -> None:
        super().__init__(error["code"])
        self.code: str = error["code"]
        self.error = error


def merged(public: Message, change: Message) -> Message:
    """A table's public state after an update: what is not in it is as it was."""
    match = change.get("match", {})
    if match is not None:
        match = {**(public["match"] or {}), **match} or None
    return {**public, **change, "match": match}


def lobby_after(lobby: Message, change: Message) -> Message:
    """The lobby's page after a change: what is not in it is as it was."""
    tables = {one["id"]: one for one in lobby["tables"] if one["id"] not in change["gone"]}
    tables |= {one["id"]: one for one in change["tables"]}
    for one in change["changed"]:
        tables[one["id"]] = {**tables[one["id"]], **one}
    online = {one["id"]: one for one in lobby["online"] if one["id"] not in change["left"]}
    online |= {one["id"]: one for one in change["online"]}
    counts = {name: change[name] for name in ("online_count", "seeking", "tables_count")}
    return {**lobby, **counts, "tables": [*tables.values()], "online": [*online.values()]}


class Client:
    """One connection of one person, and what it knows."""

    def __init__(self, url: str, token: str, **headers: str) -> None:
        self.url = url
        self.headers: Mapping[str, str] = headers or {"Authorization": f"Bearer {token}"}
        self.token = token
        self.path = "/ws"
        self.wait_s = WAIT_S
        self.frames: list[bytes] = []
        self.tables: dict[str, Message] = {}
        self.seqs: dict[str, int] = {}
        self.facts: dict[str, dict[int, list[Message]]] = {}
        self.lobby: Message | None = None
        self.matched: list[str] = []
        self.turns: list[str] = []
        self.me: Message = {}
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self) -> Client:
        """Open the socket; returns when the server has said welcome."""
        self._socket = await connect(
            self.url.replace("http", "ws", 1) + self.path,
            additional_headers=dict(self.headers),
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        self.closed = None
        self.me = {}
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: bool(self.me) or self.closed is not None)
        if not self.me:
            raise ConnectionResetError(f"closed with {self.closed} before a welcome")
        return self

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                raw = frame if isinstance(frame, bytes) else frame.encode()
                self.frames.append(raw)
                self._hear(msgspec.json.decode(raw))
        except ConnectionClosed:
            pass
        self.closed = socket.close_code
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError(f"closed with {socket.close_code}"))
                answer.exception()
        self._answers.clear()
        self._changed.set()

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self.me = message["me"]
            case "table":
                self._know(message["id"], message)
            case "update":
                known = self.tables.get(message["table"])
                if known is not None and message["seq"] >= self.seqs.get(message["table"], 0):
                    change = {"public": merged(known["public"], message["public"])}
                    self._know(message["table"], {**known, **message, **change})
            case "watching":
                if message["table"] in self.tables:
                    self.tables[message["table"]]["watching"] = message["watching"]
            case "lobby":
                self.lobby = message
            case "lobby_change":
                assert self.lobby is not None
                self.lobby = lobby_after(self.lobby, message)
            case "matched":
                self.matched.append(message["table"])
            case "your_turn":
                self.turns.append(message["table"])
            case "done" | "refused" | "pong" | "checked" | "arranged" | "hinted":
                answer = self._answers.pop(message["id"], None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
        self._changed.set()

    def _know(self, table: str, state: Message) -> None:
        facts = self.facts.setdefault(table, {})
        known = self.seqs.get(table, 0)
        for fact in state["events"]:
            if fact["seq"] > known:
                facts.setdefault(fact["seq"], []).append(fact["what"])
        self.tables[table] = state
        self.seqs[table] = state["public"]["seq"]

    async def until(self, reached: Callable[[], bool], wait_s: float = WAIT_S) -> None:
        """Wait until what was heard makes something so."""
        async with asyncio.timeout(wait_s):
            while not reached():
                self._changed.clear()
                await self._changed.wait()

    def new_id(self) -> str:
        return f"{id(self):x}-{next(self._ids)}"

    async def send(self, raw: str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket is not None
        try:
            await self._socket.send(raw)
        except ConnectionClosed as gone:
            raise ConnectionResetError("closed while sending") from gone

    async def ask(self, message: Message) -> Message:
        """Send a message with an id and wait for its answer, whatever it is."""
        message = {"id": self.new_id(), **message}
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[message["id"]] = answer
        await self.send(msgspec.json.encode(message).decode())
        async with asyncio.timeout(self.wait_s):
            return await answer

    async def do(self, table: str, ask: c.PersonAsk, command_id: str | None = None) -> int | None:
        """Ask something of a table; its sequence number, or ``Refused``."""
        message: Message = {"type": "do", "table": table, "ask": msgspec.to_builtins(ask)}
        if command_id is not None:
            message["id"] = command_id
        answer = await self.ask(message)
        if answer["type"] == "refused":
            raise Refused(answer["error"])
        seq: int | None = answer["seq"]
        return seq

    async def watch(self, table: str) -> Message:
        """Follow a table from the last number known; its state."""
        message = {"type": "watch", "table": table, "seq": self.seqs.get(table, 0)}
        answer = await self.ask(message)
        if answer["type"] == "refused":
            raise Refused(answer["error"])
        return self.tables[table]

    def state(self, table: str) -> Message:
        public: Message = self.tables[table]["public"]
        return public

    def own(self, table: str) -> Message:
        own: Message = self.tables[table]["own"]
        return own

    def may_act(self, table: str) -> bool:
        """Whether this person is to do something in the game now."""
        known = self.tables.get(table)
        if known is None or known["own"] is None:
            return False
        public, own = known["public"], known["own"]
        if public["phase"] == "between":
            return not public["seats"][own["seat"]]["ready"]
        if public["phase"] != "playing" or public["match"]["turn"] != own["seat"]:
            return False
        return bool(own["plays"] or own["may_pass"] or own["must_give"])

    def stands_in(self, table: str) -> bool:
        """Whether a bot plays for this person."""
        known = self.tables.get(table)
        if known is None or known["own"] is None or known["public"]["phase"] == "over":
            return False
        return known["public"]["seats"][known["own"]["seat"]]["stand_in"] is not None

    def choice(self, table: str) -> c.PersonAsk:
        """Something this person may do now: the first that comes to mind."""
        public, own = self.state(table), self.own(table)
        if public["phase"] == "between":
            return c.Ready()
        version = public["match"]["version"]
        if own["must_give"]:
            return c.Give(own["hand"][0], version)
        for plays in own["plays"].values():
            return c.Play(plays[0].split(), version)
        return c.Pass(version)

    async def close(self) -> None:
        """Go away properly."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.shield(self._reader)

    async def vanish(self) -> None:
        """Go away as a broken line does."""
        assert self._socket is not None and self._reader is not None
        self._socket.transport.abort()
        await asyncio.shield(self._reader)  # whoever waits no longer does not end it

    async def leave(self) -> None:
        """Give the line up, if there is one, without a word."""
        if self._socket is not None and self.closed is None:
            await self.vanish()

    async def gone(self, wait_s: float = WAIT_S) -> int | None:
        """Wait until the server has closed; the code it gave."""
        await self.until(lambda: self.closed is not None, wait_s)
        return self.closed
