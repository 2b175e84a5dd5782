"""The files in deploy/: what they start is started here as they say, and answers as they expect."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from configparser import ConfigParser
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from tools.free_ports import free_port
from websockets.exceptions import InvalidStatus

from gangoffour.cli import load
from gangoffour.server.process import LEASE_CONNECTIONS
from gangoffour.server.runtime.networks import Networks
from gangoffour.server.runtime.settings import Settings, from_environment
from tests.support.client import Client
from tests.support.process import SERVE, environment
from tests.support.programs import program
from tests.support.servers import Nats, Postgres
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
BALANCER = (DEPLOY / "haproxy.cfg").read_text()
RULES = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
UNITS = ("gangoffour@.service", "gangoffour-worker@.service", "gangoffour.service")


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / name)
    return parser


def settings_of(variables: dict[str, str]) -> Settings:
    """The settings that some variables make; each of them must be one."""
    known = {f"GANGOFFOUR_{name.upper()}" for name in Settings.__dataclass_fields__}
    assert variables.keys() <= known
    return from_environment(variables)


def filled(text: str, **values: str) -> str:
    """A text of the Compose file with its variables: ``${NAME}``, ``${NAME:-default}``."""

    def value(found: re.Match[str]) -> str:
        return values.get(found["name"]) or found["default"] or ""

    return re.sub(r"\$\{(?P<name>\w+)(?::-(?P<default>[^}]*)|:\?[^}]*)?\}", value, text)


@asynccontextmanager
async def started(*command: str, **variables: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A command of ours that has said it is ready; asked to stop in the end, which it must do."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVE, *command),
        stdout=asyncio.subprocess.PIPE,
        env={**environment(), **variables},
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            async for line in process.stdout:
                if b"ready" in line or b"served at" in line:
                    break
        yield process
    finally:
        os.kill(process.pid, signal.SIGTERM)
        async with asyncio.timeout(15):  # stop_grace_period, TimeoutStopSec
            await process.communicate()
    assert process.returncode in (0, -signal.SIGTERM)  # a clean end for systemd, both


async def health_of_the_image(port: str) -> bool:
    """Whether the image's health check finds somebody well at a port."""
    (line,) = re.findall(
        r"^HEALTHCHECK .* CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.M
    )
    _, *words = json.loads(line)
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, *words),
        env={**os.environ, "HEALTH_PORT": port},
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await asking.wait() == 0


async def play_a_little(http: httpx.AsyncClient) -> None:
    """A match with bots is begun, something is refused, and so is a handshake."""
    came = await http.post("/api/guest", json={"name": "Ann"})
    token = re.findall(r"gof_session=([^;]+)", came.headers["set-cookie"])[0]
    ann = await Client(str(http.base_url).rstrip("/"), token).connect()
    await ann.ask({"type": "quick", "seats": 3, "wait_s": 0, "level": 1})
    await ann.until(lambda: bool(ann.matched))
    refused = await ann.ask({"type": "watch", "table": "nowhere", "seq": 0})
    assert refused["type"] == "refused"
    await ann.close()
    with pytest.raises(InvalidStatus):
        await Client(str(http.base_url).rstrip("/"), "nobody's").connect()


async def test_the_services_start_answer_and_stop_as_compose_says(
    database: str, nats: Nats
) -> None:
    server, worker, port = SERVICES["server"], SERVICES["worker"], str(free_port())
    given = {
        name: filled(value, POSTGRES_PASSWORD="secret", PUBLIC_URL="https://cards.example")
        for name, value in server["environment"].items()
    }
    assert settings_of(given).public_url == "https://cards.example"
    assert given["GANGOFFOUR_DATABASE"].endswith("gangoffour:secret@postgres/gangoffour")
    assert SERVICES["postgres"]["environment"]["POSTGRES_USER"] == "gangoffour"
    assert given["GANGOFFOUR_BUS"] == worker["environment"]["GANGOFFOUR_BUS"] == "nats://nats:4222"
    here = {"GANGOFFOUR_DATABASE": database, "GANGOFFOUR_BUS": nats.url, "GANGOFFOUR_PORT": port}
    checked = re.findall(r"option httpchk GET (\S+)", BALANCER)
    health = str(free_port())
    work = [health if one == "8160" else one for one in worker["command"]]
    async with (
        started(*work, **{**worker["environment"], "GANGOFFOUR_BUS": nats.url}),
        started(*server["command"], **{**given, **here}),
        visitor(f"http://127.0.0.1:{port}") as http,
    ):
        assert (await http.get(checked[0])).status_code == 200
        asks = [await health_of_the_image(one) for one in (port, health, str(free_port()))]
        assert asks == [True, True, False], "the image's own question, where it is answered or not"
        await play_a_little(http)
        scraped = (await http.get("/metrics")).text
        own = (await http.get(f"http://127.0.0.1:{health}/metrics")).text
        assert (await http.get(f"http://127.0.0.1:{health}/livez")).text == "ok\n"
        assert (await http.get(f"http://127.0.0.1:{health}/else")).status_code == 404
    assert "\ngangoffour_worker_done_total 0" in own and "gangoffour_build_info{version=" in own
    for name in ("build_info", "events_appended_total", "choices_total"):
        kind = "counter" if name.endswith("_total") else "gauge"
        assert f"# TYPE gangoffour_{name} {kind}\n" in scraped
    assert {"process_open_fds", "process_resident_memory_bytes"} <= set(scraped.split())
    there = set(re.findall(r"^gangoffour_(\w+)", scraped, re.MULTILINE))
    alerts = set(re.findall(r"gangoffour_(\w+)", (DEPLOY / "alerts.yaml").read_text()))
    assert alerts and alerts <= there
    shown = set(re.findall(r"gangoffour_(\w+)", (DEPLOY / "grafana.json").read_text()))
    there |= set(re.findall(r"^gangoffour_(\w+)", own, re.MULTILINE))
    assert len(shown) > 20 and shown <= there, "the dashboard shows what there is"


