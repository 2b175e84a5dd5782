"""A new message of the WebSocket is whole: carried out, documented, and known to the client.

``tests/server/wire/test_documents.py`` sends every example to a real server; mypy asks for every
kind of command at a table.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

from tools.typescript import TARGET, text

from gangoffour.server.wire import messages as m
from gangoffour.table import commands as c
from tests.contributing.client import source

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
SHOWN = [json.loads(one) for one in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)]
SOCKETS = ROOT / "src" / "gangoffour" / "server" / "endpoints" / "sockets.py"


def tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def test_what_a_client_sends_is_carried_out() -> None:
    written = SOCKETS.read_text(encoding="utf-8")
    for message in get_args(m.FromClient):
        assert f"case m.{message.__name__}(" in written, (
            f"server/endpoints/sockets.py: no case m.{message.__name__}(); it would be answered "
            "with done, and nothing would happen"
        )


def test_the_message_has_an_example() -> None:
    for message in [*get_args(m.FromClient), *get_args(m.FromServer)]:
        sent = message in get_args(m.FromClient)
        mine = [one for one in SHOWN if one["type"] == tag(message)]
        if tag(message) == "lobby":  # both ways under one name
            mine = [one for one in mine if ("on" in one) == sent]
        assert mine, f"docs/wire.md: no example of {tag(message)!r} ({message.__name__})"


def test_what_is_asked_of_a_table_is_in_the_list() -> None:
    for ask in get_args(c.PersonAsk):
        assert f'`{{"do": "{tag(ask)}"' in PAGE, f"docs/wire.md, Playing: no row for {tag(ask)!r}"


def test_the_client_knows_the_types() -> None:
    assert TARGET.read_text(encoding="utf-8") == text(), (
        f"{TARGET.relative_to(ROOT)} is not what the messages say: run make types"
    )


def test_what_the_server_sends_is_heard() -> None:
    for message in get_args(m.FromServer):
        heard = re.search(rf"""['"]{tag(message)}['"]""", source())
        assert heard, f"nothing in web/src hears {tag(message)!r}"
