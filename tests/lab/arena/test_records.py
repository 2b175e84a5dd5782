"""What the arena keeps of its matches: records to replay, with names or blind, and other rules."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gangoffour import parse_record
from gangoffour.lab.arena.arena import run
from gangoffour.lab.arena.subcommand import arena
from gangoffour.lab.errors import LabError

app = typer.Typer()
app.command()(arena)


@pytest.mark.long
def test_every_table_is_written_with_who_sat_where(tmp_path: Path) -> None:
    report = run(["greedy", "random"], deals=2, lineup="1v3", jobs=2, records=tmp_path / "all")
    files = sorted((tmp_path / "all").iterdir())
    assert len(files) == report.rounds == 8
    seated = set()
    for file in files:
        record = parse_record(file.read_text(encoding="utf-8"))
        assert len(record.match.results) == 1
        seated.add(tuple(record.tags[f"Player{seat}"] for seat in range(4)))
    assert len(seated) == 4 and all(sorted(one)[0] == "greedy" for one in seated)
    with pytest.raises(LabError, match="holds records already"):
        run(["greedy", "random"], deals=1, jobs=1, records=tmp_path / "all")


def test_blind_records_tell_nobody_and_the_key_lies_apart(tmp_path: Path) -> None:
    folder = tmp_path / "blind"
    ran = CliRunner().invoke(
        app,
        ["greedy", "dumpling", "--lineup", "2v2", "--deals", "1", "--jobs", "1", "--matches"]
        + ["--blind", str(folder), "--rules", "target=20", "--rules", "opening_limit=none"],
    )
    assert ran.exit_code == 0, ran.output
    files = sorted(folder.iterdir())
    key = json.loads((tmp_path / "blind.key.json").read_text())
    assert sorted(key) == [file.name for file in files] and len(files) == 6
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "greedy" not in text and "dumpling" not in text
        record = parse_record(text)
        assert record.match.rules.target == 20 and record.match.rules.opening_limit is None
        assert record.match.over
        assert sorted(key[file.name]) == ["dumpling", "dumpling", "greedy", "greedy"]


def test_nothing_is_made_for_a_bot_that_cannot_play_or_under_the_name_of_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["nobody", "greedy", "--records", "all"], ["greedy", "random", "--blind"]):
        ran = CliRunner().invoke(app, [*words, "--deals", "1"])
        assert ran.exit_code == 2 and not list(tmp_path.iterdir()), words
    assert "--blind needs a name; --deals looks like an option." in ran.output


def test_a_rule_that_is_none_is_refused_in_a_sentence() -> None:
    ran = CliRunner().invoke(app, ["greedy", "random", "--rules", "tarjet=50"])
    assert ran.exit_code == 2
    assert "tarjet" in ran.output
