"""``gangoffour data``: one command for the rows of bots; what cannot be done is one sentence."""

from __future__ import annotations

import errno
import json
import shlex
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from gangoffour import data_subcommand
from gangoffour.cli import app
from gangoffour.lab import puzzles, rounds
from gangoffour.lab.asked_rows import told_shortly
from gangoffour.lab.progress import progress_bar
from gangoffour.lab.rounds import EFFORT, effort_of, played
from gangoffour.server import operate
from gangoffour.server.matches.shared_matches import CARD

ran = CliRunner()
SLOW = """
import sys, time

def bot(view, rng):
    while b"0 of 2 " not in sys.stderr.buffer.getvalue():
        time.sleep(0.01)
    return view.actions[0]
"""


def test_puzzles_and_rounds_are_written_with_the_command_that_makes_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_subcommand, "EVERY_LEVEL", ("level:1", "level:2"))
    asked = ["--number", "2", "--seed", "s", "--seats", "3", "--jobs", "1"]
    file = tmp_path / "rounds.jsonl"
    answer = ran.invoke(app, ["data", str(file), "--of", "levels", *asked])
    assert answer.exit_code == 0 and "4 rounds" in answer.output
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    pairs = [(bot, f"s/{at}") for bot in ("level:1", "level:2") for at in range(2)]
    assert rows == [played(bot, seed, 3, "official") for bot, seed in pairs]
    card = file.with_name("rounds.jsonl.md").read_text()
    assert "gangoffour data rounds.jsonl --of levels --number 2 --seed s --seats 3" in card
    file = tmp_path / "puzzles.jsonl"
    answer = ran.invoke(app, ["data", str(file), "--of", "puzzles", *asked])
    assert answer.exit_code == 0
    found = [json.loads(line) for line in file.read_text().splitlines()]
    assert f"{len(found)} puzzles" in answer.output and {row["seats"] for row in found} <= {3}


@pytest.mark.parametrize("seed", ["my seed ü", "", "it's $HOME"])
def test_the_command_on_a_card_can_be_copied(
    tmp_path: Path, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my bot.py").write_text(
        "from gangoffour.bots.players.greedy import Greedy\nclass Mine(Greedy): pass\n"
    )
    monkeypatch.chdir(tmp_path)
    asked = ["--number", "1", "--seats", "3", "--jobs", "1", "--seed", seed]
    answer = ran.invoke(app, ["data", "my rows.jsonl", "--of", "my bot.py:Mine", *asked])
    assert answer.exit_code == 0, answer.output
    card = Path("my rows.jsonl.md").read_text()
    command = card.split("`")[3]
    rows = Path("my rows.jsonl").read_bytes()
    for one in tmp_path.glob("my rows*"):
        one.unlink()
    assert ran.invoke(app, shlex.split(command)[1:]).exit_code == 0
    assert Path("my rows.jsonl").read_bytes() == rows
    assert Path("my rows.jsonl.md").read_text() == card


def test_where_there_is_no_terminal_a_line_now_and_then_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_subcommand, "EVERY_LEVEL", ("level:1", "level:2"))
    """Also before the first round is done."""
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW)
    asked = ["--of", "levels", "--number", "2", "--seats", "3", "--jobs", "1"]
    short = ran.invoke(app, ["data", str(tmp_path / "short.jsonl"), *asked])
    assert short.exit_code == 0 and short.stderr == "", "what is soon done says nothing"
    monkeypatch.setattr("gangoffour.lab.progress.LINE_EVERY_S", 0.02)
    asked[1], file = f"{slow}:bot", tmp_path / "long.jsonl"
    assert ran.invoke(app, ["data", str(file), *asked]).stderr.startswith("0 of 2 rounds\n")
    assert effort_of(["level:1", "level:6"], 10, 15) == 10 + 5 * EFFORT["level:6"], (
        "slower ones last"
    )
    bots = ["arena", f"{slow}:bot", "random", "--deals", "2", "--seats", "3", "--jobs", "1"]
    assert ran.invoke(app, bots).stderr.startswith("0 of 2 deals\n")


