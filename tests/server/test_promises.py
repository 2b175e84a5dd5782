"""What ``docs/safety.md`` promises is held by tests that exist; two small ones are here."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from gangoffour.server.runtime.secrets import new_seed
from gangoffour.server.wire import messages as m
from gangoffour.table import commands as c

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
SERVER = ROOT / "src" / "gangoffour" / "server"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| |")
]


def test_every_promise_names_tests_that_exist() -> None:
    written = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    known = set(re.findall(r"^(?:async )?def (test_\w+)", written, re.MULTILINE))
    assert [row[0] for row in ROWS] == [str(number) for number in range(1, len(ROWS) + 1)]
    assert len(ROWS) >= 50
    for _, promise, _, tests in ROWS:
        named = re.findall(r"`(test_\w+)`", tests)
        assert named, promise
        assert set(named) <= known, (promise, set(named) - known)


def test_every_promise_names_modules_that_exist() -> None:
    for _, promise, places, _ in ROWS:
        for place in re.findall(r"`([\w/]+(?:\.py|/))`", places):
            found = (SERVER / place, SERVER.parent / place, ROOT / place)
            assert any(path.exists() for path in found), (promise, place)


def test_no_message_of_a_client_carries_a_time() -> None:
    """Clocks are the server's: there is nothing in which a client could say what time it is."""
    asks = [*get_args(m.FromClient), *get_args(c.PersonAsk)]
    fields = {field.name for one in asks for field in msgspec.structs.fields(one)}
    assert len(fields) > 10
    telling = re.compile(r"(^|_)(at|ms|now|time|clock|since|elapsed)($|_)")
    assert not {name for name in fields if telling.search(name)}


def test_seeds_are_secret_and_never_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """256 bits from the system's generator: nobody can guess the next deal."""
    assert len({new_seed() for _ in range(2000)}) == 2000
    monkeypatch.setattr(secrets, "token_bytes", lambda count: bytes(count))
    assert new_seed() == "00" * 32, "from nowhere else"