def test_every_alert_fires_and_none_without_need(tmp_path: Path) -> None:
    cases = (ROOT / "tests" / "deploy" / "alerts_fire.yaml").read_text()
    (tmp_path / "cases.yaml").write_text(cases.replace("ALERTS", str(DEPLOY / "alerts.yaml")))
    words = [program("promtool"), "test", "rules", str(tmp_path / "cases.yaml")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    named = {one["alert"] for one in RULES}
    firing = re.findall(r"alertname: (\w+)(?:,|\n *)\s*exp_alerts", cases)
    assert set(firing) == named, "each fires at least once"


def test_connections_to_postgresql_fit_its_default(postgres: Postgres) -> None:
    """Eight servers, as many as the balancer knows, and ten connections left for people."""
    most = int(postgres.psql("show max_connections", name="postgres"))
    kept = int(postgres.psql("show superuser_reserved_connections", name="postgres"))
    assert (most, kept) == (100, 3), "PostgreSQL's own defaults"
    (servers,) = set(re.findall(r"server-template \S+ (\d+)", BALANCER))
    each = Settings().database_connections + LEASE_CONNECTIONS
    assert int(servers) * each <= most - kept - 9


def test_the_balancer_finds_the_servers() -> None:
    (found,) = set(re.findall(r"server-template \S+ \d+ (\w+):(\d+)", BALANCER))
    assert found == ("server", SERVICES["server"]["environment"]["GANGOFFOUR_PORT"])
    inside = re.findall(r"bind :(\d+)", BALANCER)
    assert SERVICES["balancer"]["ports"] == [f"{one}:{one}" for one in inside]
    assert SERVICES["balancer"]["volumes"][0].startswith("./haproxy.cfg:")
    for one in SERVICES.values():
        assert set(one.get("depends_on", ())) <= SERVICES.keys()


def test_servers_believe_the_balancer_and_nobody_else() -> None:
    given = SERVICES["server"]["environment"]
    balancer = SERVICES["balancer"]["networks"]["default"]["ipv4_address"]
    assert given["GANGOFFOUR_PROXIES"] == balancer
    (pool,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert balancer in Networks(pool["subnet"])
    assert balancer not in Networks(pool["ip_range"]), "nobody else may get its address"
    assert balancer not in Networks(given["GANGOFFOUR_METRICS_FROM"])


def test_units_have_descriptors_and_a_place_for_their_data() -> None:
    for name in UNITS:
        assert int(unit(name)["Service"]["LimitNOFILE"]) >= 65_536
    for name in ("server", "balancer"):
        assert SERVICES[name]["ulimits"]["nofile"] >= 65_536
    alone = unit("gangoffour.service")["Service"]
    name, value = alone["Environment"].split()[0].split("=", 1)
    url = settings_of({name: value}).database_url
    assert url.endswith(f"////var/lib/{alone['StateDirectory']}/gangoffour.db")
    assert alone["StateDirectoryMode"] == "0700"


@pytest.mark.parametrize("name", UNITS)
def test_units_can_keep_the_compiled_kernel(name: str) -> None:
    """Their user has no home; without the kernel level 6 would play as level 5."""
    service = unit(name)["Service"]
    given = dict(one.split("=", 1) for one in service["Environment"].split())
    assert given["XDG_CACHE_HOME"] == "/var/cache" and service["CacheDirectory"] == "gangoffour"


def test_a_host_is_told_of_every_file() -> None:
    told = (ROOT / "docs" / "operating.md").read_text() + (DEPLOY / "compose.yaml").read_text()
    shipped = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pem"]
    missing = [one for one in shipped if f"deploy/{one.relative_to(DEPLOY)}" not in told]
    assert [one.relative_to(DEPLOY) for one in missing] == [Path("certificates/README.md")]


@pytest.mark.parametrize("name", UNITS)
def test_units_start_commands_with_options_that_exist(name: str) -> None:
    program, command, *options = shlex.split(unit(name)["Service"]["ExecStart"])
    assert program.endswith("/bin/gangoffour")
    given = [one.replace("%i", "8064") for one in options]
    load(command).make_context(command, given)  # raises unless every option is understood


def test_the_settings_file_of_the_units_is_understood() -> None:
    lines = (DEPLOY / "gangoffour.env").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    settings = settings_of(given)
    assert settings.database_url.startswith("postgresql+asyncpg://")
    assert settings.bus.count("nats://") == 2
    for name in ("gangoffour@.service", "gangoffour-worker@.service"):
        assert unit(name)["Service"]["EnvironmentFile"] == "/etc/gangoffour.env"


def test_the_image_is_made_from_files_that_there_are() -> None:
    recipe = (DEPLOY / "Dockerfile").read_text()
    (requirements,) = re.findall(r"--require-hashes -r (\S+)", recipe)
    assert (ROOT / requirements).read_text().count("--hash=sha256:") > 100
    left_out = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".venv", ".git", "web/node_modules"} <= set(left_out)
    assert not any(one.startswith(("web/dist", "src", "requirements")) for one in left_out)
    for target in re.findall(r"make (\S+)", recipe):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text()
    assert 'ENTRYPOINT ["gangoffour"]' in recipe
    assert SERVICES["server"]["build"]["dockerfile"] == "deploy/Dockerfile"
