"""What bots print goes to standard error: standard output is the report's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gangoffour.lab.arena.arena import run

PRINTS = """
import os
from sys import __stdout__, stdout
print("loaded")
class Prints:
    def __init__(self): print("made")
    def choose(self, view, rng):
        print("chooses")
        stdout.write("writes\\n")
        os.system("echo starts")
        __stdout__.write("goes past\\n")
        if view.counts[view.seat] == 16: raise ValueError
        return view.actions[0]
"""


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_what_a_bot_prints_is_no_part_of_the_report(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "bad.py").write_text(PRINTS)
    words = [sys.executable, "-m", "gangoffour", "arena", "bad.py:Prints", "greedy"]
    words += ["--deals", "2", "--seats", "3", "--jobs", jobs, "--json", "-"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert json.loads(ran.stdout)["rounds"] == 6
    for said in ("loaded", "made", "chooses", "writes", "starts", "goes past"):
        assert said in ran.stderr.splitlines()


def test_what_a_caller_prints_goes_where_it_always_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(PRINTS)
    bots = [f"{path}:Prints", "greedy"]
    run(bots, deals=1, jobs=1, progress=lambda *told: print("done"), complain=print)  # noqa: T201
    out, err = capsys.readouterr()
    assert out.startswith("done\nDeal 0: ") and out.endswith("done\n")
    assert "chooses" not in out and {"loaded", "made", "chooses", "writes"} <= {*err.splitlines()}
