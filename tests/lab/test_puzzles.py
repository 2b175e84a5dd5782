"""Puzzles: positions of rounds with one answer, the same with any number of processes."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from gangoffour import Match, parse_action
from gangoffour.bots import load_bot
from gangoffour.lab import puzzles as made
from gangoffour.lab.puzzles import CLEAR, puzzle, puzzles


@pytest.mark.long
def test_a_puzzle_can_be_set_up_and_has_one_answer() -> None:
    found = [row for row in puzzles(5, seats=3, rules="german") if row]
    assert found
    for row in found:
        match = Match.new(seed=row["seed"], seats=3, rules="german")
        for move in row["moves"]:
            action = {name: value for name, value in move.items() if name != "seat"}
            match = match.act(move["seat"], parse_action(action))
        view = match.view(row["seat"])
        assert list(view.hand.codes) == row["hand"] and list(view.counts) == row["counts"]
        assert ([] if view.table is None else list(view.table.codes)) == row["table"]
        first, *others = row["actions"]
        assert {**row["answer"], "points": first["points"]} == first
        assert all(first["points"] - one["points"] >= CLEAR - 0.02 for one in others)
        assert len(row["actions"]) == len(view.actions)
        greedy = load_bot("greedy").choose(view, random.Random(0))
        assert greedy != parse_action(row["answer"])


@pytest.mark.long
def test_the_command_writes_puzzles_and_a_card_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.jsonl"
    words = ["puzzles", str(file), "--deals", "4", "--jobs", "2", "--seed", "s"]
    monkeypatch.setattr(sys, "argv", words)
    assert made.main() == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    one_by_one = [puzzle(f"s/{number}", 4, "official") for number in range(4)]
    assert rows == [row for row in one_by_one if row is not None] != []
    card = file.with_name("puzzles.jsonl.md").read_text()
    assert all(f"| `{field}` |" in card for field in rows[0])
    assert made.main() == 1, "what is there is never written over"
    assert "is there already" in capsys.readouterr().err
