"""What the arena's report says: what was played, what its figures mean, and that it is kept."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from gangoffour import __version__
from gangoffour.lab.arena.arena import run
from gangoffour.lab.arena.intervals import ratio, share
from gangoffour.lab.arena.subcommand import arena
from gangoffour.lab.arena.table import show
from tests.lab.silent_bots import SILENT

ARENA = [sys.executable, "-m", "gangoffour", "arena"]
app = typer.Typer()
app.command()(arena)


def command(*words: str) -> Any:
    return CliRunner().invoke(app, [*words, "--jobs", "1"])


def test_what_is_written_does_not_wait_for_what_is_printed(tmp_path: Path) -> None:
    words = ["greedy", "random", "--deals", "1", "--seats", "3", "--jobs", "1"]
    words += ["--json", "k.json", "--plot", "k.svg"]
    with subprocess.Popen([*ARENA, *words], stdout=subprocess.PIPE, cwd=tmp_path) as running:
        assert running.stdout is not None
        running.stdout.close()  # as `| true` does
        assert running.wait(60) != 0
    assert json.loads((tmp_path / "k.json").read_text())["rounds"] == 3
    assert (tmp_path / "k.svg").exists()


def test_the_rules_are_part_of_the_report(tmp_path: Path) -> None:
    """R9: in the spelling that --rules takes, and only what is another rule than the edition's."""
    words = ["--edition", "german", "--matches", "--deals", "1", "--seats", "3", "--json", "j.json"]
    words[-1] = str(tmp_path / "j.json")
    for rule in ("target=20", "duty_to_block=False", "seats=both", "opening_limit=3"):
        words += ["--rules", rule]
    told = command("greedy", "random", *words)
    assert told.exit_code == 0
    assert "german edition, duty_to_block=no, opening_limit=3, target=20" in " ".join(
        told.stdout.split()
    )
    found = json.loads((tmp_path / "j.json").read_text())
    assert found["changes"] == {"duty_to_block": "no", "opening_limit": "3", "target": "20"}
    assert found["version"] == __version__
    plain = run(["greedy", "random"], deals=1, seats=3, jobs=1).as_dict()
    assert plain["changes"] == {} and plain["edition"] == "official"


def test_a_target_without_matches_is_said_to_have_no_effect() -> None:
    words = ["greedy", "random", "--deals", "1", "--seats", "3", "--rules"]
    told = command(*words, "target=20", "--json", "-")
    assert (
        told.stderr == "The rule target has no effect on single rounds: --matches plays whole "
        "matches.\n"
    )
    assert json.loads(told.stdout)["changes"] == {"target": "20"}
    assert "no effect" not in command(*words, "duty_to_block=no").stderr
    assert "no effect" not in command(*words, "target=20", "--matches").stderr


@pytest.mark.parametrize(
    ("names", "lineup", "even"),
    [
        (["greedy", "random"], "1v3", "25 % for greedy, 75 % for random"),
        (["greedy", "random", "dumpling"], "1v3", "25 % for greedy and random, 50 % for dumpling"),
        (["greedy", "random"], "2v2", "50 %"),
        (["greedy", "random", "dumpling"], "round_robin", "50 %"),
    ],
)
def test_what_would_be_even_is_said(names: list[str], lineup: str, even: str) -> None:
    told = command(*names, "--deals", "1", "--lineup", lineup)
    words = " ".join(told.stdout.split())
    assert f"one of its seats goes out first; even is {even}." in words
    report = run(names, deals=1, lineup=lineup, jobs=1)
    assert all(f"{100 * one.first_out_even:.0f} %" in even for one in report.standings)
    assert report.as_dict()["standings"][0]["first_out_even"] == report.standings[0].first_out_even


def test_every_column_is_explained_below_the_table() -> None:
    told = command("greedy", "random", "--deals", "1", "--seats", "3", "--matches")
    head, _, below = told.stdout.partition("───")
    for column in ("payoff", "points", "first out %", "rank", "ms", "p95 ms"):
        assert column in head and f"{column}: " in " ".join(below.split())


