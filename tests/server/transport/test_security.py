"""What browsers are told, what cookies may do, and what never stands in a log."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import DatabaseError

from gangoffour.rules.cards import Cards
from gangoffour.server.runtime.logs import JsonLines
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.runtime.settings_check import problems
from gangoffour.server.transport.security import CONTENT_SECURITY_POLICY, POCKET_POLICY
from gangoffour.server.transport.static import client_folder
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.events import decode_event
from gangoffour.table.fold import apply
from gangoffour.table.state import Table
from tests.support.client import Client, Refused
from tests.support.live import live
from tests.support.process import ServerProcess
from tests.support.visitor import visitor

WEB = Path(__file__).parents[3] / "web"


@pytest.mark.anyio
async def test_every_answer_carries_the_strict_policy(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        answers = [
            await server.http.get("/"),
            await server.http.get("/tables/no-such-page"),
            await server.http.get("/no/such.file"),
            await server.http.get("/healthz"),
            await server.http.get("/metrics"),
            await server.http.get("/openapi.json"),
            await server.http.get("/api/me"),
            await server.http.get("/api/no/such"),
            await server.http.put("/api/tables"),
            await server.http.post("/api/guest", content=b"\xff"),
            await server.http.post("/api/guest", content=b"x" * 100_000),
            await server.http.get("/%2e%2e/%2e%2e/etc/passwd"),
            await server.http.get("/assets/../../server.db"),
        ]
        for answer in answers:
            assert answer.status_code < 500, answer.url
            assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "server" not in answer.headers
        folder = client_folder()
        assert folder is not None
        for script in folder.glob("assets/*.js"):
            answer = await server.http.get(f"/assets/{script.name}")
            compiles = script.name.startswith("pocket_worker-")
            expected = POCKET_POLICY if compiles else CONTENT_SECURITY_POLICY
            assert answer.headers["content-security-policy"] == expected, script.name


@pytest.mark.anyio
async def test_the_documentation_is_shown_where_a_host_wants_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "api").mkdir(parents=True)
    (site / "index.html").write_text("<h1>First page</h1>")
    (site / "api" / "index.html").write_text("<h1>Names</h1>")
    (site / "play" / "assets").mkdir(parents=True)
    (site / "play" / "assets" / "pocket_worker-1.js").write_text("")
    async with live(tmp_path / "one.db", docs=str(site)) as server:
        moved = await server.http.get("/docs")
        assert (moved.status_code, moved.headers["location"]) == (308, "/docs/")
        for path, text in (("/docs/", "First page"), ("/docs/api/", "Names")):
            shown = await server.http.get(path)
            assert text in shown.text and shown.headers["cache-control"] == "no-cache"
            assert shown.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        plays = await server.http.get("/docs/play/assets/pocket_worker-1.js")
        assert plays.headers["content-security-policy"] == POCKET_POLICY, "as the game's own"
        assert (await server.http.get("/docs/gone.html")).status_code == 404
        assert (await server.http.get("/docs/%2e%2e/one.db")).status_code == 404
    assert problems(Settings(docs=str(tmp_path))) == [
        f"docs: {tmp_path} has no index.html: it is no built documentation."
    ]


def test_the_policy_allows_no_other_host_and_no_inline_script() -> None:
    assert CONTENT_SECURITY_POLICY.startswith("default-src 'none'")
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY
    for part in CONTENT_SECURITY_POLICY.split("; "):
        assert set(part.split()[1:]) <= {"'none'", "'self'", "data:", "blob:"}
    words = [set(one.replace(";", " ").split()) for one in (POCKET_POLICY, CONTENT_SECURITY_POLICY)]
    assert words[0] - words[1] == {"'wasm-unsafe-eval'"}, "the worker compiles, nothing else"


LOADED = re.compile(
    r"""(?:src|href|action)\s*=\s*["'](?:https?:)?//|url\(\s*["']?(?:https?:)?//"""
    r"""|(?:fetch|import|WebSocket|EventSource|Worker)\(\s*["'](?:https?|wss?):"""
)


def test_the_client_loads_nothing_from_anywhere_else() -> None:
    folders = [WEB / "src", WEB / "public", *([found] if (found := client_folder()) else [])]
    files = [WEB / "index.html"] + [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in {".html", ".css", ".js", ".ts", ".svelte", ".svg", ".webmanifest"}
    ]
    assert len(files) > 10
    for path in files:
        for match in LOADED.finditer(path.read_text(errors="replace")):
            text = path.read_text(errors="replace")[match.start() : match.end() + 60]
            assert "//www.w3.org/" in text, f"{path.name}: {text}"


