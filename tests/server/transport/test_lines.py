"""Raw lines to a server as users start it: unfinished, too many, from strange places."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import httpx
import pytest
from websockets.frames import Opcode

from gangoffour.server.transport.listener import Listener
from gangoffour.server.transport.listening_address import bound
from tests.support.client import Client
from tests.support.floods import Flooder, frame
from tests.support.limits import SERVE_STANDING
from tests.support.process import SERVE, ServerProcess, admit
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
Raw = tuple[asyncio.StreamReader, asyncio.StreamWriter]
GIVEN_UP_S = 60.0


@asynccontextmanager
async def serving(
    folder: Path, *options: str, prefix: tuple[str, ...] = (), code: str = SERVE
) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(folder, *options, prefix=prefix, code=code)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def line(server: ServerProcess, sent: bytes = b"", source: str = "127.0.0.1") -> Raw:
    opened = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    opened[1].write(sent)
    return opened


async def ended(one: Raw) -> bytes:
    """What is heard until the server closes the line."""
    heard = b""
    async with asyncio.timeout(GIVEN_UP_S):
        with suppress(OSError):
            heard = await one[0].read()
    one[1].transport.abort()
    return heard


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: here", *headers, "", "")).encode()


async def status(server: ServerProcess, path: str, source: str = "127.0.0.1", *headers: str) -> int:
    one = await line(server, get(path, "Connection: close", *headers), source)
    heard = await ended(one)
    return int(heard.split(b" ", 2)[1]) if heard else 0


async def test_unfinished_requests_are_given_up(tmp_path: Path) -> None:
    """Nothing, half a head, half a body, a second request that never ends, an answer not read."""
    body = b"POST /api/guest HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"
    upgrade = get("/ws", "Upgrade: websocket", "Connection: Upgrade")
    unfinished = [b"", b"GET / HT", get("/livez")[:-2], body, get("/livez") + b"GET /", upgrade]
    async with serving(tmp_path, "--request-seconds", "1") as server:
        lines = [await line(server, sent) for sent in unfinished]
        unread = await line(server, get("/openapi.json") * 400)
        heard = await asyncio.gather(*(ended(one) for one in lines))
        assert heard[2].startswith(b"HTTP/1.1 408")
        assert await status(server, "/livez") == 200
        await ended(unread)
        log = server.log.read_text()
    assert len(log.splitlines()) < 10, log


async def test_one_address_has_so_many_lines_and_no_more(tmp_path: Path) -> None:
    options = ("--proxies", "", "--lines-per-address", "20")
    async with serving(tmp_path, *options) as server:
        lines = [await line(server) for _ in range(60)]
        dropped = [asyncio.create_task(ended(one)) for one in lines]
        async with asyncio.timeout(GIVEN_UP_S):
            while sum(one.done() for one in dropped) < 40:
                await asyncio.sleep(0.01)
        assert await status(server, "/livez") == 0
        assert await status(server, "/livez", "127.0.0.2") == 200, "others come in"
        for one in lines:
            one[1].transport.abort()
        await asyncio.gather(*dropped, return_exceptions=True)
        async with asyncio.timeout(GIVEN_UP_S):
            while await status(server, "/livez") != 200:
                await asyncio.sleep(0.01)


async def test_a_full_server_answers_health_checks_and_says_so_once(tmp_path: Path) -> None:
    """Lines from everywhere until nothing is left; then no descriptor at all."""
    few = ("prlimit", "--nofile=160:160")
    async with serving(tmp_path, "--proxies", "", "--request-seconds", "30", prefix=few) as server:
        people = await admit(server.database, ["Ann"])
        ann = await Client(server.url, people["Ann"][1]).connect()
        lines = [await line(server, b"GET", f"127.0.1.{one % 50 + 1}") for one in range(300)]
        assert await status(server, "/livez") == 200
        assert await status(server, "/readyz") == 200
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"
        for one in lines:
            one[1].transport.abort()
        assert server.process is not None
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (10, 160))
        waiting = [asyncio.create_task(status(server, "/livez")) for _ in range(20)]
        async with asyncio.timeout(GIVEN_UP_S):
            while "no new lines" not in server.log.read_text():
                await asyncio.sleep(0.01)
        await asyncio.sleep(1.2)  # it tries again meanwhile, and says nothing more
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (160, 160))
        assert set(await asyncio.gather(*waiting)) == {200}
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"
        await ann.close()
        log = server.log.read_text()
    assert log.count("no new lines") == 1 and len(log.splitlines()) < 10, log


async def test_addresses_are_believed_from_named_proxies_only(tmp_path: Path) -> None:
    """Who forges an address, or has a whole network of them, has one address all the same."""

    async def guest(server: ServerProcess, source: str, claimed: str) -> int:
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=source)
        headers = {"Origin": server.url, "X-Forwarded-For": claimed}
        async with httpx.AsyncClient(transport=transport, headers=headers, timeout=60) as http:
            return (await http.post(f"{server.url}/api/guest", json={"name": "Eve"})).status_code

    async with serving(tmp_path, "--proxies", "127.0.0.2", code=SERVE_STANDING) as server:
        forged = [await guest(server, "127.0.0.1", f"10.0.0.{one}") for one in range(16)]
        assert forged == [200] * 12 + [429] * 4
        network = [await guest(server, "127.0.0.2", f"2001:db8::{one:x}") for one in range(16)]
        assert network == [200] * 12 + [429] * 4
        assert await guest(server, "127.0.0.2", "2001:db8:0:1::1") == 200, "the next household"
        behind = [await guest(server, "127.0.0.2", f"6.6.6.6, 10.1.0.{one}") for one in (1, 2)]
        assert behind == [200, 200], "what the proxy has added counts, not what stood there before"


async def test_a_proxy_is_believed_though_the_server_listens_for_both_families(
    tmp_path: Path,
) -> None:
    """A line by IPv4 then looks like one by IPv6; nobody shares somebody else's budget by that."""

    async def guest(server: ServerProcess, claimed: str) -> int:
        headers = {"Origin": server.url, "X-Forwarded-For": claimed}
        async with httpx.AsyncClient(headers=headers, timeout=60) as http:
            return (await http.post(f"{server.url}/api/guest", json={"name": "Eve"})).status_code

    async with serving(tmp_path, "--host", "::") as server:
        one = [await guest(server, "203.0.113.9") for _ in range(13)]
        assert one == [200] * 12 + [429]
        assert await guest(server, "198.51.100.7") == 200


