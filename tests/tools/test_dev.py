"""``make dev``: the page and the game through one address, a restart on a change, an end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tools.dev import answers
from tools.free_ports import free_port
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).parents[2]
SLOW_S = 120.0


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder to follow, so that the tests change nothing of the project."""
    file = tmp_path / "source" / "rule.py"
    file.parent.mkdir()
    file.write_text("")
    return file


@pytest.fixture
def dev(port: int, source: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    data = {"GANGOFFOUR_DATABASE": f"sqlite+aiosqlite:///{tmp_path / 'dev.db'}"}
    command = [sys.executable, "-m", "tools.dev", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--watch", str(source.parent)],
        cwd=ROOT,
        env={**os.environ, **data},
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process
    if process.poll() is None:
        process.terminate()
    process.communicate()


def said(process: subprocess.Popen[str], words: str) -> str:
    """The next line that has the words in it."""
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return line
    raise AssertionError(f"it ended without saying {words!r}")


@pytest.mark.long
def test_client_and_server_by_one_command(
    dev: subprocess.Popen[str], port: int, source: Path
) -> None:
    url = f"http://localhost:{port}"
    assert url in said(dev, "Gang of Four is at")
    with httpx.Client(verify=False, base_url=url, timeout=SLOW_S, headers={"Origin": url}) as page:
        assert "/@vite/client" in page.get("/").text
        assert "R1" in page.get(f"/@fs{ROOT}/docs/rules/de.md?import&raw").text
        assert page.get(f"/@fs{ROOT}/pyproject.toml?import&raw").status_code == 403
        assert page.post("/api/guest", json={"name": "Devi"}).status_code == 200
        cookie = {"Cookie": f"gof_session={page.cookies['gof_session']}"}
    with connect(
        f"ws://localhost:{port}/ws", additional_headers=cookie, origin=Origin(url)
    ) as line:
        assert json.loads(line.recv(SLOW_S))["type"] == "welcome"
        source.write_text("changed = True\n")
        with pytest.raises(ConnectionClosed):
            line.recv(SLOW_S)
    assert "rule.py" in said(dev, "The server is started anew")
    dev.send_signal(signal.SIGINT)
    assert dev.wait(SLOW_S) == 0
    assert not answers(port)


def test_a_port_that_is_taken_is_told(source: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "tools.dev", "--port", number, "--watch", source.parent],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 1
    assert done.stdout == f"Port {number} is taken: end what listens there, or make dev PORT=…\n"
