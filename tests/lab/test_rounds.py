"""Rounds of a bot against itself: whole, in order, the same with any number of processes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
import typer

from gangoffour import Match, parse_action
from gangoffour.data_files import DataError, write, write_on
from gangoffour.data_subcommand import data
from gangoffour.lab import rounds as made
from gangoffour.lab.asked_rows import Asked, told_shortly
from gangoffour.lab.puzzles import write_puzzles
from gangoffour.lab.rounds import card_of, played, rounds
from tests.lab.silent_bots import SILENT

ODD = """
import os, numpy as np
class Scores:
    def choose(self, view, rng): return np.array([1, 2, 3])
class Raises:
    def choose(self, view, rng): raise ValueError("no")
class Dies:
    def choose(self, view, rng): os._exit(1)
"""


def test_a_row_is_a_round_that_can_be_played_again() -> None:
    for row in rounds("level:1", 3, seats=3, rules="german"):
        match = Match.new(seed=row["seed"], seats=3, rules="german")
        assert [list(match.view(seat).hand.codes) for seat in range(3)] == row["hands"]
        for move in row["moves"]:
            action = {name: value for name, value in move.items() if name != "seat"}
            match = match.act(move["seat"], parse_action(action))
        assert list(match.results[0].points) == row["points"]
        assert match.results[0].winner == row["winner"]


def test_whoever_forgets_the_call_is_barred_in_a_row_as_at_a_table() -> None:
    """R5.2: a bot of ours says it with the play, or has forgotten it."""
    for seed in ("0/0", "0/1", "0/2"):
        row = played("human:forgetful,forgets_call=1", seed, 4, "official")
        match = Match.new(seed=seed)
        for move in row["moves"]:
            assert "call" not in move
            action = {name: value for name, value in move.items() if name != "seat"}
            match = match.act(move["seat"], parse_action(action))
        assert list(match.results[0].points) == row["points"]
        if match.results[0].barred:
            return
    pytest.fail("nobody was barred")


def test_a_bot_from_outside_may_call_in_time_or_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "silent.py"
    path.write_text(SILENT)
    called = [
        [move for move in played(f"{path}:{name}", "0/0", 4, "official")["moves"] if "call" in move]
        for name in ("Bare", "Later")
    ]
    assert not called[0] and called[1] and all("play" not in move for move in called[1])


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Scores", "answered array([1, 2, 3]), which is not one of its actions"),
        ("Raises", "failed: ValueError: no.\nTraceback"),
    ],
)
def test_a_bot_that_fails_ends_the_run_in_a_sentence_with_the_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str, jobs: int
) -> None:
    path, file = tmp_path / "odd.py", tmp_path / "rounds.jsonl"
    path.write_text(ODD)
    with pytest.raises(typer.Exit) as ended:
        data(file, f"{path}:{name}", number=4, seed="s", jobs=jobs)
    told = capsys.readouterr().err
    assert ended.value.exit_code == 1 and not list(tmp_path.glob("rounds*")), "nothing half-done"
    first = "0" if jobs == 1 else "[0-3]"
    assert re.search(f"The round of the deal 's/{first}' cannot be played on. The bot ", told)
    assert words in told
    assert "arena" not in told and "lab/rounds.py" not in told and f"{path}:{name}" in told
    if name == "Raises":
        assert f'File "{path}", line 6, in choose' in told, "its author sees where"


@pytest.mark.long
def test_a_process_that_dies_is_told_of_without_words_about_another_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.py"
    path.write_text(ODD)
    with pytest.raises(typer.Exit):
        data(tmp_path / "rounds.jsonl", f"{path}:Dies", number=4, jobs=2)
    told = capsys.readouterr().err
    assert "process" in told and "arena" not in told and "--resume" not in told


@pytest.mark.long
def test_the_command_writes_rows_and_a_card_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.jsonl"
    words = ["rounds", "level:1", str(file), "--rounds", "7", "--jobs", "2", "--seed", "s"]
    monkeypatch.setattr(sys, "argv", words)
    assert made.main() == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [row["seed"] for row in rows] == [f"s/{number}" for number in range(7)]
    assert rows[3] == played("level:1", "s/3", 4, "official")
    card = (tmp_path / "rounds.jsonl.md").read_text()
    assert "7 rows" in card and all(f"| `{field}` |" in card for field in rows[0])
    assert made.main() == 1, "what is there is never written over"
    assert "is there already" in capsys.readouterr().err


def plain(value: Any) -> Any:
    """A row as Parquet gives it back, without the blanks of fields that others have."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if one is not None}
    return [plain(one) for one in value] if isinstance(value, list) else value


@pytest.mark.long
def test_parquet_has_the_rows_of_json_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.data_files.rows.BATCH", 2)
    asked = Asked(jobs=1)
    makers: dict[str, Callable[[Path], int]] = {
        "rounds": lambda file: made.write_rounds(file, ["level:1"], 5, asked),
        "puzzles": lambda file: write_puzzles(file, 4, asked),
    }
    for name, make in makers.items():
        one, other = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.parquet"
        number = make(one)
        assert make(other) == number > 1
        rows = [json.loads(line) for line in one.read_text().splitlines()]
        assert plain(pyarrow.parquet.read_table(other).to_pylist()) == rows
        assert f"{number} rows" in other.with_name(f"{other.name}.md").read_text()
        assert not list(tmp_path.glob("*.part")) and not list(tmp_path.glob("*.new"))
    late: list[dict[str, Any]] = [{"at": 1}, {"at": 2}, {"at": 3, "why": "new"}]
    write(tmp_path / "late.parquet", late, card_of("level:1", "a command"))
    assert plain(pyarrow.parquet.read_table(tmp_path / "late.parquet").to_pylist()) == late
    assert write(tmp_path / "none.parquet", [], card_of("level:1", "a command")) == 0