def test_all_that_stands_behind_a_plus_minus_is_a_95_percent_interval() -> None:
    names = ["greedy", "random"]
    told = command(*names, "--deals", "2", "--seats", "3", "--lineup", "round_robin")
    report = run(names, deals=2, seats=3, lineup="round_robin", jobs=1)
    rating = report.standings[0].rating
    assert rating is not None
    assert f"greedy: rating {rating.mu:.2f} ± {1.96 * rating.sigma:.2f}\n" in told.stdout
    kept = report.as_dict()["standings"][0]["rating"]
    assert kept["sigma"] == round(rating.sigma, 4), "JSON has one sigma, as ever"


def test_a_few_rounds_that_agree_are_no_certainty() -> None:
    """Eight of eight: with 95 % chance to be seen, a share of 0.31 of the others may hide there."""
    assert share([1.0] * 8, [1.0] * 8).margin == pytest.approx(1 - 0.05 ** (1 / 8))
    assert share([0.0] * 300, [4.0] * 300).margin == pytest.approx(3 / 300, rel=0.01)
    assert share([2.0] * 8, [4.0] * 8).margin == 0, "whoever does the same shares alike"
    assert share([1.0, 0.0], [1.0, 1.0]) == ratio([1.0, 0.0], [1.0, 1.0])
    assert math.isinf(share([1.0], [1.0]).margin) and share([], []).margin == 0
    words = ["greedy", "random", "--deals", "2", "--lineup", "2v2", "--json", "-"]
    one = json.loads(command(*words).stdout)["standings"][0]["first_out"]
    assert one["mean"] < 1 or one["margin"] > 0


NAME = "some/folders/that/have/quite/long/names/b3.py:Counter"


def shown(width: int, *, terminal: bool, name: str = NAME) -> str:
    """The report of a bot with a long name, on a screen or in a file."""
    report = run([name, "greedy"], deals=2, seats=3, jobs=1)
    screen = Console(width=width, force_terminal=terminal, color_system=None, record=True)
    with screen.capture() as heard:
        show(report, screen)
    return heard.get()


def test_names_never_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(NAME.partition(":")[0])
    path.parent.mkdir(parents=True)
    path.write_text("class Counter:\n    def choose(self, view, rng): return view.actions[0]\n")
    Path("b3.py").write_text(path.read_text())
    told = command("b3.py:Counter", NAME, "--deals", "2", "--seats", "3", "--matches")
    rows = [line.split()[0] for line in told.stdout.splitlines() if "Counter " in line]
    assert rows == ["b3.py:Counter", NAME], "a file has room for all of it"
    screen = shown(80, terminal=True)
    table = screen.partition("payoff: ")[0].splitlines()
    (row,) = [line for line in table if "Counter" in line]
    assert row.startswith(" …") and "3.py:Counter " in row and max(map(len, table)) <= 80
    narrow = shown(40, terminal=True).splitlines()
    assert any("… " not in line and "py:Counter " in line for line in narrow), "nor do figures"


def test_who_was_barred_is_told_and_it_is_no_fault(tmp_path: Path) -> None:
    """R5.2"""
    path = tmp_path / "silent.py"
    path.write_text(SILENT)
    words = ["--deals", "3", "--json", str(tmp_path / "a.json")]
    told = command(f"{path}:Bare", "greedy", *words)
    bare, greedy = json.loads((tmp_path / "a.json").read_text())["standings"]
    assert told.exit_code == 0 and bare["barred"] > 0 and not bare["faults"]
    times = f"{bare['barred']} time{'s' if bare['barred'] > 1 else ''}"
    assert f"{path}:Bare: barred {times} for its silence about the last card (R5.2)" in told.stdout
    assert "may_call" in told.stdout and greedy["barred"] == 0
    assert "greedy: barred" not in told.stdout
    later = command(f"{path}:Later", "greedy", *words)
    assert ": barred" not in later.stdout
    own = command("human:forgetful,forgets_call=1", "greedy", *words).stdout
    assert "forgets_call=1: barred " in own and "may_call" not in own, "it knows how"
