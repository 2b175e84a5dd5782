"""Rounds of a bot against itself: whole, in order, the same with any number of processes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from gangoffour import Match, parse_action
from gangoffour.data_files import DataError, write
from gangoffour.lab import rounds as made
from gangoffour.lab.rounds import card_of, played, rounds


def test_a_row_is_a_round_that_can_be_played_again() -> None:
    for row in rounds("level:1", 3, seats=3, rules="german"):
        match = Match.new(seed=row["seed"], seats=3, rules="german")
        assert [list(match.view(seat).hand.codes) for seat in range(3)] == row["hands"]
        for move in row["moves"]:
            action = {name: value for name, value in move.items() if name != "seat"}
            match = match.act(move["seat"], parse_action(action))
        assert list(match.results[0].points) == row["points"]
        assert match.results[0].winner == row["winner"]


def test_the_command_writes_rows_and_a_card_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.jsonl"
    words = ["rounds", "level:1", str(file), "--rounds", "7", "--jobs", "2", "--seed", "s"]
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr(made, "PIECE", 2)
    assert made.main() == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [row["seed"] for row in rows] == [f"s/{number}" for number in range(7)]
    assert rows[3] == played("level:1", "s/3", 4, "official")
    card = (tmp_path / "rounds.md").read_text()
    assert "7 rows" in card and all(f"| `{field}` |" in card for field in rows[0])
    assert made.main() == 1, "what is there is never written over"
    assert "is there already" in capsys.readouterr().err


def test_parquet_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_of("level:1", "a command")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match="pip install pyarrow"):
        write(tmp_path / "rounds.parquet", [], card)
    with pytest.raises(DataError, match=r"\.jsonl or \.parquet"):
        write(tmp_path / "rounds.csv", [], card)
