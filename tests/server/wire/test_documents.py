"""``docs/wire.md`` and ``docs/operating.md``: every example is run, every table is checked."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from gangoffour.cli import app
from gangoffour.server import serve as command
from gangoffour.server.endpoints.sockets import MAX_WATCHED, PING_S
from gangoffour.server.runtime.rate_limits import BUDGETS
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.transport import connections as live_connections
from gangoffour.server.transport import slow_readers
from gangoffour.server.transport.protocol import PatientProtocol
from gangoffour.server.wire import messages as m
from gangoffour.server.wire.incoming import MAX_ID
from gangoffour.table import commands as c
from gangoffour.table.chat import MAX_TEXT
from tests.support.live import Live, live

DOCS = Path(__file__).parents[3] / "docs"
WIRE = (DOCS / "wire.md").read_text()
OPERATING = (DOCS / "operating.md").read_text()
EXAMPLES: list[dict[str, Any]] = [
    json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", WIRE, re.DOTALL)
]
ASKS: list[dict[str, Any]] = [
    json.loads(text) for text in re.findall(r"^\| `({.*?})` \|", WIRE, re.M)
]


def tags(union: Any) -> dict[str, Any]:
    """The messages of a union by the name they have on the wire."""
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def from_client(example: dict[str, Any]) -> bool:
    """A lobby is both: asked for with ``on``, answered with ``tables``."""
    return example["type"] in tags(m.FromClient) and "tables" not in example


def test_every_message_has_an_example() -> None:
    sent = {one["type"] for one in EXAMPLES if from_client(one)}
    received = {one["type"] for one in EXAMPLES if not from_client(one)}
    assert sent == set(tags(m.FromClient))
    assert received == set(tags(m.FromServer))
    assert {one["do"] for one in ASKS} == set(tags(c.PersonAsk))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["type"])
def test_examples_are_what_the_types_say(example: dict[str, Any]) -> None:
    """Decoded and encoded again, an example is the same: no field missing, none too many."""
    if from_client(example):
        message = m.decode_from_client(json.dumps(example).encode())
    else:
        message = msgspec.convert(example, tags(m.FromServer)[example["type"]])
    assert msgspec.to_builtins(message) == example


@pytest.mark.parametrize("ask", ASKS, ids=lambda one: one["do"])
def test_asks_are_understood(ask: dict[str, Any]) -> None:
    decoded = msgspec.json.decode(json.dumps(ask).encode(), type=c.PersonAsk)
    assert msgspec.to_builtins(decoded).keys() >= ask.keys()


@pytest.mark.anyio
async def test_examples_are_answered_by_a_server(tmp_path: Path) -> None:
    """Each message of a client, at a real table, gets the answer that the page promises."""
    answers = {
        "ping": {"pong"},
        "watch": {"done"},
        "seen": {"done"},
        "unwatch": {"done"},
        "do": {"refused", "done"},
        "check": {"checked"},
        "arrange": {"arranged"},
        "hint": {"hinted", "refused"},
        "lobby": {"done"},
        "quick": {"done"},
        "quick_stop": {"done"},
        "looking": {"done"},
    }
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.match(ann)
        for example in [one for one in EXAMPLES if from_client(one)]:
            message = {**example, "table": room.id} if "table" in example else example
            if message["type"] in ("check", "arrange", "hint", "seen"):
                await ann.watch(room.id)
            answer = await ann.ask(message)
            assert answer["type"] in answers[message["type"]]
            assert answer.get("error") is None or answer["error"]["code"] != "bad_message"
        for ask in ASKS:
            answer = await ann.ask({"type": "do", "table": room.id, "ask": ask})
            assert answer["type"] == "done" or answer["error"]["code"] != "bad_message"
        known = tags(m.FromServer)
        for frame in ann.frames:
            told = json.loads(frame)
            msgspec.convert(told, known[told["type"]])


@pytest.mark.anyio
async def test_the_bot_of_the_page_plays_a_match(tmp_path: Path) -> None:
    (text,) = re.findall(r"```python\n(.*?)\n```", WIRE, re.DOTALL)
    assert len([line for line in text.splitlines() if line.strip()]) <= 35
    namespace: dict[str, Any] = {"__name__": "bot"}
    exec(compile(text, "wire.md", "exec"), namespace)
    async with live(tmp_path / "one.db", messages_per_second=100_000) as server:
        token = await bot_token(server, tmp_path)
        winners = await namespace["play"](server.url.replace("http", "ws", 1), token)
        assert winners


async def bot_token(server: Live, folder: Path) -> str:
    """A token, made in a shell as docs/http.md says."""
    (text,) = re.findall(r"```sh\n(.*?)\n```", (DOCS / "http.md").read_text(), re.DOTALL)
    text = text.replace("http://localhost:8064", server.url)
    assert shutil.which("curl"), "this test needs curl: apt-get install curl"
    shell = await asyncio.create_subprocess_exec(
        "sh", "-euc", text, cwd=folder, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await shell.communicate()
    assert shell.returncode == 0 and json.loads(told)["me"]["name"] == "Adabot"
    return str(json.loads((folder / "token.json").read_text())["token"])


def test_numbers_on_the_page_are_those_of_the_code() -> None:
    for number in (
        f"at most {MAX_ID} characters",
        f"more than {m.MAX_MESSAGE:,} bytes",
        f"| {live_connections.CLOSE_SIGNED_OUT} |",
        f"| {slow_readers.CLOSE_SLOW} |",
        f"more than {Settings().queue_messages} messages waited",
        f"every {command.PING_INTERVAL_S:g} s and gives up after "
        f"another {command.PING_TIMEOUT_S:g} s",
        f"at most {MAX_TEXT} characters",
        f"{Settings().messages_per_second} messages a second",
        f"at most {Settings().connections_per_person} connections",
        f"an address {Settings().connections_per_address}",
        f"at most {MAX_WATCHED} tables",
        f'"ping_s": {PING_S}',
    ):
        assert number in re.sub(r"\s+", " ", WIRE), number
    assert PatientProtocol.patience_s == 10, "ten seconds, the page says"


def test_every_setting_is_in_the_table() -> None:
    for one in fields(Settings):
        shown = "(empty)" if one.default == "" else f"`{one.default}`"
        if isinstance(one.default, bool):
            shown = shown.lower()
        assert f"| `{one.name}` | {shown} | {one.metadata['help']} |" in OPERATING
    named = re.findall(r"^\| `(\w+)` \| (?:\(empty\)|`)", OPERATING, re.M)
    assert named == [one.name for one in fields(Settings)]


def test_every_setting_is_an_option_of_serve() -> None:
    import inspect

    options = set(inspect.signature(command.serve).parameters)
    assert options == {one.name for one in fields(Settings)} | {"browser"}


def test_help_shows_every_setting_with_its_default() -> None:
    result = CliRunner().invoke(app, ["serve", "--help"])
    assert result.exit_code == 0
    shown = " ".join(result.output.split())
    for one in fields(Settings):
        text = f"--{one.name.replace('_', '-')} "
        default = "" if one.default == "" else f" [default: {str(one.default).lower()}]"
        assert re.search(rf"{text}[^.]*{re.escape(one.metadata['help'] + default)} -", shown), text


def test_every_budget_is_in_the_table() -> None:
    for name, one in BUDGETS.items():
        per_second = f"{one.per_second:f}".rstrip("0").rstrip(".")
        assert f"| `{name}` | {one.burst:g} | {per_second} |" in OPERATING


@pytest.mark.anyio
async def test_every_metric_is_in_the_table(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        await ann.ask({"type": "hint", "table": "nowhere"})
        await server.http.get("/api/me")
        text = (await server.http.get("/metrics")).text
        assert (await server.http.get("/healthz")).text == "ok\n"
    for name in re.findall(r"^# TYPE (\w+)", text, re.M):
        assert f"| `{name}` |" in OPERATING, name
    samples = [one for family in text_string_to_metric_families(text) for one in family.samples]
    assert len(samples) > 30
    for one in samples:
        assert all(re.fullmatch(r"[\w.+]*", label) for label in one.labels.values()), one