@pytest.mark.anyio
async def test_cookies_are_for_our_pages_only_and_secure_behind_tls(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        headers = {"Origin": server.url}
        plain = await server.http.post("/api/guest", json={"name": "Ann"}, headers=headers)
        cookie = plain.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
        assert "secure" not in cookie
        behind = {"X-Forwarded-Proto": "https", "Origin": server.url}
        tls = await server.http.post("/api/guest", json={"name": "Bob"}, headers=behind)
        assert "secure" in tls.headers["set-cookie"].lower()
    async with live(tmp_path / "two.db", secure_cookies=True) as server:
        headers = {"Origin": server.url}
        always = await server.http.post("/api/guest", json={"name": "Ann"}, headers=headers)
        assert "secure" in always.headers["set-cookie"].lower()


@pytest.mark.anyio
async def test_no_secret_stands_in_the_log_of_a_whole_run(tmp_path: Path) -> None:
    """Accounts, tokens, a match, refusals, a ban, odd handshakes: then the log is searched."""
    server = ServerProcess(tmp_path, "--log-level", "debug", "--messages-per-second", "100000")
    await server.start()
    password, words = "a very secret passphrase", "words between friends"
    secrets = [password, words]
    try:
        async with visitor(server.url, headers={"Origin": server.url}) as http:
            account = {"name": "Ada", "password": password}
            assert (await http.post("/api/register", json=account)).status_code == 200
            wrong = {"name": "Ada", "password": password + "!"}
            assert (await http.post("/api/login", json=wrong)).status_code == 401
            secrets.append(http.cookies["gof_session"])
            made = (await http.post("/api/me/tokens", json={"name": "Adabot"})).json()
            secrets.append(made["token"])
            header = {"Authorization": f"Bearer {made['token']}"}
            answer = await http.post(
                "/api/tables", json={"options": {"clock": "none", "target": 2}}, headers=header
            )
            table = answer.json()["table"]
            for odd in (f"/ws?token={made['token']}", f"/api/me?token={made['token']}"):
                await http.get(odd, headers={"Authorization": "Bearer wrong-token-of-somebody"})
            secrets.append("wrong-token-of-somebody")
        bot = await Client(server.url, made["token"]).connect()
        await bot.watch(table)
        for seat in (1, 2, 3):
            await bot.do(table, c.SetBot(seat, "dumpling"))
        await bot.do(table, c.Start())
        await bot.do(table, c.Say(words))
        await bot.send(b"\xff\x00")
        for _ in range(30):
            await bot.until(lambda: bot.may_act(table) or bot.state(table)["phase"] == "over")
            if bot.state(table)["phase"] == "over":
                break
            with pytest.raises(Refused):
                await bot.do(table, c.Play(["RD", "RD"], 0))
            await bot.do(table, bot.choice(table))
        await bot.close()
    finally:
        await server.stop()
    log = server.log.read_text()
    assert '"ready"' in log
    for line in log.splitlines():
        json.loads(line)
    for secret in (*secrets, *_hidden_in(tmp_path / "server.db", table)):
        assert secret not in log, "a secret stands in the log"


def _hidden_in(path: Path, table_id: str) -> list[str]:
    """The seed of a table's match, and the hands of its first deal."""
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "select body, at from events where table_id = ? order by seq", (table_id,)
    ).fetchall()
    connection.close()
    table, found = Table(), []
    for body, at in rows:
        event = decode_event(body)
        table = apply(table, event, at)
        if isinstance(event, e.Started):
            assert table.match is not None
            found.append(event.seed)
            found += [str(Cards(hand)) for hand in table.match.round.hands]
            found += [json.dumps(Cards(hand).codes) for hand in table.match.round.hands]
    assert found
    return found


def test_an_errors_text_never_reaches_the_log() -> None:
    """What a database says of an error may hold what was to be stored."""
    secret = "9f8e7d-the-seed"
    try:
        raise DatabaseError("INSERT INTO events", {"body": secret}, Exception(secret))
    except DatabaseError:
        import sys

        record = logging.LogRecord(
            "gangoffour", logging.ERROR, __file__, 1, "failed", (), sys.exc_info()
        )
    line = JsonLines().format(record)
    assert secret not in line
    assert json.loads(line)["error"] == "DatabaseError"
    assert "test_an_errors_text" in line


def test_fields_nobody_listed_stay_out_of_the_log() -> None:
    record = logging.LogRecord("gangoffour", logging.INFO, __file__, 1, "hello", (), None)
    record.__dict__.update(token="a token", hand=["G1"], table="t1")
    line = JsonLines().format(record)
    assert json.loads(line)["table"] == "t1"
    assert "a token" not in line and "G1" not in line
