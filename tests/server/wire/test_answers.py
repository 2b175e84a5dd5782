"""Whatever the server answers is on the pages: statuses in http.md, close codes in wire.md.

Found in two ways: raw bytes of every strange kind, and what the source names.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.frames import Opcode

from gangoffour.server.wire.refusals import STATUS
from tests.support.floods import Flooder, frame
from tests.support.live import Live, live

ROOT = Path(__file__).parents[3]
SERVER = ROOT / "src" / "gangoffour" / "server"
STATUSES = {
    int(one) for one in re.findall(r"`(\d{3})`", (ROOT / "docs" / "http.md").read_text("utf-8"))
}
CODES = {
    int(one)
    for one in re.findall(r"^\| (\d{4}) \|", (ROOT / "docs" / "wire.md").read_text("utf-8"), re.M)
}
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
LONG = "a" * 9000
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="


def request(what: str, *headers: str, body: bytes = b"") -> bytes:
    lines = (f"{what} HTTP/1.1", "Host: here", *headers, f"Content-Length: {len(body)}", "", "")
    return "\r\n".join(lines).encode() + body


REQUESTS: dict[str, tuple[bytes, int]] = {
    "half a head": (b"GET /livez HTTP/1.1\r\n", 408),
    "half a body": (request("POST /api/guest", body=b"{}")[:-1], 408),
    "no request at all": (b"\x16\x03\x01 nonsense\r\n\r\n", 400),
    "nobody's host": (b"GET /livez HTTP/1.1\r\n\r\n", 400),
    "two lengths": (request("POST /api/guest", "Content-Length: 3", body=b"{}"), 400),
    "chunks that are none": (request("POST /api/guest", "Transfer-Encoding: gzip"), 400),
    "no JSON": (request("POST /api/guest", body=b"{"), 400),
    "too large": (request("POST /api/guest", body=b"x" * 70_000), 413),
    "asked before it is sent": (
        request("POST /api/guest", "Expect: 100-continue", body=b"{}"),
        100,
    ),
    "nothing there": (request("GET /api/nowhere"), 404),
    "no such method": (request("DELETE /api/guest"), 405),
    "nobody signed in": (request("GET /api/me/matches"), 401),
    "a foreign page": (request("POST /api/guest", "Origin: http://evil", body=b"{}"), 403),
    "a socket without a key": (request("GET /ws", *UPGRADE), 400),
    "a socket of nobody": (request("GET /ws", *UPGRADE, KEY), 403),
    "a socket at a long address": (request(f"GET /ws?near={LONG}", *UPGRADE, KEY), 400),
    "a socket with a long cookie": (request("GET /ws", *UPGRADE, KEY, f"Cookie: {LONG}"), 400),
    "a socket with many headers": (request("GET /ws", *UPGRADE, KEY, *["A: b"] * 200), 400),
    "a socket with an odd origin": (request("GET /ws", *UPGRADE, KEY, "Origin: \x7f"), 400),
    "alive": (request("GET /livez"), 200),
}
FRAMES: dict[str, tuple[bytes, int]] = {
    "not masked": (b"\x81\x02{}", 1002),
    "no such kind": (b"\x83\x80\0\0\0\0", 1002),
    "the rest of nothing": (frame(Opcode.CONT, b"x"), 1002),
    "a ping too long": (b"\x89\xfe\x01\x00\0\0\0\0" + b"a" * 256, 1002),
    "a code that may not be sent": (frame(Opcode.CLOSE, b"\x03\xed"), 1002),
    "not UTF-8": (frame(Opcode.TEXT, b"\xff\xff"), 1007),
    "too long": (frame(Opcode.TEXT, b"x" * 20_000), 1009),
    "goodbye": (frame(Opcode.CLOSE, b"\x03\xe8"), 1000),
}


async def status_of(server: Live, sent: bytes) -> int:
    place = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(place[0], int(place[1]))
    writer.write(sent)
    heard = b""
    with suppress(OSError):
        async with asyncio.timeout(60):
            heard = await reader.readline()
    writer.transport.abort()
    return int(heard.split(b" ")[1]) if heard else 0


@pytest.mark.anyio
async def test_every_answer_to_raw_bytes_is_on_the_page(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", request_seconds=1) as server:
        found = await asyncio.gather(*(status_of(server, raw) for raw, _ in REQUESTS.values()))
        told = dict(zip(REQUESTS, found, strict=True))
        assert told == {name: status for name, (_, status) in REQUESTS.items()}
        assert set(told.values()) - {100, 200} <= STATUSES, set(told.values()) - STATUSES
        token, closed = await server.token("Ann"), {}
        for name, (raw, _) in FRAMES.items():
            line = await Flooder(server.url, token).connect()
            line.writer.write(raw)
            closed[name] = await line.closed_with()
        assert closed == {name: code for name, (_, code) in FRAMES.items()}
        assert set(closed.values()) <= CODES


def test_every_answer_in_the_source_is_on_the_page() -> None:
    written = "\n".join(path.read_text("utf-8") for path in SERVER.rglob("*.py"))
    named = re.findall(r"status_code=(\d{3})|\"status\": (\d{3})|HTTP/1\.1 (\d{3})", written)
    statuses = {int(one) for some in named for one in some if one} | set(STATUS.values())
    assert {204, 408, 429, 503} <= statuses
    assert statuses <= STATUSES, statuses - STATUSES
    closing = re.findall(r"CLOSE_\w+: Final = (\d{4})|_give_up\((\d{4})", written)
    codes = {int(one) for some in closing for one in some if one}
    assert {1007, 1009, 1012, 4401, 4429} <= codes
    assert codes <= CODES, codes - CODES
    reasons = re.findall(r"announce_end(?:ed)?\([\w.\[\]]+, \"(\w+)\"", written)
    page = (ROOT / "docs" / "wire.md").read_text("utf-8")
    assert set(reasons) >= {"logged_out", "registered", "banned", "deleted"}
    assert all(f"`{one}`" in page for one in reasons)
