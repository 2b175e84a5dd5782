"""The balancer as it is shipped, before servers as they are started: who is believed, who stays."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

from gangoffour.table import commands as c
from tests.support.balancer import (
    CONFIGURATION,
    balancer,
    self_signed,
    trusting_anything,
)
from tests.support.client import Client
from tests.support.limits import SERVE_STANDING
from tests.support.patience import SERVE_PATIENTLY
from tests.support.process import ServerProcess, admit
from tests.support.programs import program
from tests.support.proxy import Proxy
from tests.support.servers import Nats, Postgres
from tests.support.small_proxies import PROXIES, small_proxy
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
NOTICED_S = 60.0


async def status(url: str, path: str) -> int:
    async with visitor(url) as http:
        return (await http.get(path)).status_code


async def until_status(url: str, path: str, wanted: int) -> None:
    async with asyncio.timeout(NOTICED_S):
        while await status(url, path) != wanted:
            await asyncio.sleep(0.05)


async def comes_in(url: str, token: str) -> bool:
    """Whether somebody who comes now is let in."""
    one = Client(url, token)
    try:
        await one.connect()
    except InvalidHandshake:
        return False
    await one.close()
    return True


def test_haproxy_takes_the_file_as_it_is() -> None:
    done = subprocess.run([program("haproxy"), "-c", "-f", CONFIGURATION], capture_output=True)
    assert done.returncode == 0 and b"WARNING" not in done.stderr, done.stderr.decode()


async def test_forged_addresses_and_metrics_end_at_the_balancer(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, code=SERVE_STANDING)
    await server.start()
    try:
        async with balancer(tmp_path, [server.port], self_signed(tmp_path)) as front:
            url = f"https://127.0.0.1:{front.tls_port}"
            headers = {"Origin": url}
            async with visitor(url, verify=trusting_anything()) as http:
                codes = []
                for number in range(40):
                    claimed = {"X-Forwarded-For": f"10.0.0.{number}", "X-Forwarded-Proto": "http"}
                    claimed |= {
                        "Forwarded": f"for=10.0.0.{number}",
                        "X-Real-IP": f"10.1.0.{number}",
                    }
                    body = {"name": f"Eve {number}"}
                    made = await http.post("/api/guest", json=body, headers={**headers, **claimed})
                    codes.append(made.status_code)
                    if number == 0:
                        assert "secure" in made.headers["set-cookie"].lower()
                        assert "strict-transport-security" in made.headers
                assert codes == [200] * 12 + [429] * 28, "one address is one address"
                assert (await http.get("/metrics")).status_code == 403
            moved = httpx.get(f"{front.url}/livez", verify=False, timeout=60)
            assert (moved.status_code, moved.headers["location"][:8]) == (308, "https://")
    finally:
        await server.stop()


@pytest.mark.parametrize("name", PROXIES)
async def test_forged_addresses_end_at_nginx_and_caddy(tmp_path: Path, name: str) -> None:
    server = ServerProcess(tmp_path, code=SERVE_STANDING)
    people = await admit(server.database, ["Ann"])
    await server.start()
    try:
        async with small_proxy(name, tmp_path, server.port) as url:
            codes = []
            async with visitor(url, headers={"Origin": url}) as http:
                for number in range(16):
                    claimed = {"X-Forwarded-For": f"10.0.0.{number}", "X-Real-IP": "10.1.0.1"}
                    body = {"name": f"Eve {number}"}
                    made = await http.post("/api/guest", json=body, headers=claimed)
                    codes.append(made.status_code)
                assert codes == [200] * 12 + [429] * 4
                assert (await http.get("/metrics")).status_code == 403
            ann = await Client(url, people["Ann"][1]).connect()
            assert (await ann.ask({"type": "ping"}))["type"] == "pong"
            await ann.close()
    finally:
        await server.stop()


async def test_a_frozen_database_cuts_no_socket_and_is_noticed(
    tmp_path: Path, database: str, postgres: Postgres
) -> None:
    """Nothing comes back from PostgreSQL: sockets stay, pings are answered, nobody new comes."""
    way = Proxy(postgres.port)
    await way.start()
    through = database.replace(f":{postgres.port}/", f":{way.port}/")
    server = ServerProcess(tmp_path, database=through)
    people = await admit(database, ["Ann", "Bob"])
    await server.start()
    try:
        async with balancer(tmp_path, [server.port]) as front:
            await until_status(front.url, "/readyz", 200)
            ann = await Client(front.url, people["Ann"][1]).connect()
            async with visitor(front.url) as http:
                token = {"Authorization": f"Bearer {people['Ann'][1]}"}
                body = {"options": {"clock": "none", "private": False}}
                opened = await http.post("/api/tables", json=body, headers=token)
            table = opened.json()["table"]
            await ann.watch(table)
            way.stall()
            command = asyncio.create_task(ann.do(table, c.SetBot(1, "dumpling")))
            assert (await ann.ask({"type": "ping"}))["type"] == "pong"
            assert not command.done()
            await until_status(server.url, "/readyz", 503)
            assert await status(server.url, "/livez") == 200
            assert (await ann.ask({"type": "ping"}))["type"] == "pong"
            await until_status(front.url, "/livez", 503)  # nobody new is sent there
            assert ann.closed is None, "who is there stays"
            way.mend()
            await asyncio.gather(command, return_exceptions=True)
            await until_status(front.url, "/readyz", 200)
            await ann.do(table, c.SetBot(2, "dumpling"))
            await ann.close()
    finally:
        await server.stop()
        await way.close()


async def test_a_server_cut_off_gets_nobody_new(
    tmp_path: Path, database: str, postgres: Postgres, nats: Nats
) -> None:
    """Of two servers one loses the database: its people go to the other and stay there, although
    nobody is left at the first."""
    way = Proxy(postgres.port)
    await way.start()
    people = await admit(database, ["Ann", "Bob", "Cid", "Dan"])
    through = database.replace(f":{postgres.port}/", f":{way.port}/")
    whole = ServerProcess(
        *(tmp_path, "--bus", nats.url), database=database, name="whole", code=SERVE_PATIENTLY
    )
    cut = ServerProcess(tmp_path, "--bus", nats.url, database=through, name="cut")
    await asyncio.gather(whole.start(), cut.start())
    try:
        async with balancer(tmp_path, [whole.port, cut.port]) as front:
            await until_status(front.url, "/readyz", 200)
            way.cut()
            await until_status(cut.url, "/readyz", 503)
            refused = Client(cut.url, people["Dan"][1])
            with pytest.raises(Exception, match="503"):
                await refused.connect()
            async with asyncio.timeout(NOTICED_S):  # the balancer asks every second
                while not all([await comes_in(front.url, people["Ann"][1]) for _ in range(4)]):
                    await asyncio.sleep(0.1)
            for name in ("Ann", "Bob", "Cid", "Dan"):
                one = await Client(front.url, people[name][1]).connect()
                await one.close()
    finally:
        await asyncio.gather(whole.stop(), cut.stop())
        await way.close()
