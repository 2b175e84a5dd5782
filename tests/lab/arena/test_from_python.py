"""The arena called from Python: by whoever forgets a guard, or gives what it does not take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gangoffour.lab.arena.arena import run
from gangoffour.lab.errors import LabError

SCRIPT = """
from gangoffour.lab.arena import run
print(run(["greedy", "random"], deals=2, seats=3, jobs={jobs}, resume="run.jsonl").rounds)
"""


def ran(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(script)
    words = [sys.executable, str(path)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)


def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    told = ran(SCRIPT.format(jobs=2), tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("Traceback") == 2, "of this call alone: whose process, and what for"
    *_, why, note = told.stderr.splitlines()
    assert why.endswith("in the middle of its work, maybe by a bot.")
    assert 'if __name__ == "__main__":' in note and "jobs=1" in note
    assert (tmp_path / "run.jsonl").read_text().count("\n") == 1, "and nobody else wrote there"
    assert ran(SCRIPT.format(jobs=1), tmp_path).stdout == "6\n"


def test_places_may_be_texts(tmp_path: Path) -> None:
    kept, folder = tmp_path / "run.jsonl", tmp_path / "all"
    where: dict[str, Any] = {"resume": str(kept), "records": str(folder)}
    run(["greedy", "random"], deals=1, seats=3, jobs=1, **where)
    assert kept.exists() and len([*folder.iterdir()]) == 3


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        ("greedy", {}, "The line-up 1v3 needs a list of bots, not 'greedy'."),
        (5, {}, "The line-up 1v3 needs a list of bots, not 5."),
        (["greedy", 5], {}, "The line-up 1v3 needs the names of its bots, not 5."),
        (
            ["greedy", "random"],
            {"deals": "5"},
            "deals must be a whole number from 1 to 10,000,000, not '5'.",
        ),
        (
            ["greedy", "random"],
            {"deals": 2.5},
            "deals must be a whole number from 1 to 10,000,000, not 2.5.",
        ),
        (
            ["greedy", "random"],
            {"jobs": "2"},
            "jobs must be a whole number from 1 to 10,000,000, not '2'.",
        ),
    ],
)
def test_what_the_arena_does_not_take_is_refused_in_a_sentence(
    bots: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(LabError) as refused:
        run(bots, **{"deals": 1, "jobs": 1, **options})
    assert refused.value.message == sentence
