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

from gangoffour.lab.arena import arena

HANGS = """
import time
from pathlib import Path
class Hangs:
    def choose(self, view, rng):
        Path({sign!r}).touch()
        self.ponder()
    def ponder(self):
        while True: time.sleep(0.01)
"""
SLOW = """
import time
from pathlib import Path
from gangoffour.bots import load_bot
class Slow:
    def choose(self, view, rng):
        while not Path({sign!r}).exists(): time.sleep(0.01)
        return load_bot("greedy").choose(view, rng)
"""


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


@pytest.mark.parametrize(
    ("jobs", "number"),
    [("1", signal.SIGINT), pytest.param("2", signal.SIGTERM, marks=pytest.mark.long)],
)
def test_whoever_stops_a_bot_that_hangs_sees_where_it_stands(
    tmp_path: Path, jobs: str, number: signal.Signals
) -> None:
    path, sign = tmp_path / "bad.py", tmp_path / "sign"
    path.write_text(HANGS.format(sign=str(sign)))
    words = [sys.executable, "-m", "gangoffour.lab.arena.subcommand", f"{path}:Hangs", "greedy"]
    words += ["--deals", "2", "--jobs", jobs]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 60
        while not sign.exists() or time.time() - sign.stat().st_mtime < 0.6:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.05)
        os.kill(running.pid, number)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert f"{path}:Hangs was choosing (deal " in err
    deals = set(re.findall(r"was choosing \(deal ([01]), seat [0-3]\)", err))
    assert deals, "of two processes either may be the first to come to its deal"
    assert jobs == "2" or deals == {"0"}
    assert f'File "{path}", line 7, in choose' in err and "line 9, in ponder" in err
    assert "supervised.py" not in err and "processes.py" not in err, "its own lines only"