def test_a_line_tells_the_time_that_is_left_by_what_was_done_since_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gangoffour.lab.progress.LINE_EVERY_S", 0.01)
    said, until = StringIO(), time.monotonic() + 60

    def wait_for(words: str) -> None:
        while words not in said.getvalue():
            assert time.monotonic() < until
            time.sleep(0.005)

    with progress_bar("rounds", Console(file=said)) as told:
        told(1_000, 4_000)  # of an earlier run
        wait_for("1,000 of 4,000 rounds\n")
        told(2_000, 4_000)
        wait_for("\n2,000 of 4,000 rounds, about ")
        wait_for(" s left\n")
        told(4_000, 4_000)
    assert "4,000 of 4,000" not in said.getvalue(), "the command says so itself"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--of", "rounds"], "'rounds'; there are matches, puzzles, levels, and of bots greedy"),
        (["--of", "level:8"], "There is no level '8'"),
        (["--of", "level:1", "--edition", "moon"], "moon"),
        (["--of", "puzzles", "--edition", "moon"], "moon"),
        (["--of", "level:1", "--edition", "riva", "--seats", "3"], "3"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    given = ["data", str(tmp_path / "rows.jsonl"), *words, "--number", "1", "--jobs", "1"]
    answer = ran.invoke(app, given)
    assert answer.exit_code == 1
    (line,) = answer.stderr.strip().splitlines()
    assert line.startswith("gangoffour: ") and said in line
    assert not list(tmp_path.iterdir()), "and nothing lies in the way of the right command"


@pytest.mark.parametrize("of", ["matches", "puzzles", "level:1"])
def test_a_place_that_cannot_be_written_is_told_as_in_the_arena(tmp_path: Path, of: str) -> None:
    file = tmp_path / "nowhere" / "x.jsonl"
    answer = ran.invoke(app, ["data", str(file), "--of", of])
    told = f"gangoffour: '{file}' cannot be used: there is no folder {file.parent}.\n"
    assert (answer.exit_code, answer.stderr) == (1, told)


@pytest.mark.parametrize("given", ["option", "setting"])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'no.db'}"
    words = ["data", str(tmp_path / "m.jsonl")]
    if given == "option":
        words += ["--database", url]
    else:
        monkeypatch.setenv("GANGOFFOUR_DATABASE", url)
    answer = ran.invoke(app, words)
    said = f"gangoffour: There is no database {tmp_path / 'no.db'}.\n"
    assert (answer.exit_code, answer.stderr) == (1, said)
    assert not list(tmp_path.iterdir())
    answer = ran.invoke(app, ["data", str(tmp_path / "m.txt"), "--database", url])
    assert "should end in .jsonl" in answer.stderr, "its file is looked at first"


def test_trouble_with_a_file_is_told_without_a_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(file: Path | None) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", *([str(file)] if file else []))

    assert told_shortly(lambda: make(tmp_path), str) == told_shortly(lambda: make(None), str) == 1
    said = f"gangoffour: '{tmp_path}' cannot be used: No space left on device.\n"
    assert capsys.readouterr().err == f"{said}gangoffour: No space left on device.\n"


def test_cards_say_how_cards_are_written_to_who_has_no_other_page() -> None:
    for card in (rounds.card_of("level:1", "a command"), puzzles.card_of("a command")):
        text = card.text("x.jsonl", 0)
        assert "docs/" not in text and "M1 is the multicoloured 1" in text


def test_matches_without_what_a_server_needs_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> int:
        raise ModuleNotFoundError("No module named 'msgspec'", name="msgspec")

    monkeypatch.setattr(operate, "write_matches", missing)
    (tmp_path / "a.db").touch()
    there = ["--database", f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"]
    answer = ran.invoke(app, ["data", str(tmp_path / "matches.jsonl"), *there])
    assert answer.exit_code == 1 and "Traceback" not in answer.output
    assert "pip install 'gangoffour[server]'" in answer.stderr


def test_the_card_names_the_command_that_made_this_file() -> None:
    assert "`gangoffour data m.jsonl`" in CARD.text("m.jsonl", 0)