def test_a_bot_that_goes_elsewhere_takes_nothing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "away").mkdir()
    (tmp_path / "bot.py").write_text(
        "import os\nfrom gangoffour.bots.players.greedy import Greedy\nos.chdir('away')\n"
        "class Bot(Greedy):\n    pass\n"
    )
    assert made.write_rounds(Path("rounds.jsonl"), ["bot.py:Bot"], 2, Asked(jobs=1)) == 2
    assert {*tmp_path.glob("rounds*")} == {tmp_path / f"rounds.jsonl{end}" for end in ("", ".md")}
    assert not list((tmp_path / "away").iterdir())


def test_parquet_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_of("level:1", "a command")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match="pip install pyarrow"):
        write(tmp_path / "rounds.parquet", [], card)
    with pytest.raises(DataError, match=r"\.jsonl or \.parquet"):
        write(tmp_path / "rounds.csv", [], card)


def test_a_stopped_run_goes_on_and_makes_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, bots = tmp_path / "rounds.jsonl", ["level:1", "level:2"]
    asked, part = Asked(jobs=1), tmp_path / "rounds.jsonl.part"
    asked_for: list[str] = []

    def stopped(bot: str, seed: str, *more: Any) -> dict[str, Any]:
        asked_for.append(f"{bot} {seed}")
        if f"{bot} {seed}" == "level:2 0/2":
            raise KeyboardInterrupt
        return played(bot, seed, *more)

    monkeypatch.setattr(made, "played", stopped)
    write_it = partial(made.write_rounds, file, bots, 3, asked)
    assert told_shortly(write_it, str) == 130
    assert "The same command goes on" in capsys.readouterr().err
    assert not file.exists() and len(part.read_text().splitlines()) == 1 + 5
    with part.open("a") as torn:
        torn.write('{"bot": "level:2", "se')  # as a kill in the middle of a row leaves it
    with pytest.raises(DataError, match="begun by another command"):
        made.write_rounds(file, bots, 4, asked)
    before = len(asked_for)
    monkeypatch.setattr(made, "played", played)
    assert write_it() == 6 and before == 6
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert rows == [played(bot, f"0/{at}", 4, "official") for bot in bots for at in range(3)]
    assert not part.exists() and "6 rows" in (tmp_path / "rounds.jsonl.md").read_text()


def test_each_row_is_in_the_file_as_soon_as_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill takes no row away that was made."""
    file, part = tmp_path / "rounds.jsonl", tmp_path / "rounds.jsonl.part"
    seen: list[int] = []

    def looking(bot: str, seed: str, *more: Any) -> dict[str, Any]:
        seen.append(len(part.read_text().splitlines()) - 1)
        return played(bot, seed, *more)

    monkeypatch.setattr(made, "played", looking)
    assert made.write_rounds(file, ["level:1"], 3, Asked(jobs=1)) == 3
    assert seen == [0, 1, 2]


def cut_off(file: Path, rows: int) -> list[bytes]:
    """What a run has left that was stopped after so many rows."""

    def rest(last: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
        yield from ({"at": at} for at in range(rows))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_on(file, rest, card_of("level:1", "a command"))
    return file.with_name(f"{file.name}.part").read_bytes().splitlines(keepends=True)


def more(last: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    return ({"at": at} for at in range(0 if last is None else last["at"] + 1, 6))


@pytest.mark.parametrize("end", [b"xxx\n", b"{}\n", b"[1]\n", b"null\n", b"\xff\x00\n", b"\n"])
def test_rows_of_a_stopped_run_that_are_damaged_are_refused(tmp_path: Path, end: bytes) -> None:
    file, card = tmp_path / "rows.jsonl", card_of("level:1", "a command")
    lines = cut_off(file, 4)
    part, beside = file.with_name("rows.jsonl.part"), file.with_name("rows.jsonl.md")
    begun = beside.read_bytes()
    damaged = [
        [*lines, end],
        [lines[0], *lines[2:]],
        [lines[1], lines[0], *lines[2:]],
        [*lines, lines[-1]],
        [*lines[:3], lines[3].replace(b"2}", b"7}"), lines[4]],
        [*lines[:4], lines[4].replace(b"3}", b"7}")],
        [b'{"at": 0}\n'],
    ]
    for some in damaged:
        part.write_bytes(b"".join(some))
        with pytest.raises(DataError, match=r"rows\.jsonl\.part is damaged; remove it"):
            write_on(file, more, card)
        assert part.read_bytes() == b"".join(some) and not file.exists()
    for whole in (lines, lines[:2], [*lines[:2], lines[2][:-1]], []):
        part.write_bytes(b"".join(whole))
        beside.write_bytes(begun)
        assert write_on(file, more, card) == 6
        assert [json.loads(line)["at"] for line in file.read_text().splitlines()] == [*range(6)]
        assert not part.exists()
        file.unlink()
    cut_off(file, 1)
    beside.write_bytes(b"\xff")
    with pytest.raises(DataError, match="begun by another command"):
        write_on(file, more, card)


def test_matches_are_asked_for_anew_whatever_an_earlier_run_has_left(tmp_path: Path) -> None:
    card, file = card_of("level:1", "a command"), tmp_path / "rows.jsonl"

    def broken() -> Iterator[dict[str, Any]]:
        yield {"seed": "withdrawn since"}
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write(file, broken(), card)
    assert write(file, [{"seed": "1"}], card) == 1 and file.read_text() == '{"seed": "1"}\n'
