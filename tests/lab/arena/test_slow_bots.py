"""A bot that chooses for ever is named, and stopped it is told where it stands."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gangoffour.lab import rounds
from gangoffour.lab.arena import arena
from tests.support.hanging_bots import HANGS, SLOW


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_bot_that_takes_long_is_named_while_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(arena, "PATIENCE_S", 0.1)
    path, sign, told = tmp_path / "slow.py", tmp_path / "sign", list[str]()
    path.write_text(SLOW.format(sign=str(sign)))

    def complain(words: str) -> None:
        told.append(words)
        sign.touch()  # now it chooses

    name = f"{path}:Slow"
    report = arena.run(
        [name, "greedy"], deals=2, seats=3, jobs=jobs, strict=True, complain=complain
    )
    assert told and all(one.startswith(f"{name} has been choosing for ") for one in told)
    assert " s (deal " in told[0] and ", seat " in told[0]
    assert not report.standings[0].faults, "it is no fault"


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_it_is_named_also_where_it_makes_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(rounds, "PATIENCE_S", 0.1)
    path, sign, told = tmp_path / "slow.py", tmp_path / "sign", list[str]()
    path.write_text(SLOW.format(sign=str(sign)))

    def hear(words: str) -> None:
        told.append(words)
        sign.touch()

    assert len(list(rounds.rounds(f"{path}:Slow", 2, seats=3, jobs=jobs, heard=hear))) == 2
    assert told[0].startswith(f"{path}:Slow has been choosing for ")
    assert re.search(r" s \(deal 0/[01], seat [0-2]\)\.$", told[0])


@pytest.mark.parametrize(
    ("command", "jobs", "number"),
    [
        ("arena", "1", signal.SIGINT),
        ("data", "1", signal.SIGINT),
        pytest.param("arena", "2", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("data", "2", signal.SIGINT, marks=pytest.mark.long),
    ],
)
def test_whoever_stops_a_bot_that_hangs_sees_where_it_stands(
    tmp_path: Path, command: str, jobs: str, number: signal.Signals
) -> None:
    path, sign = tmp_path / "bad.py", tmp_path / "sign"
    path.write_text(HANGS.format(sign=str(sign)))
    words = [sys.executable, "-m"]
    if command == "arena":
        words += ["gangoffour.lab.arena.subcommand", f"{path}:Hangs", "greedy", "--deals", "2"]
    else:
        words += ["gangoffour.lab.rounds", f"{path}:Hangs", str(tmp_path / "rows.jsonl")]
    words += ["--jobs", jobs]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 60
        while not sign.exists() or time.time() - sign.stat().st_mtime < 0.6:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.05)
        os.kill(running.pid, number)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert f"{path}:Hangs was choosing (deal " in err
    deals = set(re.findall(r"was choosing \(deal (?:0/)?([01]), seat [0-3]\)", err))
    assert deals, "of two processes either may be the first to come to its deal"
    assert jobs == "2" or deals == {"0"}
    assert f'File "{path}", line 7, in choose' in err and "line 9, in ponder" in err
    assert "supervised.py" not in err and "processes.py" not in err, "its own lines only"