async def test_metrics_are_for_those_named_and_never_through_a_proxy(tmp_path: Path) -> None:
    async with serving(tmp_path, "--public-url", "https://cards.example") as server:
        assert await status(server, "/metrics") == 200
        assert await status(server, "/metrics", "127.0.0.2") == 403
        for header in ("X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 a"):
            assert await status(server, "/metrics", "127.0.0.1", header) == 403
        async with visitor(server.url) as http:
            page = await http.get("/livez")
            assert page.headers["strict-transport-security"].startswith("max-age=31536000")
            made = await http.post(
                "/api/guest", json={"name": "Ann"}, headers={"Origin": server.url}
            )
            assert "secure" in made.headers["set-cookie"].lower()


async def test_what_is_no_text_closes_with_1007_and_is_no_error(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        people = await admit(server.database, ["Ann"])
        parts = (
            frame(Opcode.TEXT, b"\xff\xfe"),
            frame(Opcode.TEXT, b"\xff", fin=False) + frame(Opcode.CONT, b"\xfe"),
        )
        for sent in parts:
            ann = await Flooder(server.url, people["Ann"][1]).connect()
            ann.writer.write(sent)
            assert await ann.closed_with() == 1007
        log = server.log.read_text()
    # on a busy machine it may say that it stood still
    told = [json.loads(one) for one in log.splitlines() if "stood still" not in one]
    assert not [one for one in told if one["level"] in ("warning", "error")]


async def test_a_body_that_is_no_http_any_more_is_refused_once_and_is_no_error(
    tmp_path: Path,
) -> None:
    """In one piece with its head, and after the application has begun to read it."""
    async with serving(tmp_path) as server:
        for path in (b"/api/guest", b"/api/logout"):  # one reads a body, the other does not
            head = b"POST " + path + b" HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked"
            at_once = await line(server, head + b"\r\n\r\nzz\r\n\r\n")
            later = await line(server, head + b"\r\n\r\n1\r\n")
            await asyncio.sleep(0.1)
            later[1].write(b"{zz\r\n\r\n")
            heard = await ended(at_once)
            assert heard.startswith(b"HTTP/1.1 400 ") and heard.count(b"HTTP/1.1") == 1
            assert heard.endswith(b"Invalid HTTP request received.\r\n0\r\n\r\n")
            assert (await ended(later)).count(b"HTTP/1.1") == 1
        log = server.log.read_text()
    levels = {json.loads(one)["level"] for one in log.splitlines()}
    assert "error" not in levels, log


async def test_no_answer_waits_until_the_one_before_it_is_acknowledged() -> None:
    """What is small leaves at once: the other side may take 40 ms to say that it has the last."""
    made: asyncio.Future[asyncio.BaseTransport] = asyncio.get_running_loop().create_future()

    class Taken(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.set_result(transport)

    with closing(bound("127.0.0.1", 0)) as listening:
        listener = Listener(listening, Taken)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        transport = await made
        here = transport.get_extra_info("socket")
        assert here.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        transport.close()
        writer.transport.abort()
        listener.close()
        await listener.wait_closed()
