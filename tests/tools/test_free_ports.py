"""Ports that tests and tools name in advance are nobody else's until they are used."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

from tools.free_ports import LOWEST, candidates, claim, free_port, picked_from

ROOT = Path(__file__).parents[2]


def test_no_connection_is_given_a_port_that_was_promised() -> None:
    assert free_port() in candidates(picked_from())
    assert max(candidates(32_768)) < 32_768 and max(candidates(16_000)) < 16_000


def test_there_are_ports_where_the_kernel_picks_from_nearly_all() -> None:
    assert candidates(1_024) == candidates(LOWEST) == range(LOWEST, 65_536)


def test_no_port_is_promised_twice_in_one_process() -> None:
    promised = [free_port() for _ in range(50)]
    assert len(set(promised)) == 50


def test_no_port_is_promised_to_two_processes_while_both_live() -> None:
    mine = free_port()
    code = f"from tools.free_ports import claim; print(claim(({mine}, {free_port()}, 0)))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert found.stdout.strip() == b"0"


def test_a_port_where_somebody_listens_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        free = free_port()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            another = int(probe.getsockname()[1])
        assert claim((other.getsockname()[1], free, another)) == another
