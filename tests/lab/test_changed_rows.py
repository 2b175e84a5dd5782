"""Rows of two versions of a bot are never in one file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gangoffour.cli import app
from gangoffour.lab import rounds as made
from gangoffour.lab.asked_rows import Asked
from gangoffour.lab.errors import LabError
from gangoffour.lab.rounds import played

ran = CliRunner()
FIRST = "def bot(view, rng): return view.actions[0]\n"
PROGRAM = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    '    view = json.loads(line)["view"]\n'
    '    answer = {"play": view["plays"][0]} if view["plays"] else {"pass": True}\n'
    "    print(json.dumps(answer), flush=True)\n"
)


@pytest.mark.parametrize("program", [False, True])
def test_a_run_goes_on_with_the_bot_that_began_it_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    bot, part = tmp_path / "b.py", tmp_path / "s.jsonl.part"
    name = f"cmd:{sys.executable} b.py" if program else "b.py:bot"
    text = PROGRAM if program else FIRST
    bot.write_text(text)
    once, words = made.rounds, ["data", "s.jsonl", "--of", name, "--number", "3", "--jobs", "1"]

    def stopped(*given: Any, **more: Any) -> Iterator[dict[str, Any]]:
        yield next(iter(once(*given, **more)))
        raise KeyboardInterrupt

    monkeypatch.setattr(made, "rounds", stopped)
    assert ran.invoke(app, words).exit_code == 130
    before = part.read_bytes()
    monkeypatch.setattr(made, "rounds", once)
    bot.write_text(f"{text}# another\n")
    answer = ran.invoke(app, words)
    assert answer.exit_code == 1 and part.read_bytes() == before
    said = f"'s.jsonl.part' holds rows of another bot ({name} has changed: the hash of b.py is "
    assert said in answer.stderr
    assert " there, " in answer.stderr and "or name another file." in answer.stderr
    bot.write_text(text)
    assert ran.invoke(app, words).exit_code == 0, "the same as before goes on"
    seeds = [json.loads(line)["seed"] for line in Path("s.jsonl").read_text().splitlines()]
    assert seeds == ["0/0", "0/1", "0/2"]


def test_a_bot_that_changes_while_it_plays_is_noticed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "b.py"
    bot.write_text(FIRST)

    def edited(name: str, seed: str, *more: Any) -> dict[str, Any]:
        if seed == "0/1":
            bot.write_text(f"{FIRST}# another\n")
        elif seed == "0/0":
            bot.touch()  # no other bot
        return played(name, seed, *more)

    monkeypatch.setattr(made, "played", edited)
    with pytest.raises(LabError, match=r"b\.py:bot has changed: the hash of b.py is"):
        made.write_rounds(Path("s.jsonl"), ["b.py:bot"], 3, Asked(jobs=1))
    assert '"0/1"' not in Path("s.jsonl.part").read_text()


def test_a_program_may_write_into_a_file_that_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.py").write_text(
        PROGRAM.replace("    view", "    open(sys.argv[1], 'a').write(line)\n    view", 1)
    )
    log = tmp_path / "log.txt"
    log.write_text("")
    name = f"cmd:{sys.executable} b.py log.txt"
    words = ["data", "s.jsonl", "--of", name, "--number", "2", "--jobs", "1"]
    answer = ran.invoke(app, words)
    assert answer.exit_code == 0, answer.stderr
    assert log.read_text()
