"""Where others reach a server: told to who sits at it, and never made of what they send."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from gangoffour.server.app import app_of
from gangoffour.server.process import Server
from gangoffour.server.runtime.networks import FORWARDED
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.serve import announce
from gangoffour.server.transport import listening_address
from tests.support.live import live

LAN = "192.168.7.20"
ONLY_HERE = "only this machine"
HERE = "http://localhost:8064"


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has an address in a network."""
    monkeypatch.setattr(listening_address, "_outgoing", lambda family: LAN)


def told(
    url: str = HERE, address: str = "127.0.0.1", headers: Any = None, **settings: Any
) -> str | None:
    """What a server says that has not even begun: nothing of it is stored."""
    app = app_of(Server(Settings(database="sqlite+aiosqlite://", **settings)))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.get(f"{url}/api/address", headers=headers or {})

    answer = asyncio.run(ask())
    assert answer.status_code == 200, answer.text
    found: str | None = answer.json()["address"]
    if answer.json()["here_only"]:
        assert found is None
        return ONLY_HERE
    return found


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({}, f"http://{LAN}:8064"),
        ({"host": ""}, f"http://{LAN}:8064"),
        ({"host": "::"}, f"http://{LAN}:8064"),
        ({"host": "10.1.2.3"}, "http://10.1.2.3:8064"),
        ({"host": "fd00::7"}, "http://[fd00::7]:8064"),
        ({"host": "fe80::7"}, ONLY_HERE),  # no browser takes it: it needs the name of a line
        ({"host": "127.0.0.1"}, ONLY_HERE),
        ({"host": "127.9.9.9"}, ONLY_HERE),
        ({"host": "localhost"}, ONLY_HERE),
        ({"host": "::1"}, ONLY_HERE),
        ({"public_url": "https://cards.example/"}, "https://cards.example"),
        ({"public_url": "https://cards.example", "host": "127.0.0.1"}, "https://cards.example"),
    ],
)
def test_who_sits_at_the_server_is_told_how_others_reach_it(
    settings: dict[str, Any], address: str | None
) -> None:
    assert told(**settings) == address


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("name", ["localhost:8064", "127.0.0.1:8064", "[::1]:8064", "LOCALHOST"])
def test_by_whatever_name_they_came(name: str) -> None:
    assert told(headers={"host": name}) == f"http://{LAN}:8064"


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "localhost.evil.example:8064"},
        {"host": "localhost@evil.example"},
        {"host": "[evil"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
    ],
)
def test_a_host_header_is_in_no_link(headers: dict[str, str]) -> None:
    """Who comes by another name has no need of it, and what they say is no address."""
    assert told(headers=headers) is None


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("name", ["origin", "referer"])
def test_nor_is_any_other_header(name: str) -> None:
    said = {name: "http://evil.example"}
    assert told(headers=said) == f"http://{LAN}:8064"


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("name", FORWARDED)
@pytest.mark.parametrize("said", ["", "127.0.0.1", "203.0.113.9, ::ffff:127.0.0.1"])
def test_whoever_came_by_a_proxy_of_any_kind_is_told_nothing(name: str, said: str) -> None:
    assert told(headers={name: said}) is None


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("address", ["192.168.7.21", "203.0.113.9", "2001:db8::1"])
def test_the_network_is_told_to_nobody_else(address: str) -> None:
    assert told(address=address) is None


@pytest.mark.usefixtures("at_home")
def test_who_comes_through_a_proxy_is_not_at_the_server(tmp_path: Path) -> None:
    async def ask() -> None:
        async with live(tmp_path / "live.db", host="0.0.0.0") as server:
            direct = await server.http.get("/api/address")
            port = server.url.rpartition(":")[2]
            known = {"address": f"http://{LAN}:{port}", "here_only": False}
            assert direct.json() == known, "the port it listens on"
            by_proxy = {"x-forwarded-for": "203.0.113.9"}
            answer = await server.http.get("/api/address", headers=by_proxy)
            assert answer.json() == {"address": None, "here_only": False}

    asyncio.run(ask())


def test_an_address_of_the_internet_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes by a forwarder or an onion service looks as if they sat here."""
    monkeypatch.setattr(listening_address, "_outgoing", lambda family: "203.0.114.9")
    assert told() is None
    assert told(host="2a00:1450::7") is None


def test_without_a_network_nobody_else_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening_address, "_outgoing", lambda family: None)
    assert told() == ONLY_HERE


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(("host", "shown"), [("", LAN), ("fd00::7", "[fd00::7]")])
def test_the_same_is_printed(host: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    announce(Settings(host=host), 9000, browser=False)
    assert f"in your network at        http://{shown}:9000" in capsys.readouterr().out
