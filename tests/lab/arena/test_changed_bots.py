"""A run that goes on with another version of a bot is refused, and the bot is named."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gangoffour.bots.outside import made_of
from gangoffour.lab.arena.subcommand import arena

FIRST = "class Counter:\n    def choose(self, view, rng): return view.actions[0]\n"
SECOND = FIRST.replace("[0]", "[-1]")
PROGRAM = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    '    view = json.loads(line)["view"]\n'
    '    answer = {"play": view["plays"][0]} if view["plays"] else {"pass": True}\n'
    "    print(json.dumps(answer), flush=True)\n"
)

app = typer.Typer()
app.command()(arena)


def played(*bots: str, deals: int) -> tuple[int, str]:
    words = ["--resume", "r.jsonl", "--seats", "3", "--jobs", "1", "--deals", str(deals)]
    ran = CliRunner().invoke(app, [*bots, *words])
    return ran.exit_code, ran.output


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "bot", "first", "second"),
    [
        ("b3.py", "b3.py:Counter", FIRST, SECOND),
        ("prog.py", f"cmd:{sys.executable} prog.py", PROGRAM, f"{PROGRAM}# other\n"),
    ],
)
def test_two_versions_of_a_bot_are_never_mixed(
    here: Path, file: str, bot: str, first: str, second: str
) -> None:
    (here / file).write_text(first)
    assert played(bot, "greedy", deals=1)[0] == 0
    before = (here / "r.jsonl").read_text()
    (here / file).write_text(second)
    code, told = played(bot, "greedy", deals=2)
    assert code == 2 and (here / "r.jsonl").read_text() == before
    assert "'r.jsonl' holds another run" in told
    assert f"{bot} has changed: the hash of {file} is " in told
    (here / file).write_text(first)
    assert played(bot, "greedy", deals=2)[0] == 0, "what is the same as before goes on"


def test_a_bot_of_the_game_changes_with_the_package_and_its_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert played("level:1", "greedy", deals=1)[0] == 0
    monkeypatch.setattr(made_of, "__version__", "99.0")
    code, told = played("level:1", "greedy", deals=2)
    assert code == 2 and "(level:1 has changed: the version of gangoffour is " in told
    monkeypatch.undo()


def test_new_weights_make_another_bot(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "weights").mkdir()
    (here / "weights" / "a.npz").write_bytes(b"1")
    monkeypatch.setattr(made_of, "WEIGHTS", here / "weights")
    assert played("level:1", "greedy", deals=1)[0] == 0
    (here / "weights" / "a.npz").write_bytes(b"2")
    code, told = played("level:1", "greedy", deals=2)
    assert code == 2 and "(level:1 has changed: the hash of the weights is " in told


@pytest.mark.parametrize("made", [None, 7, {"b3.py:Counter": 7}, {"nobody": {"a": "b"}}])
def test_a_run_that_does_not_say_what_its_bots_were_goes_on(here: Path, made: object) -> None:
    """Those of older versions do not; nor is a file that did not exist then a change."""
    (here / "b3.py").write_text(FIRST)
    assert played("b3.py:Counter", "greedy", deals=1)[0] == 0
    header, *rows = (here / "r.jsonl").read_text().splitlines()
    told = json.loads(header)
    del told["made_of"]
    if made is not None:
        told["made_of"] = made
    (here / "r.jsonl").write_text("\n".join([json.dumps(told), *rows]) + "\n")
    (here / "b3.py").write_text(SECOND)
    assert played("b3.py:Counter", "greedy", deals=2)[0] == 0
