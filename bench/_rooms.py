"""Four people at a table, as the benchmarks need them: they answer as fast as they are told."""

from __future__ import annotations

import asyncio
from time import perf_counter
from urllib.request import Request, urlopen

import msgspec

from bench._load import Line, open_line


class FloorRoom:
    """Four lines that pass a message round: who hears it next sends the next one."""

    def __init__(self) -> None:
        self.moves = 0
        self.lines: list[Line] = []
        self._heard = 0
        self._move = b'{"type":"do","id":"n","table":"t","ask":{"do":"play","cards":["G4","Y4"]}}'

    async def open(self, port: int, number: int) -> None:
        for seat in range(4):
            self.lines.append(
                await open_line(port, f"/ws/{number}", self.hear, number=4 * number + seat)
            )

    def begin(self) -> None:
        self.lines[0].send(self._move)

    def hear(self, line: Line, frame: bytes) -> None:
        self._heard += 1
        if self._heard == 4:
            self._heard = 0
            self.moves += 1
            self.lines[self.moves % 4].send(self._move)


class _Match(msgspec.Struct):
    number: int | None = None
    version: int | None = None


class _Public(msgspec.Struct):
    phase: str = ""
    match: _Match | None = None


class _Own(msgspec.Struct):
    seat: int
    hand: list[str]
    plays: dict[str, list[str]]
    may_pass: bool
    must_give: bool


class _Update(msgspec.Struct):
    public: _Public
    own: _Own | None = None


decode_update = msgspec.json.Decoder(_Update).decode


class TableRoom:
    """A table of four people who play as fast as they are told, from the states they receive.

    ``paced`` tables wait to be told when to send; they note how long it takes until all four know.
    """

    def __init__(self, paced: bool = False) -> None:
        self.moves = 0
        self.lines: list[Line] = []
        self.table = ""
        self.delays: list[float] = []
        self.ready: tuple[Line, bytes] | None = None
        self._paced = paced
        self._number = 0
        self._sent = 0.0
        self._answered = (0, 0)
        self._match = self._version = 0
        self._heard = 0
        self._answers: dict[bytes, asyncio.Future[bytes]] = {}

    async def open(self, port: int, tokens: list[str], number: int) -> None:
        for seat, token in enumerate(tokens):
            line = await open_line(port, "/ws", self.hear, token, 4 * number + seat)
            self.lines.append(line)
        options = {"clock": "none", "chat": "none"}
        self.table = open_table(port, tokens[0], options)
        for line in self.lines:
            await self.ask(line, {"type": "watch", "table": self.table})
            if line is not self.lines[0]:
                await self.do(line, {"do": "sit"})

    async def begin(self) -> None:
        await self.do(self.lines[0], {"do": "start"})

    async def do(self, line: Line, ask: dict[str, object]) -> bytes:
        return await self.ask(line, {"type": "do", "table": self.table, "ask": ask})

    async def ask(self, line: Line, message: dict[str, object]) -> bytes:
        self._number += 1
        key = f"a{self._number}"
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._answers[f'"id":"{key}"'.encode()] = answer
        line.send(msgspec.json.encode({**message, "id": key}))
        found = await asyncio.wait_for(answer, 30)
        assert found.startswith(b'{"type":"done"'), found
        return found

    def hear(self, line: Line, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update"'):
            self._update(line, frame)
        elif self._answers and not frame.startswith(b'{"type":"table"'):
            for key, answer in tuple(self._answers.items()):
                if key in frame:
                    del self._answers[key]
                    answer.set_result(frame)

    def _update(self, line: Line, frame: bytes) -> None:
        self._heard += 1
        if self._paced and self._heard == 4 and self._sent:
            self.delays.append(perf_counter() - self._sent)
        if b'"phase":' in frame:
            self._turn_page(line, frame)
        if b'"own":' not in frame or (
            b'"plays":{}' in frame
            and b'"must_give":true' not in frame
            and b'"may_pass":true' not in frame
        ):
            return
        told = decode_update(frame)
        own, match = told.own, told.public.match
        if match is not None and match.version is not None:
            self._version = match.version
        if own is None or (self._match, self._version) == self._answered:
            return
        self._answered = (self._match, self._version)
        move = self._choose(own, self._version)
        if self._paced:
            self.ready = (line, move)
        else:
            self._send(line, move)

    def _choose(self, own: _Own, version: int) -> bytes:
        self._number += 1
        head = f'{{"type":"do","id":"m{self._number}","table":"{self.table}","ask":'
        if own.must_give:
            return f'{head}{{"do":"give","card":"{own.hand[0]}","version":{version}}}}}'.encode()
        for plays in own.plays.values():
            cards = plays[0].replace(" ", '","')
            ask = f'{{"do":"play","cards":["{cards}"],"version":{version}}}'
            return f"{head}{ask}}}".encode()
        return f'{head}{{"do":"pass","version":{version}}}}}'.encode()

    def _turn_page(self, line: Line, frame: bytes) -> None:
        """The phase has changed. Between rounds: ready; after the match: another one."""
        told = decode_update(frame).public
        if told.match is not None and told.match.version is not None:
            self._match = told.match.number or self._match
            self._version = told.match.version
        if told.phase in ("between", "over"):
            self._number += 1
            ask = "ready" if told.phase == "between" else "rematch"
            head = f'{{"type":"do","id":"r{self._number}","table":"{self.table}"'
            line.send(f'{head},"ask":{{"do":"{ask}"}}}}'.encode())

    def _send(self, line: Line, move: bytes) -> None:
        self.moves += 1
        self._heard = 0
        self._sent = perf_counter()
        line.send(move)

    def send_ready(self) -> bool:
        """Send the move that waits, if one does."""
        if self.ready is None:
            return False
        line, move = self.ready
        self.ready = None
        self._send(line, move)
        return True


def open_table(port: int, token: str, options: dict[str, object]) -> str:
    """Open a table; its id."""
    request = Request(
        f"http://127.0.0.1:{port}/api/tables",
        msgspec.json.encode({"options": options}),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urlopen(request) as answer:
        return str(msgspec.json.decode(answer.read())["table"])
